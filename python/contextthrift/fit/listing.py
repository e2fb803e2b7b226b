"""The repaired list: its entries, and what the ladder is told of all of them."""

from __future__ import annotations

from array import array
from itertools import compress
from typing import TYPE_CHECKING, Any, Final, Protocol

from contextthrift import _native
from contextthrift.fit.last_resort import stub_of
from contextthrift.fit.standing import says_not_run
from contextthrift.once import once

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from contextthrift.fit.repair import Entry
    from contextthrift.fit.request import Request

KIND: Final = {name: code for code, name in enumerate(_native.KINDS)}


class Listing(Protocol):
    """Entries by their places, and columns of them; costs are in tokens."""

    @property
    def entries(self) -> Sequence[Entry]:
        """All of them."""

    @property
    def costs(self) -> Sequence[int]:
        """What each costs."""

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

    def value(self, place: int) -> Any:
        """The message of one entry."""

    def stubbed(self, request: Request, place: int) -> Any:
        """A copy of a result that holds its stub."""

    def with_note(self, request: Request, place: int) -> Any:
        """A copy of a user message with the gap note in it."""

    def openings(self) -> Sequence[int]:
        """Places of the user messages that open a turn and so may carry a gap note."""

    def stub_costs(self, request: Request) -> array[int]:
        """What each result would cost as a stub, and what everything else costs."""

    def noted(self, request: Request, hosts: Sequence[int]) -> tuple[array[int], set[int]]:
        """What each of the hosts costs with the gap note in it, and which of them have one already."""

    def joined(self, request: Request, kept: bytes, edited: Mapping[int, Any]) -> list[Any]:
        """The messages to send, of the entries that are ``kept``, as they are now."""


class Read:
    """A listing of entries that were read one by one."""

    def __init__(self, entries: list[Entry], costs: list[int]) -> None:
        """The entries are repaired, marked by the policy and measured."""
        self.entries = entries
        self.costs = costs

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

    def value(self, place: int) -> Any:
        """What its fragment holds."""
        return self.entries[place].value

    def stubbed(self, request: Request, place: int) -> Any:
        """As the format writes it."""
        return request.provider.with_result(self.entries[place].value, stub_of(self.entries[place]))

    def with_note(self, request: Request, place: int) -> Any:
        """As the format writes it."""
        return request.provider.with_note(self.entries[place].value)

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
        stubs = [self.stubbed(request, place) for place in results]
        for place, cost in zip(results, request.cost_of(stubs), strict=True):
            costs[place] = cost
        return costs

    def noted(self, request: Request, hosts: Sequence[int]) -> tuple[array[int], set[int]]:
        """Each message with its note is read and measured."""
        values = [self.with_note(request, place) for place in hosts]
        costs = array("Q", self.costs)
        for place, cost in zip(hosts, request.cost_of(values), strict=True):
            costs[place] = cost
        pairs = zip(hosts, values, strict=True)
        return costs, {place for place, value in pairs if value is self.entries[place].value}

    def joined(self, request: Request, kept: bytes, edited: Mapping[int, Any]) -> list[Any]:
        """What the format makes of the fragments that stay."""
        places = compress(range(len(self.entries)), kept)
        fragments = ((place, self.entries[place].fragment) for place in places)
        return request.provider.join(
            [(edited.get(place, fragment.value), fragment) for place, fragment in fragments]
        )


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
