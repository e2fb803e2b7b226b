"""How well earlier turns and their units suit a question."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from contextthrift.context.turn_index import TurnIndex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.fit.repair import Entry

AUTO: Final = "auto"
"""The word for a question that is what the user said last."""


def question(query: str, entries: Sequence[Entry], turns: Sequence[tuple[int, int]]) -> str:
    """The query itself, or for ``auto`` what the user says in the current turn."""
    if query != AUTO:
        return query
    current = entries[turns[-1][1] :] if turns else entries
    return _text([entry for entry in current if entry.reading.role == "user"])


def turn_scores(entries: Sequence[Entry], turns: Sequence[tuple[int, int]], query: str) -> array[float]:
    """For each turn before the current one how well it suits the query."""
    return _scores([_text(entries[start:end]) for start, end in turns], query)


def unit_scores(entries: Sequence[Entry], query: str) -> array[float]:
    """For each message how well it suits the query together with the results behind it."""
    begins = [place for place, entry in enumerate(entries) if place == 0 or entry.reading.role != "result"]
    ends = [*begins[1:], len(entries)]
    texts = [_text(entries[start:end]) for start, end in zip(begins, ends, strict=True)]
    scores = array("d", bytes(8 * len(entries)))
    for begin, score in zip(begins, _scores(texts, query), strict=True):
        scores[begin] = score
    return scores


def _scores(texts: list[str], query: str) -> array[float]:
    index = TurnIndex()
    for text in texts:
        index.add(text)
    return array("d", index.scores(query))


def _text(entries: Sequence[Entry]) -> str:
    return "\n".join(text for entry in entries for text in entry.reading.texts)
