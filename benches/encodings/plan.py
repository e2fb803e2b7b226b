"""What a run measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class Plan(NamedTuple):
    """The candidates, the encodings, and how much of the work to do."""

    peers: list[str]
    encodings: list[str]
    quick: bool
    cjk: list[Path]

    def sized(self, full: int, quick: int) -> int:
        """The size for this run."""
        return quick if self.quick else full
