"""A file of lines, read in blocks of whole lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

SUFFIXES: Final = (".jsonl", ".ndjson")
"""Names of files that hold a conversation on each line."""

BLOCK: Final = 1 << 20
"""Bytes of a block, unless one line is longer: what one process works on at once."""


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines of the file."""

    first: int
    """The number of the first of them; the file's first line is 1."""
    raw: bytes
    """The lines, as they stand in the file."""

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Each line that is not blank, with its number."""
        for number, line in enumerate(self.raw.split(b"\n"), self.first):
            if line.strip():
                yield number, line


def blocks(stream: IO[bytes], size: int = BLOCK) -> Iterator[Block]:
    """The file in blocks of about ``size`` bytes that end where a line does.

    >>> from io import BytesIO
    >>> [(block.first, block.raw) for block in blocks(BytesIO(b"a\\nbb\\n\\nccc"), 3)]
    [(1, b'a\\n'), (2, b'bb\\n\\n'), (4, b'ccc')]
    """
    first, begun = 1, bytearray()
    while read := stream.read(size):
        end = read.rfind(b"\n") + 1
        if not end:
            begun += read
            continue
        raw = bytes(begun) + read[:end]
        yield Block(first, raw)
        first += raw.count(b"\n")
        begun = bytearray(read[end:])
    if begun:
        yield Block(first, bytes(begun))
