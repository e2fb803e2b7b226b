"""What counts behind an encoding."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeAlias

NameOf: TypeAlias = Callable[[int], str]
"""What the text at an index is, for the message of an error."""


class Counter(ABC):
    """Text in, whole numbers of tokens out; a kind of measure overrides what it can do better."""

    __slots__ = ()

    is_custom: bool = False
    """True for the caller's own measure, which is asked as seldom as can be."""

    native: str | None = None
    """The name by which the native core counts the same."""

    failures: int = 0
    """How many texts the caller's measure failed for, where something else was asked instead."""

    reason: Exception | None = None
    """What it raised first."""

    @abstractmethod
    def count_batch(self, texts: list[str], name_of: NameOf) -> Sequence[int]:
        """The tokens of each text; ``name_of`` is for the messages of errors."""

    def count(self, text: str) -> int:
        """The tokens of one text."""
        return self.count_batch([text], lambda _: "the text")[0]

    def count_up_to(self, text: str, limit: int) -> int | None:
        """The same, or None where it is more than ``limit``."""
        count = self.count(text)
        return count if count <= limit else None
