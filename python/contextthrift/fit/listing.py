"""The repaired list: its entries, and what the ladder is told of all of them."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any, Final, Protocol

from contextthrift import _native
from contextthrift.fit.edits import edited_values, put_noted_costs, put_stub_costs, stubbed
from contextthrift.fit.standing import says_not_run
from contextthrift.once import once

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from contextthrift.fit.ladder import Climb
    from contextthrift.fit.repair import Entry
    from contextthrift.fit.request import Request

KIND: Final = {name: code for code, name in enumerate(_native.KINDS)}


@dataclass(frozen=True, slots=True)
class Sent:
    """What is left after the cuts."""

    messages: list[Any]
    """Those to send, edited ones as copies."""
    stubbed: Sequence[int]
    """Places in the caller's list of the results that became stubs."""
    dropped: Sequence[int]
    """Places in the caller's list of the messages of which nothing is left."""


class Listing(Protocol):
    """Entries by their places, and columns of them; costs are in tokens."""

    @property
    def entries(self) -> Sequence[Entry]:
        """All of them."""

    @property
    def costs(self) -> Sequence[int]:
        """What each costs."""

    @property
    def total(self) -> int:
        """All costs together."""

    @property
    def is_exact(self) -> bool:
        """Whether none of the costs holds an estimate that its provider does not publish."""

    @property
    def kinds(self) -> bytes:
        """The core's code of each."""

    @property
    def flags(self) -> bytes:
        """The core's flags of each, but for the gap note's."""

    @property
    def sources(self) -> Sequence[int | None]:
        """For each the place of its message in the caller's list; None for what repair added."""

    @property
    def editable(self) -> Sequence[int]:
        """Places of the entries that may have smaller forms."""

    def openings(self) -> Sequence[int]:
        """Places of the user messages that open a turn and so may carry a gap note."""

    def stub_costs(self, request: Request) -> array[int]:
        """What each result would cost as a stub, and what everything else costs."""

    def noted(self, request: Request) -> tuple[array[int], Iterable[int]]:
        """What each opening costs with the gap note in it, and which of them have one already."""

    def sent(self, request: Request, walked: Climb) -> Sent:
        """What is left after the cuts."""


class Read:
    """A listing of entries that were read one by one."""

    def __init__(self, entries: list[Entry], costs: list[int]) -> None:
        """The entries are repaired, marked by the policy and measured."""
        self.entries = entries
        self.costs = costs

    @once
    def total(self) -> int:
        """Their sum."""
        return sum(self.costs)

    @once
    def is_exact(self) -> bool:
        """Asked of each reading."""
        return all(entry.reading.is_exact for entry in self.entries)

    @once
    def kinds(self) -> bytes:
        """A message with calls and a summary have kinds of their own."""
        return bytes([_kind(entry) for entry in self.entries])

    @once
    def flags(self) -> bytes:
        """Out of the entries."""
        return bytes([_flags(entry) for entry in self.entries])

    @once
    def sources(self) -> Sequence[int | None]:
        """Out of the fragments."""
        return [entry.fragment.index for entry in self.entries]

    @property
    def editable(self) -> Sequence[int]:
        """All of them."""
        return range(len(self.entries))

    def openings(self) -> Sequence[int]:
        """Those that follow somebody else's message; system messages and summaries are nobody's."""
        found, before = [], ""
        for place, entry in enumerate(self.entries):
            role = entry.reading.role
            if role != "system" and not entry.is_summary:
                if before != role == "user":
                    found.append(place)
                before = role
        return found

    def stub_costs(self, request: Request) -> array[int]:
        """Each distinct stub is measured once."""
        costs = array("Q", self.costs)
        results = [
            place
            for place, entry in enumerate(self.entries)
            if entry.reading.role == "result" and not says_not_run(entry)
        ]
        put_stub_costs(request, costs, results)
        return costs

    def noted(self, request: Request) -> tuple[array[int], Iterable[int]]:
        """Each message with its note is read and measured."""
        costs = array("Q", self.costs)
        return costs, put_noted_costs(request, costs, self.openings())

    def sent(self, request: Request, walked: Climb) -> Sent:
        """What the format makes of the fragments that stay."""
        kept = walked.kept(len(self.entries))
        edits = walked.edits(range(len(self.entries)))
        edited = edited_values(request, edits)
        places = compress(range(len(self.entries)), kept)
        fragments = ((place, self.entries[place].fragment) for place in places)
        messages = request.provider.join(
            [(edited.get(place, fragment.value), fragment) for place, fragment in fragments]
        )
        stubs = {self.sources[place] for place in stubbed(edits)}
        return Sent(messages, _indices(stubs), self._dropped(request, kept))

    def _dropped(self, request: Request, kept: bytes) -> tuple[int, ...]:
        """Those included that a repair left out."""
        repaired = {found.index for found in request.repairs}
        others = compress(self.sources, kept.translate(_OTHERS))
        return _indices(repaired.union(others).difference(compress(self.sources, kept)))


_OTHERS: Final = b"\1\0" + bytes(254)
"""What turns the entries that stay into the others."""


def _indices(sources: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(sorted(index for index in sources if index is not None))


def _kind(entry: Entry) -> int:
    if entry.is_summary:
        return KIND["summary"]
    return KIND["call" if entry.reading.calls else entry.reading.role]


def _flags(entry: Entry) -> int:
    return (
        _native.FLAG_PINNED * entry.stays
        | _native.FLAG_USER * (entry.reading.role == "user")
        | _native.FLAG_CONTINUES * entry.reading.continues
    )
