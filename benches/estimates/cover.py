"""Some weights anew, so that fewer documents are under-counted: of scripts, lines, and lists of emoji.

The other fits cap what they aim at for the median's sake. Here documents are held to a share, whatever
the median becomes, on the calibration half alone. Too few documents have lines, so these have what they cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from benches.estimates import fit, refit
from benches.estimates.classes import CLASSES, GROUPS, PLACES, features

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from benches.estimates.corpora import Document

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]

MOST_UNDER = 0.01
"""The share of a part of the calibration half that may be under-counted: half of the promised, for chance."""
MARGIN = 1.01
"""A factor on the levels of scripts at least, as a language has about 120 documents and 1 % of them is one.
Where the median over the model's own count stays below `ROOM` it is up to `fit.MARGIN`."""
ROOM = 1.18
"""Scripts below this median leave the one of their kind, which others decide, below 1.25."""
ARABIC = ("Arabic, other letters", "Uyghur")
SCRIPTS = {"claude": ("Oriya", *ARABIC), "gemini": (*refit.SCRIPTS, *ARABIC)}
"""The classes of letters that are fitted: those that earlier fits had no documents of, and all of pairs."""
IN_SCRIPTS = ("indic", "thai, khmer, burmese", "arabic, persian")
DRAWN = ("same", "line")
"""Behind these, lines keep their weights: runs and drawings have an order that random characters lack."""
LISTED = (*refit.EMOJI, "emoji, rare")
"""The classes of which one may begin a line, with what it stands for behind it."""
FOR_OTHERS = 2.0
"""Tokens that one at the start of a line may have more than its bytes, for the rare noun that is its name,
and a letter of Uyghur for the other letters of its word, which cost less in Arabic."""
ROUNDS = 4
"""How often levels are raised: scripts share joiners and marks, so once is not enough."""


def of_scripts(names: tuple[str, ...]) -> Flags:
    """Which features are those of these classes."""
    return cells(lambda name, _: name in names)


def of_lines() -> Flags:
    """Which features cost what their characters do among others. Trees and tables have hardly any of them."""
    return cells(lambda name, before: name.startswith("lines of ") and before not in DRAWN)


def of_lists() -> Flags:
    """Which features are emoji and signs that begin a line."""
    return cells(lambda name, before: name in LISTED and before == "line end")


def cells(are_wanted: Callable[[str, str], bool]) -> Flags:
    wanted = [are_wanted(entry.name, before) for entry in CLASSES for before in GROUPS]
    return np.append(wanted, np.zeros(PLACES, bool))


def scripts(
    names: tuple[str, ...], weights: Floats, kept: list[Document], tokens: list[Floats], known: fit.Frame
) -> Floats:
    """The weights, with those of these classes new for documents of which tokenizers have these tokens."""
    free = of_scripts(names)
    known = allowing(known, of_scripts(("Uyghur",)))
    documents, parts = calibration(weights, kept, tokens, IN_SCRIPTS, free)
    aim = with_margin(documents, raised(documents, parts, known), known)
    return np.where(free, fit.solved(documents, aim, known), weights)


def lines(weights: Floats, known: fit.Frame) -> Floats:
    """The weights, with lines of two and three tokens at what they cost in no order."""
    return np.where(of_lines(), known.limits.low, weights)


def lists(weights: Floats, kept: list[Document], tokens: list[Floats], known: fit.Frame) -> Floats:
    """The weights, with emoji that begin a line dearer where names are under-counted, and none cheaper."""
    high = allowing(known, of_lists()).limits.high
    limits = fit.Bounds(np.where(of_lists(), weights, known.limits.low), high)
    higher = fit.Frame(limits, np.clip(known.centres, *limits))
    documents, parts = calibration(weights, kept, tokens, ("emoji",), of_lists())
    return np.where(of_lists(), fit.solved(documents, raised(documents, parts, higher), higher), weights)


def allowing(known: fit.Frame, free: Flags) -> fit.Frame:
    """The same with a higher limit for these features."""
    return fit.Frame(fit.Bounds(known.limits.low, known.limits.high + FOR_OTHERS * free), known.centres)


def raised(documents: fit.Calibration, parts: NDArray[np.str_], known: fit.Frame) -> Floats:
    """For each document how far above its tokens to aim, so that few of a part are under-counted."""
    aim = np.full(len(documents.first), fit.FIRST_LEVEL)
    for _ in range(ROUNDS):
        ratios = fit.crossed(documents, aim, known) / documents.above
        to_cover = ~spared(ratios, parts)
        for level in np.unique(documents.kinds):
            own = documents.kinds == level
            aim[own] = np.clip(aim[own] / ratios[own & to_cover].min(), *fit.LEVELS)
    return aim


def with_margin(documents: fit.Calibration, aim: Floats, known: fit.Frame) -> Floats:
    """The levels with a factor on top, the larger the less their scripts are over-counted."""
    excess = fit.crossed(documents, aim, known) / documents.first
    factor = np.empty(len(aim))
    for level in np.unique(documents.kinds):
        own = documents.kinds == level
        factor[own] = np.clip(ROOM / np.median(excess[own]), MARGIN, fit.MARGIN)
    return aim * factor


def spared(ratios: Floats, parts: NDArray[np.str_]) -> Flags:
    """The documents that may stay under: the lowest of each part."""
    lowest = np.zeros(len(ratios), bool)
    for part in np.unique(parts):
        rows = np.flatnonzero(parts == part)
        lowest[rows[np.argsort(ratios[rows])[: int(MOST_UNDER * len(rows))]]] = True
    return lowest


def calibration(
    weights: Floats, kept: list[Document], tokens: list[Floats], kinds: tuple[str, ...], free: Flags
) -> tuple[fit.Calibration, NDArray[np.str_]]:
    """The documents of these kinds as arrays of the features that are fitted, and the part each is of."""
    mine = np.array([document.kind in kinds for document in kept])
    chosen = [document for document in kept if document.kind in kinds]
    counts = np.array([features(document.text) for document in chosen], float)
    documents = fit.Calibration(
        counts=sparse.csr_array(counts * free),
        first=tokens[0][mine],
        above=np.max(tokens, axis=0)[mine],
        kinds=np.array([refit.level_of(document) for document in chosen]),
        origins=np.array([document.origin for document in chosen]),
        fixed=counts @ np.where(free, 0.0, weights),
    )
    return documents, np.array([f"{document.kind}/{document.part}" for document in chosen])
