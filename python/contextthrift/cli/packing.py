"""Compressed files: read and written as what is in them."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import IO, TYPE_CHECKING, Any, Final, cast

from contextthrift.cli.bad_input import BadInput

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

SUFFIXES: Final = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"}
"""The ends of compressed files' names, and what they are compressed by."""
SIGNS: Final = {
    b"\x1f\x8b": "gzip",  # RFC 1952, section 2.3.1
    b"BZh": "bzip2",  # the first field of its header, before the level
    b"\xfd7zXZ\x00": "xz",  # the .xz file format, section 2.1.1.1
    b"\x28\xb5\x2f\xfd": "zstd",  # RFC 8878, section 3.1.1
}
"""How compressed files begin; no JSON does, and no text but one in English that begins with BZh."""
DAMAGE: Final = (EOFError, zlib.error, lzma.LZMAError, OSError)
"""What a file that was cut off or changed raises."""


class Unpacked:
    """A compressed stream, read in pieces as it was before it was compressed."""

    def __init__(self, stream: Any, name: str, method: str) -> None:
        """Takes the stream that uncompresses, and what errors call the file."""
        self._stream = stream
        self._name = name
        self._method = method

    def read(self, size: int) -> bytes:
        """At most so many of the next bytes; none at the end."""
        return self.read1(size)

    def read1(self, size: int) -> bytes:
        """At most so many of the next bytes; none at the end.

        Raises:
            BadInput: what follows cannot be uncompressed.
        """
        try:
            return cast("bytes", self._stream.read1(size))
        except DAMAGE as error:
            raise BadInput(f"{self._name} is no whole {self._method} file: {error}") from error


def unpacked(stream: io.BufferedReader, name: str) -> io.BufferedReader | Unpacked:
    """The stream itself, or what uncompresses it; that is told by its first bytes, not by its name.

    Raises:
        BadInput: this Python cannot uncompress it.
    """
    begins = stream.peek(8)
    method = next((method for sign, method in SIGNS.items() if begins.startswith(sign)), None)
    if method is None:
        return stream
    return Unpacked(_open(stream, "rb", method, name), name, method)


@contextmanager
def packed(stream: IO[bytes], name: str) -> Iterator[IO[bytes]]:
    """The stream, or one that compresses what is written, if the name ends like a compressed file's.

    Raises:
        BadInput: this Python cannot compress so.
    """
    method = next((method for suffix, method in SUFFIXES.items() if name.lower().endswith(suffix)), None)
    if method is None:
        yield stream
        return
    with _open(stream, "wb", method, name) as packing:
        yield packing


def plain_name(name: str) -> str:
    """A file's name in lower case, without the end that says how it is compressed.

    >>> plain_name("Chats.jsonl.gz"), plain_name("chats.jsonl")
    ('chats.jsonl', 'chats.jsonl')
    """
    name = name.lower()
    return name.removesuffix(next((suffix for suffix in SUFFIXES if name.endswith(suffix)), ""))


def _open(stream: IO[bytes], mode: Any, method: str, name: str) -> Any:
    match method:
        case "gzip":
            return gzip.GzipFile("", mode, fileobj=stream, mtime=0)
        case "bzip2":
            return bz2.BZ2File(stream, mode)
        case "xz":
            return lzma.LZMAFile(stream, mode)
    if find_spec("compression") is None:
        is_read = mode == "rb"
        how = "is compressed" if is_read else "would be compressed"
        way = f"give what `zstdcat {name}` prints to -" if is_read else "name a file without .zst"
        raise BadInput(f"{name} {how} by zstd, which takes Python 3.14 or newer; {way}")
    return import_module("compression.zstd").ZstdFile(stream, mode)
