"""How near `gemini` could come to Gemini's count of text with emoji if it knew what each emoji costs.

The words are estimated as they are and multiplied by the least factor that under-counts as few documents as
is promised; the emoji cost what they really do. No class of emoji can do better than that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benches.estimates.classes import CLASS_OF, CLASSES
from benches.estimates.sorts import EMOJI
from contextthrift import get_encoding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benches.estimates.corpora import Document

MOST_UNDER = 0.02
FACTORS = np.arange(0.8, 1.2, 0.005)
"""What the estimate of the words is multiplied by, at most so much that it is covered in any case."""


def with_exact_emoji(documents: list[Document], counters: dict[str, Callable[[str], int]]) -> str:
    """A sentence for each sort of documents of emoji."""
    sorts = {"emoji": "", "emoji in help": "in help"}
    return "\n".join(
        sentence(name, [d.text for d in documents if d.kind == "emoji" and d.part == part], counters)
        for name, part in sorts.items()
    )


def sentence(name: str, texts: list[str], counters: dict[str, Callable[[str], int]]) -> str:
    own = counted(texts, counters["gemini"])
    largest = np.maximum(own, counted(texts, counters["o200k"]))
    words = [without_emoji(text) for text in texts]
    of_words = np.maximum(counted(words, counters["gemini"]), counted(words, counters["o200k"]))
    guess = np.array(get_encoding("gemini").count_list(words))
    factor, median = next(best(guess, largest - of_words, largest, own))
    return (
        f"- {name}: emoji exactly and words times {factor:.3f} under-count {MOST_UNDER:.0%} at most, with a "
        f"median of {median:.3f} over Gemini's count; of the largest count alone it is "
        f"{np.median(largest / own):.3f}."
    )


def best(
    guess: np.ndarray, emoji: np.ndarray, largest: np.ndarray, own: np.ndarray
) -> Iterator[tuple[float, float]]:
    """The factors that cover enough, with the median of each."""
    for factor in FACTORS:
        estimate = np.ceil(factor * guess + emoji)
        if (estimate < largest).mean() <= MOST_UNDER:
            yield float(factor), float(np.median(estimate / own))


def counted(texts: list[str], count: Callable[[str], int]) -> np.ndarray:
    return np.array([count(text) for text in texts])


def without_emoji(text: str) -> str:
    return "".join(c for c in text if CLASSES[CLASS_OF[ord(c)]].name not in EMOJI)
