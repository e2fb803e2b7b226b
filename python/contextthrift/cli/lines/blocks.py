"""A file of lines, read in blocks of whole lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

SUFFIXES: Final = (".jsonl", ".ndjson")
"""Names of files that hold a conversation on each line."""

BLOCK: Final = 1 << 20
"""Bytes of a block, unless one line is longer: what one process works on at once."""


class Stream(Protocol):
    """What bytes are read from."""

    def read1(self, size: int, /) -> bytes:
        """At most so many of the next bytes, as soon as there are any; none at the end."""


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


def blocks(stream: Stream, size: int = BLOCK) -> Iterator[Block]:
    r"""The file in blocks of about ``size`` bytes that end where a line does.

    >>> from io import BytesIO
    >>> [(block.first, block.raw) for block in blocks(BytesIO(b"a\nbb\n\nccc"), 3)]
    [(1, b'a\n'), (2, b'bb\n\n'), (4, b'ccc')]
    """
    first, read, ended = 1, bytearray(), 0
    while some := stream.read1(size):  # it returns after each piece of a pipe, so that Ctrl-C is noticed
        at = some.rfind(b"\n")
        ended = len(read) + at + 1 if at >= 0 else ended
        read += some
        if ended and len(read) >= size:
            raw = bytes(read[:ended])
            yield Block(first, raw)
            first += raw.count(b"\n")
            del read[:ended]
            ended = 0
    if read:
        yield Block(first, bytes(read))
