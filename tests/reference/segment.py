"""Slow, obvious twin of text to terms, for text of the characters that a test knows."""

import itertools
import re
import unicodedata

UNSPACED = re.compile("[\u0e00-\u0eff\u3005-\u3007\u3040-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7ff]")
PART = re.compile(r"[A-ZΣ]+(?![a-zéςσ])|[A-ZΣ]?[a-zéςσ]+|\d+")
IGNORED = dict.fromkeys(map(ord, "\u00ad\u200c\u200d\u2060\ufeff"))
LONGEST = 80


def terms(text, parts):
    normal = unicodedata.normalize("NFKC", text.translate(IGNORED))
    found = []
    for run in re.findall(r"\w+", normal):
        for unspaced, letters in pieces(run):
            if unspaced:
                pairs = map("".join, itertools.pairwise(letters))
                found += [letters] if len(letters) == 1 else pairs
            elif letters.strip("_"):
                found.append(letters)
                if parts:
                    found += [part for part in PART.findall(letters) if part != letters]
    lowered = (term.lower().replace("ς", "σ") for term in found)
    return [term for term in lowered if len(term.encode()) <= LONGEST]


def pieces(run):
    """A run cut where it changes between scripts with and without blanks."""
    piece = ""
    for letter in run:
        if piece and bool(UNSPACED.match(piece[-1])) != bool(UNSPACED.match(letter)):
            yield bool(UNSPACED.match(piece[-1])), piece
            piece = ""
        piece += letter
    if piece:
        yield bool(UNSPACED.match(piece[-1])), piece
