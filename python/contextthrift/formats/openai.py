"""OpenAI chat messages.

What stands around the texts is in :mod:`contextthrift.formats.framing`, what an image costs in
:mod:`contextthrift.formats.image_cost`. Tools, tool calls, images and files make a total an estimate
(``exact`` is False): what they cost is not published in full, and the figures lean upward.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, MutableMapping, Sequence
from copy import copy
from dataclasses import is_dataclass, replace
from typing import Any, Final

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.framing import OPENAI
from contextthrift.formats.image_cost import openai_image_tokens
from contextthrift.formats.image_size import image_size_of_url
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.reading import Call, Reading, Role

ROLES: Final[Mapping[str, Role]] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "result",
    "function": "result",
}
TEXT_PARTS: Final = {"text": "text", "refusal": "refusal", "input_text": "text", "output_text": "text"}
FLAT_PARTS: Final = {"file": OPENAI.file, "input_audio": OPENAI.audio}


class OpenAIChat:
    """The format of ``client.chat.completions.create(messages=...)``: dicts, or the SDK's own objects."""

    name: Final = "openai"
    flat_request: Final = OPENAI.request

    def recognises(self, messages: Sequence[Any]) -> bool:
        """Some message has a role, and none keeps its content in ``parts`` as Gemini's do."""
        roles = [_get(message, "role") for message in messages if _get(message, "parts") is None]
        has_shape = any(isinstance(role, str) for role in roles)
        return len(roles) == len(messages) and (has_shape or not messages)

    def read(self, message: Any, index: int) -> Reading:
        """Reads one message.

        Raises:
            InvalidMessages: no role, an unknown role or content, a result without the id of its call.
        """
        role = _role(message, index)
        texts: list[str] = []
        parts = _read_content(_get(message, "content"), texts, index)
        flat = OPENAI.message + OPENAI.role + parts
        others = (_get(message, field) for field in ("refusal", "reasoning_content"))
        texts += [text for text in others if isinstance(text, str)]
        calls: tuple[Call, ...] = ()
        if role == "assistant":
            calls = _read_calls(message, texts, index)
            flat += OPENAI.call * len(calls)
        name = _get(message, "name")
        if isinstance(name, str):
            texts.append(name)
            flat += OPENAI.name
        answers = None
        if role == "result":
            answers = _answers(message, index)
            flat += OPENAI.result
        is_exact = not (parts or calls or role == "result")
        return Reading(role, tuple(texts), flat, calls, answers, is_exact)

    def tool_name(self, tool: Any, index: int) -> str:
        """The name of a function tool, or of a custom one."""
        for holder in (_get(tool, "function"), _get(tool, "custom"), tool):
            if isinstance(name := _get(holder, "name"), str):
                return name
        raise InvalidMessages(f"tools[{index}] has no name; an OpenAI tool looks like {_TOOL_SHAPE}")

    def tool_text(self, tool: Any) -> str:
        """The definition as compact JSON, which is longer than what the model is shown."""
        return _json(_plain(tool))

    def forced_tools(self, tool_choice: Any) -> frozenset[str]:
        """The function a choice forces, or those it allows."""
        allowed = _get(_get(tool_choice, "allowed_tools"), "tools")
        forced = allowed if isinstance(allowed, Sequence) and not isinstance(allowed, str) else [tool_choice]
        choices = [_get(choice, "function") or _get(choice, "custom") or choice for choice in forced]
        return frozenset(name for choice in choices if isinstance(name := _get(choice, "name"), str))

    def not_run(self, call: Call) -> dict[str, Any]:
        """A tool message for a call that was not run."""
        if call.id.startswith(_LEGACY):
            return {"role": "function", "name": call.name, "content": NOT_RUN}
        return {"role": "tool", "tool_call_id": call.id, "content": NOT_RUN}

    def with_result(self, message: Any, text: str) -> Any:
        """A copy of a tool message with ``text`` as its content."""
        return _replaced(message, text)

    def result_text(self, message: Any) -> str:
        """The text of a tool message, its parts joined by newlines."""
        texts: list[str] = []
        _read_content(_get(message, "content"), texts, 0)
        return "\n".join(texts)

    def with_note(self, message: Any) -> Any:
        """The note and an empty line before a text; a text part of its own before parts."""
        content = _get(message, "content")
        if isinstance(content, str):
            return message if content.startswith(GAP_NOTE) else _replaced(message, f"{GAP_NOTE}\n\n{content}")
        parts = list(content or ())
        if parts and _get(parts[0], "text") == GAP_NOTE:
            return message
        return _replaced(message, [{"type": "text", "text": GAP_NOTE}, *parts])


_LEGACY: Final = "function_call:"
_PART_SHAPE: Final = '{"type": "text", "text": ...}'
_TOOL_SHAPE: Final = '{"type": "function", "function": {"name": ..., "parameters": ...}}'


def _get(holder: Any, field: str) -> Any:
    """A field of a dict or of one of the SDK's objects; None where it is absent."""
    if isinstance(holder, dict):
        return holder.get(field)
    return holder.get(field) if isinstance(holder, Mapping) else getattr(holder, field, None)


def _kind(value: Any) -> str:
    return "None" if value is None else type(value).__name__


def _role(message: Any, index: int) -> Role:
    role = _get(message, "role")
    if role is None:
        what = "has no role" if isinstance(message, Mapping) else f"is {_kind(message)} without a role"
        raise InvalidMessages(f"messages[{index}] {what}; it must have one of {', '.join(ROLES)}")
    if not isinstance(role, str) or role not in ROLES:
        raise InvalidMessages(
            f"messages[{index}] has the role {role!r}; it must be one of {', '.join(ROLES)}"
        )
    return ROLES[role]


def _read_content(content: Any, texts: list[str], index: int) -> int:
    """Adds the texts of a content to ``texts`` and says what the rest of it costs."""
    if isinstance(content, str):
        texts.append(content)
        return 0
    if content is None:
        return 0
    if isinstance(content, bytes | bytearray) or not isinstance(content, Sequence):
        raise InvalidMessages(
            f"messages[{index}].content is {_kind(content)}; it must be text, a list of parts, or null"
        )
    return sum(_read_part(part, texts, f"messages[{index}].content[{at}]") for at, part in enumerate(content))


def _read_part(part: Any, texts: list[str], where: str) -> int:
    kind = _get(part, "type")
    if not isinstance(kind, str):
        raise InvalidMessages(f"{where} is {_kind(part)} without a type; a part looks like {_PART_SHAPE}")
    if kind in TEXT_PARTS:
        text = _get(part, TEXT_PARTS[kind])
        if not isinstance(text, str):
            field = f"{where}.{TEXT_PARTS[kind]}"
            raise InvalidMessages(f"{field} is {_kind(text)}; a part of type {kind} must have text there")
        texts.append(text)
        return 0
    if kind == "image_url":
        return _image_tokens(_get(part, "image_url"))
    if kind not in FLAT_PARTS:
        known = ", ".join((*TEXT_PARTS, "image_url", *FLAT_PARTS))
        raise InvalidMessages(f"{where} is a part of type {kind!r}; known types are {known}")
    return FLAT_PARTS[kind]


def _image_tokens(image: Any) -> int:
    url, detail = _get(image, "url"), _get(image, "detail")
    size = image_size_of_url(url) if isinstance(url, str) else None
    return openai_image_tokens(size, detail if isinstance(detail, str) else None)


def _read_calls(message: Any, texts: list[str], index: int) -> tuple[Call, ...]:
    """The calls of an assistant message, today's and the deprecated single one; their texts are added."""
    calls = []
    tool_calls = _get(message, "tool_calls") or ()
    if isinstance(tool_calls, str | bytes) or not isinstance(tool_calls, Sequence):
        raise InvalidMessages(
            f"messages[{index}].tool_calls is {_kind(tool_calls)}; it must be a list of calls"
        )
    for at, call in enumerate(tool_calls):
        where = f"messages[{index}].tool_calls[{at}]"
        called = _get(call, "function") or _get(call, "custom")
        name, call_id = _get(called, "name"), _get(call, "id")
        if not isinstance(name, str) or not isinstance(call_id, str):
            raise InvalidMessages(f"{where} needs an id and a function with a name")
        calls.append(Call(call_id, name))
        texts += (name, _argument_text(called))
    if (legacy := _get(message, "function_call")) is not None and isinstance(
        name := _get(legacy, "name"), str
    ):
        calls.append(Call(_LEGACY + name, name))
        texts += (name, _argument_text(legacy))
    return tuple(calls)


def _argument_text(called: Any) -> str:
    arguments = _get(called, "arguments")
    arguments = _get(called, "input") if arguments is None else arguments
    return arguments if isinstance(arguments, str) else "" if arguments is None else _json(arguments)


def _answers(message: Any, index: int) -> str:
    if _get(message, "role") == "function":
        name = _get(message, "name")
        if isinstance(name, str):
            return _LEGACY + name
        raise InvalidMessages(f"messages[{index}] is a function's result without a name")
    call_id = _get(message, "tool_call_id")
    if isinstance(call_id, str):
        return call_id
    raise InvalidMessages(f"messages[{index}] is a tool's result without a tool_call_id")


def _replaced(message: Any, content: Any) -> Any:
    """A copy of the same type with another content; every other field is carried along.

    Raises:
        WrongType: the type of the message allows no edited copy.
    """
    try:
        if is_dataclass(message) and not isinstance(message, type):
            return replace(message, content=content)
        if hasattr(message, "_replace"):
            return message._replace(content=content)
        edited = message.model_copy() if hasattr(message, "model_copy") else copy(message)
        if isinstance(edited, MutableMapping):
            edited["content"] = content
        else:
            edited.content = content
    except (AttributeError, TypeError, ValueError) as error:
        kind = type(message).__name__
        raise WrongType(f"a message of type {kind} allows no edited copy: {error}") from error
    return edited


def _plain(tool: Any) -> Any:
    return tool.model_dump() if hasattr(tool, "model_dump") else tool


def _json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidMessages(f"a tool or its arguments cannot be written as JSON: {error}") from error
