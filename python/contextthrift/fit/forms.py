"""Smaller forms of messages: without one image after the other, and without large arguments."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.fit.request import Request

WITHOUT: Final = {name: code for code, name in enumerate(_native.WITHOUT)}

NEVER: Final = frozenset({"system"})
"""Roles whose messages are never edited."""


@dataclass(frozen=True, slots=True)
class Form:
    """A message that does without something, and without all that its earlier forms do without."""

    without: int
    value: Any
    cost: int
    noted: int
    """Its cost with a gap note in it."""


@dataclass(slots=True)
class Forms:
    """The forms of each entry that has any, each smaller than the one before."""

    by_place: dict[int, list[Form]] = field(default_factory=dict)

    @classmethod
    def of(cls, request: Request, flags: bytes) -> Forms:
        """Makes and measures them, without notes; pinned and signed messages have none."""
        made: list[tuple[int, int, Any]] = []
        large = _large_arguments(request)
        for place in request.listing.editable:
            entry = request.entries[place]
            if flags[place] & _native.FLAG_PINNED or entry.reading.role in NEVER:
                continue
            value = entry.value
            for count in range(1, entry.reading.media + 1):
                value = request.provider.without_media(entry.value, count)
                made.append((place, WITHOUT["media"], value))
            if place in large:
                made.append(
                    (place, WITHOUT["arguments"], request.provider.without_arguments(value, large[place]))
                )
        return cls(_measured(request, made))

    def add_notes(self, request: Request, hosts: Sequence[int]) -> None:
        """Measures those of the hosts with the gap note in them."""
        places = [place for place in hosts if place in self.by_place]
        values = [request.provider.with_note(form.value) for place in places for form in self.by_place[place]]
        noted = iter(request.cost_of(values))
        for place in places:
            self.by_place[place] = [replace(form, noted=next(noted)) for form in self.by_place[place]]

    def of_place(self, place: int) -> list[Form]:
        """The forms of the entry at a place, the largest first."""
        return self.by_place.get(place, [])

    @property
    def columns(self) -> tuple[array[int], bytes, array[int], array[int]]:
        """Places, kinds, costs, and costs with a note, as the core takes them."""
        rows = [(place, form) for place in sorted(self.by_place) for form in self.by_place[place]]
        return (
            array("Q", [place for place, _ in rows]),
            bytes([form.without for _, form in rows]),
            array("Q", [form.cost for _, form in rows]),
            array("Q", [form.noted for _, form in rows]),
        )


def _measured(request: Request, made: list[tuple[int, int, Any]]) -> dict[int, list[Form]]:
    costs = request.cost_of([value for _, _, value in made])
    forms: dict[int, list[Form]] = {}
    for (place, without, value), cost in zip(made, costs, strict=True):
        before = forms[place][-1].cost if place in forms else request.costs[place]
        if cost < before:
            forms.setdefault(place, []).append(Form(without, value, cost, cost))
    return forms


def _large_arguments(request: Request) -> dict[int, list[int]]:
    """For each entry with calls, which of its arguments are larger than the policy allows."""
    most = request.policy.max_argument_tokens
    if most is None:
        return {}
    editable = [
        place
        for place, entry in enumerate(request.entries)
        if entry.reading.calls and not entry.reading.is_signed
    ]
    texts = {place: request.provider.arguments(request.entries[place].value) for place in editable}
    counts = iter(request.measure.texts([text for found in texts.values() for text in found], "argument {}"))
    large = {
        place: [at for at, _ in enumerate(found) if next(counts) > most] for place, found in texts.items()
    }
    return {place: found for place, found in large.items() if found}
