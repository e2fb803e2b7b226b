"""The parts of OpenAI's contents, of chat messages and of Responses items alike."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made_by
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import InvalidMessages
from contextthrift.formats.field import field, is_list, is_object, kind_of, name_in_use, text_field
from contextthrift.formats.framing import OPENAI
from contextthrift.formats.image_cost import openai_image_tokens
from contextthrift.formats.image_size import image_size_of_url
from contextthrift.formats.json_text import json_text
from contextthrift.formats.notice import MEDIA_NOTE
from contextthrift.formats.opaque import parted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CHAT_PARTS: Final = frozenset({"image_url", "input_audio", "file"})
"""Types of parts that only chat messages have."""
RESPONSES_PARTS: Final = frozenset({"input_text", "input_image", "input_file", "output_text"})
"""Types of parts that only Responses items have."""
TEXT_PARTS: Final[Mapping[str, str]] = {
    "text": "text",
    "refusal": "refusal",
    "input_text": "text",
    "output_text": "text",
    "summary_text": "text",
    "reasoning_text": "text",
}
"""The field that holds the text, by type."""
_FILES: Final = {"file": OPENAI.file, "input_file": OPENAI.file, "input_audio": OPENAI.audio}
_IMAGES: Final = frozenset({"image_url", "input_image", "computer_screenshot"})
_BREAKPOINTS: Final = ("prompt_cache_breakpoint", "cache_control")
"""What says where a cached prefix ends: it stays where a part is replaced."""


@dataclass(slots=True)
class Content:
    """What a content holds."""

    texts: list[str] = made_by(default_factory=list)
    """Of its parts, each by itself."""
    flat: int = 0
    """What its images and files cost."""
    media: int = 0
    """How many those are."""
    is_exact: bool = True
    """False where some part is no text."""
    model: str | None = None
    """The model that reads it, for what an image costs."""


def read_content(content: Any, where: str, model: str | None = None) -> Content:
    """Reads a text, a list of parts, or null; a part of a type that nobody knows is measured as JSON.

    Images cost what they do for ``model``.

    Raises:
        InvalidMessages: it is none of these; the error begins with ``where``.
    """
    if content is None:
        return Content()
    if isinstance(content, str):
        return Content([content])
    if not is_list(content):
        raise InvalidMessages(f"{where} is {kind_of(content)}; it must be text, a list of parts, or null")
    read = Content(model=model)
    for at, part in enumerate(content):
        _read_part(part, read, f"{where}[{at}]")
    return read


def content_text(content: Any) -> str:
    """The texts of a content, joined by newlines."""
    return "\n".join(read_content(content, "content").texts)


def is_media(part: Any) -> bool:
    """Whether it is an image, a file or a recording."""
    kind = field(part, "type")
    return isinstance(kind, str) and (kind in _IMAGES or kind in _FILES)


def has_media(content: Any) -> bool:
    """Whether some part of a content is one."""
    return is_list(content) and any(is_media(part) for part in content)


def without_media_parts(parts: Sequence[Any], count: int, text_type: str) -> list[Any]:
    """A copy with a note in place of each of the first ``count`` images, files and recordings.

    >>> without_media_parts([{"type": "input_image", "file_id": "f"}], 1, "input_text")[0]["type"]
    'input_text'
    """
    edited = []
    for part in parts:
        if count and is_media(part):
            kept = {name: held for name in _BREAKPOINTS if (held := field(part, name)) is not None}
            edited.append({"type": text_type, "text": MEDIA_NOTE, **kept})
            count -= 1
        else:
            edited.append(part)
    return edited


def with_text(content: Any, text: str, text_type: str) -> Any:
    """A content with another text in place of all it has; its images, files and recordings stay.

    >>> with_text([{"type": "text", "text": "a b"}, {"type": "file"}], "a", "text")
    [{'type': 'text', 'text': 'a'}, {'type': 'file'}]
    """
    if not has_media(content):
        return text
    return [{"type": text_type, "text": text}, *(part for part in content if is_media(part))]


def argument_text(called: Any, where: str) -> str:
    """What a function or a custom tool is called with: its text, or the JSON of an object.

    Raises:
        InvalidMessages: it is neither; the error begins with ``where``.

    >>> argument_text({"name": "f", "arguments": {"n": 1}}, "messages[0]")
    '{"n":1}'
    """
    arguments = field(called, "arguments", "input")
    if isinstance(arguments, str):
        return arguments
    if arguments is not None and not is_object(arguments):
        place = f"{where}.{name_in_use(called, 'arguments', 'input')}"
        raise InvalidMessages(f"{place} is {kind_of(arguments)}; it must be text or an object")
    return "" if arguments is None else json_text(arguments)


def _read_part(part: Any, read: Content, where: str) -> None:
    kind = text_field(part, "type")
    if kind is None:
        raise InvalidMessages(f"{where} is {kind_of(part)} without a type; a part looks like {_PART_SHAPE}")
    if kind in TEXT_PARTS:
        text = field(part, TEXT_PARTS[kind])
        if not isinstance(text, str):
            name = f"{where}.{TEXT_PARTS[kind]}"
            raise InvalidMessages(f"{name} is {kind_of(text)}; a part of type {kind} must have text there")
        read.texts.append(text)
        return
    read.is_exact = False
    if is_media(part):
        read.media += 1
        read.flat += _FILES.get(kind) or _image_tokens(part, read.model)
    else:
        text, hidden = parted(part)
        read.texts.append(text)
        read.flat += hidden


def _image_tokens(part: Any, model: str | None) -> int:
    """Of an image of chat, where URL and detail are in an object, or of Responses, where they are not."""
    image = field(part, "image_url")
    url = image if isinstance(image, str) else text_field(image, "url")
    detail = text_field(part, "detail") or text_field(image, "detail")
    return openai_image_tokens(None if url is None else image_size_of_url(url), detail, model)


_PART_SHAPE: Final = '{"type": "text", "text": ...}'
