"""From decided steps to the messages to send, and to what the trace tells of them."""

from __future__ import annotations

from itertools import compress, groupby
from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.fit.fitted import Fitted
from contextthrift.fit.trace import Cut, StageTrace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from contextthrift.fit.context_block import Item
    from contextthrift.fit.ladder import Climb
    from contextthrift.fit.request import Request
    from contextthrift.fit.step import Step
    from contextthrift.fit.trace import CutKind, FitTrace


def applied(request: Request, walked: Climb, trace: FitTrace, tool_choice: Any) -> Fitted:
    """What is left after the cuts; what they edited are copies."""
    kept = walked.kept(len(request.entries))
    edited, stubs = _edited(request, walked)
    listing = request.listing
    shown = _left(len(request.tools), walked, "tools")
    given = request.given_tools
    tools = None if given is None or _all_went(request, shown) else request.provider.with_tools(given, shown)
    return Fitted(
        messages=listing.joined(request, kept, edited),
        tools=tools,
        tool_choice=tool_choice if shown else None,
        context_block=request.context.text(_items_gone(request, walked)),
        trace=trace,
        dropped=_dropped(request, kept),
        stubbed=_indices({listing.sources[place] for place in stubs}),
    )


def _all_went(request: Request, shown: list[int]) -> bool:
    return bool(request.tools) and not shown


def _items_gone(request: Request, walked: Climb) -> set[int]:
    """Items of the context block that were left out."""
    if not request.context.items:
        return set()
    return {step.place for step in walked.steps() if step.stage == "context"}


def _edited(request: Request, walked: Climb) -> tuple[dict[int, Any], set[int]]:
    """The entries that stay and are not what they were, by their places, and those that became stubs."""
    provider, listing = request.provider, request.listing
    edited: dict[int, Any] = {}
    bare: dict[int, Any] = {}  # without the note
    stubs = set()
    for place, action, value in walked.edits(len(request.entries)):
        match action:
            case "note":
                is_bare = place in bare
                edited[place] = (
                    provider.with_note(bare[place]) if is_bare else listing.with_note(request, place)
                )
            case "unnote":
                edited[place] = bare[place] if place in bare else listing.value(place)
            case _:
                bare[place] = edited[place] = listing.stubbed(request, place) if value is None else value
        if action == "stub":
            stubs.add(place)
    return edited, stubs


def _dropped(request: Request, kept: bytes) -> tuple[int, ...]:
    """Messages of the caller's of which nothing is left, those included that a repair left out."""
    sources = request.listing.sources
    others = kept.translate(_OTHERS)
    if isinstance(sources, range):
        return tuple(compress(sources, others))
    repaired = {found.index for found in request.repairs}
    return _indices(repaired.union(compress(sources, others)).difference(compress(sources, kept)))


_OTHERS: Final = b"\1\0" + bytes(254)
"""What turns the entries that stay into the others."""


def _left(count: int, walked: Climb, stage: str) -> list[int]:
    gone = {step.place for step in walked.chain if step.stage == stage}
    return [place for place in range(count) if place not in gone]


def _indices(sources: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(sorted(index for index in sources if index is not None))


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
