"""What stands in the parts of pydantic-ai's messages: texts, images and files, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from pydantic_ai.messages import (
    BinaryContent,
    CachePoint,
    FileUrl,
    TextContent,
    ToolReturnPart,
    is_multi_modal_content,
)

from contextthrift.formats.field import field, text_field
from contextthrift.formats.image_size import image_size, image_size_of_url
from contextthrift.formats.note import noted_text
from contextthrift.formats.notice import GAP_NOTE, MEDIA_NOTE
from contextthrift.formats.opaque import parted

if TYPE_CHECKING:
    from contextthrift.integrations.held import Held

INLINED: Final = "text/"
"""Begins the media types of files that are sent as text."""


def read_content(content: Any, held: Held) -> None:
    """Adds what a user's prompt holds: a text, or a sequence of texts and files."""
    for item in items_of(content):
        if isinstance(item, str | TextContent):
            text = item if isinstance(item, str) else item.content
            held.texts += [text] if text else []
            held.blocks += bool(text)
        elif not isinstance(item, CachePoint):
            held.blocks += 1
            held.is_exact = False
            if is_multi_modal_content(item):
                read_file(item, held)
            else:
                text, hidden = parted(item)
                held.texts.append(text)
                held.flat += hidden


def read_file(file: Any, held: Held) -> None:
    """Adds what an image or a file costs; one of text is sent as text."""
    held.media += 1
    media_type = _media_type(file)
    if isinstance(file, BinaryContent) and media_type.startswith(INLINED):
        held.texts.append(file.data.decode("utf-8", errors="replace"))
    elif media_type.startswith("image/"):
        held.flat += held.dialect.image(_size(file), _detail(file), held.model)
    else:
        held.flat += held.dialect.file(media_type)


def items_of(content: Any) -> list[Any]:
    """A content as a list: a text is one item, nothing is none."""
    if content is None:
        return []
    is_one = isinstance(content, str) or not isinstance(content, Sequence)
    return [content] if is_one else list(content)


def noted(content: Any) -> Any:
    """A prompt with the gap note before it; the prompt itself where it has one."""
    if isinstance(content, str):
        text = noted_text(content)
        return content if text == content else text
    items = items_of(content)
    texts = (item if isinstance(item, str) else text_field(item, "content") for item in items)
    return content if any(text and text.startswith(GAP_NOTE) for text in texts) else [GAP_NOTE, *items]


def without_files(content: Any, count: int) -> tuple[Any, int]:
    """A content with a note in place of each of its first ``count`` files, and how many of them are left.

    What has none is itself; a content that is nothing but a file becomes the note.
    """
    edited = []
    for item in (given := items_of(content)):
        is_file = count > 0 and is_multi_modal_content(item)
        count -= is_file
        edited.append(MEDIA_NOTE if is_file else item)
    if all(one is other for one, other in zip(edited, given, strict=True)):
        return content, count
    return (edited[0] if is_multi_modal_content(content) else edited), count


def with_text(part: ToolReturnPart, text: str, *, keeps_files: bool) -> ToolReturnPart:
    """A copy of a tool's result with another text in place of all it held, or of all but its files."""
    files = part.files if keeps_files else []
    return replace(part, content=[text, *files] if files else text)


def _media_type(file: Any) -> str:
    """Its media type; by its kind where a URL does not tell."""
    try:
        found = file.media_type
    except ValueError:
        found = None
    kind = {"image-url": "image/", "audio-url": "audio/", "video-url": "video/"}
    return found or kind.get(text_field(file, "kind") or "", "")


def _detail(file: Any) -> str | None:
    vendor = field(file, "vendor_metadata")
    return text_field(vendor, "detail") or text_field(field(vendor, "media_resolution"), "level")


def _size(file: Any) -> tuple[int, int] | None:
    if isinstance(file, BinaryContent):
        return image_size(file.data)
    return image_size_of_url(file.url) if isinstance(file, FileUrl) else None
