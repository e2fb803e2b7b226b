"""What a pass did: one row per bucket, printable."""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass
from typing import Any, Final

from contextthrift.brief import Brief

THOUGHTS_DISABLED: Final = "stripping of earlier turns' thoughts is switched off"
THOUGHTS_DROPPED: Final = "earlier turns' thoughts were dropped"
THOUGHTS_NONE: Final = "no thoughts of earlier turns to drop"

NOTES: Final = {
    "tools": "all registered tools, then those on the shortlist",
    "retrievables-size-unknown": "passages whose size cannot be told are left out",
    "image": "dropped first",
    "toolCalls": "earlier turns' results oldest first, then this turn's but for the newest",
    "retrievables": "lowest score first",
    "messages": "control messages, then the oldest; summaries and the newest stay",
    "thoughts-shed": "oldest first; protected ones and the newest other stay",
    "tools-shed": "the last resort: lowest rank first, protected ones last",
}
"""What each row tells about the rule of its bucket."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BucketTrace(Brief):
    """One bucket before and after."""

    name: str
    """The bucket, and the step where a bucket has two."""
    tokens_before: int
    """Tokens before the step."""
    tokens_after: int
    """Tokens after it."""
    count_before: int
    """Items before the step."""
    count_after: int
    """Items after it."""
    note: str | None = None
    """The rule that was applied, for people."""
    ids: tuple[str, ...] | None = None
    """Ids of the items left out, where the bucket has ids."""


class Verdict:
    """What every trace says of its totals."""

    __slots__ = ()

    budget: int
    total_after: int

    @property
    def fits(self) -> bool:
        """True where what is left is within the budget."""
        return self.total_after <= self.budget

    @property
    def refused(self) -> bool:
        """The opposite of ``fits``."""
        return not self.fits

    def to_dict(self) -> dict[str, Any]:
        """The trace as plain values for JSON."""
        told: dict[str, Any] = plain(self)
        return told | {"fits": self.fits, "refused": self.refused}


@dataclass(frozen=True, slots=True, kw_only=True)
class ThriftTrace(Verdict):
    """What one subtractive pass did; print it to read it as a table."""

    window: int
    """The window as given, in tokens."""
    reserve: int
    """The part of the window that stays free, in tokens."""
    budget: int
    """The part that may be filled, in tokens."""
    total_before: int
    """Everything that was handed in, hidden tools included, in tokens."""
    total_after: int
    """What is left, in tokens."""
    estimator_failures: int
    """How many texts the caller's function failed for, which were measured by an estimate instead."""
    rows: tuple[BucketTrace, ...]
    """The buckets in the order in which they were looked at."""

    def __repr__(self) -> str:
        """The totals in one line."""
        return f"<ThriftTrace {self.summary()}>"

    def summary(self) -> str:
        """One line: sizes and verdict."""
        verdict = "fits" if self.fits else "REFUSED"
        return (
            f"{self.total_before:,} -> {self.total_after:,} tokens, {verdict} a budget of {self.budget:,} "
            f"(window {self.window:,}, reserve {self.reserve:,})"
        )

    def __str__(self) -> str:
        """A table for people."""
        head = ("bucket", "tokens", "", "items", "", "note")
        cells = [
            (
                r.name,
                f"{r.tokens_before:,}",
                f"{r.tokens_after:,}",
                f"{r.count_before:,}",
                f"{r.count_after:,}",
                r.note or "",
            )
            for r in self.rows
        ]
        return self.summary() + "\n" + table([head, *cells])


def plain(value: Any) -> Any:
    """Dataclasses as dicts and tuples as lists, as JSON has them."""
    if is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value


def table(rows: list[tuple[str, ...]]) -> str:
    """Rows of cells in columns: the first and the last flush left, numbers flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    last = len(widths) - 1
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if column in (0, last) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
