"""What a compaction remembers from call to call, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from contextthrift.brief import Brief
from contextthrift.context.listed import one_text
from contextthrift.tokens.number import whole_number


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionState(Brief):
    """The summary so far, and how much of the history it stands for. Keep it with the history."""

    summary: str | None = None
    """The summary; None before the first one."""
    covered_older: int = 0
    """How many turns it covers, counted from the first turn of the history."""

    def __post_init__(self) -> None:
        """Refuses a summary that is no text and a count that is none."""
        if self.summary is not None:
            one_text(self.summary, "summary")
        whole_number(self.covered_older, "covered_older")


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactedTurns(Brief):
    """A history made shorter."""

    turns: tuple[Any, ...]
    """The summary as a turn of its own, if there is one, then the caller's own turns."""
    state: CompactionState
    """What to hand to the next call as ``prior_state``."""
