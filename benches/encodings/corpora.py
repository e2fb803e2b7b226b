"""Texts as people and programs write them: messages, prose, code, JSON, CJK."""

from __future__ import annotations

import ast
import itertools
import json
import random
import sysconfig
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DATA = Path(__file__).parents[2] / "tests" / "data"
PIECE = 3000
"""Characters of a text that is cut out of a file."""

LONG = 200
"""Characters of a docstring that is more prose than label."""


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


def english() -> list[str]:
    """Python's manual and the longer docstrings of its standard library."""
    topics = list(import_module("pydoc_data.topics").topics.values())
    return topics + [text for file in library() for text in docstrings(file) if len(text) > LONG]


def docstrings(file: Path) -> Iterator[str]:
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return
    documented = ast.Module | ast.ClassDef | ast.FunctionDef
    yield from filter(
        None, (ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, documented))
    )


def code(limit: int) -> list[str]:
    """Sources of Python's standard library, one text a file."""
    return until(limit, (file.read_text("utf-8", errors="replace") for file in library()))


def library() -> list[Path]:
    """The sources of Python's standard library."""
    folder = Path(sysconfig.get_path("stdlib"))
    files = itertools.chain.from_iterable(sorted(folder.glob(part)) for part in ("*.py", "*/*.py"))
    return [file for file in files if file.parent.name not in {"site-packages", "dist-packages"}]


def json_lines() -> list[str]:
    """The project's traces and tool catalogues as they stand in their files."""
    return [line for file in sorted(DATA.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()]


def messages(number: int, files: list[Path]) -> list[str]:
    """Short messages of a chat, cut out of prose (58 in 100), code (20), JSON (15) and CJK (7)."""
    rng = random.Random(7)
    sources = ["".join(texts) for texts in (english(), code(4_000_000), json_lines(), cjk(3_000_000, files))]
    return [cut(rng, text) for text in rng.choices(sources, [58, 20, 15, 7], k=number)]


def cut(rng: random.Random, text: str) -> str:
    """A part of about 150 characters, seldom more than 700; of a third if it is CJK."""
    length = min(2400, max(8, int(rng.lognormvariate(5.0, 0.8))))
    start = rng.randrange(len(text) - length)
    part = text[start : start + length]
    return part[: length // 3] if is_cjk(part[0]) else part


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
