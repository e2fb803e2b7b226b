"""Weights that seldom count too few: least squares, aimed as far above each kind as its spread asks for."""

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
    ROWS,
    SAME,
    SQUARE_ROOT,
)
from benches.estimates.sorts import EMOJI

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
MEDIAN, MOST = 1.22, 1.24
"""What `DEVIATIONS` and `MARGIN` do not bring the median above, so that other documents stay below 1.25; and
what nothing does but `HELD_TO` for the kinds that are promised."""
LEVELS = (1.0, 1.35)
"""The least and the largest level."""
ROOM = {"code: ": 1.2, "data: ": 1.2, "languages: ": 1.2, "armenian, georgian/": 1.2, "Khmer": 1.14}
"""The median that is aimed at for kinds that stand for unknown ones of their sort: a fit knows its own words,
and unknown ones are estimated lower by a tenth. And for kinds of so few files that their spread is unknown."""
FITTED = {"": 1.23, "Cyrillic": 1.19, "data: json with emoji": 1.18}
"""The largest median of a kind on the texts of the fit itself, but for those that are promised: of all, of
languages that a large one of their letters shall not pay for, and of a kind of three files."""
PROMISED = ("unbroken/", "armenian, georgian/", "markdown, rst/")
"""Kinds of such a spread that `MOST` would leave more than the promised under-counted."""
UNDER = 3.0
"""How dear the square of an error is that is too low, against one too high."""
FIRST_LEVEL, ROUNDS, STEP = 1.15, 3, 0.8
"""Where levels start, how often they are set anew, and the power of the change: kinds share weights."""
FOLDS = 3
"""Parts of the calibration half; levels are set by fits on all parts but one. No file is in two parts."""
TOGETHER, APART, IN_THREES, IN_PAIRS = 1e-3, 3e-4, 1e-4, 1e-4
"""How dear the square of a weight's distance is: from its centre for all letters of a sort together, from
that for each letter, for three letters in order from what the last two cost, and for a pair of an alphabet
from what its second letter does. A document of one kind of all has 1 / number in the kind."""
STEPS = 120
"""Steps of the optimiser at most."""
RUNS, LEAST_OF_RUNS, RUN_STEP = "unbroken/", 1.02, 0.005
"""The kind of random letters without a blank, the least ratio that one of its long documents shall have, and
by how much the last place is raised at a time until none has less. No other text has such long runs, so no
other estimate follows."""
LONG_RUN = 100
"""Letters in the last place of a document that has long runs."""
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
name, and a letter of Uyghur for the other letters of its word, which cost less in Arabic."""
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
    lines = np.array([entry.name.startswith("lines of ") for entry in CLASSES])
    rows[np.ix_(lines, np.isin(GROUPS, DRAWN))] = LEAST
    rows[:, SAME] = np.maximum(rows[:, SAME], runs)
    more = np.array([[FOR_OTHERS * pays_for_others(entry, group) for group in GROUPS] for entry in CLASSES])
    return Bounds(
        np.concatenate((rows.ravel(), np.zeros(ALL_PLACES), np.full(letters.NUMBER + alphabets.NUMBER, LEAST))),
        np.concatenate(((sizes[:, None] + more).ravel(), np.full(NUMBERS * PLACES, LARGEST_PLACE),
                        np.full(2 * DIGITS, LARGEST_PLACE_OF_DIGIT),
                        np.full(letters.NUMBER - letters.CONTEXTS, LARGEST_LETTER),
                        np.full(letters.CONTEXTS, LARGEST_DIGIT), np.full(alphabets.NUMBER, LARGEST_PAIR))),
    )  # fmt: skip


def pays_for_others(entry: Class, before: str) -> bool:
    """Whether its characters may cost more than their bytes there, for what stands behind them."""
    return entry.name == "Uyghur" or (entry.name in EMOJI and before == "line end")


def most(entry: Class, beyond: int) -> int:
    """The most tokens that one of its characters may have."""
    return size(entry) + beyond if size(entry) > 1 else 1


def size(entry: Class) -> int:
    """The bytes of the class's first character in the order of code points: the fewest."""
    return len(min([*entry.characters, *(chr(first) for first, _ in entry.ranges)]).encode())


def fitted(documents: Calibration, known: Frame) -> Floats:
    """The weights for these documents."""
    return covering_runs(solved(documents, levels(documents, known), known), documents)


def covering_runs(weights: Floats, documents: Calibration) -> Floats:
    """The weights, with the place where long runs of letters and digits go on dear enough for random ones."""
    place = ROWS + PLACES - 1
    inside = documents.counts[:, [place]].toarray().ravel() > LONG_RUN
    counts, above = (column[(documents.kinds == RUNS) & inside] for column in (documents.counts, documents.above))
    higher = weights.copy()
    while (estimate(counts @ higher) / above).min() < LEAST_OF_RUNS:
        higher[place] += RUN_STEP
    return higher


def levels(documents: Calibration, known: Frame) -> Floats:
    """For each document how far above its tokens to aim: as far as fits without its like ask for."""
    aim = np.full(len(documents.above), FIRST_LEVEL)
    parts = documents.origins // 2 % FOLDS
    several = [kind for kind in np.unique(documents.kinds) if len(set(parts[documents.kinds == kind])) > 1]
    for _ in range(ROUNDS):
        ratios = crossed(documents, parts, aim, known) / documents.above
        for kind in several:
            own = documents.kinds == kind
            room = max((room for sort, room in ROOM.items() if kind.startswith(sort)), default=1.0)
            change = needed(ratios[own], room, MOST if kind not in PROMISED else LEVELS[1])
            aim[own] = np.clip(aim[own] * change**STEP, *LEVELS)
    return lowered(aim, documents, known)


def lowered(aim: Floats, documents: Calibration, known: Frame) -> Floats:
    """The aims, with those lowered of kinds whose median on the texts of the fit would be too high."""
    ratios = estimate(documents.counts @ solved(documents, aim, known)) / documents.above
    found = aim.copy()
    for kind in np.setdiff1d(documents.kinds, PROMISED):
        own = documents.kinds == kind
        found[own] *= min(1.0, FITTED.get(kind, FITTED[""]) / float(np.median(ratios[own])))
    return found


def needed(ratios: Floats, room: float, most: float) -> float:
    """The factor that holds a kind's ratios above 1, with its median from `room` to `most`."""
    spread = np.median(np.abs(np.log(ratios / np.median(ratios)))) / 0.6745  # of a normal distribution
    tail, middle = 1 / np.quantile(ratios, 1 - HELD_TO), np.median(ratios)
    wanted = MARGIN * max(tail, np.exp(DEVIATIONS * spread) / middle)
    return float(max(min(wanted, most / middle, max(tail, MEDIAN / middle)), room / middle))


def crossed(
    documents: Calibration, parts: NDArray[np.int64], aim: Floats, known: Frame
) -> Floats:
    """What weights estimate for each document that were fitted on the other parts."""
    guess = np.empty(len(aim))
    for number in range(FOLDS):
        own = parts == number
        weights = solved(documents.at(~own), aim[~own], known)
        guess[own] = estimate(documents.counts[own] @ weights)
    return guess


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
    if size(entry) > 1:
        return 0.35 * size(entry) if before in WITHIN else apart
    return CENTRES.get(entry.name, 0.7)
