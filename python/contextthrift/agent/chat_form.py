"""The chat form of a request: messages of OpenAI chat, as `fit` reads them, and the way back.

Each has its place in the request under ``_at``, which copies keep. An assistant's message is kept or
dropped whole, so its form only has to cost what the message costs.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from contextthrift.formats.json_text import json_text
from contextthrift.models import (
    FilePart,
    ModelMessage,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolOutput,
    ToolResultPart,
)
from contextthrift.models.media_type import is_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from contextthrift.models import ModelRequest
    from contextthrift.models.base import OutputKind, Part

Chat = dict[str, Any]
AT: Final = "_at"
HEADER_BYTES: Final = 262_144
"""Of an image: enough to find its size in."""


def chat_form(messages: Sequence[ModelMessage]) -> list[Chat]:
    """One or more chat messages for each message; every tool result is one of its own."""
    return [chat for at, message in enumerate(messages) for chat in _chats(message, at)]


def chat_tools(request: ModelRequest) -> list[Chat]:
    """The tools' definitions."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.input_schema,
            },
        }
        for tool in request.tools
    ]


def is_first(chat: Chat) -> bool:
    """Whether it is the message with the task."""
    return bool(chat.get(AT, (None,))[0] == 0)


def is_prompted_result(chat: Chat) -> bool:
    """Whether it is a user's message that tells what actions gave, as every one behind the first does."""
    return chat["role"] == "user" and not is_first(chat)


def messages_from(
    fitted: Sequence[Chat], given: Sequence[Chat], messages: Sequence[ModelMessage]
) -> tuple[ModelMessage, ...]:
    """The messages that a fitted chat form stands for; those that stayed whole are the given objects."""
    forms = {chat[AT]: chat for chat in given}
    edited: dict[int, dict[int, Part]] = {}
    for chat in fitted:
        at, part = chat.get(AT, (None, 0))
        if at is None:  # a result that repair added
            continue
        changes = edited.setdefault(at, {})
        if chat is not forms[at, part]:
            changes.update(_edits(chat, forms[at, part], messages[at], part))
    return tuple(_with(messages[at], changes) for at, changes in edited.items())


def output_text(output: ToolOutput) -> str:
    """A tool's output as text; JSON where it is none."""
    return output.value if isinstance(output.value, str) else json_text(output.value)


def _chats(message: ModelMessage, at: int) -> list[Chat]:
    match message.role:
        case "assistant":
            return [_assistant(message, at)]
        case "tool":
            return [
                {
                    "role": "tool",
                    "tool_call_id": part.call_id,
                    "content": _result_content(part.output),
                    AT: (at, place),
                }
                for place, part in enumerate(message.parts)
                if isinstance(part, ToolResultPart)
            ]
        case _:
            return [_user(message, at)]


def _user(message: ModelMessage, at: int) -> Chat:
    is_text = len(message.parts) == 1 and isinstance(message.parts[0], TextPart)
    content = message.text if is_text else _content_parts(message.parts)
    return {"role": "user", "content": content, AT: (at, 0)}


def _assistant(message: ModelMessage, at: int) -> Chat:
    """What is opaque stands behind the other parts, so that those keep their order."""
    calls = [part for part in message.parts if isinstance(part, ToolCallPart)]
    content = _content_parts(part for part in message.parts if not isinstance(part, ToolCallPart))
    kept = (getattr(part, "opaque", None) for part in message.parts)
    content += [{"type": "opaque", "value": opaque} for opaque in kept if opaque is not None]
    chat: Chat = {"role": "assistant", "content": content, AT: (at, 0)}
    return {**chat, "tool_calls": [_call(part) for part in calls]} if calls else chat


def _call(part: ToolCallPart) -> Chat:
    function = {"name": part.name, "arguments": part.arguments}
    return {"id": part.call_id, "type": "function", "function": function}


def _content_parts(parts: Iterable[Any]) -> list[Chat]:
    return [each for part in parts for each in [_content_part(part)] * _span(part)]


def _span(part: Any) -> int:
    """How many parts stand for one: of a PDF whose pages are known, one for each page, as it costs that."""
    return part.pages or 1 if isinstance(part, FilePart) else 1


def _content_part(part: Any) -> Chat:
    match part:
        case TextPart():
            return {"type": "text", "text": part.text}
        case ThinkingPart():
            shown = {"type": "thinking", "thinking": part.text}
            return {**shown, "signature": part.signature} if part.signature else shown
        case FilePart():
            return _file(part)
        case _:
            return {"type": "other", "value": part}


def _file(part: FilePart) -> Chat:
    if part.data is not None and is_text(part.media_type):
        return {"type": "text", "text": part.data.decode("utf-8", "replace")}
    if not part.media_type.startswith("image/"):
        return {"type": "file", "file": {}}
    url = part.url or ""
    if part.data is not None:
        url = f"data:{part.media_type};base64,{b64encode(part.data[:HEADER_BYTES]).decode('ascii')}"
    return {"type": "image_url", "image_url": {"url": url}}


def _result_content(output: ToolOutput) -> str | list[Chat]:
    if output.kind == "content" and isinstance(output.value, list | tuple):
        return _content_parts(output.value)
    return output_text(output)


def _edits(chat: Chat, form: Chat, message: ModelMessage, place: int) -> Mapping[int, Part]:
    """What became of the parts of a message, by their places; a note before them has the place -1."""
    content, part = chat["content"], message.parts[place]
    if message.role == "tool" and isinstance(part, ToolResultPart):
        kind: OutputKind = "error-text" if part.output.kind.startswith("error") else "text"
        return {place: replace(part, output=ToolOutput(kind=kind, value=_text(content)))}
    if isinstance(content, str):
        return {0: TextPart(text=content)}
    said = ((at, each) for at, each in enumerate(message.parts) if not isinstance(each, ToolCallPart))
    places = [at for at, each in said for _ in range(_span(each))]
    was = form["content"]
    if len(content) > len(was):
        places, was = [-1, *places], [None, *was]
    changes = zip(places, content, was, strict=False)
    return {at: TextPart(text=now["text"]) for at, now, before in changes if now is not before}


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def _with(message: ModelMessage, changes: Mapping[int, Part]) -> ModelMessage:
    if not changes:
        return message
    noted = (changes[-1],) if -1 in changes else ()
    return replace(message, parts=(*noted, *(changes.get(at, part) for at, part in enumerate(message.parts))))
