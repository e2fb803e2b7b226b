"""How far above its tokens each document is aimed at: as far as the spread of its kind asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benches.estimates.classes import PLACES, ROWS
from benches.estimates.fit import estimate, solved

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benches.estimates.fit import Calibration, Floats, Frame

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
ROOM = {
    "data: csv": 1.14, "code: ": 1.2, "data: ": 1.2, "languages: ": 1.2, "armenian, georgian/": 1.2,
    "directory trees/": 1.21, "emoji/names": 1.21, "emoji/": 1.18, "japanese/": 1.19, "chinese/": 1.19,
    "Khmer": 1.14, "": 1.0,
}  # fmt: skip
"""The median that is aimed at for kinds that stand for unknown ones of their sort: a fit knows its own words,
and unknown ones are estimated lower by a tenth. Numbers know no words. And for kinds of so few files, or of
so regular texts, that their spread says little. The first that a kind begins with counts."""
FITTED = {"": 1.23, "Cyrillic": 1.19, "data: json with emoji": 1.2, "data: html": 1.21}
"""The largest median of a kind on the texts of the fit itself, but for those that are promised: of all, of
languages that a large one of their letters shall not pay for, and of kinds whose other files are estimated
higher: there are few."""
PROMISED = ("unbroken/", "armenian, georgian/", "markdown, rst/")
"""Kinds of such a spread that `MOST` would leave more than the promised under-counted."""
FIRST_LEVEL, ROUNDS, STEP = 1.15, 3, 0.8
"""Where levels start, how often they are set anew, and the power of the change: kinds share weights."""
FOLDS = 3
"""Parts of the calibration half; levels are set by fits on all parts but one. No file is in two parts."""
RUNS, LEAST_OF_RUNS, RUN_STEP = "unbroken/", 1.02, 0.005
"""The kind of random letters without a blank, the least ratio that one of its long documents shall have, and
by how much the last place is raised at a time until none has less. No other text has such long runs, so no
other estimate follows."""
LONG_RUN = 100
"""Letters in the last place of a document that has long runs."""


def fitted(documents: Calibration, known: Frame) -> Floats:
    """The weights for these documents."""
    return covering_runs(solved(documents, levels(documents, known), known), documents)


def covering_runs(weights: Floats, documents: Calibration) -> Floats:
    """The weights, with the place where long runs of letters and digits go on dear enough for random ones."""
    place = ROWS + PLACES - 1
    long = documents.counts[:, [place]].toarray().ravel() > LONG_RUN
    mine = documents.at((documents.kinds == RUNS) & long)
    higher = weights.copy()
    while (estimate(mine.counts @ higher) / mine.above).min() < LEAST_OF_RUNS:
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
            room = next(room for sort, room in ROOM.items() if kind.startswith(sort))
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


def crossed(documents: Calibration, parts: NDArray[np.int64], aim: Floats, known: Frame) -> Floats:
    """What weights estimate for each document that were fitted on the other parts."""
    guess = np.empty(len(aim))
    for number in range(FOLDS):
        own = parts == number
        weights = solved(documents.at(~own), aim[~own], known)
        guess[own] = estimate(documents.counts[own] @ weights)
    return guess
