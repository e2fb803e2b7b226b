"""What characters cost that documents have few of: in runs of one, rare ones among others, and apart."""

from __future__ import annotations

import random
import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from benches.estimates.classes import CLASS_OF, CLASSES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from benches.estimates.classes import Class

    Floats = NDArray[np.float64]
    Counters = Sequence[Callable[[str], int]]

RANDOM_LINES = ("lines of two tokens", "lines of three tokens")
"""Classes of lines that are seldom drawn in an order."""
SAMPLE = 400
"""Characters that the cost of a class is measured with."""


def runs_of_one(counters: Counters) -> Floats:
    """Per class of ASCII the tokens that the dearest of its characters adds to a long run of itself."""
    return np.array([max((dearest(c, counters) for c in entry.characters if c.isascii()), default=0.0)
                     for entry in CLASSES])  # fmt: skip


def dearest(character: str, counters: Counters) -> float:
    return max((count(character * 2000) - count(character * 1000)) / 1000 for count in counters)


def rare(counters: Counters) -> Floats:
    """Per class of rare characters the tokens of one of them among others; 0 for other classes."""
    return np.array([
        cost("".join(mixed(number)), counters) / SAMPLE if is_rare(entry) else 0.0
        for number, entry in enumerate(CLASSES)
    ])  # fmt: skip


def is_rare(entry: Class) -> bool:
    """Whether no order of its characters is frequent; what is behind it may be anything, or also a line."""
    return entry.group == "rare" or entry.name in RANDOM_LINES


def apart(counters: Counters) -> Floats:
    """Per class of more than ASCII the tokens of one of its characters behind a mark; 0 for other classes."""
    alone = cost("-a" * SAMPLE, counters)
    return np.array([
        0.0 if entry.characters.isascii() and not entry.ranges
        else 1 + (cost("".join(f"-{c}" for c in mixed(number)), counters) - alone) / SAMPLE
        for number, entry in enumerate(CLASSES)
    ])  # fmt: skip


def cost(text: str, counters: Counters) -> int:
    return max(count(text) for count in counters)


def mixed(number: int) -> list[str]:
    """Random characters of the class of that number."""
    characters = [chr(point) for point in np.flatnonzero(number == CLASS_OF)]
    assigned = [c for c in characters if unicodedata.category(c) not in {"Cn", "Cs"}]
    return random.Random(5).choices(assigned, k=SAMPLE)
