"""How well each earlier turn suits a question."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from contextthrift import _native

if TYPE_CHECKING:
    from contextthrift.fit.repair import Entry


def turn_scores(entries: list[Entry], kinds: bytes, flags: bytes, query: str) -> array[float]:
    """For each turn before the current one the share of the question's words that its text has."""
    turns = _native.earlier_turns(kinds, flags)
    texts = [_text(entries[start:end]) for start, end in turns]
    return array("d", _native.coverage(_native.words(query), texts))


def _text(entries: list[Entry]) -> str:
    return "\n".join(text for entry in entries for text in entry.reading.texts)
