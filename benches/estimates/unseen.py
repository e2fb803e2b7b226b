"""Kinds of text that no weight was fitted on and no setting chosen by: an honest check of the promise.

Whatever they show is told and not acted upon; who changes weights because of them needs other ones.
"""

from __future__ import annotations

import difflib
import gettext
import random
import re
import zlib
from itertools import islice
from typing import TYPE_CHECKING

from benches.estimates import sources, translated
from benches.estimates.corpora import Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

LANGUAGES = {
    "am": "amharic", "as": "assamese", "dz": "dzongkha", "kk": "kazakh", "skr": "saraiki",
    "eu": "basque", "zu": "zulu",
}  # fmt: skip
"""Languages that the other documents have none of, by Debian's codes."""
DEBIAN = (
    *(f"libreoffice-l10n-{code}" for code in LANGUAGES if code != "skr"),
    "firefox-esr-l10n-skr",
    "texlive-science",
)
WHEELS = ("vaderSentiment==3.3.2", "emoji==2.16.0", "vega_datasets==0.9.0", "cz-conventional-gitmoji==0.7.0",
          "commitizen-gitmoji==0.1.1", "dbrownell-commitemojis==0.6.1", "commity==0.1.19", "crawl4ai==0.9.5",
          "docx-translator==0.2.1", "elephant-gun==0.1.3", "aiavatar==0.9.2")  # fmt: skip
ARCHIVES = ("sqlglot==30.30.0", "ansible-core==2.21.5", "pygments==2.21.0")
EARLIER = {"rich": "14.0.0", "httpx": "0.27.0", "pydantic": "2.11.0"}
"""Packages of `sources.py`, and the release that they are compared with."""
EACH = 200
"""Documents of a kind, at most."""
SIZES = (200, 4000)
"""Characters of a document; the logarithm is drawn evenly."""
EVERY = 400
"""Characters of a README of which one is an emoji, at least."""
EMOJI = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff]")
SEED = 41


def fetch(folder: Path) -> None:
    """Unpacks every package that is not there yet: 60 MB."""
    for package in DEBIAN:
        sources.unpack_debian(package, folder / "debian" / package)
    for requirement in (*WHEELS, *(f"{name}=={number}" for name, number in EARLIER.items())):
        sources.unpack_wheel(requirement, folder / "unseen" / requirement)
    for requirement in ARCHIVES:
        sources.unpack_archive(requirement, folder / "unseen" / requirement)


def documents(folder: Path) -> list[Document]:
    """All of them, as held out."""
    there = folder / "unseen"
    found = {
        "sql": sources.read(there, "sqlglot*/**/*.sql"),
        "yaml": sources.read(there, "ansible-core*/**/*.yml"),
        "code in 450 languages": sources.read(there, "pygments*/*/tests/examplefiles/*/*.[!o]*"),
        "latex": sources.read(folder, "debian/texlive-science/**/*.sty"),
        "numbers as csv": sources.read(there, "vega_datasets*/**/*.csv"),
        "diffs": diffs(folder),
        "emoji lexicon": sources.read(there, "vaderSentiment*/**/emoji_utf8_lexicon.txt"),
        "emoji json": sources.read(there, "emoji*/emoji/unicode_codes/emoji*.json"),
        "readmes with emoji": sources.read(there, "*/*.dist-info/METADATA"),
        **{name: messages(folder, code) for code, name in LANGUAGES.items()},
    }
    return [Document(kind, text, False, 0) for kind, files in found.items() for text in chosen(kind, files)]


def chosen(kind: str, files: Iterable[str]) -> list[str]:
    """Pieces of the files, no two the same."""
    rng = random.Random(SEED + zlib.crc32(kind.encode()))
    found = sorted({piece for text in files for piece in islice(pieces(rng, text), EACH)})
    if kind == "readmes with emoji":
        found = [piece for piece in found if EVERY * len(EMOJI.findall(piece)) >= len(piece)]
    return rng.sample(found, min(EACH, len(found)))


def pieces(rng: random.Random, text: str) -> Iterator[str]:
    """The text cut at ends of lines where it has any near."""
    start = 0
    while start < len(text):
        size = int(SIZES[0] * (SIZES[1] / SIZES[0]) ** rng.random())
        end = text.rfind("\n", start + size // 2, start + size) + 1 or start + size
        if text[start:end].strip():
            yield text[start:end]
        start = end


def diffs(folder: Path) -> Iterator[str]:
    """What changed between two releases, a file at a time."""
    for name, number in EARLIER.items():
        before, after = folder / "unseen" / f"{name}=={number}" / name, folder / "pypi" / name / name
        for path in sorted(before.rglob("*.py")):
            other = after / path.relative_to(before)
            if other.exists():
                lines = (file.read_text("utf-8").splitlines() for file in (path, other))
                yield "\n".join(difflib.unified_diff(*lines, f"a/{path.name}", f"b/{path.name}", lineterm=""))


def messages(folder: Path, code: str) -> list[str]:
    """The messages of an office in a language, or of a browser."""
    lines = dict.fromkeys(translated.browser(folder, code))
    for file in sorted(folder.glob(f"debian/libreoffice-l10n-{code}/**/*.mo")):
        with file.open("rb") as stream:
            catalogue = gettext.GNUTranslations(stream)._catalog  # noqa: SLF001 - there is no other way
        lines |= dict.fromkeys(text for key, text in catalogue.items() if key and isinstance(text, str))
    return ["\n".join(lines)]
