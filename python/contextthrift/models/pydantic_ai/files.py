"""Files: images and documents as pydantic-ai takes them, in the form that each protocol has for them.

Sources, of 2026: OpenAI, "File inputs" (chat completions take PDF files alone; Responses text and office
files as well, and links); Anthropic, "PDF support" and "Files" (images and PDF files, also as links, and
plain text); Google, "File input methods" (any type inline).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic_ai import messages as theirs

from contextthrift.exceptions import ModelError
from contextthrift.models.media_type import bare, is_text

if TYPE_CHECKING:
    from pydantic_ai.messages import UserContent

    from contextthrift.models.base import FilePart
    from contextthrift.models.pydantic_ai.wire import Wire

PLAIN: Final = "text/plain"
_PLAIN_ONLY: Final = frozenset({"anthropic", "openai-responses"})
"""Protocols to which every kind of text goes as plain text: they, or their adapters, know few by name."""


def sent_file(part: FilePart, wire: Wire) -> UserContent:
    """A file as it goes out: its bytes, else its link.

    What cannot read a link is given what it leads to. The client fetches that, never from a private
    address, and at most 50 MiB of it.

    Raises:
        ModelError: It is said to be text and is none in UTF-8.
    """
    media_type = bare(part.media_type)
    if part.data is not None:
        return _inline(part, part.data, media_type, wire)
    known = None if media_type.endswith("/*") else media_type
    if media_type.startswith("image/"):
        return theirs.ImageUrl(part.url or "", media_type=known)
    if is_text(media_type) and wire == "anthropic":
        known = PLAIN
    return theirs.DocumentUrl(part.url or "", media_type=known)


def _inline(part: FilePart, data: bytes, media_type: str, wire: Wire) -> UserContent:
    if is_text(media_type):
        data = _utf8(part, data)
        media_type = PLAIN if wire in _PLAIN_ONLY else media_type
    return theirs.BinaryContent(data, media_type=media_type, identifier=part.name)


def _utf8(part: FilePart, data: bytes) -> bytes:
    """The text without the mark that some editors put before it."""
    try:
        return data.decode("utf-8-sig").encode("utf-8")
    except UnicodeDecodeError as error:
        raise ModelError(
            f"the file {part.name or 'attached'} has the media type {part.media_type} and is no text in "
            "UTF-8; save it as UTF-8, or give it another media type"
        ) from error
