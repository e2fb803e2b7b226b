"""Entries with a stub or a gap note in them: what they cost, and the copies themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from contextthrift.fit.last_resort import stub_of

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from contextthrift.fit.ladder import Edit
    from contextthrift.fit.request import Request


def put_stub_costs(request: Request, costs: array[int], results: Sequence[int]) -> None:
    """Puts into ``costs`` what each of the results costs as a stub."""
    stubs = [_stub(request, place) for place in results]
    for place, cost in zip(results, request.cost_of(stubs), strict=True):
        costs[place] = cost


def put_noted_costs(request: Request, costs: array[int], hosts: Sequence[int]) -> set[int]:
    """Puts into ``costs`` what each of the hosts costs with a gap note; the places of those that have one."""
    values = [request.entries[place].value for place in hosts]
    noted = [request.provider.with_note(value) for value in values]
    for place, cost in zip(hosts, request.cost_of(noted), strict=True):
        costs[place] = cost
    return {place for place, value, other in zip(hosts, values, noted, strict=True) if value is other}


def edited_values(request: Request, edits: Sequence[Edit]) -> dict[int, Any]:
    """The entries that were edited, as they are in the end, by their places."""
    provider = request.provider
    edited: dict[int, Any] = {}
    bare: dict[int, Any] = {}  # without the note
    for place, action, value in edits:
        match action:
            case "note" | "unnote":
                plain = bare[place] if place in bare else request.entries[place].value
                edited[place] = provider.with_note(plain) if action == "note" else plain
            case _:
                bare[place] = edited[place] = _stub(request, place) if value is None else value
    return edited


def stubbed(edits: Sequence[Edit]) -> list[int]:
    """Places of the results that became stubs."""
    return list({place: None for place, action, _ in edits if action == "stub"})


def _stub(request: Request, place: int) -> Any:
    entry = request.entries[place]
    return request.provider.with_result(entry.value, stub_of(entry))
