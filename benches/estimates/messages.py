"""Messages of programs and of MediaWiki, and sentences of the web, in every language that packages have."""

from __future__ import annotations

import gettext
import json
import random
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from benches.estimates import sources, unseen

if TYPE_CHECKING:
    from collections.abc import Iterator

    Message = tuple[str, str, str]
    Part = tuple[str, str]

MANIFEST = Path(__file__).parent / "languages/Cargo.toml"
FAMILIES = {
    "bantu": "zu xh ss st tn ts ve nr nso rw sn lg sw kg ny rn ki bantu",
    "west african": "yo ig ha gur wo dag mos bci kcg guw gaa tw ee ff om so kus ses nup bm",
    "austronesian": (
        "tl ilo bcl hil war ceb pam mg jv su ms id ban bjn min ace map-bms mad nia gor haw mi sm to bew "
        "btm iba szy tay olo dtp mui kge"
    ),
    "uralic, basque, baltic": "fi et hu vro vep se smn sms sje fit lt lv sgs ltg eu",
    "turkic": "tr az tk uz kaa crh crh-latn kk-latn tt-latn gag diq ku ku-latn kiu",
    "celtic, albanian, maltese": "cy br ga gd gv kw sq aln mt kab shy-latn",
    "romance": (
        "ast an ca ext fur gl io it fr es pt ro lij lmo nap pms roa-tara scn vec oc wa mwl egl lld lad la "
        "ia ie lfn frp sc sdc rm co gcr ht eo"
    ),
    "germanic": (
        "af als bar da de fo frr fy gsw hrx is ksh lb li nb nn nds nds-nl nl pfl sco sli stq sv zea jut "
        "ang pdc vls szl"
    ),
    "slavic": "bs cs csb dsb hr hsb pl sh sh-latn sk sl sr-el isv-latn rsk-latn prg",
    "other latin": (
        "vi ay qu gn nah tok vo avk lus nv kl pap tpi gom-latn hif-latn nan nan-latn-pehoeji cdo hak za "
        "yrl tly"
    ),
}  # fmt: skip
"""Languages in Latin letters by their codes, kept together when a fit is made without them."""
WEB = {
    "afrikaans": "af", "albanian": "sq", "catalan": "ca", "croatian": "hr", "danish": "da", "dutch":
    "nl", "english": "en", "esperanto": "eo", "estonian": "et", "finnish": "fi", "french": "fr",
    "ganda": "lg", "german": "de", "hungarian": "hu", "icelandic": "is", "indonesian": "id", "irish":
    "ga", "italian": "it", "latin": "la", "latvian": "lv", "lithuanian": "lt", "malay": "ms", "maori":
    "mi", "bokmal": "nb", "polish": "pl", "portuguese": "pt", "romanian": "ro", "shona": "sn", "slovak":
    "sk", "slovene": "sl", "somali": "so", "sotho": "st", "spanish": "es", "swahili": "sw", "swedish":
    "sv", "tagalog": "tl", "tsonga": "ts", "tswana": "tn", "turkish": "tr", "vietnamese": "vi", "welsh":
    "cy", "xhosa": "xh", "yoruba": "yo", "kazakh": "kk-cyrl", "russian": "ru", "ukrainian": "uk",
    "arabic": "ar", "persian": "fa", "hebrew": "he", "greek": "el", "korean": "ko", "chinese":
    "zh-hans", "armenian": "hy", "georgian": "ka", "urdu": "ur", "mongolian": "mn", "czech": "cs",
    "serbian": "sr-ec", "bulgarian": "bg",
}  # fmt: skip
"""The languages that a crate `lingua-*-language-model` has sentences of, by their codes."""
EACH = 12
"""Documents of a language in a half, at most."""
FEWEST, MOST = 20_000, 200_000
"""Characters of a language, and of one of its sources."""
SHORTEST = 4
SEED = 61


def by_language(folder: Path) -> Iterator[tuple[str, str, list[Part]]]:
    """Each language with its family, and its text from each source in a random order."""
    found: dict[str, dict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for language, place, message in (*catalogues(folder), *wiki(folder), *sentences()):
        if len(message) >= SHORTEST:
            found[language][place][message] = None
    family_of = {code: name for name, codes in FAMILIES.items() for code in codes.split()}
    rng = random.Random(SEED)
    for language in sorted(found):
        parts = [(place, mixed(rng, list(messages))) for place, messages in found[language].items()]
        if sum(len(text) for _, text in parts) > FEWEST:
            yield language, family_of.get(language) or by_letters(parts[0][1]), parts


def mixed(rng: random.Random, lines: list[str]) -> str:
    rng.shuffle(lines)
    return "\n".join(lines)[:MOST]


def by_letters(text: str) -> str:
    """The family of a language that no other has."""
    blocks = Counter(ord(c) >> 8 for c in text if c.isalpha())
    latin, cyrillic, arabic = (sum(blocks[block] for block in each) for each in ((0, 1, 2), (4, 5), (6, 7)))
    rest = blocks.total() - latin - cyrillic - arabic
    names = {"other latin": latin, "cyrillic": cyrillic, "arabic": arabic, "other scripts": rest}
    return max(names, key=names.__getitem__)


def catalogues(folder: Path) -> Iterator[Message]:
    """The messages of every program, with its language and the program."""
    for file in sorted(folder.glob("*/*/**/*.mo")):
        parts = file.relative_to(folder).parts
        if parts[1] not in unseen.DEBIAN:
            place = "libreoffice" if "libreoffice" in parts[1] else parts[1]
            yield from ((language_of(file), place, text) for text in translated(file))


def language_of(file: Path) -> str:
    """The code in a path, without its country."""
    inside = "LC_MESSAGES" in file.parts
    code = file.parts[file.parts.index("LC_MESSAGES") - 1] if inside else file.stem.removeprefix("admin-")
    return re.sub(r"_[A-Z]{2}$", "", code).lower()


def translated(file: Path) -> Iterator[str]:
    """What differs from the original; nothing of a catalogue that Python cannot read."""
    with file.open("rb") as stream:
        try:
            catalogue = gettext.GNUTranslations(stream)._catalog  # noqa: SLF001 - there is no other way
        except (OSError, UnicodeDecodeError, IndexError, ValueError, SyntaxError):
            return
    yield from (text for key, text in catalogue.items() if key and isinstance(text, str) and text != key)


def wiki(folder: Path) -> Iterator[Message]:
    """MediaWiki's own messages, and those of its extensions: two sources."""
    for file in sorted(folder.glob("wider/mediawiki/**/i18n/**/*.json")):
        if file.stem in {"qqq", "en"} or file.is_symlink():
            continue
        place = "extensions" if "extensions-core" in file.parts or "skins" in file.parts else "mediawiki"
        for text in json.loads(file.read_text("utf-8")).values():
            if isinstance(text, str):
                yield file.stem, place, text


def sentences() -> Iterator[Message]:
    """A thousand sentences of the news for each language."""
    for crate in sorted(sources.crates(MANIFEST)):
        name, file = crate.name.split("-")[1], crate / "testdata/sentences.txt"
        if name in WEB and file.exists():
            yield from ((WEB[name], "web", line) for line in file.read_text("utf-8").splitlines())
