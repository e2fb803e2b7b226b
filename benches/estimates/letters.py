"""Features of ASCII letters and digits: each with the two characters before it.

Whether a token starts at a letter depends on what words look like there: `tion` is in one token, `ngok` is
not. Three characters in order tell a familiar language from another better than two do.
"""

from __future__ import annotations

from string import ascii_letters, digits
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SORTS = (
    *ascii_letters,
    digits,
    " \t",
    "\n\r",
    "\"'`",
    "([{",
    "}])",
    "-",
    "_",
    ".",
    "/\\",
    ",;:=*#<>+&|!?^%~@$",
)
"""The characters of each sort but the last, which is every other character."""
TARGETS = len(ascii_letters) + 1
"""The first so many sorts have weights; the others only stand before them."""
ALL = 64
"""Sorts, with the last."""
CONTEXTS = ALL * ALL
"""What may stand before: two sorts."""
NUMBER = TARGETS * CONTEXTS
BLANK = SORTS.index(" \t")
"""The sort of what stands before the first character."""


def sorts_of_code_points() -> NDArray[np.int64]:
    table = np.full(0x110000, ALL - 1)
    for number, characters in enumerate(SORTS):
        table[[ord(character) for character in characters]] = number
    return table


SORT_OF = sorts_of_code_points()


def features(points: NDArray[np.uint32]) -> NDArray[np.int64]:
    """For each character of a text the feature that it is, or a negative number where it is none."""
    sorts = SORT_OF[points]
    padded = np.concatenate(([BLANK, BLANK], sorts))
    found = (sorts * ALL + padded[:-2]) * ALL + padded[1:-1]
    return np.where(sorts < TARGETS, found, -1)


def pairs() -> NDArray[np.int64]:
    """For each feature the number of the pair of its last two characters."""
    every = np.arange(NUMBER)
    return every // CONTEXTS * ALL + every % ALL
