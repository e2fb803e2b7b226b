"""Mending the pairs of calls and results, before anything is planned.

Pairing is positional: a result belongs to the nearest earlier assistant message that made a call
with its id, because ids repeat across turns in real conversations.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from contextthrift.exceptions import InvalidMessages

if TYPE_CHECKING:
    from contextthrift.fit.policy import OnOrphan
    from contextthrift.formats.reading import Call, Format, Reading

RepairAction: TypeAlias = Literal["moved", "dropped", "answered"]
"""A late result was moved, an orphan was dropped, an unanswered call got a result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """One thing that was mended."""

    action: RepairAction
    """What was done."""
    index: int
    """The message in the caller's list: the result, or the assistant message whose call it is."""
    detail: str
    """The same in words."""


@dataclass(slots=True)
class Entry:
    """One message of the repaired list."""

    message: Any
    reading: Reading
    source: int | None
    """Its place in the caller's list; None for a result that repair added."""
    answered: Call | None = None
    """The call that a result belongs to."""


class _Open:
    """An assistant message with calls, and the results found for it."""

    __slots__ = ("entry", "pending", "results")

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.pending: dict[str, list[Call]] = {}
        self.results: list[Entry] = []
        for call in entry.reading.calls:
            self.pending.setdefault(call.id, []).append(call)

    def take(self, result: Entry) -> bool:
        """Whether the result answers one of its calls that has no result yet."""
        calls = self.pending.get(result.reading.answers or "")
        if not calls:
            return False
        result.answered = calls.pop(0)
        self.results.append(result)
        return True


def repair(entries: list[Entry], provider: Format, on_orphan: OnOrphan) -> tuple[list[Entry], list[Repair]]:
    """The list with every result directly behind its call, and what had to be mended for that.

    Raises:
        InvalidMessages: something is broken and ``on_orphan`` is ``error``; the message names the index.
    """
    if not any(entry.reading.calls or entry.reading.answers is not None for entry in entries):
        return entries, []
    kept, opened, repairs = _pair(entries)
    repaired = _lay_out(kept, opened, provider, repairs)
    if on_orphan == "error":
        _raise_for_orphans(repairs)
    return repaired, sorted(repairs, key=lambda found: found.index)


def _pair(entries: list[Entry]) -> tuple[list[Entry], dict[int, _Open], list[Repair]]:
    """Gives each result to its call and leaves out the orphans."""
    kept: list[Entry] = []
    opened: dict[int, _Open] = {}
    latest: dict[str, _Open] = {}
    repairs: list[Repair] = []
    for entry in entries:
        reading = entry.reading
        if reading.calls:
            opened[len(kept)] = calls = _Open(entry)
            latest |= dict.fromkeys(calls.pending, calls)
        elif reading.role == "result":
            owner = latest.get(reading.answers or "")
            if owner is None or not owner.take(entry):
                repairs.append(_mended("dropped", entry, f"no call {reading.answers!r} waits for it"))
                continue
        kept.append(entry)
    return kept, opened, repairs


def _lay_out(
    kept: list[Entry], opened: dict[int, _Open], provider: Format, repairs: list[Repair]
) -> list[Entry]:
    """Puts each call's results behind it and answers what nobody answered."""
    repaired: list[Entry] = []
    waiting = _waiting(kept, opened)
    for place, entry in enumerate(kept):
        if entry.reading.role == "result":
            continue
        repaired.append(entry)
        if (calls := opened.get(place)) is None:
            continue
        behind = kept[place + 1 : place + 1 + len(calls.results)]
        for result, there in zip_longest(calls.results, behind):
            if result is not there:
                repairs.append(_mended("moved", result, f"its call is in messages[{entry.source}]"))
        repaired += calls.results
        if place != waiting:
            repaired += _answers(calls, provider, repairs)
    return repaired


def _waiting(kept: list[Entry], opened: dict[int, _Open]) -> int | None:
    """The place of the calls that are still to be run: they have no result and nobody speaks after them."""
    places = reversed(range(len(kept)))
    newest = next((place for place in places if kept[place].reading.role not in {"system", "result"}), -1)
    return newest if newest in opened and not opened[newest].results else None


def _answers(calls: _Open, provider: Format, repairs: list[Repair]) -> list[Entry]:
    """New results for the calls that have none, in the order of the calls."""
    added = []
    unanswered = {id(call) for pending in calls.pending.values() for call in pending}
    for call in calls.entry.reading.calls:
        if id(call) in unanswered:
            message = provider.not_run(call)
            added.append(Entry(message, provider.read(message, calls.entry.source or 0), None, call))
            repairs.append(
                _mended("answered", calls.entry, f"its call {call.id!r} of {call.name} has no result")
            )
    return added


def _mended(action: RepairAction, entry: Entry, detail: str) -> Repair:
    return Repair(action=action, index=entry.source or 0, detail=detail)


def _raise_for_orphans(repairs: list[Repair]) -> None:
    orphans = [found for found in repairs if found.action != "moved"]
    if orphans:
        first = min(orphans, key=lambda found: found.index)
        what = "is an orphaned result" if first.action == "dropped" else "has an unanswered call"
        raise InvalidMessages(f"messages[{first.index}] {what}: {first.detail} (on_orphan='error')")
