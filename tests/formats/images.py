"""Headers of images, written byte by byte: as much of a file as tells its size."""

import base64
import struct


def png(width, height):
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", width, height, 8, 6, 0, 0, 0)


def gif(width, height, version=b"GIF89a"):
    return version + struct.pack("<HHBBB", width, height, 0, 0, 0)


def segment(code, payload):
    return struct.pack(">BBH", 0xFF, code, 2 + len(payload)) + payload


def frame(width, height, code=0xC0):
    return segment(code, struct.pack(">BHHB", 8, height, width, 3) + b"\x01\x22\x00\x02\x11\x01\x03\x11\x01")


def jpeg(width, height, *segments, code=0xC0):
    return b"\xff\xd8" + b"".join(segments) + frame(width, height, code)


def riff(kind, payload):
    chunk = struct.pack("<4sI", kind, len(payload)) + payload
    return struct.pack("<4sI4s", b"RIFF", 4 + len(chunk), b"WEBP") + chunk


def webp_lossy(width, height, scale=0):
    sides = (scale << 14 | side for side in (width, height))
    return riff(b"VP8 ", b"\x10\x02\x00\x9d\x01\x2a" + struct.pack("<HH", *sides))


def webp_lossless(width, height):
    return riff(b"VP8L", b"\x2f" + struct.pack("<I", 1 << 28 | height - 1 << 14 | width - 1))


def webp_extended(width, height):
    sides = ((side - 1).to_bytes(3, "little") for side in (width, height))
    return riff(b"VP8X", b"\x10\x00\x00\x00" + b"".join(sides))


def data_url(image, kind="png", length=0):
    """The image as a data URL, filled up with rubbish to a length in bytes."""
    filled = image + b"\xa5" * (length - len(image))
    return f"data:image/{kind};base64,{base64.b64encode(filled).decode()}"
