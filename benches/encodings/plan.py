"""What a run measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


EVERY = ["cl100k_base", "o200k_base", "o200k_harmony", "p50k_base", "p50k_edit", "r50k_base", "gpt2"]
MAIN = EVERY[:2]


class Plan(NamedTuple):
    """The engines, the encodings if they are named, and how much of the work to do."""

    peers: list[str]
    named: list[str]
    quick: bool
    cjk: list[Path]

    def encodings(self, otherwise: list[str]) -> list[str]:
        return self.named or otherwise

    def sized(self, full: int, quick: int) -> int:
        """The size for this run."""
        return quick if self.quick else full
