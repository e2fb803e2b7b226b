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
from typing import TYPE_CHECKING, Any, TypeAlias

from contextthrift import _native
from contextthrift.exceptions import total_in_range
from contextthrift.fit.forms import Forms
from contextthrift.fit.last_resort import last_chain
from contextthrift.fit.question import AUTO, question, turn_scores, unit_scores
from contextthrift.fit.step import Step

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from contextthrift.fit.request import Request
    from contextthrift.fit.trace import Action


Edit: TypeAlias = "tuple[int, Action, Any]"
"""The place of an entry, what was done to it, and the message that it left where known."""


@dataclass
class Climb:
    """How far the ladder was walked."""

    total_after: int
    plan: _native.ConversationPlan | None = None
    """What the core decided; None where nothing was over."""
    forms: Forms = field(default_factory=Forms)
    """What messages become where the core has them trimmed."""
    chain: Sequence[Step] = ()
    """The cuts behind those."""

    def steps(self) -> list[Step]:
        """Every change, in the order made."""
        return [*_steps(self.plan, self.forms), *self.chain] if self.plan else []

    def kept(self, entries: int) -> bytes:
        """For each of so many entries 1 where it stays, 0 where it was left out."""
        return self.plan.kept(entries) if self.plan else b"\1" * entries

    def edits(self, places: Collection[int]) -> list[Edit]:
        """What was done to those of ``places`` that stay, in the order made."""
        made = self.plan.edits(list(places)) if self.plan else []
        valued = _valued([(place, _native.ACTIONS[code]) for place, code in made], self.forms)
        chain = [each for each in self.chain if not each.is_beside and each.place in places]
        return valued + [(each.place, each.action, each.value) for each in chain]


def climb(request: Request, budget: int, tool_choice: Any) -> Climb:
    """Walks the ladder as far as the budget asks."""
    if request.total <= budget:
        return Climb(request.total)
    columns = Columns.of(request)
    scores = _scores(request, columns)
    plan = None
    if columns.least(request) <= budget:
        plan = plan_of(request, columns, scores, budget)
    if plan is None or 0 in plan.kept(len(columns.kinds)):
        columns.add_notes(request)
        plan = plan_of(request, columns, scores, budget)
    walked = Climb(plan.total_after, plan, columns.forms)
    if walked.total_after > budget:
        forced = request.provider.forced_tools(tool_choice)
        chain = last_chain(request, plan, walked.steps(), columns.flags, forced)
        before = array("Q", [step.before for step in chain])
        after = array("Q", [step.after for step in chain])
        steps, walked.total_after = _native.shed_sets(walked.total_after, budget, before, after)
        walked.chain = chain[:steps]
    return walked


@dataclass(slots=True)
class Columns:
    """What the core is told of each entry."""

    kinds: bytes
    flags: bytes
    stubs: array[int]
    noted: array[int]
    """Costs with a gap note: only where a message is left out they matter."""
    forms: Forms

    @classmethod
    def of(cls, request: Request) -> Columns:
        """Measures the stubs and the smaller forms of the entries, but no notes yet."""
        listing = request.listing
        return cls(
            kinds=listing.kinds,
            flags=listing.flags,
            stubs=listing.stub_costs(request),
            noted=array("Q", listing.costs),
            forms=Forms.of(request, listing.flags),
        )

    def least(self, request: Request) -> int:
        """About the least that is reached while no message is left out."""
        return request.total - request.listing.total + _native.total(self.stubs)

    def add_notes(self, request: Request) -> None:
        """Measures the user messages that may carry a gap note with that, and their smaller forms."""
        if not request.policy.gap_note:
            return
        self.noted, told = request.listing.noted(request)
        flags = bytearray(self.flags)
        for place in told:
            flags[place] |= _native.FLAG_NOTED
        self.flags = bytes(flags)
        if self.forms.by_place:
            self.forms.add_notes(request, request.listing.openings())


_Scores: TypeAlias = "tuple[array[float] | None, array[float] | None]"
"""How well turns and units suit the query; None where nobody asks."""


def _scores(request: Request, columns: Columns) -> _Scores:
    policy = request.policy
    query = AUTO if request.query is None and policy.order == "relevance" else request.query
    if query is None:
        return None, None
    turns = _native.earlier_turns(columns.kinds, columns.flags)
    asked = question(query, request.entries, turns)
    units = unit_scores(request.entries, asked) if policy.order == "relevance" else None
    return turn_scores(request.entries, turns, asked), units


def plan_of(request: Request, columns: Columns, scores: _Scores, budget: int) -> _native.ConversationPlan:
    """What the core decides for a budget."""
    policy = request.policy
    with total_in_range():
        return _native.plan_conversation(
            budget,
            request.fixed + request.tools_total,
            (columns.kinds, columns.flags, array("Q", request.costs), columns.stubs, columns.noted),
            columns.forms.columns,
            array("Q", request.context.costs),
            *scores,
            policy.keep_first_user,
            policy.this_turn_result_keep,
            policy.keep_last_turns,
        )


def _steps(plan: _native.ConversationPlan, forms: Forms) -> list[Step]:
    rows = plan.made
    values = _valued([(place, _native.ACTIONS[code]) for _, _, place, code, _, _ in rows], forms)
    return [
        Step(_native.STAGES[stage], number, action, place, before, after, value)
        for (stage, number, _, _, before, after), (place, action, value) in zip(rows, values, strict=True)
    ]


def _valued(made: list[tuple[int, Any]], forms: Forms) -> list[Edit]:
    """Places and actions with the message that each trim leaves: the next smaller form."""
    trimmed: Counter[int] = Counter()
    valued = []
    for place, action in made:
        value = None
        if action == "trim":
            value = forms.of_place(place)[trimmed[place]].value
            trimmed[place] += 1
        valued.append((place, action, value))
    return valued
