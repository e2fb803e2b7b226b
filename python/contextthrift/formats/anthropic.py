"""Claude's messages.

Calls of tools that Anthropic runs stand with their results in one assistant message and wait for
nobody. A message with a compaction block is read as the system's, which always stays, unless it also
calls a tool: then it goes or stays with its results.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Final

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.alternation import rejoin, split, together
from contextthrift.formats.anthropic_blocks import (
    SIGNED,
    Held,
    blocks_of,
    is_empty,
    read_block,
    with_text,
    without_media_blocks,
)
from contextthrift.formats.arguments import marked, marks, values
from contextthrift.formats.copying import changed
from contextthrift.formats.field import field, is_list, kind_of, text_field
from contextthrift.formats.framing import ANTHROPIC
from contextthrift.formats.json_text import json_text
from contextthrift.formats.note import noted_parts, noted_text
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.reading import Call, Fragment, Reading, Role
from contextthrift.formats.tool_list import kept_tools, tool_list
from contextthrift.tokens.number import shown

ROLES: Final[Mapping[str, Role]] = {"user": "user", "assistant": "assistant", "system": "system"}
SIGNS: Final = SIGNED | {
    "tool_use",
    "tool_result",
    "server_tool_use",
    "mcp_tool_use",
    "document",
    "search_result",
    "container_upload",
}
"""Types of blocks that only Claude's messages have; so does every type that ends in ``_tool_result``."""


class Anthropic:
    """The format of ``client.messages.create(messages=...)``: dicts, or the SDK's own objects."""

    name: ClassVar[str] = "anthropic"
    flat_request: ClassVar[int] = ANTHROPIC.request
    flat_tools: ClassVar[int] = ANTHROPIC.tool_preamble
    flat_tool: ClassVar[int] = ANTHROPIC.tool
    begins_with_user: ClassVar[bool] = True

    def __init__(self, model: str | None = None) -> None:
        """``model`` is the one that reads the messages: images cost what they do for it."""
        self.model = model

    def sign(self, message: Any) -> str | None:
        """A block of a type that only Claude's messages have, or an image with a source."""
        content = field(message, "content")
        if field(message, "role") is None or not is_list(content):
            return None
        for block in content:
            kind = text_field(block, "type") or ""
            if kind in SIGNS or kind.endswith("_tool_result"):
                return f"a block of type {kind!r}"
            if kind == "image" and field(block, "source") is not None:
                return "an image with a source"
        return None

    def fragments(self, messages: Sequence[Any]) -> list[Fragment]:
        """One a message; of a user's message with results one a result, and an aside for the rest."""
        return [part for at, message in enumerate(messages) for part in split(self, message, at)]

    def read(self, message: Any, index: int) -> Reading:
        """Reads one message.

        Raises:
            InvalidMessages: an unknown role or content, a call without an id, a result that names none.
        """
        role = _role(message, index)
        where = f"messages[{index}].content"
        held = Held(model=self.model)
        for at, block in enumerate(blocks_of(field(message, "content"), where)):
            read_block(block, held, f"{where}[{at}]")
        return Reading(
            _role_of(held, role),
            tuple(held.texts),
            held.flat,
            tuple(held.calls) if role == "assistant" else (),
            held.answers[0] if held.answers and role == "user" else None,
            0 if held.is_signed else held.media,
            uses=frozenset(held.uses),
            is_signed=held.is_signed,
            is_exact=False,
        )

    def join(self, kept: Sequence[tuple[Any, Fragment]]) -> list[Any]:
        """The messages to send; roles take turns, and results stand first in one message."""
        return rejoin(self, kept)

    def together(self, kept: Sequence[Fragment]) -> list[list[int]]:
        """What would stand in one message."""
        return together(self, kept)

    def speaker(self, message: Any) -> str:
        """The role."""
        return text_field(message, "role") or ""

    def blocks(self, message: Any) -> list[Any]:
        """The content as blocks."""
        return blocks_of(field(message, "content"), "content")

    def with_blocks(self, message: Any, blocks: list[Any]) -> Any:
        """A copy with other blocks."""
        return changed(message, content=blocks)

    def is_result(self, block: Any) -> bool:
        """Whether it is a tool's result."""
        return text_field(block, "type") == "tool_result"

    def is_empty(self, block: Any) -> bool:
        """Whether it is a text without any character."""
        return is_empty(block)

    def is_not_run(self, block: Any) -> bool:
        """Whether it is the result of :meth:`not_run`."""
        return self.is_result(block) and field(block, "content") == NOT_RUN

    def system(self, system: Any) -> Reading:
        """A text or a list of text blocks."""
        if not isinstance(system, str) and not is_list(system):
            raise WrongType(f"system is {kind_of(system)}; it must be a string or a list of text blocks")
        held = Held()
        for at, block in enumerate(blocks_of(system, "system")):
            read_block(block, held, f"system[{at}]")
        return Reading("system", tuple(held.texts), held.flat, is_exact=False)

    def tools(self, tools: Any) -> list[Any]:
        """The definitions."""
        return tool_list(tools)

    def with_tools(self, tools: Any, kept: Collection[int]) -> Any:
        """A list of those kept."""
        return kept_tools(tools, kept)

    def tool_name(self, tool: Any, index: int) -> str:
        """The name; that of a toolset is its family or its server."""
        kind = text_field(tool, "type") or ""
        family = kind.partition("_toolset")[0] if "_toolset" in kind else None
        name = text_field(tool, "name", "mcp_server_name") or family
        if name is None:
            raise InvalidMessages(f"tools[{index}] has no name; a tool looks like {_TOOL_SHAPE}")
        return name

    def tool_text(self, tool: Any) -> str:
        """The definition as compact JSON."""
        return json_text(tool)

    def forced_tools(self, tool_choice: Any) -> frozenset[str]:
        """The tool that ``{"type": "tool", "name": ...}`` names."""
        name = text_field(tool_choice, "name")
        return frozenset() if name is None else frozenset({name})

    def not_run(self, call: Call) -> dict[str, Any]:
        """A user's message with the result of a call that was not run."""
        block = {"type": "tool_result", "tool_use_id": call.id, "content": NOT_RUN, "is_error": True}
        return {"role": "user", "content": [block]}

    def with_result(self, message: Any, text: str) -> Any:
        """A copy of a result's message and of its block with ``text`` as content.

        Of a user's message that only the policy takes as a result, one with ``text`` and nothing else.
        """
        return self._with_content(message, lambda _: text)

    def with_result_text(self, message: Any, text: str) -> Any:
        """The same, but images and files stay behind the text."""
        return self._with_content(message, lambda content: with_text(content, text))

    def _with_content(self, message: Any, edit: Callable[[Any], Any]) -> Any:
        blocks = self.blocks(message)
        if not any(self.is_result(block) for block in blocks):
            return changed(message, content=edit(field(message, "content")))
        edited = [
            changed(block, content=edit(field(block, "content"))) if self.is_result(block) else block
            for block in blocks
        ]
        return self.with_blocks(message, edited)

    def result_text(self, message: Any) -> str:
        """The text of a result, its blocks joined by newlines."""
        result = next((block for block in self.blocks(message) if self.is_result(block)), message)
        held = Held()
        for block in blocks_of(field(result, "content"), "content"):
            read_block(block, held, "content")
        return "\n".join(held.texts)

    def with_note(self, message: Any) -> Any:
        """The note and an empty line before a text; a text block of its own before blocks."""
        content = field(message, "content")
        if isinstance(content, str):
            text = noted_text(content)
            return message if text == content else changed(message, content=text)
        note = {"type": "text", "text": GAP_NOTE}
        blocks = noted_parts([block for block in content or () if not is_empty(block)], note)
        return message if blocks is None else changed(message, content=blocks)

    def without_media(self, message: Any, count: int) -> Any:
        """A text block in place of each image and document, also within a result."""
        if not count or self._is_signed(message):
            return message
        blocks, left = without_media_blocks(self.blocks(message), count)
        return message if left == count else self.with_blocks(message, blocks)

    def arguments(self, message: Any) -> list[str]:
        """The texts in the input of every call."""
        if self._is_signed(message):
            return []
        calls = [block for block in self.blocks(message) if field(block, "type") == "tool_use"]
        return [text for call in calls for text in values(field(call, "input"))]

    def without_arguments(self, message: Any, places: Collection[int]) -> Any:
        """Copies of the message, of its calls and of their input."""
        if not places or self._is_signed(message):
            return message
        mark = marks(places)
        edited = [
            changed(block, input=marked(field(block, "input"), mark))
            if field(block, "type") == "tool_use"
            else block
            for block in self.blocks(message)
        ]
        return self.with_blocks(message, edited)

    def _is_signed(self, message: Any) -> bool:
        held = Held()
        for block in self.blocks(message):
            if field(block, "type") in SIGNED:
                read_block(block, held, "content")
        return held.is_signed


_TOOL_SHAPE: Final = '{"name": ..., "description": ..., "input_schema": {...}}'


def _role_of(held: Held, role: Role) -> Role:
    """A message of results is a result; compacted history that calls nothing stays, as the system's."""
    if role == "user" and held.answers:
        return "result"
    return "system" if held.is_summary and not held.calls else role


def _role(message: Any, index: int) -> Role:
    role = field(message, "role")
    if not isinstance(role, str) or role not in ROLES:
        what = "has no role" if role is None else f"has the role {shown(role)}"
        if role is None and not isinstance(message, Mapping):
            what = f"is {kind_of(message)} without a role"
        raise InvalidMessages(f"messages[{index}] {what}; it must have one of {', '.join(ROLES)}")
    return ROLES[role]
