"""Mending the pairs of calls and results, before anything is planned.

Pairing is positional: a result belongs to the nearest earlier answer of the assistant that made a call
with its id, because ids repeat across turns in real conversations.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from contextthrift.exceptions import InvalidMessages
from contextthrift.formats.reading import Fragment

if TYPE_CHECKING:
    from contextthrift.fit.policy import OnOrphan
    from contextthrift.formats.reading import Call, Format, Reading

RepairAction: TypeAlias = Literal["moved", "dropped", "answered"]
"""A late result was moved; an orphan, or what stood before the first user message, was dropped; an
unanswered call got a result."""


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
    """One fragment of the repaired list."""

    fragment: Fragment
    reading: Reading
    """How it is taken: the fragment's own, or as the policy or a repair has it."""
    answered: Call | None = None
    """The call that a result belongs to."""
    is_stored: bool = False
    """It answers a call that the provider has stored: it stays, and can be shortened."""
    stays: bool = False
    """The policy pins it."""
    is_summary: bool = False
    """It is the summary of older history, which is in no unit."""

    @property
    def value(self) -> Any:
        """The message, or a message that holds only this part of it."""
        return self.fragment.value

    @property
    def source(self) -> int | None:
        """Its message's place in the caller's list; None for a result that repair added."""
        return self.fragment.index


@dataclass(slots=True, eq=False)
class _Answer:
    """One answer of the assistant: its fragments, their calls, and what belongs to them."""

    entries: list[Entry] = field(default_factory=list)
    pending: dict[str, list[Call]] = field(default_factory=dict)
    results: list[Entry] = field(default_factory=list)
    asides: list[Entry] = field(default_factory=list)

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
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

    @property
    def unanswered(self) -> list[tuple[Entry, Call]]:
        """The calls without a result, in their order."""
        waiting = {id(call) for calls in self.pending.values() for call in calls}
        return [
            (entry, call) for entry in self.entries for call in entry.reading.calls if id(call) in waiting
        ]


@dataclass(slots=True)
class _Pairing:
    """Everything in its first order, with what belongs to what."""

    kept: list[Entry] = field(default_factory=list)
    answer_of: dict[int, _Answer] = field(default_factory=dict)
    """By the identity of an entry of the assistant."""
    repairs: list[Repair] = field(default_factory=list)


def repair(
    entries: list[Entry], provider: Format, on_orphan: OnOrphan, goes_on: bool = False
) -> tuple[list[Entry], list[Repair]]:
    """The list with every result directly behind its call, and what had to be mended for that.

    Where the list ``goes_on`` from one that the provider has stored, a result may answer a call there.

    Raises:
        InvalidMessages: something is broken and ``on_orphan`` is ``error``; the message names the index.
    """
    repairs: list[Repair] = []
    if any(entry.reading.calls or entry.reading.answers is not None for entry in entries):
        pairing = _pair(_with_stored_calls(entries) if goes_on else entries)
        entries = _lay_out(pairing, provider)
        repairs = pairing.repairs
        if on_orphan == "error":
            _raise_for_orphans(repairs)
    if provider.begins_with_user:
        entries = _from_the_user_on(entries, repairs)
    return entries, sorted(repairs, key=lambda found: found.index)


def _with_stored_calls(entries: list[Entry]) -> list[Entry]:
    """Marks results whose calls the provider has stored: they are answers to nobody in the list, and stay."""
    called: set[str] = set()
    for entry in entries:
        called.update(call.id for call in entry.reading.calls)
        if (answers := entry.reading.answers) is not None and answers not in called:
            entry.reading = replace(entry.reading, answers=None)
            entry.is_stored = True
    return entries


def _pair(entries: list[Entry]) -> _Pairing:
    """Gives each result to its call, leaves out the orphans, and finds what asides belong to."""
    pairing = _Pairing()
    latest: dict[str, _Answer] = {}
    owners: dict[int | None, _Answer] = {}
    answer: _Answer | None = None
    for entry in entries:
        reading = entry.reading
        if reading.role == "assistant":
            answer = answer if answer and reading.continues else _Answer()
            answer.add(entry)
            pairing.answer_of[id(entry)] = answer
            latest |= dict.fromkeys((call.id for call in reading.calls), answer)
        else:
            answer = None
            if not _belongs(entry, latest, owners, pairing.repairs):
                continue
        pairing.kept.append(entry)
    return pairing


def _belongs(
    entry: Entry, latest: dict[str, _Answer], owners: dict[int | None, _Answer], repairs: list[Repair]
) -> bool:
    """Whether it stays; a result and an aside are given to the answer they belong to."""
    if entry.reading.answers is not None:
        owner = latest.get(entry.reading.answers)
        if owner is None or not owner.take(entry):
            repairs.append(_mended("dropped", entry, f"no call {entry.reading.answers!r} waits for it"))
            return False
        owners.setdefault(entry.source, owner)
    elif entry.reading.role == "aside":
        if (owner := owners.get(entry.source)) is None:
            entry.reading = replace(entry.reading, role="user")
        else:
            owner.asides.append(entry)
    return True


def _lay_out(pairing: _Pairing, provider: Format) -> list[Entry]:
    """Puts behind each answer what belongs to it, and answers what nobody answered."""
    repaired: list[Entry] = []
    kept = pairing.kept
    placed = {id(entry) for found in pairing.answer_of.values() for entry in (*found.results, *found.asides)}
    waiting = _waiting(pairing)
    for place, entry in enumerate(kept):
        if id(entry) in placed:
            continue
        repaired.append(entry)
        answer = pairing.answer_of.get(id(entry))
        if answer is None or entry is not answer.entries[-1]:
            continue
        behind = [*answer.results, *answer.asides]
        for mine, there in zip_longest(behind, kept[place + 1 : place + 1 + len(behind)]):
            if mine is not there and mine.answered:
                pairing.repairs.append(_mended("moved", mine, f"its call is in messages[{entry.source}]"))
        added = [] if answer is waiting else _answers(answer, provider, pairing.repairs)
        repaired += [*answer.results, *added, *answer.asides]
    return repaired


def _waiting(pairing: _Pairing) -> _Answer | None:
    """The answer whose calls are still to be run: they have no result and nobody speaks after them."""
    speaking = (
        entry for entry in reversed(pairing.kept) if entry.reading.role not in {"system", "result", "aside"}
    )
    newest = next(speaking, None)
    answer = pairing.answer_of.get(id(newest))
    return answer if answer and answer.pending and not answer.results else None


def _answers(answer: _Answer, provider: Format, repairs: list[Repair]) -> list[Entry]:
    """New results for the calls that have none, in the order of the calls."""
    added = []
    for entry, call in answer.unanswered:
        value = provider.not_run(call)
        reading = provider.read(value, entry.source or 0)
        added.append(Entry(Fragment(value, reading, None, value), reading, call))
        repairs.append(_mended("answered", entry, f"its call {call.id!r} of {call.name} has no result"))
    return added


def _from_the_user_on(entries: list[Entry], repairs: list[Repair]) -> list[Entry]:
    """Without what the assistant says before the first user message."""
    roles = [entry.reading.role for entry in entries]
    first = roles.index("user") if "user" in roles else 0
    before = [entry for entry in entries[:first] if entry.reading.role != "system"]
    repairs += [
        _mended("dropped", entry, "the provider wants the user's message first")
        for entry in before
        if entry.source is not None
    ]
    gone = {id(entry) for entry in before}
    return [entry for entry in entries if id(entry) not in gone]


def _mended(action: RepairAction, entry: Entry, detail: str) -> Repair:
    return Repair(action=action, index=entry.source or 0, detail=detail)


def _raise_for_orphans(repairs: list[Repair]) -> None:
    orphans = [found for found in repairs if found.action != "moved"]
    if orphans:
        first = min(orphans, key=lambda found: found.index)
        what = "is an orphaned result" if first.action == "dropped" else "has an unanswered call"
        raise InvalidMessages(f"messages[{first.index}] {what}: {first.detail} (on_orphan='error')")
