"""The documents that are aimed at together, and those that a promise is made for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benches.estimates.classes import CLASS_OF, CLASSES, GROUPS, NUMBER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benches.estimates.corpora import Document

BY_SCRIPT = ("indic", "thai, khmer, burmese", "arabic, persian")
"""Kinds of several scripts."""
OTHER_SCRIPTS = "languages: other scripts"
"""The family of messages in languages that are not written in Latin letters."""
EMOJI = ("joiners and selectors", "emoji", "emoji, frequent", "emoji, rare", "regional indicators",
         "skin tones", "signs of two tokens", "signs of one token")  # fmt: skip


KEPT = ("lines", "lines of two tokens", "lines of three tokens", "Armenian, upper case",
        "Armenian, lower case", "Georgian")  # fmt: skip
"""Classes of so few documents that fits of everything land beside them; they keep their weights of earlier
fits."""


def keeps() -> NDArray[np.bool_]:
    """Which features keep their weights."""
    rows = np.repeat([entry.name in KEPT for entry in CLASSES], len(GROUPS))
    return np.append(rows, np.zeros(NUMBER - len(rows), bool))


RAISED = {"claude": ("Arabic, other letters", 1.04)}
"""Letters of a class are that much dearer than fitted: sentences of Urdu were a little under their count."""


def raised(name: str) -> NDArray[np.float64]:
    """What each weight of the estimate is multiplied by."""
    letters, factor = RAISED.get(name, ("", 1.0))
    rows = np.repeat([factor if entry.name == letters else 1.0 for entry in CLASSES], len(GROUPS))
    return np.append(rows, np.ones(NUMBER - len(rows)))


def is_promised(document: Document) -> bool:
    """Names of emoji are lists of rare nouns: what is missing there belongs to words, not to emoji."""
    return document.part != "names"


def is_fitted(document: Document) -> bool:
    """Whether weights may be fitted on it. Small Cyrillic letters are one class: with Kazakh and its like
    among the documents, `gemini` under-counts 4 % of Russian."""
    return document.calibrates and not (
        document.part == OTHER_SCRIPTS and script_of(document.text) == "Cyrillic"
    )


def level_of(document: Document) -> str:
    """The documents that have a level together: of one script, of one kind and part, or of one family."""
    if document.kind in BY_SCRIPT or document.part == OTHER_SCRIPTS:
        return script_of(document.text)
    return document.part if ": " in document.part else f"{document.kind}/{document.part}"


def script_of(text: str) -> str:
    """The class of letters outside ASCII that the text has most of."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    numbers = CLASS_OF[points[points > 0x7F]]
    counts = np.bincount(numbers, minlength=len(CLASSES))
    scripts = [
        number for number, entry in enumerate(CLASSES) if entry.group in {"script", "accented", "rare"}
    ]
    return (
        CLASSES[max(scripts, key=lambda number: counts[number])]
        .name.partition(",")[0]
        .removesuffix(" vowels")
    )
