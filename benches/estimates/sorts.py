"""The documents that are aimed at together, and those that a promise is made for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benches.estimates.classes import CLASS_OF, CLASSES

if TYPE_CHECKING:
    from benches.estimates.corpora import Document

BY_SCRIPT = ("indic", "thai, khmer, burmese")
"""Kinds of several scripts."""
NOT_LATIN = ("languages: cyrillic", "languages: arabic", "languages: other scripts")
"""The families of messages in languages that are not written in Latin letters."""
EMOJI = ("joiners and selectors", "emoji", "emoji, frequent", "emoji, rare", "regional indicators",
         "skin tones", "signs of two tokens", "signs of one token")  # fmt: skip


def is_promised(document: Document) -> bool:
    """Names of emoji are lists of rare nouns: what is missing there belongs to words, not to emoji."""
    return document.part != "names"


def level_of(document: Document) -> str:
    """The documents that have a level together: of one script, of one kind and part, or of one family."""
    if document.kind in BY_SCRIPT or document.part in NOT_LATIN:
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
