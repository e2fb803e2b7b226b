"""Outgoing: our messages, tools and shapes as pydantic-ai takes them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic_ai import messages as theirs
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition

from contextthrift.models.base import (
    FilePart,
    ModelMessage,
    ModelRequest,
    Part,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolResultPart,
)
from contextthrift.models.call_ids import unique_call_ids
from contextthrift.models.pydantic_ai.files import sent_file
from contextthrift.models.pydantic_ai.keepsake import Keepsake, response_of

if TYPE_CHECKING:
    from pydantic_ai.messages import UserContent

    from contextthrift.models.pydantic_ai.wire import Wire


def messages_of(request: ModelRequest, wire: Wire = "other") -> list[theirs.ModelMessage]:
    """The system text and the messages of a request, with its files as the protocol takes them.

    Raises:
        ModelError: A file that is said to be text is none.
    """
    system = [theirs.SystemPromptPart(request.system)] if request.system else []
    listed: list[theirs.ModelMessage] = [theirs.ModelRequest(parts=[*system])] if system else []
    return [*listed, *(_message(message, wire) for message in unique_call_ids(request.messages))]


def parameters_of(request: ModelRequest, *, shapes: bool) -> ModelRequestParameters:
    """The tools of a request, as their schemas came, and the shape its answer is to have.

    Args:
        request: The request.
        shapes: Whether the provider has structured output; the shape is left out where it has not.
    """
    tools = [
        ToolDefinition(
            name=tool.name,
            description=tool.description,
            parameters_json_schema=dict(tool.input_schema),
            strict=False,
        )
        for tool in request.tools
    ]
    if request.output_schema is None or not shapes:
        return ModelRequestParameters(function_tools=tools)
    shape = OutputObjectDefinition(json_schema=dict(request.output_schema), name="answer")
    return ModelRequestParameters(function_tools=tools, output_mode="native", output_object=shape)


def _message(message: ModelMessage, wire: Wire) -> theirs.ModelMessage:
    match message.role:
        case "assistant":
            parts = [sent for part in message.parts if (sent := _answered(part)) is not None]
            return theirs.ModelResponse(parts=parts, **response_of(message.parts))
        case "tool":
            results = [part for part in message.parts if isinstance(part, ToolResultPart)]
            return theirs.ModelRequest(parts=[_result(part, wire) for part in results])
        case "user":
            return theirs.ModelRequest(parts=[theirs.UserPromptPart(_said(message.parts, wire))])


def _answered(part: Part) -> theirs.ModelResponsePart | None:
    """A part of the model's answer, with everything the provider gave it."""
    match part:
        case TextPart():
            return theirs.TextPart(part.text, **Keepsake.of(part.opaque).fields())
        case ThinkingPart():
            kept = Keepsake.of(part.opaque).fields()
            return theirs.ThinkingPart(part.text, signature=part.signature, **kept)
        case ToolCallPart():
            kept = Keepsake.of(part.opaque).fields()
            return theirs.ToolCallPart(part.name, part.arguments, part.call_id, **kept)
        case _:
            return None


def _result(part: ToolResultPart, wire: Wire) -> theirs.ToolReturnPart:
    failed = part.output.kind.startswith("error")
    return theirs.ToolReturnPart(
        part.name,
        _content(part, wire),
        part.call_id,
        outcome="failed" if failed else "success",
    )


def _content(part: ToolResultPart, wire: Wire) -> Any:
    """What the model is shown: text, an object (Gemini takes it as one), other data as JSON, or parts."""
    value = part.output.value
    if isinstance(value, str | Mapping):
        return value
    if part.output.kind == "content" and isinstance(value, Sequence):
        return [_piece(each, wire) for each in value]
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _piece(part: Any, wire: Wire) -> Any:
    match part:
        case TextPart():
            return part.text
        case FilePart():
            return sent_file(part, wire)
        case _:
            return part


def _said(parts: Sequence[Part], wire: Wire) -> str | list[UserContent]:
    said = [
        part.text if isinstance(part, TextPart) else sent_file(part, wire)
        for part in parts
        if isinstance(part, TextPart | FilePart)
    ]
    return said[0] if len(said) == 1 and isinstance(said[0], str) else said
