"""The most tokens that a request can possibly have, told without a tokenizer.

A token stands for one byte of UTF-8 at least, also where a tokenizer falls back to bytes, and the estimate
for Claude adds two at most for each character outside ASCII: where words of rare scripts begin and end. So a
text of ASCII has no more tokens than characters, and any other no more than six for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from contextthrift.agent.chat_form import output_text
from contextthrift.formats.json_text import json_text
from contextthrift.models import FilePart, TextPart, ThinkingPart, ToolCallPart, ToolResultPart

if TYPE_CHECKING:
    from collections.abc import Callable

    from contextthrift.models import ModelMessage, ModelRequest, ToolDefinition
    from contextthrift.models.base import Part

PER_CHARACTER: Final = 4 + 2
"""Tokens outside ASCII, at most: the bytes of UTF-8, and the start and the end of a word."""
AROUND: Final = 48
"""Tokens around a message, a part or a tool, at most: the framing of any format, a token before a text."""
AROUND_ALL: Final = 1_024
"""Tokens around a request, at most; Claude's preamble of tools is the longest."""
UNBOUNDED: Final = 2**62
"""Of an image or a file: looking at it is the measure's affair."""


class Longest:
    """The bounds of one run's requests; what was looked at once is not looked at again."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        """Nothing was looked at yet."""
        self._seen: dict[int, tuple[object, int]] = {}

    def of(self, request: ModelRequest) -> int:
        """The most tokens that the request can have."""
        known = self._known
        return (
            AROUND_ALL
            + most_tokens(request.system)
            + sum(known(message, message_bound) for message in request.messages)
            + sum(known(tool.input_schema, json_bound) + _tool_bound(tool) for tool in request.tools)
            + (known(request.output_schema, json_bound) if request.output_schema else 0)
        )

    def _known(self, value: Any, bound_of: Callable[[Any], int]) -> int:
        """The bound of a value, by its identity; the value is held so that nothing else gets its id."""
        seen = self._seen.get(id(value))
        if seen is None:
            seen = self._seen[id(value)] = value, bound_of(value)
        return seen[1]


def most_tokens(text: str) -> int:
    """The most tokens that a text can have.

    >>> most_tokens("four"), most_tokens("vier€")
    (4, 30)
    """
    return len(text) if text.isascii() else PER_CHARACTER * len(text)


def json_bound(value: Any) -> int:
    """The same of a value's JSON."""
    return most_tokens(json_text(value))


def message_bound(message: ModelMessage) -> int:
    """The same of a message."""
    return AROUND + sum(map(_part_bound, message.parts))


def _tool_bound(tool: ToolDefinition) -> int:
    return AROUND + 2 * PER_CHARACTER * (len(tool.name) + len(tool.description))


def _part_bound(part: Part) -> int:
    match part:
        case TextPart():
            return AROUND + most_tokens(part.text) + _opaque_bound(getattr(part, "opaque", None))
        case ToolCallPart():
            written = part.call_id + part.name + part.arguments
            return AROUND + most_tokens(written) + _opaque_bound(part.opaque)
        case ToolResultPart():
            return AROUND + most_tokens(part.call_id + part.name) + _output_bound(part)
        case ThinkingPart():
            return AROUND + most_tokens(part.text + (part.signature or "")) + _opaque_bound(part.opaque)
        case FilePart():
            return UNBOUNDED


def _output_bound(part: ToolResultPart) -> int:
    return UNBOUNDED if part.output.kind == "content" else most_tokens(output_text(part.output))


def _opaque_bound(opaque: Any) -> int:
    return 0 if opaque is None else json_bound(opaque)
