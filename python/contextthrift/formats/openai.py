"""OpenAI chat messages.

What stands around the texts is in :mod:`contextthrift.formats.framing`, what an image costs in
:mod:`contextthrift.formats.image_cost`. Tools, tool calls, images and files make a total an estimate
(``exact`` is False): what they cost is not published in full, and the figures lean upward.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Final

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.arguments import Mark, marked, marked_json, marks, values_of_json
from contextthrift.formats.copying import changed
from contextthrift.formats.field import field, is_list, kind_of, name_in_use, object_at, text_at, text_field
from contextthrift.formats.framing import OPENAI
from contextthrift.formats.json_text import json_text
from contextthrift.formats.note import noted_parts, noted_text
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.openai_parts import (
    CHAT_PARTS,
    argument_text,
    content_text,
    has_media,
    read_content,
    with_text,
    without_media_parts,
)
from contextthrift.formats.reading import Call, Fragment, Reading, Role
from contextthrift.formats.tool_list import kept_tools, tool_list
from contextthrift.tokens.number import shown

ROLES: Final[Mapping[str, Role]] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "result",
    "function": "result",
}


class OpenAIChat:
    """The format of ``client.chat.completions.create(messages=...)``: dicts, or the SDK's own objects."""

    name: ClassVar[str] = "openai"
    flat_request: ClassVar[int] = OPENAI.request
    flat_tools: ClassVar[int] = OPENAI.tool_preamble
    flat_tool: ClassVar[int] = OPENAI.tool
    begins_with_user: ClassVar[bool] = False

    def __init__(self, model: str | None = None) -> None:
        """``model`` is the one that reads the messages: images cost what they do for it."""
        self.model = model

    def sign(self, message: Any) -> str | None:
        """A tool's message, calls beside the content, or a part of a type that only chat has."""
        role = text_field(message, "role")
        if role is None or field(message, "parts") is not None:
            return None
        if role in {"tool", "function"}:
            return f"the role {role!r}"
        for name in ("tool_calls", "function_call", "refusal", "reasoning_content"):
            if field(message, name) is not None:
                return name
        content = field(message, "content")
        kinds = [text_field(part, "type") for part in content] if is_list(content) else []
        return next((f"a part of type {kind!r}" for kind in kinds if kind in CHAT_PARTS), None)

    def fragments(self, messages: Sequence[Any]) -> list[Fragment]:
        """One a message."""
        return [Fragment(each, self.read(each, at), at, each) for at, each in enumerate(messages)]

    def read(self, message: Any, index: int) -> Reading:
        """Reads one message.

        Raises:
            InvalidMessages: no role, an unknown role or content, a result without the id of its call, a field
                of a type that cannot be read.
        """
        role, where = _role(message, index), f"messages[{index}]"
        content = read_content(field(message, "content"), f"{where}.content", self.model)
        texts = content.texts
        flat = OPENAI.message + OPENAI.role + content.flat
        texts += [text for name in _SAID if (text := text_at(message, where, name))]
        _check_calls(message, where)
        calls = _calls(message, texts, where) if role == "assistant" else ()
        flat += OPENAI.call * len(calls)
        if (name := text_at(message, where, "name")) is not None:
            texts.append(name)
            flat += OPENAI.name
        answered = text_at(message, where, "tool_call_id")
        answers = _answers(message, answered, where) if role == "result" else None
        flat += OPENAI.result if role == "result" else 0
        speaks = object_at(message, where, "audio") is not None and role == "assistant"
        flat += OPENAI.audio if speaks else 0
        is_exact = content.is_exact and not (calls or speaks or role == "result")
        return Reading(role, tuple(texts), flat, calls, answers, content.media, is_exact=is_exact)

    def join(self, kept: Sequence[tuple[Any, Fragment]]) -> list[Any]:
        """The messages as they are: each is one fragment."""
        return [value for value, _ in kept]

    def together(self, kept: Sequence[Fragment]) -> list[list[int]]:
        """Nothing is joined."""
        return []

    def system(self, system: Any) -> Reading:
        """A text, or parts of text, as a system message of its own."""
        if not isinstance(system, str) and not is_list(system):
            raise WrongType(f"system is {kind_of(system)}; it must be a string or a list of text parts")
        return self.read({"role": "system", "content": system}, 0)

    def tools(self, tools: Any) -> list[Any]:
        """The definitions."""
        return tool_list(tools)

    def with_tools(self, tools: Any, kept: Collection[int]) -> Any:
        """A list of those kept."""
        return kept_tools(tools, kept)

    def tool_name(self, tool: Any, index: int) -> str:
        """The name of a function tool, or of a custom one."""
        for holder in (field(tool, "function"), field(tool, "custom"), tool):
            if (name := text_field(holder, "name")) is not None:
                return name
        raise InvalidMessages(f"tools[{index}] has no name; an OpenAI tool looks like {_TOOL_SHAPE}")

    def tool_text(self, tool: Any) -> str:
        """The definition as compact JSON, which is longer than what the model is shown."""
        return json_text(tool)

    def forced_tools(self, tool_choice: Any) -> frozenset[str]:
        """The function a choice forces, or those it allows."""
        allowed = field(field(tool_choice, "allowed_tools"), "tools")
        choices = allowed if is_list(allowed) else [tool_choice]
        named = [field(choice, "function", "custom") or choice for choice in choices]
        return frozenset(name for choice in named if (name := text_field(choice, "name")) is not None)

    def not_run(self, call: Call) -> dict[str, Any]:
        """A tool message for a call that was not run."""
        if call.id.startswith(_LEGACY):
            return {"role": "function", "name": call.name, "content": NOT_RUN}
        return {"role": "tool", "tool_call_id": call.id, "content": NOT_RUN}

    def with_result(self, message: Any, text: str) -> Any:
        """A copy of a tool message with ``text`` as its content."""
        return changed(message, content=text)

    def with_result_text(self, message: Any, text: str) -> Any:
        """A copy of a tool message with ``text`` before its images and files."""
        return changed(message, content=with_text(field(message, "content"), text, "text"))

    def result_text(self, message: Any) -> str:
        """The text of a tool message, its parts joined by newlines."""
        return content_text(field(message, "content"))

    def with_note(self, message: Any) -> Any:
        """The note and an empty line before a text; a text part of its own before parts."""
        content = field(message, "content")
        if isinstance(content, str):
            text = noted_text(content)
            return message if text == content else changed(message, content=text)
        parts = noted_parts(content or (), _text_part(GAP_NOTE))
        return message if parts is None else changed(message, content=parts)

    def without_media(self, message: Any, count: int) -> Any:
        """A text part in place of each image, file and recording."""
        content = field(message, "content")
        if not count or not has_media(content):
            return message
        return changed(message, content=without_media_parts(content, count, "text"))

    def arguments(self, message: Any) -> list[str]:
        """The texts in the JSON of all calls; the whole input of a custom tool is one."""
        found: list[str] = []
        for call in _listed_calls(message):
            called = field(call, "function", "custom")
            custom = text_field(called, "input")
            found += values_of_json(field(called, "arguments")) if custom is None else [custom]
        return found + values_of_json(field(field(message, "function_call"), "arguments"))

    def without_arguments(self, message: Any, places: Collection[int]) -> Any:
        """Copies of the message, of its calls and of what they call; the arguments stay a text of JSON."""
        if not places:
            return message
        mark, fields = marks(places), {}
        if calls := _listed_calls(message):
            fields["tool_calls"] = [_marked_call(call, mark) for call in calls]
        if (legacy := field(message, "function_call")) is not None:
            fields["function_call"] = _marked_called(legacy, mark)
        return changed(message, **fields)


_LEGACY: Final = "function_call:"
_SAID: Final = ("refusal", "reasoning_content")
_TOOL_SHAPE: Final = '{"type": "function", "function": {"name": ..., "parameters": ...}}'


def _text_part(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _role(message: Any, index: int) -> Role:
    role = field(message, "role")
    if role is None:
        what = "has no role" if isinstance(message, Mapping) else f"is {kind_of(message)} without a role"
        raise InvalidMessages(f"messages[{index}] {what}; it must have one of {', '.join(ROLES)}")
    if not isinstance(role, str) or role not in ROLES:
        raise InvalidMessages(
            f"messages[{index}] has the role {shown(role)}; it must be one of {', '.join(ROLES)}"
        )
    return ROLES[role]


def _listed_calls(message: Any) -> Sequence[Any]:
    calls = field(message, "tool_calls")
    return calls if is_list(calls) else ()


def _check_calls(message: Any, where: str) -> None:
    """Whoever speaks: a field that is no list of calls and no call says nothing to any provider."""
    tool_calls = field(message, "tool_calls")
    if tool_calls is not None and not is_list(tool_calls):
        raise InvalidMessages(f"{where}.tool_calls is {kind_of(tool_calls)}; it must be a list of calls")
    object_at(message, where, "function_call")


def _calls(message: Any, texts: list[str], where: str) -> tuple[Call, ...]:
    """The calls of an assistant message, today's and the deprecated single one; their texts are added."""
    calls = []
    for at, call in enumerate(_listed_calls(message)):
        called = field(call, "function", "custom")
        name, call_id = text_field(called, "name"), text_field(call, "id")
        if name is None or call_id is None:
            raise InvalidMessages(f"{where}.tool_calls[{at}] needs an id and a function with a name")
        calls.append(Call(call_id, name))
        place = f"{where}.tool_calls[{at}].{name_in_use(call, 'function', 'custom')}"
        texts += (name, argument_text(called, place))
    legacy = field(message, "function_call")
    if legacy is not None:
        if (name := text_field(legacy, "name")) is None:
            raise InvalidMessages(f"{where}.function_call has no name")
        calls.append(Call(_LEGACY + name, name))
        texts += (name, argument_text(legacy, f"{where}.function_call"))
    return tuple(calls)


def _marked_call(call: Any, mark: Mark) -> Any:
    for name in ("function", "custom"):
        if (called := field(call, name)) is not None:
            return changed(call, **{name: _marked_called(called, mark)})
    return call


def _marked_called(called: Any, mark: Mark) -> Any:
    if (custom := text_field(called, "input")) is not None:
        return changed(called, input=marked(custom, mark))
    if (arguments := field(called, "arguments")) is not None:
        return changed(called, arguments=marked_json(arguments, mark))
    return called


def _answers(message: Any, call_id: str | None, where: str) -> str:
    if field(message, "role") == "function":
        if (name := text_field(message, "name")) is not None:
            return _LEGACY + name
        raise InvalidMessages(f"{where} is a function's result without a name")
    if call_id is not None:
        return call_id
    raise InvalidMessages(f"{where} is a tool's result without a tool_call_id")
