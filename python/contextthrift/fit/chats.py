"""Plain chats side by side: their texts are counted together, and their cuts planned in one native call.

What is decided about each is what :func:`~contextthrift.fit.ladder.climb` decides about it alone.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from contextthrift import _native
from contextthrift.exceptions import total_in_range
from contextthrift.fit.door import finished
from contextthrift.fit.ladder import Climb
from contextthrift.fit.plain import Plain, counted, noted_costs
from contextthrift.formats.notice import stub_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from contextthrift.fit.fitted import Fitted
    from contextthrift.fit.frame import Frame, ReadChat
    from contextthrift.fit.measure import Measure
    from contextthrift.fit.policy import FitPolicy
    from contextthrift.fit.request import Request


def fit_together(
    chats: Sequence[ReadChat], measure: Measure, policy: FitPolicy, *, here: bool
) -> list[Fitted | None]:
    """The fit of each chat; None of one that needs more than its costs to be decided, as a refusal does.

    All chats have the same measure and the same policy. They are counted on all cores, or ``here`` in the
    caller's thread alone.
    """
    read = list(_counted(chats, measure, here=here))
    over = [each for each in read if each.request.total > each.frame.limits.budget]
    if over:
        _measure_stubs(over, measure)
        _plan([each for each in over if each.least <= each.frame.limits.budget], policy)
        dropping = [each for each in over if each.plan is None or each.leaves_out]
        if policy.gap_note:
            _measure_notes(dropping, chats[0].encoding)
        _plan(dropping, policy)
    return [each.fitted() for each in read]


@dataclass(slots=True)
class _Counted:
    """A chat with its costs and, once it is over its budget, with what the core is told and decides."""

    frame: Frame
    listing: _Listing
    request: Request
    flags: bytes
    stubs: array[int]
    noted: array[int]
    plan: _native.ConversationPlan | None = None

    @property
    def least(self) -> int:
        """About the least that is reached while no message is left out."""
        return self.request.total - self.listing.total + sum(self.stubs)

    @property
    def leaves_out(self) -> bool:
        """Whether its plan leaves a message out."""
        return self.plan is not None and 0 in self.plan.kept(len(self.flags))

    def fitted(self) -> Fitted | None:
        """The result, where the plan reaches the budget or none was needed."""
        frame, plan = self.frame, self.plan
        walked = Climb(self.request.total) if plan is None else Climb(plan.total_after, plan)
        if walked.total_after > frame.limits.budget:
            return None
        return finished(self.request, walked, frame.limits, frame.known, frame.tool_choice)


def _counted(chats: Sequence[ReadChat], measure: Measure, *, here: bool) -> Iterator[_Counted]:
    counts = counted([each.chat for each in chats], chats[0].encoding, here=here)
    for each, mine in zip(chats, counts, strict=True):
        listing = _Listing(each, measure, mine)
        request = replace(each.frame.request, listing=listing)
        yield _Counted(each.frame, listing, request, listing.flags, listing.costs, listing.costs)


def _measure_stubs(chats: Sequence[_Counted], measure: Measure) -> None:
    """Each distinct stub is measured once."""
    names = list(dict.fromkeys(chain.from_iterable(each.listing.tools for each in chats)))
    counts = dict(zip(names, measure.column([stub_text(name) for name in names]), strict=True))
    for each in chats:
        each.stubs = each.listing.stub_costs_by(counts)


def _measure_notes(chats: Sequence[_Counted], encoding: str) -> None:
    """The user messages that may carry a gap note are measured with it."""
    noted = noted_costs([each.listing for each in chats], encoding)
    for each, (costs, told) in zip(chats, noted, strict=True):
        each.noted = costs
        flags = bytearray(each.flags)
        for place in told:
            flags[place] |= _native.FLAG_NOTED
        each.flags = bytes(flags)


def _plan(chats: Sequence[_Counted], policy: FitPolicy) -> None:
    offsets, costs, stubs, noted = (array("Q") for _ in range(4))
    offsets.append(0)
    for each in chats:
        offsets.append(offsets[-1] + len(each.flags))
        costs.extend(each.listing.costs)
        stubs.extend(each.stubs)
        noted.extend(each.noted)
    kinds = b"".join(each.listing.kinds for each in chats)
    flags = b"".join(each.flags for each in chats)
    with total_in_range():
        plans = _native.plan_conversations(
            offsets,
            (kinds, flags, costs, stubs, noted),
            array("Q", [each.request.fixed + each.request.tools_total for each in chats]),
            array("Q", [each.frame.limits.budget for each in chats]),
            policy.keep_first_user,
            policy.this_turn_result_keep,
            policy.keep_last_turns,
        )
    for each, plan in zip(chats, plans, strict=True):
        each.plan = plan


class _Listing(Plain):
    """A plain listing whose texts and stubs are counted together with those of other chats."""

    def __init__(self, read: ReadChat, measure: Measure, counts: array[int]) -> None:
        super().__init__(read.messages, read.chat, read.frame.request.provider, measure, counts=counts)

    @property
    def tools(self) -> list[str]:
        """The names of the tools that are called."""
        return self.chat.tools

    def stub_costs_by(self, counts: dict[str, int]) -> array[int]:
        """As ``stub_costs``, by the counts of the stubs."""
        stubs = array("Q", [counts[name] for name in self.chat.tools])
        return array("Q", self.chat.stub_costs(self.costs, self.counts, stubs))
