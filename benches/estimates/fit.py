"""Weights that seldom count too few: least squares, aimed as far above each kind as its spread asks for."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from benches.estimates import pairs
from benches.estimates.classes import CLASSES, GROUPS, PLACES, SAME, SQUARE_ROOT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benches.estimates.classes import Class

    Floats = NDArray[np.float64]

HELD_TO = 0.988
"""The share of a kind's documents that its level is set for."""
DEVIATIONS = 2.4
"""How far the median is above 1 at least, in standard deviations: a kind of few documents shows no tail."""
MARGIN = 1.05
"""A factor on top, as other files differ more than parts of these do."""
MEDIAN = 1.22
"""What `DEVIATIONS` and `MARGIN` do not bring the median above, so that other documents stay below 1.25."""
MOST = 1.24
"""The same, over the most tokens of all references and whatever `HELD_TO` asks for."""
LEVELS = (1.0, 1.35)
"""The least and the largest level."""
FIRST_LEVEL, ROUNDS, STEP = 1.08, 4, 0.8
"""Where levels start, how often they are set anew, and the power of the change: kinds share weights."""
FOLDS = 3
"""Parts of the calibration half; levels are set by fits on all parts but one. No file is in two parts."""
TOGETHER, APART = 1e-3, 3e-5
"""How dear the square of a weight's distance is: from its centre for all letters of a sort together, and from
that for each letter. A document of one kind of all has 1 / number in the kind."""
STEPS = 300
"""Steps of the optimiser at most."""
FEWEST_TOKENS = 8
"""Shorter documents are weighed as if they had so many tokens, for one token is a large part of few."""
LEAST = 0.02
"""The least weight, so that no character is free."""
LARGEST_PLACE = 0.6
"""The largest weight of a place in a word."""
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
WITHIN = {"same", "blank", *ascii_lowercase, "accented", "upper", "script", "other", "line"}
"""What stands before a character of a word, mostly."""
VOWELS, FREQUENT, LESS_FREQUENT = "aeiou", "tnsrhldcm", "pfgbvwy"
"""The small ASCII letters by how often English and its neighbours use them."""


class Calibration(NamedTuple):
    """The documents that weights are fitted on, as arrays of one row for each."""

    counts: sparse.csr_array
    """The features."""
    first: Floats
    """The tokens of the reference whose excess is kept low."""
    above: Floats
    """The most tokens of all references that must not be under-counted."""
    kinds: NDArray[np.str_]
    origins: NDArray[np.int64]
    fixed: Floats
    """What the features cost whose weights stay as they are; `counts` has none of them."""

    def at(self, rows: NDArray[np.bool_]) -> Calibration:
        return Calibration(*(column[rows] for column in self))


class Measured(NamedTuple):
    """What the characters of each class cost where documents have few of them; see floors.py."""

    runs: Floats
    rare: Floats
    apart: Floats


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
    return Frame(limits, np.clip(np.append(rows, np.zeros(PLACES)), *limits))


def bounds(runs: Floats, rare: Floats, beyond: int) -> Bounds:
    sizes = np.array([most(entry, beyond) for entry in CLASSES], float)
    low = np.array([FLOORS.get(entry.name, LEAST) for entry in CLASSES])
    rows = np.repeat(np.minimum(np.maximum(low, rare), sizes)[:, None], len(GROUPS), axis=1)
    rows[:, SAME] = np.maximum(rows[:, SAME], runs)
    return Bounds(
        np.append(rows, np.zeros(PLACES)),
        np.append(np.repeat(sizes, len(GROUPS)), np.full(PLACES, LARGEST_PLACE)),
    )


def most(entry: Class, beyond: int) -> int:
    """The most tokens that one of its characters may have."""
    return size(entry) + beyond if size(entry) > 1 else 1


def size(entry: Class) -> int:
    """The bytes of the class's first character in the order of code points: the fewest."""
    return len(min([*entry.characters, *(chr(first) for first, _ in entry.ranges)]).encode())


def fitted(documents: Calibration, known: Frame, held_to: float = HELD_TO) -> Floats:
    """The weights for these documents, with levels for that share of each kind."""
    return solved(documents, levels(documents, known, held_to), known)


def levels(documents: Calibration, known: Frame, held_to: float) -> Floats:
    """For each document how far above its tokens to aim: as far as fits without its like ask for."""
    aim = np.full(len(documents.first), FIRST_LEVEL)
    for _ in range(ROUNDS):
        guess = crossed(documents, aim, known)
        for kind in np.unique(documents.kinds):
            own = documents.kinds == kind
            change = needed(guess[own] / documents.above[own], guess[own] / documents.first[own], held_to)
            aim[own] = np.clip(aim[own] * change**STEP, *LEVELS)
    return aim


def needed(ratios: Floats, excess: Floats, held_to: float) -> float:
    """The factor that holds a kind's ratios above 1, without its median excess being too high for that."""
    spread = np.median(np.abs(np.log(ratios / np.median(ratios)))) / 0.6745  # of a normal distribution
    tail, middle = 1 / np.quantile(ratios, 1 - held_to), np.median(ratios)
    wanted = MARGIN * max(tail, np.exp(DEVIATIONS * spread) / middle)
    return float(min(wanted, MOST / middle, max(tail, MEDIAN / np.median(excess))))


def crossed(documents: Calibration, aim: Floats, known: Frame) -> Floats:
    """What weights estimate for each document that were fitted on the other parts."""
    part = documents.origins // 2 % FOLDS
    guess = np.empty(len(aim))
    for number in range(FOLDS):
        own = part == number
        weights = solved(documents.at(~own), aim[~own], known)
        guess[own] = estimate(documents.counts[own] @ weights + documents.fixed[own])
    return guess


def estimate(total: Floats) -> Floats:
    """The tokens of texts whose characters weigh so much, in tokens."""
    return np.ceil(total + np.sqrt(SQUARE_ROOT / 1000 * total) - 1e-9)


def without_root(tokens: Floats) -> Floats:
    """What the characters of a text have to weigh for an estimate of so many tokens."""
    root = SQUARE_ROOT / 1000
    return ((np.sqrt(root + 4 * tokens) - np.sqrt(root)) / 2) ** 2


def solved(documents: Calibration, aim: Floats, known: Frame) -> Floats:
    """Least squares: first with one weight for a class behind letters of a sort, then with one for each."""
    goal = without_root(aim * documents.above)
    shares = np.array([1 / (documents.kinds == kind).sum() for kind in documents.kinds])
    tied = ties()
    several = tied.sum(axis=0)
    low, high, middle = (tied.T @ values / several for values in (*known.limits, known.centres))
    few = rows_of(sparse.csr_array(documents.counts @ tied), goal, documents.fixed, shares)
    together = squares(few, Frame(Bounds(low, high), middle), TOGETHER)
    centres = np.clip(tied @ together, *known.limits)
    return squares(
        rows_of(documents.counts, goal, documents.fixed, shares), Frame(known.limits, centres), APART
    )


class Rows(NamedTuple):
    """A system of equations: features of each document, what their weights shall sum up to, and its say."""

    counts: sparse.csr_array
    goal: Floats
    shares: Floats


def rows_of(counts: sparse.csr_array, goal: Floats, fixed: Floats, shares: Floats) -> Rows:
    """In parts of the goal, so that errors are relative."""
    scale = 1 / np.maximum(goal, FEWEST_TOKENS)
    return Rows(sparse.csr_array(counts.multiply(scale[:, None])), (goal - fixed) * scale, shares)


def squares(rows: Rows, known: Frame, ridge: float) -> Floats:
    """Ridge regression towards the centres, within the limits."""
    columns = sparse.csr_array(rows.counts.T)

    def loss(weights: Floats) -> tuple[float, Floats]:
        error, moved = rows.counts @ weights - rows.goal, weights - known.centres
        value = (rows.shares * error**2).sum() + ridge * (moved**2).sum()
        return float(value), 2 * (columns @ (rows.shares * error)) + 2 * ridge * moved

    found = minimize(loss, np.clip(known.centres, *known.limits), jac=True, method="L-BFGS-B",
                     bounds=list(zip(*known.limits, strict=True)),
                     options={"maxiter": STEPS, "maxcor": 20})  # fmt: skip
    return np.asarray(found.x, float)


def ties() -> sparse.csr_array:
    """Which features have one weight in the first fit: a class behind letters of one sort."""
    sorts = [sort_of(group) for group in GROUPS]
    names = sorted(set(sorts))
    group = np.array([names.index(sort) for sort in sorts])
    behind = (np.arange(len(CLASSES))[:, None] * len(names) + group).ravel()
    together = np.append(behind, len(CLASSES) * len(names) + np.arange(PLACES))
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
    if size(entry) > 1:
        return 0.35 * size(entry) if before in WITHIN else apart
    return CENTRES.get(entry.name, 0.7)
