"""The end of the ladder: the newest step's own results, the tools, the images of the current message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift import _native
from contextthrift.fit.shorten import Shortening, shortenings
from contextthrift.fit.standing import says_not_run
from contextthrift.fit.step import Step
from contextthrift.formats.notice import NAMELESS_TOOL, stub_text

if TYPE_CHECKING:
    from contextthrift.fit.repair import Entry
    from contextthrift.fit.request import Request


def last_chain(
    request: Request,
    plan: _native.ConversationPlan,
    made: list[Step],
    flags: bytes,
    forced_tools: frozenset[str],
) -> list[Step]:
    """What is left of the chain of cuts, each with its cost before and after."""
    number = made[-1].number + 1 if made else 0
    gone = {step.place for step in made if step.action == "drop"}
    stored = [place for place, entry in enumerate(request.entries) if entry.is_stored]
    free = [place for place in plan.newest_results if _is_free(request.entries[place], flags[place])]
    free = sorted({*free, *stored})
    called = {
        call.name
        for place, entry in enumerate(request.entries)
        if place not in gone
        for call in entry.reading.calls
    }
    cuts = [
        Step("newest-results", 0, c.action, c.place, c.before, c.after, c.value)
        for c in _results(request, free)
    ]
    used = {
        name
        for place, entry in enumerate(request.entries)
        if place not in gone
        for name in entry.reading.uses
    }
    cuts += _tools(request, called | forced_tools, used)
    cuts += _media(request, [place for place in plan.current if place not in free], flags)
    return [
        Step(cut.stage, number + at, cut.action, cut.place, cut.before, cut.after, cut.value)
        for at, cut in enumerate(cuts)
    ]


def _is_free(entry: Entry, flag: int) -> bool:
    return not flag & _native.FLAG_PINNED and not says_not_run(entry)


def _results(request: Request, places: list[int]) -> list[Shortening]:
    """Head and tail of each, half as long each time, its images untouched; then its stub."""
    texts = {place: request.provider.result_text(request.entries[place].value) for place in places}

    def shorter(place: int, text: str) -> object:
        return request.provider.with_result_text(request.entries[place].value, text)

    last = {
        place: request.provider.with_result(request.entries[place].value, stub_of(request.entries[place]))
        for place in places
    }
    costs = {place: request.costs[place] for place in places}
    return shortenings(texts, last, costs, shorter, request.cost_of)


def _tools(request: Request, needed: set[str] | frozenset[str], used: set[str]) -> list[Step]:
    """Tools that may go, lowest rank first, protected ones last; the last of all takes the preamble along.

    Tools that the provider runs are ``used`` without their version: ``web_search`` as
    ``web_search_preview``.
    """
    protected = frozenset(request.policy.protected_tools)
    names, ranks = request.tool_names, request.tool_ranks
    versions = tuple(f"{name}_" for name in used)
    needed = needed | used
    free = [place for place, name in enumerate(names) if name not in needed and not name.startswith(versions)]
    free.sort(key=lambda place: (names[place] in protected, ranks[place]))
    steps = [Step("tools", 0, "leave-out", place, request.tool_costs[place], 0) for place in free]
    if steps and len(steps) == len(request.tools):
        last = steps.pop()
        steps.append(Step("tools", 0, "leave-out", last.place, last.before + request.provider.flat_tools, 0))
    return steps


def _media(request: Request, places: list[int], flags: bytes) -> list[Step]:
    """Images and files of the newest step and of the current message, one after the other."""
    steps = []
    for place in places:
        entry, before = request.entries[place], request.costs[place]
        if flags[place] & _native.FLAG_PINNED or entry.reading.role == "system":
            continue
        values = [
            request.provider.without_media(entry.value, count) for count in range(1, entry.reading.media + 1)
        ]
        for value, after in zip(values, request.cost_of(values), strict=True):
            if after < before:
                steps.append(Step("current-media", 0, "trim", place, before, after, value))
                before = after
    return steps


def stub_of(entry: Entry) -> str:
    """The stub of a result."""
    return stub_text(entry.answered.name if entry.answered else NAMELESS_TOOL)
