"""The classes of characters, and the features of a text: how often each class follows each group.

The weight of an ASCII letter or digit depends on the two characters before it (letters.py), that of a
Cyrillic, Arabic, Armenian, Georgian or accented Latin letter on the one before it (alphabets.py), that of any
other character on its own class and on the group of the one before it, and a place in a word or a number has
a weight of its own. A text costs the sum of them, so it is read once, and a longer text never costs less.
"""

from __future__ import annotations

import json
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import sparse

from benches.estimates import alphabets, letters, pairs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

GROUPS = (
    "same",
    "blank",
    *ascii_lowercase,
    "accented",
    "upper",
    "digit",
    "quote",
    "bracket",
    "joint",
    "mark",
    "script",
    "rare",
    "other",
    "line",
    "line end",
    *pairs.LEVELS,
)
"""What stands before a character. `same`: that very character twice, or once if it is a line; `blank`: the
start, too; `line`: one that trees and tables are drawn with. The last four: a letter of the same script, by
the pair's cost."""
BLANK, SAME, LINE = (GROUPS.index(name) for name in ("blank", "same", "line"))
LOOSE = GROUPS.index(pairs.LEVELS[0])
IN_WORDS = (*ascii_lowercase, "accented", "upper")
"""The groups of letters that words are made of."""
RUNS = ("word", "Cyrillic word", "Arabic word", "Armenian or Georgian word", "number")
"""What has places: a run of Latin letters, of letters of a table of `alphabets.py`, or of digits."""
NUMBERS = RUNS.index("number")
PLACES = 25
"""Places in a word that have weights; the last is for all that are further on."""
DIGITS = 3
"""Digits that a token has at most: a number has a weight for each of the first so many, and one for each of
all that are further on by the rest of a division."""
SQUARE_ROOT = 160
"""A text costs `total + sqrt(SQUARE_ROOT * total)` thousandths: 0.4 tokens times the root of the tokens. The
chance errors of words grow like that, so short texts need more above than long ones. Tried: 0 to 0.6."""
PAIRS = pairs.read()
"""The level of each pair of letters of a script; see pairs.py."""
LEVELS: dict[str, str] = json.loads((Path(__file__).parent / "levels.json").read_text("utf-8"))
"""Han, signs, lines and emoji by what one alone costs: the characters of a class; see levels.py."""


class Class(NamedTuple):
    """Some characters, and the group that they are for the character behind them."""

    name: str
    group: str
    characters: str = ""
    ranges: tuple[tuple[int, int], ...] = ()


CLASSES = (
    *(Class(letter, letter, letter) for letter in ascii_lowercase),
    Class("capital vowels", "upper", "AEIOU"),
    Class("frequent capitals", "upper", "BCDFGLMNPRST"),
    Class("rare capitals", "upper", "HJKQVWXYZ"),
    Class("digits", "digit", "0123456789"),
    Class("space", "blank", " "),
    Class("line ends", "line end", "\n\r"),
    Class("tab", "blank", "\t"),
    Class("full stop", "mark", "."),
    Class("comma", "mark", ","),
    *(Class(quote, "quote", quote) for quote in "\"'`"),
    *(Class(pair, "bracket", pair) for pair in ("()", "[]", "{}")),
    Class("colon", "mark", ":"),
    Class("semicolon", "mark", ";"),
    Class("slash", "mark", "/"),
    Class("backslash", "mark", "\\"),
    Class("hyphen", "joint", "-"),
    Class("underscore", "joint", "_"),
    Class("rulers", "mark", "=*#"),
    Class("angles", "mark", "<>"),
    Class("operators", "mark", "+&|!?^%~@$"),
    Class("controls", "other", ranges=((0x00, 0x08), (0x0B, 0x0C), (0x0E, 0x1F), (0x7F, 0x9F))),
    Class("signs of Latin-1", "other", ranges=((0xA0, 0xBF), (0xD7, 0xD7), (0xF7, 0xF7))),
    Class("small letters of Latin-1", "accented", ranges=((0xDF, 0xF6), (0xF8, 0xFF))),
    Class("capitals of Latin-1", "accented", ranges=((0xC0, 0xD6), (0xD8, 0xDE))),
    Class("Latin, extended A", "accented", "ȘșȚț", ((0x100, 0x17F),)),
    Class("Latin, more", "rare", ranges=((0x180, 0x217), (0x21C, 0x24F), (0x1E00, 0x1E9F))),
    Class("Vietnamese", "accented", ranges=((0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x1EA0, 0x1EFF))),
    Class("phonetic", "rare", ranges=((0x250, 0x2FF), (0x1D00, 0x1DBF))),
    Class("African letters", "accented", "ɛɔəɣʋɗɓƙƴɩƣ"),
    Class("combining marks", "other", ranges=((0x300, 0x36F),)),
    Class("Greek, lower case", "script", ranges=((0x3AC, 0x3CE),)),
    Class("Greek, upper case", "script", ranges=((0x386, 0x3AB),)),
    Class("Greek, rare", "rare", ranges=((0x370, 0x385), (0x3CF, 0x3FF), (0x1F00, 0x1FFF))),
    Class("Cyrillic, lower case", "script", ranges=((0x430, 0x44F),)),
    Class("Cyrillic, upper case", "script", ranges=((0x410, 0x42F),)),
    Class("Cyrillic, other", "script", "Ґґ", ((0x400, 0x40F), (0x450, 0x45F))),
    Class("Cyrillic, rare", "rare", ranges=((0x460, 0x48F), (0x492, 0x52F), (0x1C80, 0x1C8F))),
    Class("Armenian, upper case", "script", ranges=((0x530, 0x55F),)),
    Class("Armenian, lower case", "script", ranges=((0x560, 0x58F),)),
    Class("Hebrew", "script", ranges=((0x590, 0x5FF),)),
    Class("Hebrew marks", "script", ranges=((0x591, 0x5C7),)),
    Class("Arabic", "script", ranges=((0x600, 0x6FF),)),
    Class("Arabic, other letters", "script", ranges=((0x671, 0x6D3), (0x6D5, 0x6D5), (0x6EE, 0x6EF),
          (0x6FA, 0x6FF))),
    Class("Uyghur", "script", "ەېۇۆۈۋڭ"),
    Class("Persian", "script", "پچژگکی"),
    Class("Arabic marks", "script", ranges=((0x610, 0x61A), (0x64B, 0x65F), (0x6D6, 0x6ED))),
    Class("Devanagari", "script", ranges=((0x900, 0x97F),)),
    Class("Bengali", "script", ranges=((0x980, 0x9FF),)),
    Class("Gurmukhi", "script", ranges=((0xA00, 0xA7F),)),
    Class("Gujarati", "script", ranges=((0xA80, 0xAFF),)),
    Class("Oriya", "script", ranges=((0xB00, 0xB7F),)),
    Class("Tamil", "script", ranges=((0xB80, 0xBFF),)),
    Class("Telugu", "script", ranges=((0xC00, 0xC7F),)),
    Class("Kannada", "script", ranges=((0xC80, 0xCFF),)),
    Class("Malayalam", "script", ranges=((0xD00, 0xD7F),)),
    Class("Sinhala", "script", ranges=((0xD80, 0xDFF),)),
    Class("Thai", "script", ranges=((0xE00, 0xE2F),)),
    Class("Thai vowels", "script", ranges=((0xE30, 0xE7F),)),
    Class("Lao", "script", ranges=((0xE80, 0xEFF),)),
    Class("Tibetan", "script", ranges=((0xF00, 0xFFF),)),
    Class("Myanmar", "script", ranges=((0x1000, 0x109F),)),
    Class("Georgian", "script", ranges=((0x10D0, 0x10FF),)),
    Class("Georgian, rare", "rare", ranges=((0x10A0, 0x10CF), (0x1C90, 0x1CBF))),
    Class("Ethiopic", "script", ranges=((0x1200, 0x139F),)),
    Class("Khmer", "script", ranges=((0x1780, 0x17FF),)),
    Class("Syriac, Thaana, N'Ko", "rare", ranges=((0x700, 0x7FF),)),
    Class("rare scripts", "rare", ranges=((0x800, 0x8FF), (0x13A0, 0x177F), (0x1800, 0x1C7F),
          (0x1CC0, 0x1CFF), (0x2C00, 0x2DFF), (0xA000, 0xABFF))),
    Class("presentation forms", "rare", ranges=((0x1DC0, 0x1DFF), (0xD7B0, 0xDFFF), (0xFB00, 0xFDFF),
          (0xFE70, 0xFEFE))),
    Class("quotes and dashes", "other", ranges=((0x2000, 0x200A), (0x2010, 0x2029), (0x202F, 0x205F))),
    Class("joiners and selectors", "other", ranges=((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F),
          (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF))),
    Class("superscripts, currencies", "other", ranges=((0x2070, 0x20FF),)),
    Class("lines of three tokens", "other", ranges=((0x2500, 0x259F),)),
    Class("lines of two tokens", "other", LEVELS["lines of two tokens"]),
    Class("lines", "line", LEVELS["lines of one token"]),
    Class("lines of trees", "line", "─│├└"),
    Class("signs of three tokens", "rare", ranges=((0x2100, 0x24FF), (0x25A0, 0x2BFF))),
    Class("signs of two tokens", "other", LEVELS["signs of two tokens"]),
    Class("signs of one token", "other", LEVELS["signs of one token"]),
    Class("rare punctuation", "rare", ranges=((0x2E00, 0x2FFF), (0x3200, 0x33FF))),
    Class("CJK punctuation, full width", "other", ranges=((0x3000, 0x303F),
          (0xFE10, 0xFE6F), (0xFF00, 0xFF64), (0xFFA0, 0xFFEF))),
    Class("hiragana", "script", ranges=((0x3040, 0x309F),)),
    Class("katakana", "script", ranges=((0x30A0, 0x30FF), (0x31F0, 0x31FF), (0xFF65, 0xFF9F))),
    Class("Han", "script", ranges=((0x4E00, 0x9FFF),)),
    Class("Han, frequent", "script", LEVELS["Han, frequent"]),
    Class("Han, rare", "rare", ranges=((0x3100, 0x31EF), (0x3400, 0x4DFF), (0xF900, 0xFAFF))),
    Class("hangul", "script", ranges=((0xAC00, 0xD7AF),)),
    Class("hangul, jamo", "rare", ranges=((0x1100, 0x11FF), (0x3130, 0x318F))),
    Class("private use, specials", "rare", ranges=((0xE000, 0xF8FF), (0xFFF0, 0xFFFF))),
    Class("mathematical letters", "rare", ranges=((0x1D400, 0x1D7FF),)),
    Class("emoji, rare", "rare", ranges=((0x1F000, 0x1F1E5), (0x1F200, 0x1F3FA), (0x1F400, 0x1FAFF))),
    Class("emoji", "other", LEVELS["emoji"]),
    Class("emoji, frequent", "other", LEVELS["emoji, frequent"]),
    Class("regional indicators", "other", ranges=((0x1F1E6, 0x1F1FF),)),
    Class("skin tones", "other", ranges=((0x1F3FB, 0x1F3FF),)),
    Class("other planes", "rare", ranges=((0x10000, 0x1D3FF), (0x1D800, 0x1EFFF), (0x1FB00, 0x10FFFF))),
)  # fmt: skip
ROWS = len(CLASSES) * len(GROUPS)
ALL_PLACES = NUMBERS * PLACES + 2 * DIGITS
FIRST_LETTER = ROWS + ALL_PLACES
FIRST_PAIR = FIRST_LETTER + letters.NUMBER
NUMBER = FIRST_PAIR + alphabets.NUMBER
"""Features of a text: a class behind a group, then the places, the letters, and the pairs of alphabets."""


def class_of_code_points() -> NDArray[np.uint8]:
    """The class of each code point; a later class takes what an earlier one has."""
    table = np.full(0x110000, 255, np.uint8)
    for number, entry in enumerate(CLASSES):
        table[[ord(c) for c in entry.characters]] = number
        for first, last in entry.ranges:
            table[first : last + 1] = number
    if (table == 255).any():
        raise ValueError(f"no class has U+{int(np.argmax(table == 255)):04X}")
    return table


CLASS_OF = class_of_code_points()
GROUP_OF = np.array([GROUPS.index(entry.group) for entry in CLASSES], np.int64)
RUN_OF_GROUP = np.select(
    [np.isin(GROUPS, IN_WORDS), np.isin(GROUPS, "digit")], [RUNS.index("word"), NUMBERS], -1
)


def features(text: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The features that the text has, in order, and how often it has each."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    classes = CLASS_OF[points].astype(np.int64)
    groups = GROUP_OF[classes]
    before = np.concatenate(([BLANK], groups[:-1]))
    within = pairs.levels(points[:-1], points[1:], PAIRS)
    before[1:] = np.where(within < 0, before[1:], LOOSE + within)
    same = np.zeros(len(points), bool)
    same[1:] = (points[1:] == points[:-1]) & (groups[1:] == LINE)
    same[2:] |= (points[2:] == points[1:-1]) & (points[1:-1] == points[:-2])
    before[same] = SAME
    letter, pair = letters.features(points), alphabets.features(points)
    own = np.select(
        [same, letter >= 0, pair >= 0],
        [classes * len(GROUPS) + SAME, FIRST_LETTER + letter, FIRST_PAIR + pair],
        classes * len(GROUPS) + before,
    )
    return np.unique(np.concatenate((own, ROWS + places(runs(points, groups)))), return_counts=True)


def runs(points: NDArray[np.uint32], groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """What run each character is in, or -1."""
    table = alphabets.NUMBER_OF[points] // alphabets.SIZE
    found = RUN_OF_GROUP[groups]
    return np.where((found < 0) & (table >= 0), table + RUNS.index("Cyrillic word"), found)


def places(run: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places of characters in their runs, for all that are in one."""
    here = np.arange(len(run))
    starts = np.concatenate(([True], run[1:] != run[:-1]))
    place = here - np.maximum.accumulate(np.where(starts, here, 0))
    in_number = np.where(place < DIGITS, place, DIGITS + place % DIGITS)
    found = run * PLACES + np.where(run == NUMBERS, in_number, np.minimum(place, PLACES - 1))
    return found[run >= 0]


def matrix(texts: Iterable[str]) -> sparse.csr_array:
    """The features of texts, a row for each."""
    found = [features(text) for text in texts]
    ends = np.cumsum([0, *(len(columns) for columns, _ in found)])
    columns, counts = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return sparse.csr_array((counts.astype(float), columns, ends), shape=(len(found), NUMBER))
