"""The content of LangChain's messages: what each block holds and costs.

Blocks are LangChain's standard ones or those of a provider, as its package leaves them in a content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import InvalidMessages
from contextthrift.formats.field import field, kind_of, text_field
from contextthrift.formats.image_size import image_size, image_size_of_base64, image_size_of_url
from contextthrift.formats.notice import MEDIA_NOTE
from contextthrift.formats.opaque import opaque_tokens, parted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from contextthrift.formats.image_size import Size
    from contextthrift.integrations.held import Held

TEXTS: Final = frozenset({"text", "input_text", "output_text", "text-plain", "summary_text"})
IMAGES: Final = frozenset({"image", "image_url", "input_image"})
FILES: Final[Mapping[str, str]] = {
    "file": "",
    "input_file": "",
    "document": "",
    "media": "",
    "audio": "audio",
    "input_audio": "audio",
    "video": "video",
}
"""Types of blocks that are files, and what each is where it does not say its MIME type."""
THINKING: Final = frozenset({"thinking", "redacted_thinking", "reasoning", "reasoning_content"})
CALLS: Final = frozenset(
    {"tool_use", "tool_call", "tool_call_chunk", "function_call", "custom_tool_call", "invalid_tool_call"}
    | {"input_json_delta"}
)
"""Types of blocks that say once more what stands in the message's ``tool_calls``."""
SEALS: Final = ("signature", "thought_signature", "encrypted_content", "data")
"""Fields of a thinking block that only its provider can read."""


def blocks_of(content: Any, where: str) -> list[Any]:
    """A content as blocks: a text is one.

    Raises:
        InvalidMessages: it is neither a text nor a list; the error begins with ``where``.
    """
    if isinstance(content, str):
        return [content]
    if isinstance(content, list | tuple):
        return list(content)
    raise InvalidMessages(f"{where} is {kind_of(content)}; it must be text or a list of blocks")


def read_content(content: Any, held: Held, where: str) -> Held:
    """Adds what a content holds; a block of a type that nobody knows is measured as JSON."""
    if isinstance(content, str):  # by far the most
        held.texts += [content] if content else []
        held.blocks += bool(content)
        return held
    for block in blocks_of(content, where):
        _read(block, held)
    return held


def is_media(block: Any) -> bool:
    """Whether it is an image or a file; one that is made of text is none."""
    kind = text_field(block, "type")
    return kind in IMAGES or (kind in FILES and _inner_text(block) is None)


def without_media(content: list[Any], count: int) -> list[Any]:
    """A copy with a note in place of each of the first ``count`` images and files."""
    edited = []
    for block in content:
        if count and is_media(block):
            mark = field(block, "cache_control")
            edited.append({"type": "text", "text": MEDIA_NOTE} | ({"cache_control": mark} if mark else {}))
            count -= 1
        else:
            edited.append(block)
    return edited


def with_text(content: Any, text: str) -> Any:
    """A content with another text in place of all it has; its images and files stay."""
    kept = [block for block in content if is_media(block)] if isinstance(content, list) else []
    return [{"type": "text", "text": text}, *kept] if kept else text


def _read(block: Any, held: Held) -> None:
    kind = text_field(block, "type")
    if isinstance(block, str) or kind in TEXTS or (kind in FILES and _inner_text(block) is not None):
        text = block if isinstance(block, str) else _inner_text(block)
        held.blocks += bool(text)
        held.texts += [text] if text else []
    elif kind not in CALLS:
        held.blocks += 1
        held.is_exact = False
        if kind in THINKING:
            _read_thinking(block, held)
        elif is_media(block):
            held.media += 1
            held.flat += _media_tokens(block, kind or "", held)
        else:
            text, hidden = parted(block)
            held.texts.append(text)
            held.flat += hidden


def _inner_text(block: Any) -> str | None:
    """Its text, of a document also that of its source."""
    source = field(block, "source")
    return text_field(block, "text") or (
        text_field(source, "data") if field(source, "type") == "text" else None
    )


def _read_thinking(block: Any, held: Held) -> None:
    """The shown thinking as text; what is sealed by its length."""
    shown = text_field(block, "thinking", "reasoning", "reasoning_content", "text")
    summary = field(block, "summary")
    held.texts += [shown] if shown else []
    held.texts += [text for part in summary or () if (text := text_field(part, "text"))]
    seals = [field(holder, name) for holder in (block, field(block, "extras")) for name in SEALS]
    held.flat += opaque_tokens(*seals)
    held.is_signed = held.is_signed or any(seals)


def _media_tokens(block: Any, kind: str, held: Held) -> int:
    media_type = text_field(block, "mime_type", "media_type") or FILES.get(kind, "image/")
    if kind in IMAGES or media_type.startswith("image/"):
        image = field(block, "image_url")
        detail = text_field(image, "detail") or text_field(block, "detail")
        return held.dialect.image(_image_size(block, image), detail, held.model)
    return held.dialect.file(media_type)


def _image_size(block: Any, image: Any) -> Size | None:
    url = image if isinstance(image, str) else text_field(image, "url") or text_field(block, "url")
    if url is not None:
        return image_size_of_url(url)
    data = field(block, "base64", "data") or field(field(block, "source"), "data")
    if isinstance(data, bytes):
        return image_size(data)
    return image_size_of_base64(data) if isinstance(data, str) else None


def calls_within(content: Any) -> list[str]:
    """The ids of the calls that Anthropic's result blocks answer."""
    blocks = content if isinstance(content, list) else []
    return [
        found
        for block in blocks
        if text_field(block, "type") == "tool_result"
        and (found := text_field(block, "tool_use_id")) is not None
    ]
