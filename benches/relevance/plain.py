"""Pieces of prose and code of one length, and queries out of their words."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

from benches.encodings import corpora

CHARS = 410
QUERY_WORDS = 8


class Spoken(NamedTuple):
    """A turn of one text."""

    qa: str


def texts(count: int) -> list[str]:
    """So many pieces of Python's manual and library, each of CHARS characters."""
    sources = ["\n".join(corpora.english()), "\n".join(corpora.code(4_000_000))]
    rng = random.Random(11)
    cut = []
    while len(cut) < count:
        source = rng.choice(sources)
        start = rng.randrange(len(source) - CHARS)
        cut.append(source[start : start + CHARS])
    return cut


def queries(turns: list[str], count: int) -> list[str]:
    """So many queries, each of words of one turn that are longer than three characters."""
    rng = random.Random(12)
    asked = []
    while len(asked) < count:
        words = [word for word in re.findall(r"\w+", rng.choice(turns).lower()) if len(word) > 3]
        if len(words) >= QUERY_WORDS:
            asked.append(" ".join(rng.sample(words, QUERY_WORDS)))
    return asked
