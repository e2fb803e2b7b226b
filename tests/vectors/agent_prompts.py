"""Runs recorded cases about prompts, hints and catalogues."""

from types import SimpleNamespace

from contextthrift.agent.prompts import PromptContext, default_prompts, with_system
from contextthrift.tools.catalog import CatalogEntry, render_catalog
from contextthrift.tools.schema_hint import schema_hint


def rendered(*, stage, mode, context):
    given = {name: value for name, value in context.items() if value is not None}
    given["history"] = [SimpleNamespace(**said) for said in given.get("history", [])]
    system, prompt = getattr(default_prompts(), stage)(PromptContext(mode=mode, **given))
    return {"system": system, "user": prompt}


def pair(*, stage, mode, context_a, context_b):
    """Which parts are the same in two contexts."""
    one = rendered(stage=stage, mode=mode, context=context_a)
    other = rendered(stage=stage, mode=mode, context=context_b)
    return {"same_system": one["system"] == other["system"], "same_user": one["user"] == other["user"]}


def prefixed(*, base, extra):
    return with_system(base, extra)


def hint(*, schema):
    """A schema without a hint has null in the cases, an empty text here."""
    return schema_hint(schema) or None


def catalog(*, tools):
    return render_catalog(CatalogEntry(**tool) for tool in tools)


ADAPTERS = {
    "loop:render_prompt": rendered,
    "loop:render_prompt_pair": pair,
    "loop:with_system": prefixed,
    "tools:schema_hint": hint,
    "tools:render_catalog": catalog,
}
