"""Runs a recorded case against the library, one runner per function, and says the answer in the notation."""

from types import SimpleNamespace

import contextthrift
from contextthrift.context.trace import THOUGHTS_DISABLED, THOUGHTS_DROPPED, THOUGHTS_NONE
from tests.vectors import compact_runners, relevance_runners
from tests.vectors.folder import function_of
from tests.vectors.notation import UnknownNotationError, estimator, known
from tests.vectors.scene import Builder, Labels, scene

THOUGHTS_NOTES = {THOUGHTS_DROPPED: "dropped", THOUGHTS_NONE: "none", THOUGHTS_DISABLED: "disabled"}


def subtract_to_fit(case, items):
    built = scene(case, items)
    trace = contextthrift.subtract_to_fit(built.ws, **built.arguments)
    assert trace.window == case["window"]
    return {**figures(trace), **survivors(built.ws, built.labels), **visibility(built.ws.tools)}


def figures(trace):
    return {
        "reserve": trace.reserve,
        "budget": trace.budget,
        "total_before": trace.total_before,
        "total_after": trace.total_after,
        "fits": trace.fits,
        "refused": trace.refused,
        "rows": [
            [row.name, row.tokens_before, row.tokens_after, row.count_before, row.count_after]
            for row in trace.rows
        ],
        "row_ids": {row.name: list(row.ids) for row in trace.rows if row.ids is not None},
        "thoughts_note": THOUGHTS_NOTES[trace.rows[0].note],
    }


def survivors(ws, labels):
    lists = {
        name: labels.of(getattr(ws, name)) for name in ("messages", "memories", "retrievables", "thoughts")
    }
    calls = getattr(ws, "tool_calls", None)
    image = getattr(ws, "image", None)
    return {
        **lists,
        "tool_calls": None if calls is None else labels.of(calls),
        "image_kept": None if image is None else image.kept,
    }


def visibility(registry):
    hidden = registry.told[-1]
    names = [tool.name for tool in registry.list_tools()]
    visible = [name for name in names if name not in hidden]
    if isinstance(registry, contextthrift.ToolRegistry):
        assert registry.hidden == tuple(hidden)
        assert [tool.name for tool in registry.visible_tools()] == visible
    return {"hidden": hidden, "visible": visible, "hide_calls": len(registry.told)}


def resolve_budget(case, _items):
    words = {"window", "output_reserve", "reserve_fraction"}
    known(case, {"id", "fn", "tags", "expect"} | words, "case")
    given = {word: case[word] for word in words if case[word] is not None}
    return contextthrift.resolve_budget(**given)


def strip_prior_turn_thoughts(case, items):
    known(case, {"id", "fn", "tags", "estimator", "thoughts", "keep_ids", "expect"}, "case")
    labels = Labels()
    estimate_tokens = estimator(case["estimator"])
    listed = Builder(items=items, labels=labels, estimate_tokens=estimate_tokens).thoughts(case["thoughts"])
    holder = SimpleNamespace(thoughts=listed)
    given = {} if case["keep_ids"] is None else {"keep_ids": set(case["keep_ids"])}
    before = list(listed)
    stripped = contextthrift.strip_prior_turn_thoughts(holder, estimate_tokens=estimate_tokens, **given)
    assert holder.thoughts is not listed
    assert listed == before
    return {
        "dropped": stripped.dropped,
        "tokens": stripped.tokens,
        "thoughts": labels.of(holder.thoughts),
    }


RUNNERS = {
    "subtract_to_fit": subtract_to_fit,
    "resolve_budget": resolve_budget,
    "strip_prior_turn_thoughts": strip_prior_turn_thoughts,
    **relevance_runners.RUNNERS,
    **compact_runners.RUNNERS,
}


def runner_of(case):
    function = function_of(case)
    if function not in RUNNERS:
        raise UnknownNotationError(f"unknown function: {function!r}")
    return RUNNERS[function]
