"""Media types: what an attachment is, by what is said of it, by its name, and by its first bytes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from contextthrift.exceptions import AttachmentKind

PDF: Final = "application/pdf"
UNKNOWN: Final = "application/octet-stream"

IMAGES: Final[Mapping[str, str]] = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
}
"""The images that every provider that takes any takes, by the endings of their names."""
TEXTS: Final[Mapping[str, str]] = {
    "txt": "text/plain",
    "md": "text/markdown",
    "json": "application/json",
    "csv": "text/csv",
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "ts": "text/typescript",
    "xml": "application/xml",
    "yaml": "text/yaml",
    "yml": "text/yaml",
}
BY_ENDING: Final[Mapping[str, str]] = {**TEXTS, **IMAGES, "svg": "image/svg+xml", "pdf": PDF}
"""Media types by endings of names."""
ATTACHED: Final[Mapping[str, str]] = {**IMAGES, "pdf": PDF}
"""Those that tell the kind of an attachment. An SVG is none: no provider takes it for an image."""

_SIGNATURES: Final = (
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png"),
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg"),
    (re.compile(rb"GIF8[79]a"), "image/gif"),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "image/webp"),
    (re.compile(rb"%PDF-"), PDF),
)
"""How files begin: PNG, third edition, 5.2; ITU-T T.81, B; GIF89a, 17; RFC 9649, 2.4; ISO 32000-1, 7.5.2."""
_TEXT: Final = re.compile(
    r"(?!image/)(?:text/.+|application/(?:json|xml|yaml|x-yaml|toml|javascript|typescript)|.+\+(?:json|xml|yaml))"
)
"""Media types whose bytes are text. Office documents have ``xml`` in theirs and are none; SVG is an image."""


def mime_from_path(path: str) -> str:
    """The media type of a file by the ending of its name.

    >>> mime_from_path("/notes/plan.MD"), mime_from_path("/README")
    ('text/markdown', 'application/octet-stream')
    """
    return BY_ENDING.get(_ending(path), UNKNOWN)


def bare(media_type: str) -> str:
    """A media type in lower case and without its parameters.

    >>> bare("Image/PNG; q=1")
    'image/png'
    """
    return media_type.partition(";")[0].strip().lower()


def is_text(media_type: str) -> bool:
    """Whether the bytes of a media type are text.

    >>> is_text("text/csv; charset=utf-8"), is_text("application/ld+json"), is_text("image/svg+xml")
    (True, True, False)
    """
    return _TEXT.fullmatch(bare(media_type)) is not None


def kind_of_type(media_type: str) -> AttachmentKind:
    """The kind of an attachment with a media type: ``image``, ``pdf``, else ``file``."""
    media_type = bare(media_type)
    if media_type.startswith("image/"):
        return "image"
    return "pdf" if media_type == PDF else "file"


def type_by_name(name: str | None, url: str | None) -> str | None:
    """What the ending says of a name or, without one, of a URL's path: an image or a PDF, else None."""
    return ATTACHED.get(_ending(name or _path(url)))


def type_by_bytes(data: bytes) -> str | None:
    """What the first bytes say: an image of the four usual formats, or a PDF, else None.

    >>> type_by_bytes(b"%PDF-1.7 ..."), type_by_bytes(b"hi")
    ('application/pdf', None)
    """
    return next((kind for signature, kind in _SIGNATURES if signature.match(data)), None)


def text_type_by_name(name: str | None, url: str | None) -> str | None:
    """What the ending says, likewise, of what is neither image nor PDF: a kind of text, else None."""
    return TEXTS.get(_ending(name or _path(url)))


def _path(url: str | None) -> str:
    """Of a URL; of one that is none, nothing."""
    try:
        return urlsplit(url).path if url else ""
    except ValueError:
        return ""


def _ending(name: str) -> str:
    """Behind the last dot of the last part of a path, in lower case."""
    stem, dot, ending = re.split(r"[/\\]", name)[-1].rpartition(".")
    return ending.strip().lower() if dot and stem else ""
