"""The recorded cases' names for prompts, hints and catalogues, mapped to ours."""

from types import SimpleNamespace

from contextthrift.agent.prompts import PromptContext, default_prompts, with_system
from contextthrift.tools.catalog import CatalogEntry, render_catalog
from contextthrift.tools.schema_hint import schema_hint


def render_prompt(case_input):
    """The two parts of one stage's prompt."""
    return rendered(case_input["stage"], case_input["mode"], case_input["context"])


def render_prompt_pair(case_input):
    """Which parts are the same in two contexts."""
    stage, mode = case_input["stage"], case_input["mode"]
    one, other = (rendered(stage, mode, case_input[name]) for name in ("context_a", "context_b"))
    return {
        "same_system": one["system"] == other["system"],
        "same_user": one["user"] == other["user"],
    }


def rendered(stage, mode, fields):
    given = {name: value for name, value in fields.items() if value is not None}
    given["history"] = [SimpleNamespace(**said) for said in given.get("history", [])]
    system, prompt = getattr(default_prompts(), stage)(PromptContext(mode=mode, **given))
    return {"system": system, "user": prompt}


def run_with_system(case_input):
    return with_system(case_input["base"], case_input["extra"])


def run_schema_hint(case_input):
    """A schema without a hint has null in the cases, an empty text here."""
    return schema_hint(case_input["schema"]) or None


def run_render_catalog(case_input):
    return render_catalog(CatalogEntry(**tool) for tool in case_input["tools"])


RUNNERS = {
    ("loop", "render_prompt"): render_prompt,
    ("loop", "render_prompt_pair"): render_prompt_pair,
    ("loop", "with_system"): run_with_system,
    ("tools", "schema_hint"): run_schema_hint,
    ("tools", "render_catalog"): run_render_catalog,
}
