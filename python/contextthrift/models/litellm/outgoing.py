"""Outgoing: our request as the arguments of litellm, whose messages are those of OpenAI chat."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from contextthrift.formats.json_text import json_text
from contextthrift.models.base import (
    FilePart,
    ModelMessage,
    ModelRequest,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolOutput,
    ToolResultPart,
)
from contextthrift.models.call_ids import unique_call_ids
from contextthrift.models.media_type import is_text
from contextthrift.models.short_call_ids import short_call_ids
from contextthrift.models.thinking_room import thinking_budget, thinking_room

KEY: Final = "litellm"
"""Under this name stands in ``opaque``, and in ``provider_options``, what is for litellm alone."""

THINKING: Final = frozenset({"reasoning_effort", "thinking"})


def arguments_of(
    request: ModelRequest, provider: str, supported: Collection[str], most: int | None = None
) -> dict[str, Any]:
    """The arguments of ``litellm.acompletion``; what the model does not support is left out.

    Args:
        request: The request.
        provider: Of the model; ids of calls are short for Mistral.
        supported: The arguments that litellm can pass on to the model.
        most: The longest reply of the model in tokens, thinking included.
    """
    shape = request.output_schema
    budget = thinking_budget(request)
    asked = {
        "temperature": request.temperature,
        "response_format": None if shape is None else _shape(shape),
        "reasoning_effort": None if budget else _level(request),
        "thinking": budget and {"type": "enabled", "budget_tokens": budget},
        "tools": [_tool(tool) for tool in request.tools] or None,
    }
    arguments: dict[str, Any] = {
        "messages": messages_of(request, provider),
        "stream_options": {"include_usage": True},
        "max_retries": 0,
        "num_retries": 0,
    }
    kept = {name: value for name, value in asked.items() if value is not None and name in supported}
    thinks = bool(kept.keys() & THINKING) and kept.get("reasoning_effort") != "none"
    if thinks:
        kept.pop("temperature", None)  # OpenAI and Anthropic refuse one while the model thinks
    if request.max_output_tokens is not None:
        cap = request.max_output_tokens + (thinking_room(request) if thinks else 0)
        arguments["max_tokens"] = cap if most is None else min(cap, most)
    return {**arguments, **kept, **((request.provider_options or {}).get(KEY) or {})}


def messages_of(request: ModelRequest, provider: str) -> list[dict[str, Any]]:
    """The system text and the messages."""
    system = [{"role": "system", "content": request.system}] if request.system else []
    messages = unique_call_ids(request.messages)
    if provider == "mistral":
        messages = short_call_ids(messages)
    return [*system, *(each for message in messages for each in _messages(message))]


def _level(request: ModelRequest) -> str | None:
    return None if request.reasoning == "provider-default" else request.reasoning


def _shape(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}


def _tool(tool: Any) -> dict[str, Any]:
    told = {"name": tool.name, "description": tool.description, "parameters": tool.input_schema}
    return {"type": "function", "function": told}


def _messages(message: ModelMessage) -> list[dict[str, Any]]:
    match message.role:
        case "assistant":
            return [_assistant(message)]
        case "tool":
            return [
                {"role": "tool", "tool_call_id": part.call_id, "content": _shown(part.output)}
                for part in message.parts
                if isinstance(part, ToolResultPart)
            ]
        case "user":
            return [{"role": "user", "content": _content(message.parts)}]


def _assistant(message: ModelMessage) -> dict[str, Any]:
    """What it said, called and thought; thoughts go back in the form in which they came."""
    thoughts = [part for part in message.parts if isinstance(part, ThinkingPart)]
    blocks = [block for thought in thoughts if (block := _block(thought))]
    unsigned = "".join(thought.text for thought in thoughts) if not blocks else ""
    told = {
        "tool_calls": [_call(part) for part in message.parts if isinstance(part, ToolCallPart)],
        "thinking_blocks": blocks,
        "reasoning_content": unsigned,
    }
    said = {"role": "assistant", "content": message.text or None}
    return {**said, **{name: value for name, value in told.items() if value}}


def _block(thought: ThinkingPart) -> dict[str, Any] | None:
    """A signed thought, or one that came encrypted."""
    if thought.signature:
        return {"type": "thinking", "thinking": thought.text, "signature": thought.signature}
    kept = _kept(thought.opaque)
    return dict(kept) if isinstance(kept, Mapping) else None


def _call(part: ToolCallPart) -> dict[str, Any]:
    function = {"name": part.name, "arguments": part.arguments or "{}"}
    call = {"id": part.call_id, "type": "function", "function": function}
    kept = _kept(part.opaque)
    return {**call, "provider_specific_fields": kept} if kept else call


def _kept(opaque: Any) -> Any:
    return opaque.get(KEY) if isinstance(opaque, Mapping) else None


def _shown(output: ToolOutput) -> str | list[dict[str, Any]]:
    if output.kind == "content" and isinstance(output.value, list | tuple):
        return _parts(output.value)
    return output.value if isinstance(output.value, str) else json_text(output.value)


def _content(parts: Sequence[Any]) -> str | list[dict[str, Any]]:
    if all(isinstance(part, TextPart) for part in parts):
        return "".join(part.text for part in parts)
    return _parts(parts)


def _parts(parts: Sequence[Any]) -> list[dict[str, Any]]:
    return [_part(part) for part in parts]


def _part(part: Any) -> dict[str, Any]:
    match part:
        case TextPart():
            return {"type": "text", "text": part.text}
        case FilePart():
            return _file(part)
        case str():
            return {"type": "text", "text": part}
        case _:
            return {"type": "text", "text": json_text(part)}


def _file(part: FilePart) -> dict[str, Any]:
    url = part.url or ""
    if part.data is not None and is_text(part.media_type):
        return {"type": "text", "text": _named_text(part, part.data)}  # a file of OpenAI chat is a PDF
    if part.data is not None:
        url = f"data:{part.media_type};base64,{b64encode(part.data).decode('ascii')}"
    if part.media_type.startswith("image/"):
        return {"type": "image_url", "image_url": {"url": url}}
    held = {"file_data": url} if part.data is not None else {"file_id": url}
    return {"type": "file", "file": {**held, "format": part.media_type, "filename": part.name or "file"}}


def _named_text(part: FilePart, data: bytes) -> str:
    return f"{part.name or 'file'}:\n{data.decode('utf-8-sig', 'replace')}"
