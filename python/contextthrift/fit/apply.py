"""From decided steps to the messages to send, and to what the trace tells of them."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from contextthrift.fit.fitted import Fitted
from contextthrift.fit.last_resort import stub_of
from contextthrift.fit.trace import Cut, CutKind, StageTrace

if TYPE_CHECKING:
    from contextthrift.fit.request import Request
    from contextthrift.fit.step import Step
    from contextthrift.fit.trace import FitTrace


def applied(request: Request, steps: list[Step], trace: FitTrace, tool_choice: Any) -> Fitted:
    """What is left after the steps; what they edited are copies."""
    values = _values(request, steps)
    kept = [(value, request.entries[place].fragment) for place, value in values.items()]
    messages = request.provider.join(kept)
    shown = _left(len(request.tools), steps, "tools")
    given = request.given_tools
    tools = None if given is None or _all_went(request, shown) else request.provider.with_tools(given, shown)
    there = {fragment.index for _, fragment in kept}
    sources = {entry.source for entry in request.entries} | {found.index for found in request.repairs}
    stubs = {step.place for step in steps if step.action == "stub"}
    return Fitted(
        messages=messages,
        tools=tools,
        tool_choice=tool_choice if shown else None,
        context_block=request.context.text({step.place for step in steps if step.stage == "context"}),
        trace=trace,
        dropped=_indices(sources - there),
        stubbed=_indices({request.entries[place].source for place in stubs if place in values}),
    )


def _all_went(request: Request, shown: list[int]) -> bool:
    return bool(request.tools) and not shown


def _values(request: Request, steps: list[Step]) -> dict[int, Any]:
    """Each entry that stays, as it is now."""
    provider, entries = request.provider, request.entries
    plain = {place: entry.value for place, entry in enumerate(entries)}
    values = dict(plain)
    for step in steps:
        if is_beside(step):
            continue
        match step.action:
            case "drop":
                del values[step.place]
            case "note":
                values[step.place] = provider.with_note(plain[step.place])
            case "unnote":
                values[step.place] = plain[step.place]
            case _:
                plain[step.place] = values[step.place] = (
                    provider.with_result(entries[step.place].value, stub_of(entries[step.place]))
                    if step.value is None
                    else step.value
                )
    return values


def is_beside(step: Step) -> bool:
    """Whether it is about something beside the messages."""
    return step.stage in {"tools", "context"}


def _left(count: int, steps: list[Step], stage: str) -> list[int]:
    gone = {step.place for step in steps if step.stage == stage}
    return [place for place in range(count) if place not in gone]


def _indices(sources: set[int | None]) -> tuple[int, ...]:
    return tuple(sorted(index for index in sources if index is not None))


def stages(request: Request, steps: list[Step]) -> tuple[StageTrace, ...]:
    """One row for each stage that cut something."""
    rows = []
    total = request.total
    for name, group in groupby(steps, key=lambda step: step.stage):
        made = list(group)
        after = total - sum(step.before - step.after for step in made)
        cuts = len({step.place for step in made if name == "gap-notes" or step.action not in _NOTES})
        rows.append(StageTrace(name=name, cuts=cuts, total_before=total, total_after=after))
        total = after
    return tuple(rows)


_NOTES: Final = frozenset({"note", "unnote"})
"""What comes along with a cut and is none."""


def cut_of(request: Request, step: Step) -> Cut:
    """The step as the trace tells it."""
    kind, index = _what(request, step)
    return Cut(
        stage=step.stage,
        step=step.number,
        action=step.action,
        kind=kind,
        index=index,
        tokens_before=step.before,
        tokens_after=step.after,
    )


def _what(request: Request, step: Step) -> tuple[CutKind, int]:
    if step.stage == "tools":
        return "tool", step.place
    if step.stage == "context":
        item = request.context.items[step.place]
        return item.kind, item.place
    source = request.entries[step.place].source
    return "message", -1 if source is None else source
