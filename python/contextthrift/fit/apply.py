"""From decided steps to the messages to send, and to what the trace tells of them."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from contextthrift import _native
from contextthrift.fit.fitted import Fitted
from contextthrift.fit.trace import Cut, StageTrace
from contextthrift.late import make_late

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from contextthrift.fit.context_block import Item
    from contextthrift.fit.ladder import Climb
    from contextthrift.fit.request import Request
    from contextthrift.fit.step import Step
    from contextthrift.fit.trace import CutKind, FitTrace


def applied(request: Request, walked: Climb, trace: FitTrace, tool_choice: Any) -> Fitted:
    """What is left after the cuts; what they edited are copies."""
    sent = request.listing.sent(request, walked)
    shown = _left(len(request.tools), walked, "tools")
    given = request.given_tools
    tools = None if given is None or _all_went(request, shown) else request.provider.with_tools(given, shown)
    fitted = Fitted(
        messages=sent.messages,
        tools=tools,
        tool_choice=tool_choice if shown else None,
        context_block=request.context.text(_items_gone(request, walked)),
        trace=trace,
        dropped=(),
        stubbed=(),
    )
    return make_late(fitted, dropped=partial(tuple, sent.dropped), stubbed=partial(tuple, sent.stubbed))


def _all_went(request: Request, shown: list[int]) -> bool:
    return bool(request.tools) and not shown


def _items_gone(request: Request, walked: Climb) -> set[int]:
    """Items of the context block that were left out."""
    if not request.context.items:
        return set()
    return {step.place for step in walked.steps() if step.stage == "context"}


def _left(count: int, walked: Climb, stage: str) -> list[int]:
    gone = {step.place for step in walked.chain if step.stage == stage}
    return [place for place in range(count) if place not in gone]


def stages(request: Request, walked: Climb) -> tuple[StageTrace, ...]:
    """One row for each stage that cut something."""
    rows = []
    total = request.total
    for name, cuts, before, after in _sums(walked):
        left = total - (before - after)
        rows.append(StageTrace(name=name, cuts=cuts, total_before=total, total_after=left))
        total = left
    return tuple(rows)


def _sums(walked: Climb) -> Iterator[tuple[str, int, int, int]]:
    """Of each stage its name, how much it changed, and the tokens of that before and after."""
    for code, cuts, before, after in walked.plan.stages if walked.plan else ():
        yield _native.STAGES[code], cuts, before, after
    for name, group in groupby(walked.chain, key=lambda step: step.stage):
        made = list(group)
        places = {step.place for step in made}
        yield name, len(places), sum(step.before for step in made), sum(step.after for step in made)


def cuts(walked: Climb, sources: Sequence[int | None], items: Sequence[Item]) -> tuple[Cut, ...]:
    """The steps as the trace tells them: of messages by their ``sources``, of the ``items`` beside them."""
    return tuple(_cut(step, *_what(step, sources, items)) for step in walked.steps())


def _cut(step: Step, kind: CutKind, index: int) -> Cut:
    return Cut(
        stage=step.stage,
        step=step.number,
        action=step.action,
        kind=kind,
        index=index,
        tokens_before=step.before,
        tokens_after=step.after,
    )


def _what(step: Step, sources: Sequence[int | None], items: Sequence[Item]) -> tuple[CutKind, int]:
    if step.stage == "tools":
        return "tool", step.place
    if step.stage == "context":
        item = items[step.place]
        return item.kind, item.place
    source = sources[step.place]
    return "message", -1 if source is None else source
