"""Gemini's weights of Indic scripts and of lines anew, so that fewer of their documents are under-counted.

The other fits cap what they aim at for the median's sake. Here Indic documents are held to a share, whatever
the median becomes, on the calibration half alone. Too few documents have lines, so these have what they cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from benches.estimates import fit, refit
from benches.estimates.classes import CLASSES, GROUPS, PLACES, features

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benches.estimates.corpora import Document

    Floats = NDArray[np.float64]

MOST_UNDER = 0.01
"""The share of the calibration half that may be under-counted: half of what is promised, for chance."""
INDIC = refit.SCRIPTS[: refit.SCRIPTS.index("Thai")]
DRAWN = ("same", "line")
"""Behind these, lines keep their weights: runs and drawings have an order that random characters lack."""
ROUNDS = 4
"""How often levels are raised: scripts share joiners and marks, so once is not enough."""


def of_indic() -> NDArray[np.bool_]:
    """Which features are fitted."""
    return np.append([entry.name in INDIC for entry in CLASSES for _ in GROUPS], np.zeros(PLACES, bool))


def of_lines() -> NDArray[np.bool_]:
    """Which features cost what their characters do among others. Trees and tables have hardly any of them."""
    cells = [entry.name.startswith("lines of ") and before not in DRAWN
             for entry in CLASSES for before in GROUPS]  # fmt: skip
    return np.append(cells, np.zeros(PLACES, bool))


def covered(weights: Floats, kept: list[Document], tokens: list[Floats], known: fit.Frame) -> Floats:
    """The weights, with the new ones for these documents, whose tokens by each tokenizer are given."""
    documents = calibration(weights, kept, tokens)
    newer = np.array([bool(document.part) for document in kept if document.kind == "indic"])
    fitted = fit.solved(documents, raised(documents, newer, known), known)
    return np.where(of_lines(), known.limits.low, np.where(of_indic(), fitted, weights))


def raised(documents: fit.Calibration, newer: NDArray[np.bool_], known: fit.Frame) -> Floats:
    """For each document how far above its tokens to aim: the levels, and more where too many stay under."""
    aim = fit.levels(documents, known, refit.HELD_TO)
    for _ in range(ROUNDS):
        ratios = fit.crossed(documents, aim, known) / documents.above
        to_cover = ~spared(ratios, newer)
        for script in np.unique(documents.kinds):
            own = documents.kinds == script
            aim[own] = np.clip(aim[own] / min(1.0, ratios[own & to_cover].min()), *fit.LEVELS)
    return aim


def spared(ratios: Floats, newer: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The documents that may stay under: the lowest of the first ones and of the newer ones."""
    lowest = np.zeros(len(ratios), bool)
    for part in (newer, ~newer):
        rows = np.flatnonzero(part)
        lowest[rows[np.argsort(ratios[rows])[: int(MOST_UNDER * len(rows))]]] = True
    return lowest


def calibration(weights: Floats, kept: list[Document], tokens: list[Floats]) -> fit.Calibration:
    """The Indic documents as arrays of the features that are fitted."""
    mine = np.array([document.kind == "indic" for document in kept])
    chosen = [document for document in kept if document.kind == "indic"]
    counts, free = np.array([features(document.text) for document in chosen], float), of_indic()
    return fit.Calibration(
        counts=sparse.csr_array(counts * free),
        first=tokens[0][mine],
        above=np.max(tokens, axis=0)[mine],
        kinds=np.array([refit.level_of(document) for document in chosen]),
        origins=np.array([document.origin for document in chosen]),
        fixed=counts @ np.where(free, 0.0, weights),
    )
