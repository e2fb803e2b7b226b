"""The base of all events."""

from __future__ import annotations

from dataclasses import dataclass

from contextthrift.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Record):
    """Something that happened in a run.

    ``type`` is its word; ``to_dict(wire=True)`` what a user interface is sent.
    """

    type: str
    """One word for each class."""
    run_id: str = ""
    """Which run it is about."""
