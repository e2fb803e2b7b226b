"""The pages of a PDF, counted without a reader of PDF: for what it costs, not for what it says.

Source: ISO 32000-1:2008, 7.5.7 (object streams) and 7.7.3.2 (page tree nodes).
"""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAGE: Final = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
_OBJECTS: Final = re.compile(rb"/Type\s*/ObjStm[^>]*>>\s*stream\r?\n")
_MOST_INFLATED: Final = 20_000_000
"""Bytes that object streams are inflated to, together; what is behind them is not looked at."""


def pdf_pages(data: bytes) -> int | None:
    """How many pages a PDF has, as far as its page objects can be seen; None where none can.

    Those of an encrypted file cannot, and those that an edit replaced are counted once more.

    >>> pdf_pages(b"%PDF-1.4 1 0 obj <</Type /Page>> endobj 2 0 obj <</Type/Pages /Count 1>> endobj")
    1
    """
    seen = len(_PAGE.findall(data)) + sum(len(_PAGE.findall(each)) for each in _inflated(data))
    return seen or None


def _inflated(data: bytes) -> Iterator[bytes]:
    """The object streams, within which newer files keep their page objects."""
    left = _MOST_INFLATED
    for found in _OBJECTS.finditer(data):
        try:
            objects = zlib.decompressobj().decompress(memoryview(data)[found.end() :], left)
        except zlib.error:
            continue
        left -= len(objects)
        yield objects
        if left <= 0:
            return
