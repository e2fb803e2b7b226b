"""What was said, as attributes: JSON in the shape of the conventions. Only where it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from contextthrift.agent.reply.clip import as_json
from contextthrift.agent.telemetry import names
from contextthrift.models.base import TextPart, ThinkingPart, ToolCallPart, ToolResultPart
from contextthrift.record import plain, text_of

if TYPE_CHECKING:
    from contextthrift.agent.telemetry.attributes import Attributes
    from contextthrift.models import ModelMessage, ModelRequest, Reply
    from contextthrift.models.base import Part


def of_request(request: ModelRequest) -> Attributes:
    """What a model is told."""
    return {
        names.SYSTEM: as_json([{"type": "text", "content": request.system}]),
        names.INPUT: as_json([_message(message) for message in request.messages]),
    }


def of_reply(reply: Reply) -> Attributes:
    """What it answers."""
    reason = {"finish_reason": reply.finish_reason} if reply.finish_reason else {}
    return {names.OUTPUT: as_json([_message(reply.message) | reason])}


def of_arguments(arguments: Any) -> Attributes:
    """What a tool is given."""
    return {names.TOOL_ARGUMENTS: as_json(plain(arguments))}


def of_result(result: Any) -> Attributes:
    """What it returns."""
    return {names.TOOL_RESULT: as_json(plain(result))}


def _message(message: ModelMessage) -> dict[str, Any]:
    return {"role": message.role, "parts": [_part(part) for part in message.parts]}


def _part(part: Part) -> dict[str, Any]:
    match part:
        case TextPart():
            return {"type": "text", "content": part.text}
        case ThinkingPart():
            return {"type": "reasoning", "content": part.text}
        case ToolCallPart():
            return {"type": "tool_call", "id": part.call_id, "name": part.name, "arguments": part.arguments}
        case ToolResultPart():
            told = part.output.value if part.output.kind != "content" else text_of(part.output.value)
            return {"type": "tool_call_response", "id": part.call_id, "response": plain(told)}
        case _:
            return {"type": "file", "mime_type": part.media_type, "name": part.name}
