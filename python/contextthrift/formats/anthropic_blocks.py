"""The blocks of Claude's messages: what each holds and costs.

Every block is charged on its own, its share of a message's framing included, so that a total does not
depend on which blocks stand in one message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as made_by
from typing import Any, Final, TypeAlias

from contextthrift.exceptions import InvalidMessages
from contextthrift.formats.copying import changed, with_item
from contextthrift.formats.field import field, is_list, kind_of, object_at, sealed_at, text_at, text_field
from contextthrift.formats.framing import ANTHROPIC
from contextthrift.formats.image_cost import anthropic_image_tokens
from contextthrift.formats.image_size import image_size, image_size_of_base64
from contextthrift.formats.json_text import json_text
from contextthrift.formats.notice import MEDIA_NOTE
from contextthrift.formats.opaque import opaque_tokens, parted
from contextthrift.formats.reading import Call

SIGNED: Final = frozenset({"thinking", "redacted_thinking", "compaction"})
"""Types of blocks that Claude signs."""
MEDIA: Final = frozenset({"image", "document"})
"""Types of blocks that a note can stand for."""
BLOCK: Final = ANTHROPIC.message + ANTHROPIC.role
"""What stands around a block, in tokens: as much as around a message."""


@dataclass(slots=True)
class Held:
    """What blocks hold."""

    texts: list[str] = made_by(default_factory=list)
    """Everything that is measured."""
    flat: int = 0
    """What it costs besides."""
    calls: list[Call] = made_by(default_factory=list)
    """The tools that are called and wait for a result."""
    uses: set[str] = made_by(default_factory=set)
    """The tools that Anthropic ran, and those that a search found."""
    answers: list[str] = made_by(default_factory=list)
    """The calls that are answered."""
    media: int = 0
    """Images and documents."""
    is_signed: bool = False
    """Whether some thinking is signed, or some compacted history."""
    is_summary: bool = False
    """Whether it stands for history that was compacted."""
    model: str | None = None
    """The model that reads it, for what an image costs."""


_Read: TypeAlias = Callable[[Any, Held, str], None]


def blocks_of(content: Any, where: str) -> list[Any]:
    """A content as blocks: a text is one, null is none.

    Raises:
        InvalidMessages: it is neither a text nor a list; the error begins with ``where``.
    """
    if content is None:
        return []
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not is_list(content):
        raise InvalidMessages(f"{where} is {kind_of(content)}; it must be text or a list of blocks")
    return list(content)


def read_block(block: Any, held: Held, where: str) -> None:
    """Adds what one block holds; a block of a type that nobody knows is measured as JSON.

    Raises:
        InvalidMessages: it has no type, or lacks what its type must have; the error begins with ``where``.
    """
    kind = text_field(block, "type")
    if kind is None:
        raise InvalidMessages(f"{where} is {kind_of(block)} without a type; it looks like {_BLOCK_SHAPE}")
    if not is_empty(block):
        held.flat += BLOCK
    _READERS.get(kind, _read_unknown)(block, held, where)


def is_empty(block: Any) -> bool:
    """Whether it is a text without any character."""
    return text_field(block, "type") == "text" and text_field(block, "text") == ""


def without_media_blocks(blocks: list[Any], count: int) -> tuple[list[Any], int]:
    """The blocks with a note in place of each of the first ``count`` images and documents, also within
    results; and how many of ``count`` are left.
    """
    edited = list(blocks)
    for at, block in enumerate(blocks):
        if not count:
            break
        kind, content = text_field(block, "type"), field(block, "content")
        if kind in MEDIA:
            edited[at] = _note_for(block)
            count -= 1
        elif kind == "tool_result" and is_list(content):
            inner, left = without_media_blocks(list(content), count)
            if left < count:
                edited = with_item(edited, at, changed(block, content=inner))
            count = left
    return edited, count


def with_text(content: Any, text: str) -> Any:
    """The content of a result with another text in place of all it has; images and files stay."""
    kept = [block for block in blocks_of(content, "content") if _has_no_text(block)]
    return [{"type": "text", "text": text}, *kept] if kept else text


def _has_no_text(block: Any) -> bool:
    """Whether it is an image, or a document that is not made of text."""
    is_text = field(field(block, "source"), "type") in {"text", "content"}
    return text_field(block, "type") in MEDIA and not is_text


def _note_for(block: Any) -> dict[str, Any]:
    """A cached prefix that ends at the block ends at its note."""
    breakpoint_ = field(block, "cache_control")
    kept = {} if breakpoint_ is None else {"cache_control": breakpoint_}
    return {"type": "text", "text": MEDIA_NOTE, **kept}


def _read_text(block: Any, held: Held, where: str) -> None:
    text = field(block, "text")
    if not isinstance(text, str):
        raise InvalidMessages(f"{where}.text is {kind_of(text)}; a block of type text must have text there")
    held.texts.append(text)


def _read_image(block: Any, held: Held, where: str) -> None:
    held.media += 1
    data = field(object_at(block, where, "source"), "data")
    held.flat += anthropic_image_tokens(_size(data), held.model)


def _size(data: Any) -> tuple[int, int] | None:
    if isinstance(data, str):
        return image_size_of_base64(data)
    return image_size(data) if isinstance(data, bytes | bytearray) else None


def _read_document(block: Any, held: Held, where: str) -> None:
    """Text where the source is text or blocks; otherwise a file whose pages nobody counted."""
    held.media += 1
    held.texts += [text for name in ("title", "context") if (text := text_at(block, where, name))]
    source = object_at(block, where, "source")
    kind, data = field(source, "type"), field(source, "data")
    if kind == "text" and isinstance(data, str):
        held.texts.append(data)
    elif kind == "content":
        _read_nested(field(source, "content"), held, f"{where}.source.content")
    else:
        held.flat += ANTHROPIC.file


def _read_thinking(block: Any, held: Held, where: str) -> None:
    """The shown thinking as text; signature and redacted thinking by their length."""
    thinking, signature = text_at(block, where, "thinking"), sealed_at(block, where, "signature", "data")
    held.texts += [thinking] if thinking else []
    held.flat += opaque_tokens(signature)
    held.is_signed = held.is_signed or bool(signature)


def _read_call(block: Any, held: Held, where: str) -> None:
    name, call_id = text_field(block, "name"), text_field(block, "id")
    if name is None or call_id is None:
        raise InvalidMessages(f"{where} needs an id and a name; a tool_use looks like {_CALL_SHAPE}")
    held.calls.append(Call(call_id, text_field(block, "toolset_name") or name))
    held.texts += (name, json_text(object_at(block, where, "input") or {}))
    held.flat += ANTHROPIC.call


def _read_result(block: Any, held: Held, where: str) -> None:
    call_id = text_field(block, "tool_use_id")
    if call_id is None:
        raise InvalidMessages(f"{where} is a tool_result without a tool_use_id")
    held.answers.append(call_id)
    held.flat += ANTHROPIC.result
    content = field(block, "content")
    if isinstance(content, str):
        held.texts.append(content)
    else:
        held.media += _read_nested(content, held, f"{where}.content")


def _read_nested(content: Any, held: Held, where: str) -> int:
    """Adds what the blocks within one hold, and says how many of them are media."""
    inner = Held(model=held.model)
    for at, block in enumerate(blocks_of(content, where)):
        read_block(block, inner, f"{where}[{at}]")
    held.texts += inner.texts
    held.flat += inner.flat
    held.uses |= inner.uses
    return inner.media


def _read_search_result(block: Any, held: Held, where: str) -> None:
    held.texts += [text for name in ("source", "title") if (text := text_at(block, where, name))]
    _read_nested(field(block, "content"), held, f"{where}.content")


def _read_compaction(block: Any, held: Held, where: str) -> None:
    """The summary as text; a failed compaction has none."""
    summary = text_at(block, where, "content")
    hidden = [sealed_at(block, where, name) for name in ("encrypted_content", "signature")]
    held.texts += [summary] if summary else []
    held.flat += opaque_tokens(*hidden)
    held.is_signed = held.is_signed or any(hidden)
    held.is_summary = True


def _read_unknown(block: Any, held: Held, _: str) -> None:
    held.uses |= _served(block)
    text, hidden = parted(block)
    held.texts.append(text)
    held.flat += hidden


def _served(block: Any) -> set[str]:
    """The tools whose definitions a call that Anthropic runs, or the tools that a search found, need."""
    kind, name = text_field(block, "type"), text_field(block, "name")
    found = [block, *_references(field(block, "content"))]
    names = {tool for each in found if (tool := text_field(each, "tool_name")) is not None}
    if kind == "mcp_tool_use" and (server := text_field(block, "server_name")) is not None:
        return names | {server}
    if kind == "server_tool_use" and name is not None:
        # a tool for code is called by the names of what it can do: bash_code_execution and the like
        return names | {"code_execution" if name.endswith("_code_execution") else name}
    return names


def _references(content: Any) -> list[Any]:
    references = field(content, "tool_references")
    return list(references) if is_list(references) else []


_BLOCK_SHAPE: Final = '{"type": "text", "text": ...}'
_CALL_SHAPE: Final = '{"type": "tool_use", "id": ..., "name": ..., "input": {...}}'
_READERS: Final[Mapping[str, _Read]] = {
    "text": _read_text,
    "image": _read_image,
    "document": _read_document,
    "thinking": _read_thinking,
    "redacted_thinking": _read_thinking,
    "tool_use": _read_call,
    "tool_result": _read_result,
    "search_result": _read_search_result,
    "compaction": _read_compaction,
}
