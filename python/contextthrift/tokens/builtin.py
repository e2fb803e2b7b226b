"""The encodings that are part of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contextthrift import _native
from contextthrift.tokens.counter import Counter

if TYPE_CHECKING:
    from contextthrift.tokens.counter import NameOf

BUILTIN_NAMES: Final[tuple[str, ...]] = _native.ENCODINGS
"""Their names. Vocabularies are in the package and are read at the first count, never downloaded."""


class BuiltIn(Counter):
    """Counts by a vocabulary or an estimate of the native core."""

    __slots__ = ("native",)

    native: str

    def __init__(self, name: str) -> None:
        """Takes one of ``BUILTIN_NAMES``."""
        self.native = name

    def count(self, text: str) -> int:
        """The tokens of one text."""
        return _native.count(self.native, text)

    def count_up_to(self, text: str, limit: int) -> int | None:
        """The same, or None where it is more than ``limit``; reads no further than it must."""
        return _native.count_up_to(self.native, text, min(limit, 2**64 - 1))

    def count_batch(self, texts: list[str], name_of: NameOf) -> list[int]:
        """The tokens of each text, in one native call."""
        return _native.count_batch(self.native, texts)
