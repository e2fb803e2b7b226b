"""How often a token of Gemini or o200k starts within a pair of letters, in scripts with syllables of several.

In the scripts of India, in Thai, Khmer and Burmese a vowel sign or a virama may be in one token with its
consonant or not, and what a text costs depends on which pairs it has. Each pair has one of four levels, by
the tokens that start at its second letter on the calibration half of the texts, the mean of both tokenizers.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Starts = Callable[[str], NDArray[np.int64]]

FILE = Path(__file__).parents[2] / "rust/core/src/encoding/estimate/pairs.rs"
BLOCK = 128
"""Code points of a script."""
SCRIPTS = {
    "Devanagari": 0x900, "Bengali": 0x980, "Gurmukhi": 0xA00, "Gujarati": 0xA80, "Oriya": 0xB00,
    "Tamil": 0xB80, "Telugu": 0xC00, "Kannada": 0xC80, "Malayalam": 0xD00, "Sinhala": 0xD80, "Thai": 0xE00,
    "Myanmar": 0x1000, "Khmer": 0x1780,
}  # fmt: skip
"""The first code point of each script that has pairs."""
LEVELS = ("loose", "seldom bound", "often bound", "bound")
"""From the dearest to the cheapest; a pair that no text has is loose."""
FEWER_THAN = (0.625, 0.375, 0.125)
"""The tokens that start at the second letter of a pair are fewer than this, for each level but the first."""
DOUBT = 8
"""Occurrences that the mean of the second letter is worth against those of the pair."""
PER_WORD = 32
"""Levels in a word of 64 bits."""


def slots(points: NDArray[np.uint32]) -> NDArray[np.int64]:
    """The place of each character's script in `SCRIPTS`, or -1."""
    table = np.full(0x110000 // BLOCK, -1)
    table[[first // BLOCK for first in SCRIPTS.values()]] = np.arange(len(SCRIPTS))
    return table[points // BLOCK]


def levels(
    before: NDArray[np.uint32], points: NDArray[np.uint32], table: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """The level of each pair, or -1 where it is no pair of one script."""
    script = slots(points)
    within = (script >= 0) & (script == slots(before))
    return np.where(within, table[script, before % BLOCK, points % BLOCK].astype(np.int64), -1)


def measured(texts: Iterable[str], tokenizers: Sequence[Starts]) -> NDArray[np.uint8]:
    """The levels out of these texts, by functions that say how many tokens start at each character."""
    shape = (len(SCRIPTS), BLOCK, BLOCK)
    seen, tokens = np.zeros(shape), np.zeros(shape)
    for text in texts:
        points = np.frombuffer(text.encode("utf-32-le"), np.uint32)
        script = slots(points[1:])
        within = (script >= 0) & (script == slots(points[:-1]))
        pair = script[within], points[:-1][within] % BLOCK, points[1:][within] % BLOCK
        np.add.at(seen, pair, 1)
        np.add.at(tokens, pair, np.mean([starts(text)[1:][within] for starts in tokenizers], axis=0))
    return levelled(seen, tokens)


def levelled(seen: Floats, tokens: Floats) -> NDArray[np.uint8]:
    """The levels of pairs that were seen so often with so many tokens that started."""
    usual = (tokens.sum(axis=1, keepdims=True) + 1) / (seen.sum(axis=1, keepdims=True) + 1)
    mean = (tokens + DOUBT * usual) / (seen + DOUBT)
    found = sum((mean < bound).astype(np.uint8) for bound in FEWER_THAN)
    return np.where(seen > 0, found, 0).astype(np.uint8)


def write(table: NDArray[np.uint8]) -> None:
    """The Rust file of the levels."""
    lines = [
        "//! How two letters of a script are bound: seldom in one token, or mostly.", "//!",
        "//! Written by `python -m benches.estimates pairs`; change it there.", "",
        "/// Code points of a script.", f"pub(super) const BLOCK: u32 = {BLOCK};", "",
        "/// Where the tables of a script are, by its code points divided by `BLOCK`; 255 where it has none.",
        "#[rustfmt::skip]",
        f"pub(super) static SCRIPTS: [u8; {len(places())}] = {places()};", "",
        "/// For each script and each letter of it the levels of the letters behind it, two bits each: 0 is",
        "/// a pair at whose second letter a token mostly starts, 3 one where seldom.",
        "#[rustfmt::skip]",
        f"pub(super) static LEVELS: [[[u64; {BLOCK // PER_WORD}]; {BLOCK}]; {len(SCRIPTS)}] = [",
    ]  # fmt: skip
    for name, rows in zip(SCRIPTS, table, strict=True):
        lines += [f"    [ // {name}", *(f"        [{', '.join(words(row))}]," for row in rows), "    ],"]
    FILE.write_text("\n".join([*lines, "];", ""]), encoding="utf-8")


def places() -> list[int]:
    """The place of the script of each block of code points, up to the last that has one."""
    blocks = np.arange(max(SCRIPTS.values()) // BLOCK + 1, dtype=np.uint32)
    return [int(place) % 256 for place in slots(blocks * BLOCK)]


def words(row: NDArray[np.uint8]) -> list[str]:
    """The levels behind a letter as words of 64 bits, the first level lowest."""
    parts = row.reshape(-1, PER_WORD)
    whole = [sum(int(level) << 2 * place for place, level in enumerate(part)) for part in parts]
    return [f"0x{word:X}" if word else "0" for word in whole]


def read() -> NDArray[np.uint8]:
    """The levels in the Rust file, by script and both letters."""
    rows = re.findall(r"(?m)^        \[([0-9A-Fx, ]+)\],", FILE.read_text("utf-8"))
    packed = [[int(word, 16) for word in row.split(", ")] for row in rows]
    table = [[word >> 2 * place & 3 for word in row for place in range(PER_WORD)] for row in packed]
    return np.array(table, np.uint8).reshape(len(SCRIPTS), BLOCK, BLOCK)
