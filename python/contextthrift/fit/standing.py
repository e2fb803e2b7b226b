"""What the policy says of each message: that it always stays, that it is the summary, that it stands apart.

What the policy names by a function of a message is joined with no other message: in the next fit the function
would be asked about both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from contextthrift.formats.notice import NOT_RUN

if TYPE_CHECKING:
    from contextthrift.fit.policy import FitPolicy
    from contextthrift.fit.repair import Entry
    from contextthrift.formats.reading import Format

BEHIND_CALLS = frozenset({"result", "aside"})
"""Roles of what belongs to the unit of the assistant's message before it."""


def mark(entries: list[Entry], policy: FitPolicy) -> None:
    """Marks in each entry whether it stays and is a summary, and what is set apart with its unit's number."""
    for unit in _units(entries):
        is_apart = False
        for entry in (entries[place] for place in unit):
            is_summary = bool(policy.is_summary(entry.fragment.message))
            works = bool(entry.reading.calls) or entry.reading.role in BEHIND_CALLS
            is_pinned = bool(policy.is_pinned and policy.is_pinned(entry.fragment.message))
            entry.is_summary = is_summary and not works
            entry.stays = is_pinned or (is_summary and works) or entry.is_stored
            is_apart |= is_pinned or is_summary
        for place in unit:
            if is_apart or _is_tool_output(entries[place]):
                number = unit[0] if is_apart else place
                entries[place].fragment = replace(entries[place].fragment, apart=number)


def _units(entries: list[Entry]) -> list[list[int]]:
    """The places of each assistant's message with what stands behind it, and of every other one."""
    units: list[list[int]] = []
    for place, entry in enumerate(entries):
        if units and entry.reading.role in BEHIND_CALLS:
            units[-1].append(place)
        else:
            units.append([place])
    return units


def _is_tool_output(entry: Entry) -> bool:
    """Whether a user's message counts as a result because the policy says so."""
    return entry.reading.role == "result" and entry.reading.answers is None and not entry.is_stored


def read_as_joined(entries: list[Entry], provider: Format) -> None:
    """Makes asides of the user's words that will stand in one message with results.

    A reader of that message cannot tell them from words that the user sent with the results, so units and
    turns are those of the list as it is sent. Our own results can be told: words with them stay the user's.
    """
    for places in provider.together([entry.fragment for entry in entries]):
        together = [entries[place] for place in places]
        results = [entry for entry in together if entry.reading.role == "result"]
        if all(says_not_run(entry) for entry in results):
            continue
        for entry in together:
            if entry.reading.role == "user":
                entry.reading = replace(entry.reading, role="aside")


def says_not_run(entry: Entry) -> bool:
    """Whether a result is one of those that repair adds; it never becomes a stub."""
    return any(NOT_RUN in text for text in entry.reading.texts if len(text) < 2 * len(NOT_RUN))
