"""The ladder on one request: flat arrays to the core, its cuts back.

The core decides everything that costs alone decide. The newest step's own results, the tools and the
images of the current message come last and need texts that are only made when everything before did
not suffice; they are laid out in ``last_resort`` as one chain of costs, which the core walks like any
other.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.exceptions import total_in_range
from contextthrift.fit.forms import Forms
from contextthrift.fit.last_resort import last_chain, stub_of
from contextthrift.fit.question import AUTO, question, turn_scores, unit_scores
from contextthrift.fit.standing import says_not_run
from contextthrift.fit.step import Step

if TYPE_CHECKING:
    from contextthrift.fit.repair import Entry
    from contextthrift.fit.request import Request

KIND: Final = {name: code for code, name in enumerate(_native.KINDS)}


@dataclass(slots=True)
class Climb:
    """How far the ladder was walked."""

    total_after: int
    steps: list[Step] = field(default_factory=list)


def climb(request: Request, budget: int, forced_tools: frozenset[str]) -> Climb:
    """Walks the ladder as far as the budget asks."""
    if request.total <= budget:
        return Climb(request.total)
    columns = Columns.of(request)
    plan = _plan(request, columns, budget)
    walked = Climb(plan.total_after, _steps(plan, columns.forms))
    if walked.total_after > budget:
        chain = last_chain(request, plan, walked.steps, columns.flags, forced_tools)
        before = array("Q", [step.before for step in chain])
        after = array("Q", [step.after for step in chain])
        steps, walked.total_after = _native.shed_sets(walked.total_after, budget, before, after)
        walked.steps += chain[:steps]
    return walked


@dataclass(slots=True)
class Columns:
    """What the core is told of each entry."""

    kinds: bytes
    flags: bytes
    stubs: array[int]
    noted: array[int]
    forms: Forms

    @classmethod
    def of(cls, request: Request) -> Columns:
        """Reads the entries; measures their stubs, their notes and their smaller forms."""
        kinds = bytes([_kind(entry) for entry in request.entries])
        hosts = _hosts(request)
        noted = [request.provider.with_note(request.entries[place].value) for place in hosts]
        told = {
            place for place, value in zip(hosts, noted, strict=True) if value is request.entries[place].value
        }
        flags = bytes([_flags(entry, place in told) for place, entry in enumerate(request.entries)])
        return cls(
            kinds=kinds,
            flags=flags,
            stubs=array("Q", _stub_costs(request)),
            noted=array("Q", _noted_costs(request, hosts, noted)),
            forms=Forms.of(request, flags, hosts),
        )


def _plan(request: Request, columns: Columns, budget: int) -> _native.ConversationPlan:
    policy = request.policy
    scores = units = None
    query = AUTO if request.query is None and policy.order == "relevance" else request.query
    if query is not None:
        turns = _native.earlier_turns(columns.kinds, columns.flags)
        asked = question(query, request.entries, turns)
        scores = turn_scores(request.entries, turns, asked)
        units = unit_scores(request.entries, asked) if policy.order == "relevance" else None
    with total_in_range():
        return _native.plan_conversation(
            budget,
            request.fixed + request.tools_total,
            (columns.kinds, columns.flags, array("Q", request.costs), columns.stubs, columns.noted),
            columns.forms.columns,
            array("Q", request.context.costs),
            scores,
            units,
            policy.keep_first_user,
            policy.this_turn_result_keep,
            policy.keep_last_turns,
        )


def _steps(plan: _native.ConversationPlan, forms: Forms) -> list[Step]:
    trimmed: Counter[int] = Counter()
    steps = []
    for stage, number, place, code, before, after in plan.made:
        action: Any = _native.ACTIONS[code]
        value = None
        if action == "trim":
            value = forms.of_place(place)[trimmed[place]].value
            trimmed[place] += 1
        steps.append(Step(_native.STAGES[stage], number, action, place, before, after, value))
    return steps


def _kind(entry: Entry) -> int:
    if entry.is_summary:
        return KIND["summary"]
    return KIND["call" if entry.reading.calls else entry.reading.role]


def _flags(entry: Entry, is_noted: bool) -> int:
    return (
        _native.FLAG_PINNED * entry.stays
        | _native.FLAG_USER * (entry.reading.role == "user")
        | _native.FLAG_CONTINUES * entry.reading.continues
        | _native.FLAG_NOTED * is_noted
    )


def _stub_costs(request: Request) -> list[int]:
    """What each result would cost as a stub."""
    costs = list(request.costs)
    results = [
        place
        for place, entry in enumerate(request.entries)
        if entry.reading.role == "result" and not says_not_run(entry)
    ]
    stubs = [
        request.provider.with_result(request.entries[place].value, stub_of(request.entries[place]))
        for place in results
    ]
    for place, cost in zip(results, request.cost_of(stubs), strict=True):
        costs[place] = cost
    return costs


def _hosts(request: Request) -> list[int]:
    """Places of the user messages that open a turn and so may carry a gap note."""
    if not request.policy.gap_note:
        return []
    dialogue = [
        place
        for place, entry in enumerate(request.entries)
        if entry.reading.role != "system" and not entry.is_summary
    ]
    roles = ["", *(request.entries[place].reading.role for place in dialogue)]
    return [
        at for at, before, role in zip(dialogue, roles, roles[1:], strict=False) if before != role == "user"
    ]


def _noted_costs(request: Request, hosts: list[int], noted: list[Any]) -> list[int]:
    """What each user message that opens a later turn would cost with the gap note in it."""
    costs = list(request.costs)
    for place, cost in zip(hosts, request.cost_of(noted), strict=True):
        costs[place] = cost
    return costs
