"""Texts as people and programs write them: chat, code, CJK."""

from __future__ import annotations

import itertools
import json
import random
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DATA = Path(__file__).parents[2] / "tests" / "data"
PIECE = 3000
"""Characters of a text that is cut out of a file."""


def chat(pattern: str = "*.jsonl") -> list[str]:
    """Every string and key in the project's traces and tool catalogues."""
    lines = (line for file in sorted(DATA.glob(pattern)) for line in file.read_text("utf-8").splitlines())
    return [text for line in lines for text in strings(json.loads(line)) if text]


def strings(value: object) -> Iterator[str]:
    """The strings and keys in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from itertools.chain.from_iterable((key, *strings(inner)) for key, inner in value.items())
    elif isinstance(value, list):
        yield from itertools.chain.from_iterable(map(strings, value))


def code(limit: int) -> list[str]:
    """Sources of Python's standard library, one text a file."""
    library = Path(sysconfig.get_path("stdlib"))
    files = itertools.chain.from_iterable(sorted(library.glob(part)) for part in ("*.py", "*/*.py"))
    own = (file for file in files if file.parent.name not in {"site-packages", "dist-packages"})
    return until(limit, (file.read_text("utf-8", errors="replace") for file in own))


def cjk(limit: int, files: list[Path]) -> list[str]:
    """Chinese, Japanese and Korean out of text files, or made up where none are named."""
    return until(limit, from_files(files) if files else made_up(random.Random(5)))


def from_files(files: list[Path]) -> list[str]:
    """The files in pieces, without those pieces that are hardly CJK, shuffled."""
    texts = [file.read_text("utf-8", errors="replace") for file in files]
    cut = [text[start : start + PIECE] for text in texts for start in range(0, len(text), PIECE)]
    pieces = [piece for piece in cut if sum(map(is_cjk, piece)) > len(piece) / 5]
    random.Random(5).shuffle(pieces)
    return pieces


def is_cjk(character: str) -> bool:
    return "\u2e80" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7af"


def made_up(rng: random.Random) -> Iterator[str]:
    """Texts without end in turns of Chinese, Japanese and Korean, of words as frequent as 1 / rank."""
    chinese = words(rng, [(0x4E00, 0x9FA5)], " ，。")
    japanese = words(rng, [(0x3041, 0x3096), (0x30A1, 0x30FA), (0x4E00, 0x9FA5)], "、。")
    korean = words(rng, [(0xAC00, 0xD7A3)], " .")
    weights = list(itertools.accumulate(1 / rank for rank in range(1, len(chinese) + 1)))
    for vocabulary in itertools.cycle((chinese, japanese, korean)):
        yield "".join(rng.choices(vocabulary, cum_weights=weights, k=PIECE // 2))


def words(rng: random.Random, ranges: list[tuple[int, int]], ends: str) -> list[str]:
    """5,000 words of one to three characters, every fourth with a mark or a blank behind it."""

    def word(number: int) -> str:
        low, high = rng.choice(ranges)
        body = "".join(chr(rng.randint(low, high)) for _ in range(rng.randint(1, 3)))
        return body + ("" if number % 4 else rng.choice(ends))

    return [word(number) for number in range(5000)]


def until(limit: int, texts: Iterable[str]) -> list[str]:
    """Texts from the front until they are `limit` bytes or more."""
    kept, size = [], 0
    for text in texts:
        kept.append(text)
        size += len(text.encode())
        if size >= limit:
            break
    return kept
