"""The classes of Han, signs, lines and emoji, by what one of them alone costs."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Count = Callable[[str], int]

FILE = Path(__file__).parent / "levels.json"
HAN = range(0x4E00, 0xA000)
SIGNS = (*range(0x2100, 0x2500), *range(0x25A0, 0x2C00))
LINES = range(0x2500, 0x25A0)
EMOJI = (*range(0x1F000, 0x1F1E6), *range(0x1F200, 0x1F3FB), *range(0x1F400, 0x1FB00))
MOST = 3
"""Bytes of a sign: what costs Claude more has a letter inside that is written out."""


def write(claude: Count, gemini: Count, o200k: Count) -> None:
    """Writes the characters of each class; those of no class here cost the most."""

    def sign(character: str) -> int:
        return max(gemini(character), o200k(character), min(claude(character), MOST))

    def line(character: str) -> int:
        return max(gemini(character), o200k(character))

    def emoji(character: str) -> int:
        return o200k(character) if gemini(character) == 1 else MOST + 1

    levels = {
        "Han, frequent": alone(HAN, lambda character: o200k(character) == 1),
        "signs of one token": alone(SIGNS, lambda character: sign(character) == 1),
        "signs of two tokens": alone(SIGNS, lambda character: sign(character) == 2),
        "lines of one token": alone(LINES, lambda character: line(character) == 1),
        "lines of two tokens": alone(LINES, lambda character: line(character) == 2),
        "emoji, frequent": alone(EMOJI, lambda character: emoji(character) <= 2),
        "emoji": alone(EMOJI, lambda character: emoji(character) == MOST),
    }
    FILE.write_text(json.dumps(levels, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def alone(points: Iterable[int], fits: Callable[[str], bool]) -> str:
    """The assigned characters that fit."""
    return "".join(filter(fits, (chr(point) for point in points if unicodedata.category(chr(point)) != "Cn")))
