"""The blocks of LlamaIndex's messages: what each holds and costs."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made_by
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
    from contextthrift.integrations.dialect import Dialect

FILES: Final = {AudioBlock: "audio/", VideoBlock: "video/", DocumentBlock: ""}
"""Blocks that are files, and the beginning of their MIME type."""


@dataclass(slots=True)
class Held:
    """What the blocks of a message hold."""

    dialect: Dialect
    model: str | None
    texts: list[str] = made_by(default_factory=list)
    flat: int = 0
    """What images, files and seals cost, in tokens."""
    media: int = 0
    """How many images and files there are."""
    is_signed: bool = False
    is_exact: bool = True

    def read(self, blocks: Sequence[Any]) -> Held:
        """Adds what blocks hold, calls aside; one of a kind that nobody knows is measured as JSON."""
        for block in blocks:
            self._read(block)
        return self

    def _read(self, block: Any) -> None:
        match block:
            case TextBlock():
                self.texts.append(block.text)
            case ThinkingBlock():
                self._read_thinking(block)
            case CitableBlock():
                self.texts += [text for text in (block.title, block.source) if text]
                self.read(block.content)
            case CitationBlock():
                self.texts += [text for text in (block.title, block.source) if text]
                self.read([block.cited_content])
            case ToolCallBlock() | CachePoint():
                pass
            case _ if is_media(block):
                self.media += 1
                self.is_exact = False
                self.flat += self._media_tokens(block)
            case _:
                text, hidden = parted(block)
                self.texts.append(text)
                self.flat += hidden
                self.is_exact = False

    def _read_thinking(self, block: ThinkingBlock) -> None:
        self.texts += [block.content] if block.content else []
        seals = [value for value in block.additional_information.values() if isinstance(value, str)]
        self.flat += opaque_tokens(*seals)
        self.is_signed = self.is_signed or bool(seals)
        self.is_exact = False

    def _media_tokens(self, block: Any) -> int:
        if isinstance(block, ImageBlock):
            return self.dialect.image(_image_size(block), block.detail, self.model)
        return self.dialect.file(next(begins for kind, begins in FILES.items() if isinstance(block, kind)))


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
