"""The ladder on one request: flat arrays to the core, its cuts back.

The core decides everything that message costs alone decide. The newest step's own results and the
tools come last and need texts that are only made when everything before did not suffice; they are
laid out here as one chain of costs, which the core walks like any other.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.exceptions import total_in_range
from contextthrift.fit.shorten import Shortening, shortenings
from contextthrift.formats.notice import stub_text

if TYPE_CHECKING:
    from contextthrift.fit.repair import Entry
    from contextthrift.fit.request import Request
    from contextthrift.fit.trace import Action

KIND: Final = {name: code for code, name in enumerate(_native.KINDS)}


@dataclass(frozen=True, slots=True)
class Step:
    """One change that was decided."""

    stage: str
    number: int
    """Steps of one number were made together."""
    action: Action
    place: int
    """Of the entry, or of the tool."""
    before: int
    after: int
    text: str | None = None
    """What a shortened or stubbed result of the newest step says now."""


@dataclass(slots=True)
class Climb:
    """How far the ladder was walked."""

    total_after: int
    steps: list[Step] = field(default_factory=list)


def climb(request: Request, budget: int, forced_tools: frozenset[str]) -> Climb:
    """Walks the ladder as far as the budget asks."""
    if request.total <= budget:
        return Climb(request.total)
    plan = _plan_messages(request, budget)
    steps = [
        Step(_native.STAGES[stage], number, _native.ACTIONS[action], place, before, after)  # type: ignore[arg-type]
        for stage, number, place, action, before, after in plan.made
    ]
    walked = Climb(plan.total_after, steps)
    if walked.total_after > budget:
        _walk_on(request, budget, walked, plan.newest_results, forced_tools)
    return walked


def _plan_messages(request: Request, budget: int) -> _native.ConversationPlan:
    kinds = bytes([_kind(request, entry) for entry in request.entries])
    flags = bytes([_flags(request, entry) for entry in request.entries])
    stubs, noted = array("Q", _stub_costs(request)), array("Q", _noted_costs(request))
    with total_in_range():
        return _native.plan_conversation(
            budget,
            request.fixed + sum(request.tool_costs),
            kinds,
            flags,
            array("Q", request.costs),
            stubs,
            noted,
            request.policy.keep_first_user,
            request.policy.this_turn_result_keep,
        )


def _kind(request: Request, entry: Entry) -> int:
    if _is_summary(request, entry):
        return KIND["summary"]
    return KIND["call" if entry.reading.calls else entry.reading.role]


def _flags(request: Request, entry: Entry) -> int:
    is_pinned = request.policy.is_pinned
    stays = bool(is_pinned and is_pinned(entry.message)) or _is_working_summary(request, entry)
    return _native.FLAG_PINNED * stays | _native.FLAG_USER * (entry.reading.role == "user")


def _is_summary(request: Request, entry: Entry) -> bool:
    return not _works(entry) and bool(request.policy.is_summary(entry.message))


def _is_working_summary(request: Request, entry: Entry) -> bool:
    """A summary that calls a tool or answers a call: it stays like a pinned message, with its unit."""
    return _works(entry) and bool(request.policy.is_summary(entry.message))


def _works(entry: Entry) -> bool:
    return bool(entry.reading.calls) or entry.reading.role == "result"


def _stub_costs(request: Request) -> list[int]:
    """What each result would cost as a stub."""
    costs = list(request.costs)
    results = [(place, entry) for place, entry in enumerate(request.entries) if entry.answered]
    stubs = [
        _reading(request, request.provider.with_result(entry.message, stub_of(entry))) for _, entry in results
    ]
    for (place, _), cost in zip(results, request.measure.distinct(stubs), strict=True):
        costs[place] = cost
    return costs


def _noted_costs(request: Request) -> list[int]:
    """What each user message that opens a later turn would cost with the gap note in it."""
    costs = list(request.costs)
    if not request.policy.gap_note:
        return costs
    dialogue = [place for place, entry in enumerate(request.entries) if entry.reading.role != "system"]
    roles = ["", *(request.entries[place].reading.role for place in dialogue)]
    openings = [
        at for at, before, role in zip(dialogue, roles, roles[1:], strict=False) if before != role == "user"
    ]
    noted = [
        _reading(request, request.provider.with_note(request.entries[place].message)) for place in openings
    ]
    for place, cost in zip(openings, request.measure.readings(noted), strict=True):
        costs[place] = cost
    return costs


def _reading(request: Request, message: Any) -> Any:
    return request.provider.read(message, 0)


def stub_of(entry: Entry) -> str:
    """The stub of a result."""
    return stub_text(entry.answered.name if entry.answered else "a tool")


def _walk_on(
    request: Request, budget: int, walked: Climb, newest_results: list[int], forced_tools: frozenset[str]
) -> None:
    """Lays out what is left of the chain and has the core walk it."""
    number = walked.steps[-1].number + 1 if walked.steps else 0
    gone = {step.place for step in walked.steps if step.action == "drop"}
    free = [place for place in newest_results if not _flags(request, request.entries[place])]
    chain = [
        Step("newest-results", number + at, cut.action, cut.place, cut.before, cut.after, cut.text)
        for at, cut in enumerate(_result_cuts(request, free))
    ]
    called = {
        call.name
        for place, entry in enumerate(request.entries)
        if place not in gone
        for call in entry.reading.calls
    }
    for place in _tool_order(request, called | forced_tools):
        chain.append(Step("tools", number + len(chain), "leave-out", place, request.tool_costs[place], 0))
    before, after = array("Q", [step.before for step in chain]), array("Q", [step.after for step in chain])
    steps, walked.total_after = _native.shed_sets(walked.total_after, budget, before, after)
    walked.steps += chain[:steps]


def _result_cuts(request: Request, places: list[int]) -> list[Shortening]:
    texts = {place: request.provider.result_text(request.entries[place].message) for place in places}
    stubs = {place: stub_of(request.entries[place]) for place in places}

    def cost(forms: list[tuple[int, str]]) -> list[int]:
        messages = [
            request.provider.with_result(request.entries[place].message, text) for place, text in forms
        ]
        return request.measure.readings([_reading(request, message) for message in messages])

    return shortenings(texts, stubs, {place: request.costs[place] for place in places}, cost)


def _tool_order(request: Request, needed: set[str]) -> list[int]:
    """Places of the tools that may go, lowest rank first, protected ones last."""
    protected = frozenset(request.policy.protected_tools)
    names, ranks = request.tool_names, request.tool_ranks
    free = [place for place, name in enumerate(names) if name not in needed]
    return sorted(free, key=lambda place: (names[place] in protected, ranks[place]))
