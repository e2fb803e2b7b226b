"""Wanted calls: what a reply wants called, and what may be kept of a reply whose arguments are broken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from contextthrift.agent.reply.clip import as_json
from contextthrift.agent.tool_call import Call, read_arguments
from contextthrift.models import ModelMessage, ToolCallPart

if TYPE_CHECKING:
    from contextthrift.models import Reply


def wanted_calls(reply: Reply) -> list[Call]:
    """The calls of a reply, in order; the last of one that was cut off may be half a call.

    >>> from contextthrift.models import assistant_reply
    >>> half = ToolCallPart(call_id="c1", name="write", arguments='{"path": "/a", "conte')
    >>> wanted_calls(replace(assistant_reply(tool_calls=(half,)), finish_reason="length"))[0].is_cut_off
    True
    """
    calls = [_call(part) for part in reply.tool_calls]
    if reply.is_cut_off and isinstance(reply.message.parts[-1], ToolCallPart):
        last = reply.tool_calls[-1]
        calls[-1] = replace(calls[-1], is_cut_off=not _is_object(last.arguments))
    return calls


def whole_calls(message: ModelMessage) -> ModelMessage:
    """The message as it can be sent back: arguments that are no JSON object become an empty one.

    A provider refuses a conversation with broken arguments for good. Such a call was not made, and its result
    says so. The very message comes back where nothing is broken.
    """
    parts = tuple(
        replace(part, arguments=as_json(part.arguments) if isinstance(part.arguments, Mapping) else "{}")
        if isinstance(part, ToolCallPart) and not _is_object(part.arguments)
        else part
        for part in message.parts
    )
    return message if parts == message.parts else replace(message, parts=parts)


def _call(part: ToolCallPart) -> Call:
    return Call(call_id=part.call_id, name=part.name, input=read_arguments(part.arguments))


def _is_object(written: Any) -> bool:
    """Whether the arguments are written out as a JSON object, to its end."""
    return isinstance(written, str) and bool(written.strip()) and isinstance(read_arguments(written), Mapping)
