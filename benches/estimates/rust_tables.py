"""The Rust files of the classes and of the weights."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benches.estimates.classes import (
    BLANK,
    CLASS_OF,
    CLASSES,
    GROUP_OF,
    GROUPS,
    LETTERS,
    LONG_RUN,
    NUMBER,
    SAME,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER = Path(__file__).parents[2] / "rust/core/src/encoding/estimate"
ROW = 16
"""Places of a row of weights: the groups, filled up to a power of two."""
NOTE = "//! Written by `python -m benches.estimates fit`; change it there."
WORD_GROUPS = (*LETTERS, "accented", "upper", "digit")


def write_classes() -> None:
    """The class and the group of each code point: ASCII as a table, the rest as the first of each range."""
    packed = CLASS_OF.astype(int) * ROW + GROUP_OF[CLASS_OF]
    starts = [0x80, *(np.flatnonzero(np.diff(packed[0x80:])) + 0x81)]
    ranges = [
        f"    (0x{start:X}, 0x{packed[start]:03X}), // {CLASSES[CLASS_OF[start]].name}" for start in starts
    ]
    ascii_rows = [
        ", ".join(f"0x{value:03X}" for value in packed[row : row + 16]) for row in range(0, 128, 16)
    ]
    word = sum(1 << GROUPS.index(group) for group in WORD_GROUPS)
    lines = [
        "//! The classes of characters.", "//!", NOTE, "",
        f"/// Places of a class's row, one for each group; {len(GROUPS)} are used:",
        f"/// {', '.join(GROUPS)}.",
        f"pub(super) const ROW: usize = {ROW};", "",
        "/// The bits of a kind that are its group.",
        f"pub(super) const GROUP_BITS: u16 = 0x{ROW - 1:X};", "",
        "/// Classes.", f"pub(super) const CLASSES: usize = {len(CLASSES)};", "",
        "/// The group of a character that stands twice before itself.",
        f"pub(super) const SAME: u16 = {SAME};", "",
        "/// The group of what stands before the first character.",
        f"pub(super) const BLANK: u16 = {BLANK};", "",
        "/// A bit for each group of letters that words are made of, and of digits.",
        f"pub(super) const IN_WORDS: u16 = 0b{word:b};", "",
        "/// Letters and digits of a run after which each one more weighs extra.",
        f"pub(super) const LONG_RUN: u64 = {LONG_RUN};", "",
        "/// For each ASCII character its class times `ROW` plus its group.",
        "#[rustfmt::skip]",
        "pub(super) static ASCII: [u16; 128] = [", *(f"    {row}," for row in ascii_rows), "];", "",
        "/// The same for all others, by the first code point of each range.",
        "#[rustfmt::skip]",
        f"pub(super) static RANGES: [(u32, u16); {len(starts)}] = [", *ranges, "];", "",
    ]  # fmt: skip
    (FOLDER / "classes.rs").write_text("\n".join(lines), encoding="utf-8")


def write_weights(name: str, origin: str, weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """The weights in thousandths of a token, rounded up, as a file of Rust; returns them."""
    whole = thousandths(weights)
    rows = whole[:-1].reshape(len(CLASSES), len(GROUPS))
    lines = [
        *(f"//! {line}" for line in origin.splitlines()), "//!", NOTE, "",
        "use super::Weights;", "",
        "#[rustfmt::skip]",
        "pub(super) static WEIGHTS: Weights = Weights {",
        f"    beyond_long_run: {whole[-1]},",
        "    // " + ", ".join(GROUPS),
        "    rows: [",
        *(row_of(row, entry.name) for row, entry in zip(rows, CLASSES, strict=True)),
        "    ],", "};", "",
    ]  # fmt: skip
    (FOLDER / f"{name}.rs").write_text("\n".join(lines), encoding="utf-8")
    return whole


def row_of(row: NDArray[np.int64], name: str) -> str:
    return f"        [{', '.join(map(str, [*row, *[0] * (ROW - len(row))]))}], // {name}"


def thousandths(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    if weights.shape != (NUMBER,):
        raise ValueError(f"{weights.shape[0]} weights, not {NUMBER}")
    return np.ceil(weights * 1000 - 1e-6).astype(np.int64)


def compiled_weights(name: str) -> NDArray[np.int64]:
    """The weights in the file of Rust, in the order of the features."""
    text = (FOLDER / f"{name}.rs").read_text("utf-8")
    rows = re.findall(r"(?m)^        \[([\d, ]+)\], //", text)
    (beyond,) = re.findall(r"beyond_long_run: (\d+)", text)
    return np.array([*(int(cell) for row in rows for cell in row.split(", ")[: len(GROUPS)]), int(beyond)])
