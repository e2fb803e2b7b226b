"""The blocks of LlamaIndex's messages: what each holds and costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from llama_index.core.base.llms.types import (
    AudioBlock,
    CachePoint,
    CitableBlock,
    CitationBlock,
    DocumentBlock,
    ImageBlock,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    VideoBlock,
)

from contextthrift.formats.image_size import image_size_of_base64, image_size_of_url
from contextthrift.formats.notice import MEDIA_NOTE
from contextthrift.formats.opaque import opaque_tokens, parted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.formats.image_size import Size
    from contextthrift.integrations.held import Held

FILES: Final = {AudioBlock: "audio/", VideoBlock: "video/", DocumentBlock: ""}
"""Blocks that are files, and the beginning of their MIME type."""


def read_blocks(blocks: Sequence[Any], held: Held) -> Held:
    """Adds what blocks hold, calls aside; one of a kind that nobody knows is measured as JSON."""
    held.blocks += len(blocks)
    for block in blocks:
        _read(block, held)
    return held


def _read(block: Any, held: Held) -> None:
    match block:
        case TextBlock():
            held.texts.append(block.text)
        case ThinkingBlock():
            _read_thinking(block, held)
        case CitableBlock() | CitationBlock():
            held.texts += [text for text in (block.title, block.source) if text]
            for inner in block.content if isinstance(block, CitableBlock) else [block.cited_content]:
                _read(inner, held)
        case ToolCallBlock() | CachePoint():
            pass
        case _ if is_media(block):
            held.media += 1
            held.flat += _media_tokens(block, held)
            held.is_exact = False
        case _:
            text, hidden = parted(block)
            held.texts.append(text)
            held.flat += hidden
            held.is_exact = False


def _read_thinking(block: ThinkingBlock, held: Held) -> None:
    """The shown thinking as text; what is sealed by its length."""
    held.texts += [block.content] if block.content else []
    seals = [value for value in block.additional_information.values() if isinstance(value, str)]
    held.flat += opaque_tokens(*seals)
    held.is_signed = held.is_signed or bool(seals)
    held.is_exact = False


def _media_tokens(block: Any, held: Held) -> int:
    if isinstance(block, ImageBlock):
        return held.dialect.image(_image_size(block), block.detail, held.model)
    return held.dialect.file(next(begins for kind, begins in FILES.items() if isinstance(block, kind)))


def is_media(block: Any) -> bool:
    """Whether it is an image or a file."""
    return isinstance(block, (ImageBlock, *FILES))


def without_media(blocks: Sequence[Any], count: int) -> list[Any]:
    """A copy with a note in place of each of the first ``count`` images and files."""
    edited = []
    for block in blocks:
        is_cut = count > 0 and is_media(block)
        count -= is_cut
        edited.append(TextBlock(text=MEDIA_NOTE) if is_cut else block)
    return edited


def _image_size(block: ImageBlock) -> Size | None:
    """The size where the image is in the block; a path is not opened for it."""
    if isinstance(block.image, bytes):
        return image_size_of_base64(block.image.decode("ascii", "replace"))
    return None if block.url is None else image_size_of_url(str(block.url))
