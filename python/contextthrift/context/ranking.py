"""What the rank of a turn depends on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from contextthrift import _native
from contextthrift.context.argument import real_number
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.settings import Settings
from contextthrift.tokens.number import shown, whole_number

LARGEST_REACH: Final = 255
"""More turns each way than any word should count for; the core holds the reach in a byte."""
LARGEST_FACTOR: Final = 1_000_000
"""The largest weight that is taken; scores made with such weights do not overflow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking(Settings):
    """The parts of a ranking of turns; each can be switched off by itself.

    The defaults were found on long dialogues of two people. ``docs/relevance.md`` has what each part brings.
    """

    k1: float = 0.9
    """How slowly further occurrences of a term stop to matter (BM25); 0 counts the first alone."""
    b: float = 0.9
    """How much the length of a turn counts (BM25), from 0, not at all, to 1."""
    spread: float = 0.83
    """What a word counts in turns around its own, before it fades with distance."""
    spread_decay: float = 0.6
    """What is left of that from one turn to the next, from 0 to 1."""
    spread_turns: int = 5
    """How many turns each way a word counts for, up to 255, never across sessions; 0 switches it off."""
    stemming: bool = True
    """Whether English words count by their stem, as Snowball finds it."""
    parts: bool = True
    """Whether the parts of identifiers are terms besides the whole: ``user`` and ``name`` of ``userName``."""
    common: float = 0.5
    """The share of the turns above which a term no longer counts; 1 switches it off."""
    grams: int = 4
    """The length of the runs of characters by which a second ranking goes; 0 switches it off."""
    feedback_turns: int = 20
    """How many of the best turns are read for terms that join the query."""
    feedback_terms: int = 40
    """How many such terms join."""
    feedback_weight: float = 0.8
    """What the best of them counts, where a word of the query counts 1; 0 switches it off."""
    named_author: float = 1.25
    """Times the score of a turn whose author the query names in full; 1 switches it off."""
    question: float = 0.8
    """Times the score of a turn that ends in a question; 1 switches it off."""


PLAIN_BM25: Final = Ranking(
    k1=1.5,
    b=0.75,
    spread_turns=0,
    stemming=False,
    parts=False,
    common=1,
    grams=0,
    feedback_weight=0,
    named_author=1,
    question=1,
)
"""BM25 as Lucene has it and nothing else, with the parameters that rank-bm25 has by default."""


def native_index(ranking: Any) -> _native.TurnIndex:
    """An empty index of the core.

    Raises:
        WrongType: ``ranking`` is no :class:`Ranking`.
        InvalidArgument: one of its numbers cannot be meant; the message names it.
    """
    if not isinstance(ranking, Ranking):
        raise WrongType(f"ranking is {type(ranking).__name__}; it must be a Ranking")
    reach = whole_number(ranking.spread_turns, "spread_turns")
    if reach > LARGEST_REACH:
        raise InvalidArgument(f"spread_turns is {shown(reach)}; it must be at most {LARGEST_REACH}")
    feedback = (
        whole_number(ranking.feedback_turns, "feedback_turns"),
        whole_number(ranking.feedback_terms, "feedback_terms"),
        _between(ranking.feedback_weight, "feedback_weight", LARGEST_FACTOR),
    )
    return _native.TurnIndex(
        (_between(ranking.k1, "k1", LARGEST_FACTOR), _between(ranking.b, "b", 1)),
        (
            _between(ranking.spread, "spread", LARGEST_FACTOR),
            _between(ranking.spread_decay, "spread_decay", 1),
            reach,
        ),
        (bool(ranking.stemming), bool(ranking.parts), _between(ranking.common, "common", 1)),
        whole_number(ranking.grams, "grams"),
        feedback,
        (
            _between(ranking.named_author, "named_author", LARGEST_FACTOR),
            _between(ranking.question, "question", LARGEST_FACTOR),
        ),
    )


def _between(value: object, name: str, most: float) -> float:
    number = real_number(value, name)
    if not 0 <= number <= most:
        raise InvalidArgument(f"{name} is {shown(value)}; it must lie between 0 and {most:,}")
    return number
