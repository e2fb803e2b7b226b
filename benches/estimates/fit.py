"""Weights by least squares, for documents and how far above their tokens to aim."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from benches.estimates import alphabets, letters, pairs
from benches.estimates.classes import (
    ALL_PLACES,
    CLASSES,
    DIGITS,
    FIRST_LETTER,
    GROUPS,
    NUMBERS,
    PLACES,
    SAME,
    SQUARE_ROOT,
)
from benches.estimates.floors import RANDOM_LINES
from benches.estimates.sorts import EMOJI

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benches.estimates.classes import Class

    Floats = NDArray[np.float64]

UNDER = 3.0
"""How dear the square of an error is that is too low, against one too high."""
TOGETHER, APART, IN_THREES, IN_PAIRS = 1e-3, 3e-4, 1e-4, 1e-4
"""How dear the square of a weight's distance is: from its centre for all letters of a sort together, from
that for each letter, for three letters in order from what the last two cost, and for a pair of an alphabet
from what its second letter does. A document of one kind of all has 1 / number in the kind."""
STEPS = 120
"""Steps of the optimiser at most."""
FEWEST_TOKENS = 8
"""Shorter documents are weighed as if they had so many tokens, for one token is a large part of few."""
LEAST = 0.02
"""The least weight, so that no character is free."""
LARGEST_PLACE, LARGEST_LETTER, LETTER = 0.6, 1.6, 0.35
"""The largest weight of a place in a word or a number and of a letter, and what a letter is drawn to."""
LARGEST_DIGIT, LARGEST_PLACE_OF_DIGIT = 1.0, 0.3
"""The same for digits: a token of digits is one, whatever stands before."""
LARGEST_PAIR, PER_TOKEN = 4.0, 0.35
"""The largest weight of a letter of an alphabet, and what it is drawn to within a word for each token that it
has behind a mark."""
FOR_OTHERS = 2.0
"""Tokens that an emoji at the start of a line may have more than its bytes, for the rare noun that is its
name."""
DRAWN = ("same",)
"""Behind these, lines may cost less than random ones of them do."""
FLOORS = {
    "Han": 0.6, "Han, frequent": 0.6, "hiragana": 0.6, "hangul": 0.6, "joiners and selectors": 0.25,
    "emoji, frequent": 1.0, "emoji": 1.0, "emoji, rare": 1.0, "regional indicators": 1.0, "skin tones": 1.0,
    "mathematical letters": 1.0, "other planes": 1.0,
}  # fmt: skip
"""Tokens that a character of the class has at least, whatever the documents say."""
CENTRES = {"digits": 0.5, "space": 0.15, "line ends": 0.5, "tab": 0.5}
"""Where the weights of a class are drawn to. A letter is drawn to 0.3 in a word and to 0.55 elsewhere,
a capital or a mark of ASCII to 0.7, what has more bytes to 0.35 for each within a text and else to what it
costs apart: all near what the tokenizers have on the whole."""
PAIRED = dict(zip(pairs.LEVELS, (0.85, 0.5, 0.25, 0.08), strict=True))
"""The same for a letter behind one of its script, by the level of the pair: what such pairs mostly have."""
DRAWN_LINE = 0.15
"""The same for a line behind itself: tokens of runs of lines have several."""
WITHIN = {"same", "blank", *ascii_lowercase, "accented", "upper", "script", "other", "line"}
"""What stands before a character of a word, mostly."""
IN_WORD = (alphabets.BEHIND.index("letter"), alphabets.BEHIND.index("ASCII letter"))
"""What stands before a letter of an alphabet within a word."""
VOWELS, FREQUENT, LESS_FREQUENT = "aeiou", "tnsrhldcm", "pfgbvwy"
"""The small ASCII letters by how often English and its neighbours use them."""


RIDGE = np.concatenate((
    np.full(FIRST_LETTER, APART), np.full(letters.NUMBER, IN_THREES), np.full(alphabets.NUMBER, IN_PAIRS)
))  # fmt: skip


class Calibration(NamedTuple):
    """The documents that weights are fitted on, as arrays of one row for each."""

    counts: sparse.csr_array
    """The features."""
    above: Floats
    """The most tokens of all references that must not be under-counted."""
    kinds: NDArray[np.str_]
    origins: NDArray[np.int64]

    def at(self, rows: NDArray[np.bool_]) -> Calibration:
        return Calibration(*(column[rows] for column in self))


class Measured(NamedTuple):
    """What the characters of each class cost where documents have few of them; see floors.py."""

    runs: Floats
    rare: Floats
    apart: Floats
    letters: Floats
    """Of the alphabets."""


class Bounds(NamedTuple):
    """The least and the largest weight of each feature."""

    low: Floats
    high: Floats


class Frame(NamedTuple):
    """What is known of the weights before there are documents."""

    limits: Bounds
    centres: Floats


def frame(measured: Measured, beyond: int) -> Frame:
    """For an estimate of at most so many tokens `beyond` the bytes of a character outside ASCII."""
    limits = bounds(measured.runs, measured.rare, beyond)
    rows = np.array([[centre(entry, group, apart) for group in GROUPS]
                     for entry, apart in zip(CLASSES, measured.apart, strict=True)])  # fmt: skip
    in_word = np.isin(alphabets.behind(), IN_WORD)
    pairs = np.where(in_word, PER_TOKEN, 1.0) * measured.letters[:, None]
    centres = np.concatenate(
        (rows.ravel(), np.zeros(ALL_PLACES), np.full(letters.NUMBER, LETTER), pairs.ravel())
    )
    return Frame(limits, np.clip(centres, *limits))


def bounds(runs: Floats, rare: Floats, beyond: int) -> Bounds:
    sizes = np.array([most(entry, beyond) for entry in CLASSES], float)
    low = np.array([FLOORS.get(entry.name, LEAST) for entry in CLASSES])
    rows = np.repeat(np.minimum(np.maximum(low, rare), sizes)[:, None], len(GROUPS), axis=1)
    lines = np.array([entry.name in RANDOM_LINES for entry in CLASSES])
    rows[np.ix_(lines, np.isin(GROUPS, DRAWN))] = LEAST
    rows[:, SAME] = np.maximum(rows[:, SAME], runs)
    more = np.array([[FOR_OTHERS * pays_for_others(entry, group) for group in GROUPS] for entry in CLASSES])
    return Bounds(
        np.concatenate((rows.ravel(), np.zeros(ALL_PLACES),
                        np.full(letters.NUMBER + alphabets.NUMBER, LEAST))),
        np.concatenate(((sizes[:, None] + more).ravel(), np.full(NUMBERS * PLACES, LARGEST_PLACE),
                        np.full(2 * DIGITS, LARGEST_PLACE_OF_DIGIT),
                        np.full(letters.NUMBER - letters.CONTEXTS, LARGEST_LETTER),
                        np.full(letters.CONTEXTS, LARGEST_DIGIT), np.full(alphabets.NUMBER, LARGEST_PAIR))),
    )  # fmt: skip


def pays_for_others(entry: Class, before: str) -> bool:
    """Whether its characters may cost more than their bytes there, for what stands behind them."""
    return entry.name in EMOJI and before == "line end"


def most(entry: Class, beyond: int) -> int:
    """The most tokens that one of its characters may have."""
    return size(entry) + beyond if size(entry) > 1 else 1


def size(entry: Class) -> int:
    """The bytes of the class's first character in the order of code points: the fewest."""
    return len(min([*entry.characters, *(chr(first) for first, _ in entry.ranges)]).encode())


def estimate(total: Floats) -> Floats:
    """The tokens of texts whose characters weigh so much, in tokens."""
    return np.ceil(total + np.sqrt(SQUARE_ROOT / 1000 * total) - 1e-9)


def without_root(tokens: Floats) -> Floats:
    """What the characters of a text have to weigh for an estimate of so many tokens."""
    root = SQUARE_ROOT / 1000
    return ((np.sqrt(root + 4 * tokens) - np.sqrt(root)) / 2) ** 2


def solved(documents: Calibration, aim: Floats, known: Frame) -> Floats:
    """Least squares: first with one weight for a class behind letters of a sort and for two letters in order,
    then with one for each and for three letters."""
    shares = np.array([1 / (documents.kinds == kind).sum() for kind in documents.kinds])
    rows = rows_of(documents.counts, without_root(aim * documents.above), shares)
    tied = ties()
    several = tied.sum(axis=0)
    low, high, middle = (tied.T @ values / several for values in (*known.limits, known.centres))
    few = Rows(sparse.csr_array(rows.counts @ tied), rows.goal, shares)
    together = tied @ squares(few, Frame(Bounds(low, high), middle), np.full(len(low), TOGETHER))
    return squares(rows, Frame(known.limits, np.clip(together, *known.limits)), RIDGE)


class Rows(NamedTuple):
    """A system of equations: features of each document, what their weights shall sum up to, and its say."""

    counts: sparse.csr_array
    goal: Floats
    shares: Floats


def rows_of(counts: sparse.csr_array, goal: Floats, shares: Floats) -> Rows:
    """In parts of the goal, so that errors are relative."""
    scale = 1 / np.maximum(goal, FEWEST_TOKENS)
    return Rows(sparse.csr_array(counts.multiply(scale[:, None])), goal * scale, shares)


def squares(rows: Rows, known: Frame, ridge: Floats) -> Floats:
    """Ridge regression towards the centres, within the limits; what no document has stays at its centre."""
    there = np.flatnonzero(np.diff(sparse.csc_array(rows.counts).indptr))
    counts = sparse.csr_array(rows.counts[:, there])
    columns, pull = sparse.csr_array(counts.T), ridge[there]
    low, high, middle = (values[there] for values in (*known.limits, known.centres))

    def loss(weights: Floats) -> tuple[float, Floats]:
        error, moved = counts @ weights - rows.goal, weights - middle
        dear = rows.shares * np.where(error < 0, UNDER, 1.0)
        value = (dear * error**2).sum() + (pull * moved**2).sum()
        return float(value), 2 * (columns @ (dear * error)) + 2 * pull * moved

    found = minimize(loss, np.clip(middle, low, high), jac=True, method="L-BFGS-B",
                     bounds=np.stack((low, high), axis=1),
                     options={"maxiter": STEPS, "maxcor": 20})  # fmt: skip
    weights = known.centres.copy()
    weights[there] = found.x
    return weights


def ties() -> sparse.csr_array:
    """Which features have one weight in the first fit: a class behind letters of one sort."""
    sorts = [sort_of(group) for group in GROUPS]
    names = sorted(set(sorts))
    group = np.array([names.index(sort) for sort in sorts])
    behind = (np.arange(len(CLASSES))[:, None] * len(names) + group).ravel()
    places = len(CLASSES) * len(names) + np.arange(ALL_PLACES)
    in_threes = places[-1] + 1 + letters.pairs()
    in_pairs = in_threes.max() + 1 + alphabets.together()
    together = np.concatenate((behind, places, in_threes, in_pairs))
    return sparse.csr_array((np.ones(len(together)), (np.arange(len(together)), together)))


def sort_of(group: str) -> str:
    """The group, but one of four for the small letters."""
    if len(group) > 1:
        return group
    return next(
        (letters for letters in (VOWELS, FREQUENT, LESS_FREQUENT) if group in letters), "rare letters"
    )


def centre(entry: Class, before: str, apart: float) -> float:
    """Where a weight is drawn to."""
    if before in PAIRED:
        return PAIRED[before]
    if len(entry.group) == 1:
        return 0.3 if len(before) == 1 or before == "accented" else 0.55
    if entry.group == "line" and before == "same":
        return DRAWN_LINE
    if size(entry) > 1:
        return 0.35 * size(entry) if before in WITHIN else apart
    return CENTRES.get(entry.name, 0.7)
