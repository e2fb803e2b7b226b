"""The weights of some classes anew, on more documents, while all others stay as they are.

A fit of everything moves every weight a little, also of what holds already. Here only scripts of few
documents, emoji and rare characters are free, so that no text without them is estimated otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from benches.estimates import fit
from benches.estimates.classes import CLASS_OF, CLASSES, GROUPS, PLACES, features

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benches.estimates.corpora import Document

    Floats = NDArray[np.float64]

SCRIPTS = ("Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada",
           "Malayalam", "Sinhala", "Thai", "Thai vowels", "Myanmar", "Khmer")  # fmt: skip
EMOJI = ("joiners and selectors", "emoji", "emoji, frequent", "regional indicators", "skin tones",
         "signs of two tokens", "signs of one token")  # fmt: skip
KINDS = ("indic", "thai, khmer, burmese", "emoji", "any characters", "arabic, persian")
"""The kinds of the documents; Persian is there for its joiners."""
HELD_TO = 0.995
"""The share of a script's documents that its level is set for: more than in the fit, as where o200k has more
tokens than Gemini the margin on top is cut for the median."""


def is_free() -> NDArray[np.bool_]:
    """Which features have new weights: those of the scripts, of emoji, and of all that is rare."""
    rows = [entry.name in SCRIPTS + EMOJI or entry.group == "rare" for entry in CLASSES]
    return np.append(np.repeat(rows, len(GROUPS)), np.zeros(PLACES, bool))


def refitted(weights: Floats, kept: list[Document], tokens: list[Floats], known: fit.Frame) -> Floats:
    """The weights with the free ones fitted on these documents, whose tokens by each tokenizer are given."""
    return np.where(is_free(), fit.fitted(calibration(weights, kept, tokens), known, HELD_TO), weights)


def calibration(weights: Floats, kept: list[Document], tokens: list[Floats]) -> fit.Calibration:
    """The documents that are used, as arrays of the free features."""
    mine = np.array([is_used(document) for document in kept])
    chosen = list(filter(is_used, kept))
    counts, free = np.array([features(document.text) for document in chosen], float), is_free()
    return fit.Calibration(
        counts=sparse.csr_array(counts * free),
        first=tokens[0][mine],
        above=np.max(tokens, axis=0)[mine],
        kinds=np.array([level_of(document) for document in chosen]),
        origins=np.array([document.origin for document in chosen]),
        fixed=counts @ np.where(free, 0.0, weights),
    )


def is_used(document: Document) -> bool:
    """Whether the weights may be fitted on a document of its sort."""
    return document.kind in KINDS and is_promised(document)


def is_promised(document: Document) -> bool:
    """Names of emoji are lists of rare nouns: what is missing there belongs to words, not to emoji."""
    return document.part != "names"


def level_of(document: Document) -> str:
    """The documents that have a level together: of one script, else of one kind and part."""
    if document.kind not in KINDS[:2]:
        return f"{document.kind}/{document.part}"
    points = np.frombuffer(document.text.encode("utf-32-le", "surrogatepass"), np.uint32)
    names = [CLASSES[number].name for number in CLASS_OF[points]]
    return max(SCRIPTS, key=names.count).removesuffix(" vowels")
