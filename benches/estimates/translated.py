"""Texts in the scripts that few packages of `sources.py` are written in, and emoji with their names.

Messages and help of translated programs, sentences of the web, and Unicode's names of emoji, from Debian
packages and crates. A message stands once in a language, however many programs have it.
"""

from __future__ import annotations

import gettext
import random
import re
import zipfile
import zlib
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from benches.estimates import made_up, sources

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

INDIC = ("hi", "bn", "ta", "te", "kn", "ml", "mr", "ne", "pa", "gu", "si", "or")
KINDS = {
    "japanese": ("ja",),
    "indic": INDIC,
    "thai, khmer, burmese": ("th", "km", "my"),
    "arabic, persian": ("ug", "ur"),
}
"""The languages of each kind, by their codes."""
OFFICE = {"pa": "pa-in"}
BROWSER = {"hi": "hi-in", "gu": "gu-in", "pa": "pa-in", "ne": "ne-np"}
"""Where Debian's package has another name than the language."""
DEBIAN = (
    *(f"libreoffice-l10n-{OFFICE.get(name, name)}" for name in (*INDIC, "ja", "th", "km", "ug")),
    *(f"firefox-esr-l10n-{BROWSER.get(name, name)}"
      for name in (*INDIC, "ja", "th", "km", "my", "ur") if name not in {"ml", "or"}),
    "libreoffice-help-hi", "libreoffice-help-ja", "libreoffice-help-km", "wordpress-l10n", "gnome-user-docs",
    "vlc-l10n", "libgtk2.0-common", "libgtk-3-common", "evolution-common", "gimp-data", "krita-l10n",
    "unicode-cldr-core",
)  # fmt: skip
WEB = {"bn": "bengali", "gu": "gujarati", "hi": "hindi", "ja": "japanese", "mr": "marathi", "pa": "punjabi",
       "ta": "tamil", "te": "telugu", "th": "thai"}  # fmt: skip
"""The languages that a crate `lingua-*-language-model` has sentences of, out of the news."""
NAMED = ("en", "de", "fr", "es", "it", "pt", "ru")
"""The languages of the names of emoji, and of the help that emoji are put into."""
SIZES = (200, 4000)
"""Characters of a document; the logarithm is drawn evenly."""
EACH = {
    "japanese": 700,
    "indic": 250,
    "thai, khmer, burmese": 400,
    "arabic, persian": 250,
    "emoji": 450,
    "any characters": 700,
}
"""Documents of a language of the kind, at most."""
SEED = 23


class Text(NamedTuple):
    """A document, its kind, and its language's code or what else it is."""

    kind: str
    part: str
    text: str

    @property
    def number(self) -> int:
        """Decides the half that it is in."""
        return zlib.crc32(self.text.encode())


def texts(folder: Path) -> Iterator[Text]:
    """All of them, as many of a language as `EACH` says."""
    for kind, languages in KINDS.items():
        for language in languages:
            yield from chosen(kind, language, pieces(language, messages(folder, language)))
    yield from chosen("emoji", "names", pieces("emoji", named(folder)))
    yield from chosen("emoji", "in help", with_emoji(folder))
    yield from chosen(
        "any characters", "random", made_up.several(EACH["any characters"], made_up.any_characters, SEED)
    )


def calibrating(folder: Path) -> Iterator[str]:
    """What of the texts in scripts may be looked at for calibration, also where `texts` leaves it out."""
    for kind in ("indic", "thai, khmer, burmese"):
        for language in KINDS[kind]:
            different = sorted(set(pieces(language, messages(folder, language))))
            yield from (text for text in different if Text(kind, language, text).number % 2 == 0)


def chosen(kind: str, part: str, documents: Iterable[str]) -> list[Text]:
    different = sorted(set(documents))
    several = random.Random(SEED).sample(different, min(EACH[kind], len(different)))
    return [Text(kind, part, text) for text in several]


def pieces(name: str, lines: Iterable[str]) -> Iterator[str]:
    """The lines one after the other, cut into documents."""
    rng = random.Random(zlib.crc32(name.encode()))
    size, kept = drawn(rng), []
    for line in lines:
        kept.append(line)
        if sum(map(len, kept)) >= size:
            yield "\n".join(kept)[: SIZES[1]]
            size, kept = drawn(rng), []


def drawn(rng: random.Random) -> float:
    return SIZES[0] * (SIZES[1] / SIZES[0]) ** rng.random()


def messages(folder: Path, language: str) -> list[str]:
    """What is written in the language, without what other languages may have in its place."""
    found = [
        *catalogues(folder, language),
        *browser(folder, language),
        *pages(folder, language),
        *web(language),
    ]
    return sources.native(list(dict.fromkeys(text.strip() for text in found)))


def catalogues(folder: Path, language: str) -> Iterator[str]:
    """The messages of compiled catalogues, without their terms in angle brackets."""
    files = folder.glob(f"debian/*/usr/**/{language}*/LC_MESSAGES/*.mo")
    blogs = folder.glob(f"debian/wordpress-l10n/**/*{language}*.mo")
    for file in sorted({*files, *blogs}):
        if re.search(rf"(?<![a-zA-Z]){language}([_-][A-Z]+)?(/LC_MESSAGES/[^/]+|)\.mo$", str(file)):
            with file.open("rb") as stream:
                catalogue = gettext.GNUTranslations(stream)._catalog  # noqa: SLF001 - there is no other way
            yield from (text for key, text in catalogue.items() if key and isinstance(text, str))


def browser(folder: Path, language: str) -> Iterator[str]:
    """The values of Fluent messages of a line each."""
    for file in sorted(folder.glob(f"debian/firefox-esr-l10n-{BROWSER.get(language, language)}/**/*.xpi")):
        with zipfile.ZipFile(file) as archive:
            for name in sorted(archive.namelist()):
                if name.endswith(".ftl"):
                    yield from re.findall(r"(?m)^ *[\w.-]+ = (.+)$", archive.read(name).decode("utf-8"))


def pages(folder: Path, language: str) -> Iterator[str]:
    """The paragraphs of help."""
    for pattern in (
        f"libreoffice-help-{language}/usr/**/*.html",
        f"gnome-user-docs/usr/share/help/{language}/**/*.page",
    ):
        for page in sources.read(folder, f"debian/{pattern}"):
            yield from (
                unescape(re.sub(r"<[^>]+>|\s+", " ", part))
                for part in re.findall(r"(?s)<p\b[^>]*>(.*?)</p>", page)
            )


def web(language: str) -> Iterator[str]:
    """Sentences of the news."""
    if language in WEB:
        (crate,) = (
            f for f in sources.crates(sources.SENTENCES) if f.name.startswith(f"lingua-{WEB[language]}-")
        )
        yield from (crate / "testdata/sentences.txt").read_text("utf-8").splitlines()


def named(folder: Path) -> Iterator[str]:
    """Emoji before their names or behind."""
    for language in NAMED:
        for part in ("annotations", "annotationsDerived"):
            (file,) = folder.glob(f"debian/unicode-cldr-core/**/common/{part}/{language}.xml")
            names = re.findall(r'<annotation cp="([^"]+)" type="tts">([^<]+)<', file.read_text("utf-8"))
            for number, (emoji, name) in enumerate(names):
                yield f"{unescape(name)} {emoji}" if number % 4 == 1 else f"{emoji} {unescape(name)}"


def with_emoji(folder: Path) -> Iterator[str]:
    """Help with emoji between its words, as in messages."""
    rng, sequences = random.Random(SEED), made_up.emoji(folder)
    for language in NAMED:
        for page in pieces(language, pages(folder, language)):
            yield made_up.with_emoji(rng, page, sequences)
