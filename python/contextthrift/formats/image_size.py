"""The size of an image, read from its header bytes; nothing is decoded.

Sources: PNG, third edition (W3C, 2025), 11.2.1 IHDR; GIF89a (CompuServe, 1990), 18; JPEG (ITU-T T.81,
1992), annex B; WebP (RFC 9649, 2024), 2.5 to 2.7.
"""

from __future__ import annotations

import binascii
import struct
from collections.abc import Callable
from typing import Final, TypeAlias

Size: TypeAlias = tuple[int, int]
"""Width and height in pixels."""

_Read: TypeAlias = Callable[[int, int], bytes]
"""The bytes at an offset, as many as asked for or as there are."""

_START: Final = 32
"""Bytes that hold the size in every format but JPEG."""

_MARKER: Final = 0xFF
"""The first byte of every JPEG marker; more of them may fill the space before the second."""
_SOF: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG's start-of-frame markers: the whole range but for the two tables and the reserved one in it."""
_LENGTH: Final = 2
"""Bytes of a JPEG segment's length, which counts itself."""
_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""JPEG markers that no length follows."""
_NO_SIZE_BEHIND: Final = frozenset({0x00, 0xD9, 0xDA})
"""No marker, the end, and the start of the scan: a frame header stands before these or nowhere."""
_MOST_STEPS: Final = 1_000
"""Markers and fill bytes walked over before a JPEG counts as rubbish; cameras write a few dozen."""

_WRAP_SEEN_IN: Final = 128
"""Characters that show whether base64 is wrapped: its lines have 76 at most (RFC 2045)."""
_WRAPPED_PREFIX: Final = 90_000
"""Characters of wrapped base64 that are unwrapped, for about 64 KiB of bytes."""
_DATA_URL_HEAD: Final = 1_024
"""Characters in which the comma of a data URL is looked for."""
_URLSAFE: Final = str.maketrans("-_", "+/")


def image_size(header: bytes | bytearray | memoryview) -> Size | None:
    """Width and height in pixels of a PNG, JPEG, GIF or WebP that begins with ``header``.

    None where it is none of these, is cut off before the size, or has no pixels. The whole file may be
    given: only the bytes that matter are looked at. The size is as stored; a rotation that EXIF asks
    for is not applied.

    >>> image_size(b"GIF89a" + (640).to_bytes(2, "little") + (480).to_bytes(2, "little"))
    (640, 480)
    >>> image_size(b"<svg/>") is None
    True
    """
    view = memoryview(header)
    return _size(lambda at, count: bytes(view[at : at + count]))


def image_size_of_base64(text: str, start: int = 0) -> Size | None:
    """The same for an image in base64 that begins at ``text[start]``, with either alphabet.

    Takes as long for 4 MB as for 4 KB: only the groups of characters that matter are decoded. Where
    white space wraps the text, only about the first 64 KiB are looked at.

    >>> image_size_of_base64("R0lGODlhgALgAQ==")
    (640, 480)
    """
    head = text[start : start + _WRAP_SEEN_IN]
    if head.split() != [head]:
        text, start = "".join(text[start : start + _WRAPPED_PREFIX].split()), 0
    return _size(lambda at, count: _decoded(text, start, at, count))


def image_size_of_url(url: str) -> Size | None:
    """The same for a ``data:`` URL in base64; None for every other URL, since nothing is fetched.

    >>> image_size_of_url("data:image/gif;base64,R0lGODlhgALgAQ==")
    (640, 480)
    >>> image_size_of_url("https://example.org/bird.png") is None
    True
    """
    comma = url.find(",", 0, _DATA_URL_HEAD)
    head = url[: max(comma, 0)].lower()
    if not head.startswith("data:") or not head.rstrip().endswith(";base64"):
        return None
    return image_size_of_base64(url, comma + 1)


def _decoded(text: str, start: int, at: int, count: int) -> bytes:
    """Bytes ``at`` to ``at + count``, from the groups of four characters that hold them."""
    first, last = at // 3, -(-(at + count) // 3)
    groups = text[start + 4 * first : start + 4 * last].translate(_URLSAFE)
    try:
        decoded = binascii.a2b_base64(groups + "=" * (-len(groups) % 4), strict_mode=True)
    except ValueError:
        return b""
    return decoded[at - 3 * first :][:count]


def _size(read: _Read) -> Size | None:
    start = read(0, _START)
    try:
        size = _size_of_start(start) if start[:2] != b"\xff\xd8" else _jpeg(read)
    except struct.error:
        return None
    return size if size is not None and min(size) > 0 else None


def _size_of_start(start: bytes) -> Size | None:
    if start[:8] == b"\x89PNG\r\n\x1a\n" and start[12:16] == b"IHDR":
        width, height = struct.unpack_from(">II", start, 16)
        return width, height
    if start[:6] in {b"GIF87a", b"GIF89a"}:
        width, height = struct.unpack_from("<HH", start, 6)
        return width, height
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return _webp(start)
    return None


def _webp(start: bytes) -> Size | None:
    kind = start[12:16]
    if kind == b"VP8 " and start[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", start, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and start[20:21] == b"\x2f":
        (packed,) = struct.unpack_from("<I", start, 21)
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if kind == b"VP8X":
        low_width, high_width, low_height, high_height = struct.unpack_from("<HBHB", start, 24)
        return (high_width << 16 | low_width) + 1, (high_height << 16 | low_height) + 1
    return None


def _jpeg(read: _Read) -> Size | None:
    """Walks from marker to marker by their lengths, so a thumbnail within a segment is never seen."""
    at = 2
    for _ in range(_MOST_STEPS):
        marker, code, length = struct.unpack(">BBH", read(at, 4))
        if marker != _MARKER or code in _NO_SIZE_BEHIND:
            return None
        if code == _MARKER:
            at += 1
        elif code in _ALONE:
            at += 2
        elif code in _SOF:
            height, width = struct.unpack(">HH", read(at + 5, 4))
            return width, height
        elif length < _LENGTH:
            return None
        else:
            at += 2 + length
    return None
