"""The Rust files of the classes and of the weights."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benches.estimates import alphabets, letters
from benches.estimates.classes import (
    ALL_PLACES,
    BLANK,
    CLASS_OF,
    CLASSES,
    DIGITS,
    FIRST_LETTER,
    FIRST_PAIR,
    GROUP_OF,
    GROUPS,
    LINE,
    LOOSE,
    NUMBER,
    NUMBERS,
    PLACES,
    ROWS,
    RUNS,
    SAME,
    SQUARE_ROOT,
    runs,
)
from benches.estimates.levels import HAN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

FOLDER = Path(__file__).parents[2] / "rust/core/src/encoding/estimate"
OUTSIDE, RUN_BITS = 127, 3
"""The number of the place of what is in no run, and the bits of a kind of run."""
GROUP_BITS, ROW_BITS, SORT_BITS = 6, 13, 9
"""Of the traits of a character, its group lowest, then the start of its row of weights; its run is above."""
UNIT, UNIT_OF_PAIRS = 8, 16
"""Thousandths that a byte of the table of letters counts, and of those of alphabets."""
UNITS = np.repeat([UNIT, UNIT_OF_PAIRS], [FIRST_PAIR - FIRST_LETTER, NUMBER - FIRST_PAIR])
LOW = 0x1800
"""Code points that have a table: ASCII and all scripts of words up to Khmer."""
NOTE = "//! Written by `python -m benches.estimates fit`; change it there."
NAMES = [entry.name for entry in CLASSES]
COMMON, FREQUENT = NAMES.index("Han"), NAMES.index("Han, frequent")


def write_classes() -> None:
    """The kind of each code point: the low ones as a table, the rest as the first of each range; and Han."""
    kinds = traits_of(np.where(CLASS_OF == FREQUENT, COMMON, CLASS_OF))
    starts = [LOW, *(np.flatnonzero(np.diff(kinds[LOW:])) + LOW + 1)]
    ranges = [f"(0x{start:X}, 0x{kinds[start]:X})," for start in starts]
    lines = [
        "//! The classes of characters.", "//!", NOTE, "",
        "/// Classes.", f"pub(super) const CLASSES: usize = {len(CLASSES)};", "",
        f"/// Groups: {', '.join(GROUPS)}.".replace(", a, b, c,", ", each small letter,").replace(
            ", ".join(["", *"defghijklmnopqrstuvwxyz", ""]), ", "),
        f"pub(super) const GROUPS: usize = {len(GROUPS)};", "",
        "/// Bits of the traits of a character: its group, its row of weights, its sort and its run.",
        f"pub(super) const GROUP_BITS: u32 = {GROUP_BITS};",
        f"pub(super) const ROW_BITS: u32 = {ROW_BITS};",
        f"pub(super) const SORT_BITS: u32 = {SORT_BITS};", "",
        "/// The group of a character that stands twice before itself, or once if it is a line, the second.",
        f"pub(super) const SAME: u16 = {SAME};",
        f"pub(super) const LINE: u16 = {LINE};", "",
        "/// The group of what stands before the first character.",
        f"pub(super) const BLANK: u16 = {BLANK};", "",
        "/// The group of letters of scripts, and the first of the four that they have within a script.",
        f"pub(super) const SCRIPT: u16 = {GROUPS.index('script')};",
        f"pub(super) const LOOSE: u16 = {LOOSE};", "",
        "/// Places in runs, one kind of run behind the other, and some unused; the last is outside of runs.",
        f"pub(super) const PLACES: usize = {OUTSIDE + 1};",
        f"pub(super) const OUTSIDE: u8 = {OUTSIDE};", "",
        "/// Bits of a kind of run, and the place behind each place and in front of it such a kind.",
        f"pub(super) const RUN_BITS: u32 = {RUN_BITS};",
        "#[rustfmt::skip]",
        f"pub(super) static NEXT: [u8; {(OUTSIDE + 1) << RUN_BITS}] = [",
        *rows(f"{next_place(place, kind)}," for place in range(OUTSIDE + 1) for kind in range(1 << RUN_BITS)),
        "];", "",
        "/// Sorts below this have weights; a context is two sorts of six bits each.",
        f"pub(super) const TARGETS: u16 = {letters.TARGETS};",
        f"pub(super) const CONTEXTS: u16 = {letters.CONTEXTS};", "",
        "/// The sort of what is no ASCII and no letter of an alphabet: those are above. And two blanks.",
        f"pub(super) const OTHER: u16 = {letters.ALL - 1};",
        f"pub(super) const BLANKS: u16 = {letters.BLANK * letters.ALL + letters.BLANK};", "",
        "/// Tables of alphabets, letters of one, what may stand before one, and where letters begin there.",
        f"pub(super) const TABLES: u16 = {len(alphabets.TABLES)};",
        f"pub(super) const TABLE: u16 = {alphabets.SIZE};",
        f"pub(super) const COLUMNS: u16 = {alphabets.CONTEXTS};",
        f"pub(super) const LETTERS_BEFORE: u16 = {letters.ALL};", "",
        "/// A text of so many thousandths costs the root of this times their number more.",
        f"pub(super) const SQUARE_ROOT: u64 = {SQUARE_ROOT};", "",
        "/// The traits of characters up to Khmer: those that most texts are of, which need no search so.",
        "#[rustfmt::skip]",
        f"pub(super) static LOW: [u32; {LOW}] = [",
        *rows(f"0x{kind:X}," for kind in kinds[:LOW]), "];", "",
        "/// The traits of all others, by the first code point of each range; Han is looked up further.",
        "#[rustfmt::skip]",
        f"pub(super) static RANGES: [(u32, u32); {len(starts)}] = [", *rows(ranges, 6), "];", "",
    ]  # fmt: skip
    (FOLDER / "classes.rs").write_text("\n".join(lines), encoding="utf-8")
    write_han()


def traits_of(classes: NDArray[np.integer]) -> NDArray[np.int64]:
    """The traits of all code points in order, if these are their classes."""
    points = np.arange(len(classes), dtype=np.uint32)
    groups = GROUP_OF[classes]
    number = alphabets.NUMBER_OF[points]
    sorts = np.where(number < 0, letters.SORT_OF[points], letters.ALL + number)
    run = runs(points, groups) + 1
    starts = classes.astype(np.int64) * len(GROUPS)
    return ((run << SORT_BITS | sorts) << ROW_BITS | starts) << GROUP_BITS | groups


def next_place(place: int, kind: int) -> int:
    """The place of a character of such a run behind another's place; a kind is one more than the run."""
    first = (kind - 1) * PLACES
    if not 0 < kind <= len(RUNS):
        return OUTSIDE
    if kind - 1 == NUMBERS:
        found = {first + number: first + number + 1 for number in range(2 * DIGITS - 1)}
        found[first + 2 * DIGITS - 1] = first + DIGITS
        return found.get(place, first)
    return min(place + 1, first + PLACES - 1) if first <= place < first + PLACES else first


def write_han() -> None:
    """Which Han characters are frequent, a bit for each."""
    bits = CLASS_OF[HAN.start : HAN.stop] == FREQUENT
    traits = [traits_of(np.full(HAN.stop, number))[HAN.start] for number in (COMMON, FREQUENT)]
    words = [sum(1 << int(place) for place in np.flatnonzero(part)) for part in bits.reshape(-1, 64)]
    lines = [
        "//! The Han characters that one token is enough for in o200k: the frequent ones.", "//!", NOTE, "",
        "/// The first Han character.", f"pub(super) const FIRST: u32 = 0x{HAN.start:X};", "",
        "/// The traits of Han characters, as the ranges have them.",
        f"pub(super) const COMMON: u32 = 0x{traits[0]:X};", "",
        "/// The traits of the frequent ones.",
        f"pub(super) const FREQUENT: u32 = 0x{traits[1]:X};", "",
        "/// A bit for each Han character, set for the frequent ones.",
        "#[rustfmt::skip]",
        f"pub(super) static BITS: [u64; {len(words)}] = [",
        *rows((f"0x{word:X}," for word in words), 6), "];", "",
    ]  # fmt: skip
    (FOLDER / "han.rs").write_text("\n".join(lines), encoding="utf-8")


def rows(cells: Iterable[str], width: int = 16) -> list[str]:
    every = list(cells)
    return [f"    {' '.join(every[start : start + width])}" for start in range(0, len(every), width)]


def write_weights(name: str, origin: str, weights: NDArray[np.float64], beyond: int) -> NDArray[np.int64]:
    """The weights in thousandths of a token, rounded up, as a file of Rust and one of bytes; returns them."""
    whole = thousandths(weights)
    table = whole[:ROWS].reshape(len(CLASSES), len(GROUPS))
    places = np.pad(whole[ROWS:FIRST_LETTER], (0, OUTSIDE + 1 - ALL_PLACES))
    lines = [
        *(f"//! {line}" for line in origin.splitlines()), "//!", NOTE, "",
        "use super::weights::Weights;", "",
        "#[rustfmt::skip]",
        "pub(super) static WEIGHTS: Weights = Weights {",
        f"    beyond: {beyond},",
        f"    places: [{', '.join(map(str, places))}],",
        f'    letters: include_bytes!("{name}.letters"),',
        "    // " + ", ".join(GROUPS),
        "    rows: [",
        *(f"        {', '.join(map(str, row))}, // {entry}"
          for row, entry in zip(table, NAMES, strict=True)),
        "    ],", "};", "",
    ]  # fmt: skip
    (FOLDER / f"{name}.rs").write_text("\n".join(lines), encoding="utf-8")
    in_units = (whole[FIRST_LETTER:] // UNITS).astype(np.uint8)
    (FOLDER / f"{name}.letters").write_bytes(in_units.tobytes())
    return whole


def thousandths(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Rounded up, those of letters to whole units."""
    if weights.shape != (NUMBER,):
        raise ValueError(f"{weights.shape[0]} weights, not {NUMBER}")
    whole = np.ceil(weights * 1000 - 1e-6).astype(np.int64)
    whole[FIRST_LETTER:] = np.round(weights[FIRST_LETTER:] * 1000 / UNITS).clip(1, 255) * UNITS
    return whole


def compiled_weights(name: str) -> NDArray[np.int64]:
    """The weights in the files of Rust, in the order of the features."""
    text = (FOLDER / f"{name}.rs").read_text("utf-8")
    table = re.findall(r"(?m)^        ([\d, ]+), //", text)
    places = re.findall(r"places: \[([\d, ]+)\]", text)
    cells = [*table, ", ".join(places[0].split(", ")[:ALL_PLACES])]
    whole = [int(cell) for row in cells for cell in row.split(", ")]
    in_units = np.frombuffer((FOLDER / f"{name}.letters").read_bytes(), np.uint8)
    return np.concatenate((whole, in_units.astype(np.int64) * UNITS))
