"""The parts of pydantic-ai's messages: whose each is, and what it holds and costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pydantic_ai import messages as theirs
from pydantic_ai.messages import ModelRequest, ModelResponse, ToolReturnPart, UserPromptPart

from contextthrift.formats.field import field
from contextthrift.formats.opaque import opaque_tokens, parted
from contextthrift.integrations.pydantic_ai.content import read_content, read_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contextthrift.formats.reading import Role
    from contextthrift.integrations.held import Held

RESULTS: Final = ("tool-return", "retry-prompt")
"""Kinds of parts that answer a call; a retry without a tool answers none."""
SAID: Final = ("user-prompt", "retry-feedback", "retry-prompt")
"""Kinds of parts that the user says, or pydantic-ai in the user's place; every other kind always stays."""


def role_of(part: Any) -> Role:
    """Who speaks in a part of a request."""
    if part.part_kind in RESULTS and field(part, "tool_name") is not None:
        return "result"
    return "user" if part.part_kind in SAID else "system"


def parts_by_role(message: ModelRequest) -> Iterator[tuple[Role, list[Any]]]:
    """System parts, each result by itself, and what the user says, in that order."""
    for role in ("system", "result", "user"):
        parts = [part for part in message.parts if role_of(part) == role]
        if role == "result":
            yield from ((role, [part]) for part in parts)
        elif parts or (not message.parts and role == "system"):
            yield role, parts


def read_request_part(part: Any, held: Held) -> None:
    """Adds what a part of a request holds."""
    match part:
        case UserPromptPart():
            read_content(part.content, held)
        case ToolReturnPart():
            held.blocks += 2  # the result, and the text within it
            held.texts.append(part.model_response_str())
            for file in part.files:
                read_file(file, held)
        case theirs.RetryPromptPart() | theirs.RetryFeedbackPart():
            held.blocks += 1
            held.texts.append(part.model_response())
        case theirs.SystemPromptPart():
            read_content(part.content, held)
        case _:
            _read_other(part, held)


def read_response_part(part: Any, held: Held) -> None:
    """Adds what a part of a response holds."""
    held.is_signed |= is_signed(part)
    held.blocks += 1
    held.is_exact &= isinstance(part, theirs.TextPart)
    match part:
        case theirs.TextPart():
            held.texts.append(part.content)
        case theirs.ThinkingPart():
            held.texts += [part.content] if part.content else []
            held.flat += opaque_tokens(part.signature)
        case theirs.ToolCallPart():
            held.texts += [part.tool_name, part.args_as_json_str()]
        case theirs.FilePart():
            read_file(part.content, held)
            return
        case _:
            _read_other(part, held)
            return
    if (details := field(part, "provider_details")) is not None:
        text, hidden = parted(details)
        held.texts += [text] if text != "{}" else []
        held.flat += hidden


def _read_other(part: Any, held: Held) -> None:
    """A part of a kind that is sent in some form of its own, as JSON without what only programs read."""
    shown = {
        name: value
        for name in ("tool_name", "args", "content", "transcript", "provider_details")
        if (value := field(part, name)) is not None
    }
    text, hidden = parted(shown)
    held.texts.append(text)
    held.flat += hidden
    held.is_exact = False


def is_signed(part: Any) -> bool:
    """Whether a provider gave it something to know it again by."""
    return bool(field(part, "signature") or field(part, "provider_details"))


def calls_of(message: ModelResponse) -> list[Any]:
    """The calls of a response that wait for a result."""
    return [part for part in message.parts if isinstance(part, theirs.ToolCallPart)]
