"""The documents by kind, each in the calibration or in the held-out half."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import sysconfig
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benches.estimates import made_up, sources, translated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TESTS = Path(__file__).parents[2] / "tests" / "data"
KINDS_EACH = 500
"""Documents of a kind, at most."""
SIZES = (200, 6000)
"""Characters of a piece that is cut out of a file; the logarithm is drawn evenly."""


FEW_FILES = {
    "english",
    "math",
    "minified",
    "greek",
    "hebrew",
    "indic",
    "thai, khmer, burmese",
    "armenian, georgian",
}
"""Kinds of few files or languages: a half has every second eighth of each file. Others are split by file."""


class Document(NamedTuple):
    """A text, its kind, whether the weights may be fitted on it, and a number for what it is kept with.

    That is its file, an eighth of it, or itself. `part` is the language of a text of `translated.py`, or what
    else it is there; the others have none.
    """

    kind: str
    text: str
    calibrates: bool
    origin: int
    part: str = ""


def documents(folder: Path, data: Path = TESTS) -> list[Document]:
    """All documents; the pieces of one file stay in one half."""
    made = {
        **languages(folder),
        **scripts(folder),
        **code(folder),
        **structured(folder, data),
        **programs(folder),
    }
    first = [document for kind, files in made.items() for document in sampled(kind, files)]
    more = translated.texts(folder)
    return first + [Document(t.kind, t.text, t.number % 2 == 0, t.number, t.part) for t in more]


def languages(folder: Path) -> dict[str, Iterable[str]]:
    english = [
        *sources.handbook(folder, "en-US"),
        *sources.read(folder, "debian/jargon-text/usr/share/doc/**/*.txt.gz"),
    ]
    fortunes = list(sources.read(folder, "debian/fortunes/usr/share/games/fortunes/*"))
    german_to_spanish = sources.handbook(folder, "de-DE", "fr-FR", "es-ES", "it-IT", "pt-BR", "nl-NL")
    eastern = sources.handbook(
        folder, "pl-PL", "cs-CZ", "ro-RO", "tr-TR", "vi-VN", "hu-HU", "sv-SE", "id-ID", "hr-HR"
    )
    return {
        "english": english + fortunes,
        "western European": german_to_spanish + sources.manual(folder, "de", "fr", "es", "it"),
        "other Latin": eastern + sources.manual(folder, "pl", "tr", "cs", "ro", "hu", "fi", "sv", "vi"),
    }


def scripts(folder: Path) -> dict[str, Iterable[str]]:
    russian = sources.handbook(folder, "ru-RU", "uk-UA", "bg-BG") + sources.manual(folder, "ru", "uk")
    chinese = sources.handbook(folder, "zh-CN", "zh-TW") + sources.manual(folder, "zh")
    korean = sources.handbook(folder, "ko-KR") + list(
        map(sources.without_tags, sources.read(folder, "debian/debian-faq-ko/**/*.ko.*"))
    )
    return {
        "chinese": sources.native(chinese)
        + list(sources.read(folder, "debian/fortunes-zh/usr/share/games/fortunes/*")),
        "japanese": sources.native(sources.handbook(folder, "ja-JP") + sources.manual(folder, "ja")),
        "korean": sources.native(korean) + sources.translations(folder, "ko"),
        "cyrillic": sources.native(russian)
        + list(sources.read(folder, "debian/fortunes-ru/usr/share/games/fortunes/**/*")),
        "greek": sources.native(sources.handbook(folder, "el-GR") + sources.manual(folder, "el"))
        + sources.translations(folder, "el"),
        "arabic, persian": sources.native(sources.handbook(folder, "ar-MA", "fa-IR"))
        + sources.translations(folder, "ar", "fa"),
        "hebrew": sources.translations(folder, "he"),
        "indic": sources.translations(folder, "hi", "bn", "ta", "te", "kn", "ml", "mr", "ne", "pa"),
        "thai, khmer, burmese": sources.translations(folder, "th", "km", "my"),
        "armenian, georgian": sources.translations(folder, "hy", "ka"),
    }


def code(folder: Path) -> dict[str, Iterable[str]]:
    library = Path(sysconfig.get_path("stdlib"))
    python = [*sources.read(library, "*.py"), *sources.read(folder, "pypi/litellm/litellm/*/*.py")]
    scripts_of_pages = list(sources.read(folder, "pypi/django/django/contrib/**/*.js"))
    return {
        "python": python,
        "rust": [text for crate in sources.crates() for text in sources.read(crate, "src/**/*.rs")],
        "javascript, css, html": scripts_of_pages
        + list(sources.read(folder, "pypi/django/django/contrib/**/*.css"))
        + list(sources.read(folder, "pypi/django/django/contrib/**/*.html")),
        "minified": list(sources.read(folder, "pypi/django/django/contrib/**/*.min.js"))
        + list(sources.read(folder, "pypi/litellm/litellm/proxy/swagger/*.js")),
        "c": list(sources.read(folder, "pypi/*/**/*.h")),
    }


def structured(folder: Path, data: Path) -> dict[str, Iterable[str]]:
    (prices,) = folder.glob("pypi/litellm/litellm/model_prices_and_context_window_backup.json")
    return {
        "json": list(price_lists(json.loads(prices.read_text("utf-8")))) + list(service_models(folder)),
        "tool schemas": [
            line
            for file in sorted(data.glob("*tools*.jsonl"))
            for line in file.read_text("utf-8").splitlines()
        ],
        "chat and traces": [text for file in sorted(data.glob("*.jsonl")) for text in messages(file)],
        "markdown, rst": list(sources.read(folder, "pypi/*/*.dist-info/METADATA"))
        + list(sources.read(folder, "pypi/scipy/**/*.rst"))
        + [text for crate in sources.crates() for text in sources.read(crate, "*.md")],
        "math": [
            block for text in sources.read(folder, "pypi/scipy/scipy/**/*.py") for block in formulas(text)
        ],
    }


def price_lists(prices: dict[str, object]) -> Iterator[str]:
    names = list(prices)
    for number, start in enumerate(range(0, len(names), 4)):
        part = {name: prices[name] for name in names[start : start + 4]}
        yield json.dumps(
            part, indent=[None, 2, 4][number % 3], separators=(",", ":") if number % 4 == 0 else None
        )


def service_models(folder: Path) -> Iterator[str]:
    for number, text in enumerate(sources.read(folder, "pypi/botocore/botocore/data/**/*.json*")):
        yield text if number % 2 else json.dumps(json.loads(text) if text.endswith("}") else text)


def messages(file: Path) -> Iterator[str]:
    """Every content and every call's arguments of a file of conversations."""
    for line in file.read_text("utf-8").splitlines():
        yield from texts_of(json.loads(line))


def texts_of(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str) and key in {
                "content",
                "arguments",
                "value",
                "text",
                "query",
                "description",
            }:
                yield inner
            else:
                yield from texts_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_of(inner)


def formulas(source: str) -> Iterator[str]:
    """The blocks of LaTeX in docstrings, with some of the prose around."""
    blocks = re.findall(r"(?:[^\n]*\n){0,3}[ ]*\.\. math::\s*\n(?:[^\n]*\n){2,8}", source)
    if blocks:
        yield "".join(blocks)


def programs(folder: Path) -> dict[str, Iterable[str]]:
    sequences = made_up.emoji(folder)
    rng = random.Random(11)
    prose = [
        text[start : start + 500]
        for text in sources.handbook(folder, "en-US")
        for start in range(0, 3000, 500)
    ]
    lists = ["".join(rng.choices(sequences, k=rng.randint(3, 60))) for _ in range(60)]
    return {
        "emoji": lists + [made_up.with_emoji(rng, text, sequences) for text in prose],
        "unbroken": made_up.several(500, made_up.unbroken),
        "any characters": made_up.several(500, made_up.any_characters),
        "base64": made_up.several(500, made_up.base64_text),
        "hex, uuid": made_up.several(500, made_up.hexadecimal),
        "logs": made_up.several(500, made_up.log),
        "directory trees": made_up.several(500, made_up.tree),
        "tables": made_up.several(440, made_up.table) + list(price_tables(folder)),
    }


def price_tables(folder: Path) -> Iterator[str]:
    """Models and prices as CSV."""
    (prices,) = folder.glob("pypi/litellm/litellm/model_prices_and_context_window_backup.json")
    rows = [
        (name, *(str(cell) for cell in entry.values()))
        for name, entry in json.loads(prices.read_text("utf-8")).items()
    ]
    for start in range(0, min(len(rows), 900), 15):
        out = io.StringIO()
        csv.writer(out).writerows(row[:7] for row in rows[start : start + 15])
        yield out.getvalue()


def sampled(kind: str, files: Iterable[str]) -> list[Document]:
    """Pieces of the files, no two the same, as many as a kind has at most."""
    rng = random.Random(zlib.crc32(kind.encode()))
    found = {text: origin for text, origin in pieces(rng, kind, files) if text.strip()}
    chosen = rng.sample(sorted(found), min(KINDS_EACH, len(found)))
    return [Document(kind, text, found[text] % 2 == 0, found[text]) for text in chosen]


def pieces(rng: random.Random, kind: str, files: Iterable[str]) -> Iterator[tuple[str, int]]:
    files = list(files)
    whole = kind in {"chat and traces", "base64", "hex, uuid", "logs", "tables", "unbroken", "any characters"}
    each = max(1, 4 * KINDS_EACH // max(1, len(files)))
    for text in filter(None, files):
        for number in range(1 if whole else each):
            size = len(text) if whole else int(SIZES[0] * (SIZES[1] / SIZES[0]) ** rng.random())
            start = rng.randrange(max(1, len(text) - size + 1))
            place = start * 8 // len(text) if kind in FEW_FILES else 0
            yield text[start : start + size][: SIZES[1]], zlib.crc32(text[:1000].encode()) + place
            if number * SIZES[0] > len(text):
                break
