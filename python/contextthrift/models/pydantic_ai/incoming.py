"""Incoming: events and responses of pydantic-ai as our deltas and our reply."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic_ai import messages as theirs

from contextthrift.models.base import (
    ModelMessage,
    Part,
    Reply,
    TextDelta,
    TextPart,
    ThinkingDelta,
    ThinkingPart,
    ToolCallDelta,
    ToolCallPart,
)
from contextthrift.models.pydantic_ai.keepsake import Keepsake
from contextthrift.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from contextthrift.models.base import StreamPart
    from contextthrift.models.pydantic_ai.wire import Wire


class Deltas:
    """Turns the events of one stream into deltas; it remembers which call each piece belongs to."""

    __slots__ = ("_calls",)

    def __init__(self) -> None:
        """For a stream that has not begun."""
        self._calls: dict[int, tuple[str, str]] = {}

    def of(self, event: theirs.ModelResponseStreamEvent) -> StreamPart | None:
        """What the event shows; None where it shows nothing."""
        match event:
            case (
                theirs.PartStartEvent(part=theirs.TextPart(content=text))
                | theirs.PartDeltaEvent(delta=theirs.TextPartDelta(content_delta=text))
            ):
                return TextDelta(text=text) if text else None
            case (
                theirs.PartStartEvent(part=theirs.ThinkingPart(content=text))
                | theirs.PartDeltaEvent(delta=theirs.ThinkingPartDelta(content_delta=text))
            ):
                return ThinkingDelta(text=text) if text else None
            case theirs.PartStartEvent(index=index, part=theirs.ToolCallPart() as call):
                self._calls[index] = (call.tool_call_id, call.tool_name)
                return self._piece(index, call.args)
            case theirs.PartDeltaEvent(index=index, delta=theirs.ToolCallPartDelta(args_delta=args)):
                return self._piece(index, args)
            case _:
                return None

    def _piece(self, index: int, arguments: str | Mapping[str, Any] | None) -> ToolCallDelta:
        call_id, name = self._calls.get(index, ("", ""))
        return ToolCallDelta(call_id=call_id, name=name, arguments=_written(arguments))


def reply_of(response: theirs.ModelResponse) -> Reply:
    """The whole answer; what it has besides text, thinking and tool calls is left out."""
    return Reply(
        message=ModelMessage(role="assistant", parts=tuple(_parts(response))),
        usage=_usage(response),
        finish_reason=_finish_reason(response),
    )


def is_complete(response: theirs.ModelResponse, wire: Wire) -> bool:
    """Whether the provider ended the answer, rather than the connection.

    A server that speaks OpenAI chat may leave the reason out, for which pydantic-ai then puts one of its own;
    its tokens come later still, so that they are as good a sign.
    """
    if response.state == "incomplete":
        return False
    match wire:
        case "other":
            return True
        case "openai-chat":
            said = (response.provider_details or {}).get("finish_reason")
            return bool(said) or response.finish_reason != "stop" or response.usage.has_values()
        case _:
            return response.finish_reason is not None


def _parts(response: theirs.ModelResponse) -> Iterator[Part]:
    giver: theirs.ModelResponse | None = response
    for each in response.parts:
        if isinstance(each, theirs.TextPart | theirs.ThinkingPart | theirs.ToolCallPart):
            kept = Keepsake.from_provider(each, giver).opaque()
            giver = giver if kept is None else None
            yield _part(each, kept)


def _part(part: theirs.TextPart | theirs.ThinkingPart | theirs.ToolCallPart, kept: Any) -> Part:
    match part:
        case theirs.TextPart():
            return TextPart(text=part.content, opaque=kept)
        case theirs.ThinkingPart():
            return ThinkingPart(text=part.content, signature=part.signature, opaque=kept)
        case theirs.ToolCallPart():
            return ToolCallPart(
                call_id=part.tool_call_id, name=part.tool_name, arguments=_written(part.args), opaque=kept
            )


def _written(arguments: str | Mapping[str, Any] | None) -> str:
    if isinstance(arguments, str):
        return arguments
    return json.dumps(arguments, ensure_ascii=False) if arguments else ""


def _usage(response: theirs.ModelResponse) -> Usage:
    """Their counts mean the same as ours: input with caches, output with thinking."""
    usage = response.usage
    thinking = (
        usage.details.get(name) for name in ("reasoning_tokens", "thoughts_tokens", "thinking_tokens")
    )
    return Usage.of(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        reasoning_tokens=next((count for count in thinking if count), 0),
        cached_input_tokens=usage.cache_read_tokens,
        cache_write_tokens=usage.cache_write_tokens,
    )


def _finish_reason(response: theirs.ModelResponse) -> str | None:
    own = (response.provider_details or {}).get("finish_reason")
    return own if isinstance(own, str) else response.finish_reason
