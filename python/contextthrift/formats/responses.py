"""OpenAI Responses: the items of its input, and of the output that is sent back with it.

The items of one answer (reasoning, calls, a message) are checked together by the API, so each but the
first ``continues`` the one before it. A compaction item stands for encrypted history: it is read as the
system's, which always stays.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.arguments import marked, marked_json, marks, values_of_json
from contextthrift.formats.copying import changed, without
from contextthrift.formats.field import field, is_list, kind_of, sealed_at, text_field
from contextthrift.formats.framing import OPENAI_RESPONSES
from contextthrift.formats.image_cost import openai_image_tokens
from contextthrift.formats.image_size import image_size_of_base64
from contextthrift.formats.json_text import json_text
from contextthrift.formats.note import noted_parts, noted_text
from contextthrift.formats.notice import GAP_NOTE
from contextthrift.formats.opaque import opaque_tokens, parted
from contextthrift.formats.openai_parts import (
    RESPONSES_PARTS,
    argument_text,
    content_text,
    has_media,
    read_content,
    with_text,
    without_media_parts,
)
from contextthrift.formats.reading import Call, Fragment, Reading, Role
from contextthrift.formats.responses_results import (
    BY_CALL,
    BY_OUTPUT,
    CUSTOM,
    FUNCTION,
    answered_by,
    call_of,
    not_run_output,
    output_of,
    output_text,
    read_call,
    read_output,
    with_output,
    with_output_text,
    without_output_media,
)
from contextthrift.formats.tool_list import kept_tools, tool_list
from contextthrift.tokens.number import shown

ROLES: Final[Mapping[str, Role]] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
}
STANDING: Final = frozenset({"compaction", "compaction_trigger", "configuration_update", "additional_tools"})
"""Types of items that stay whatever is cut: history that is summarised already, and settings."""
HOSTED: Final = frozenset(
    {
        "code_interpreter_call",
        "file_search_call",
        "image_generation_call",
        "item_reference",
        "mcp_call",
        "mcp_list_tools",
        "program",
        "program_output",
        "reasoning",
        "tool_search_call",
        "tool_search_output",
        "web_search_call",
    }
)
"""Types of items that belong to an answer and wait for nothing from the caller; so does any unknown type."""

_FRAME: Final = OPENAI_RESPONSES.message + OPENAI_RESPONSES.role


class OpenAIResponses:
    """The format of ``client.responses.create(input=[...])``: items as dicts, or the SDK's own objects."""

    name: ClassVar[str] = "openai-responses"
    flat_request: ClassVar[int] = OPENAI_RESPONSES.request
    flat_tools: ClassVar[int] = OPENAI_RESPONSES.tool_preamble
    flat_tool: ClassVar[int] = OPENAI_RESPONSES.tool
    begins_with_user: ClassVar[bool] = False

    def __init__(self, model: str | None = None) -> None:
        """``model`` is the one that reads the messages: images cost what they do for it."""
        self.model = model

    def sign(self, message: Any) -> str | None:
        """An item of a type that only Responses has, or a part of one."""
        kind, content = _type(message), field(message, "content")
        if kind in BY_CALL or kind in BY_OUTPUT or kind in HOSTED or kind in STANDING:
            return f"the type {kind!r}"
        parts = [field(part, "type") for part in content] if is_list(content) else []
        if kind == "message" and (isinstance(content, str) or "refusal" in parts):
            return f"the type {kind!r}"
        found = (part for part in parts if isinstance(part, str) and part in RESPONSES_PARTS)
        return next((f"a part of type {part!r}" for part in found), None)

    def fragments(self, messages: Sequence[Any]) -> list[Fragment]:
        """One an item; those of one answer continue each other, and so does all that a program calls."""
        readings = [self.read(item, at) for at, item in enumerate(messages)]
        _link_references(messages, readings)
        programs: set[str] = set()
        for at, (item, reading) in enumerate(zip(messages, readings, strict=True)):
            if reading.role == "user":
                programs.clear()
            follows = bool(at) and readings[at - 1].role == "assistant"
            if reading.role == "assistant" and (follows or _program(item) in programs):
                readings[at] = replace(reading, continues=True)
            if _type(item) == "program" and (program := _program(item)):
                programs.add(program)
        return [
            Fragment(item, reading, at, item)
            for at, (item, reading) in enumerate(zip(messages, readings, strict=True))
        ]

    def read(self, item: Any, index: int) -> Reading:
        """Reads one item.

        Raises:
            InvalidMessages: no role and no type, a call without a name, a result without its call's id.
        """
        kind = _type(item)
        if kind is None or kind == "message":
            return _read_message(item, index, self.model)
        if (pair := call_of(item, kind)) is not None:
            call = read_call(item, pair, index)
            texts, hidden = _call_texts(item, kind, f"messages[{index}]")
            return Reading("assistant", texts, OPENAI_RESPONSES.call + hidden, (call,), is_exact=False)
        if (pair := output_of(item, kind)) is not None:
            content = read_output(item, pair, f"messages[{index}].output", self.model)
            return Reading(
                "result",
                tuple(content.texts),
                OPENAI_RESPONSES.result + content.flat,
                answers=answered_by(item, pair, index),
                media=content.media,
                is_exact=False,
            )
        return _read_reasoning(item, index) if kind == "reasoning" else _read_other(item, kind, self.model)

    def join(self, kept: Sequence[tuple[Any, Fragment]]) -> list[Any]:
        """The items as they are: each is one fragment."""
        return [value for value, _ in kept]

    def together(self, kept: Sequence[Fragment]) -> list[list[int]]:
        """Nothing is joined."""
        return []

    def system(self, system: Any) -> Reading:
        """The ``instructions`` of a request."""
        if not isinstance(system, str):
            raise WrongType(f"system is {kind_of(system)}; the instructions of Responses must be a string")
        return Reading("system", (system,), _FRAME, is_exact=False)

    def tools(self, tools: Any) -> list[Any]:
        """The definitions."""
        return tool_list(tools)

    def with_tools(self, tools: Any, kept: Collection[int]) -> Any:
        """A list of those kept."""
        return kept_tools(tools, kept)

    def tool_name(self, tool: Any, index: int) -> str:
        """The name of a function, a custom tool or a namespace; a server's label; otherwise the type."""
        if (name := _tool_name(tool)) is None:
            raise InvalidMessages(f"tools[{index}] has no name and no type; a tool looks like {_TOOL_SHAPE}")
        return name

    def tool_text(self, tool: Any) -> str:
        """The definition as compact JSON."""
        return json_text(tool)

    def forced_tools(self, tool_choice: Any) -> frozenset[str]:
        """The tool a choice forces, or those it allows."""
        allows = text_field(tool_choice, "type") == "allowed_tools"
        allowed = field(tool_choice, "tools") if allows else None
        choices = allowed if is_list(allowed) else [tool_choice]
        return frozenset(name for choice in choices if (name := _tool_name(choice)) is not None)

    def not_run(self, call: Call) -> dict[str, Any]:
        """A result of the call's own kind; a computer's is a black pixel, since it takes no text."""
        return not_run_output(call)

    def with_result(self, item: Any, text: str) -> Any:
        """A copy with ``text`` as its output; a black pixel in place of a computer's screenshot."""
        if (pair := output_of(item, _type(item))) is None:
            return changed(item, content=text)
        return with_output(item, pair, text)

    def with_result_text(self, item: Any, text: str) -> Any:
        """A copy with ``text`` before the images and files of its output."""
        if (pair := output_of(item, _type(item))) is None:
            return changed(item, content=with_text(field(item, "content"), text, "input_text"))
        return with_output_text(item, pair, text)

    def result_text(self, item: Any) -> str:
        """The text of an output, its parts joined by newlines."""
        pair = output_of(item, _type(item))
        return content_text(field(item, "content")) if pair is None else output_text(item, pair)

    def with_note(self, item: Any) -> Any:
        """The note and an empty line before a text; a part of its own before parts."""
        content = field(item, "content")
        if isinstance(content, str):
            text = noted_text(content)
            return item if text == content else changed(item, content=text)
        parts = noted_parts(content or (), {"type": "input_text", "text": GAP_NOTE})
        return item if parts is None else changed(item, content=parts)

    def without_media(self, item: Any, count: int) -> Any:
        """A part of text in place of each image and file, in messages and outputs."""
        if not count:
            return item
        if (pair := output_of(item, _type(item))) is not None:
            return without_output_media(item, pair, count)
        content = field(item, "content")
        if not has_media(content):
            return item
        return changed(item, content=without_media_parts(content, count, "input_text"))

    def arguments(self, item: Any) -> list[str]:
        """The texts in the JSON of a function's call; the whole input of a custom tool's."""
        if _type(item) == CUSTOM.call:
            text = text_field(item, "input")
            return [] if text is None else [text]
        return values_of_json(field(item, "arguments")) if _type(item) == FUNCTION.call else []

    def without_arguments(self, item: Any, places: Collection[int]) -> Any:
        """A copy of the call; a function's arguments stay a text of JSON."""
        if not places or _type(item) not in {FUNCTION.call, CUSTOM.call}:
            return item
        mark = marks(places)
        if _type(item) == CUSTOM.call:
            return changed(item, input=marked(field(item, "input"), mark))
        return changed(item, arguments=marked_json(field(item, "arguments"), mark))


_TOOL_SHAPE: Final = '{"type": "function", "name": ..., "parameters": ...}'
_NAMED: Final = frozenset({"function", "custom", "namespace"})
"""Types of tools that have a name of their own."""


def _type(item: Any) -> str | None:
    """The type of an item; a lone id is a reference to one."""
    kind = text_field(item, "type")
    return "item_reference" if kind is None and _is_reference(item) else kind


def needs_others(item: Any) -> bool:
    """Whether others tell its part in an answer: it is a reference, a program, or what a program calls."""
    return _type(item) == "item_reference" or _program(item) is not None


def _is_reference(item: Any) -> bool:
    """Whether it is an id and nothing else: records of other kinds have ids as well."""
    is_alone = not isinstance(item, Mapping) or item.keys() <= {"id", "type"}
    return is_alone and field(item, "role") is None and text_field(item, "id") is not None


def _program(item: Any) -> str | None:
    """The program that an item is, is called by, or is the output of."""
    if _type(item) in {"program", "program_output"}:
        return text_field(item, "call_id")
    return text_field(field(item, "caller"), "caller_id")


def _read_message(item: Any, index: int, model: str | None) -> Reading:
    role = field(item, "role")
    if role is None:
        what = (
            "has no role and no type" if isinstance(item, Mapping) else f"is {kind_of(item)} without a role"
        )
        raise InvalidMessages(f"messages[{index}] {what}; an item has a type, or one of {', '.join(ROLES)}")
    if not isinstance(role, str) or role not in ROLES:
        raise InvalidMessages(
            f"messages[{index}] has the role {shown(role)}; it must be one of {', '.join(ROLES)}"
        )
    content = read_content(field(item, "content"), f"messages[{index}].content", model)
    return Reading(
        ROLES[role], tuple(content.texts), _FRAME + content.flat, media=content.media, is_exact=False
    )


def _call_texts(item: Any, kind: str, where: str) -> tuple[tuple[str, ...], int]:
    """The texts of a call and the tokens of what is encrypted in it."""
    if kind in {FUNCTION.call, CUSTOM.call}:
        return (text_field(item, "name") or "", argument_text(item, where)), 0
    text, hidden = parted(item)
    return (text,), hidden


def _read_reasoning(item: Any, index: int) -> Reading:
    """Its summary and its text where it has them, and an estimate of what is encrypted."""
    texts: list[str] = []
    for name in ("summary", "content"):
        texts += read_content(field(item, name), f"messages[{index}].{name}").texts
    hidden = sealed_at(item, f"messages[{index}]", "encrypted_content")
    flat = _FRAME + opaque_tokens(hidden)
    return Reading("assistant", tuple(texts), flat, is_signed=bool(hidden), is_exact=False)


def _read_other(item: Any, kind: str, model: str | None) -> Reading:
    """A hosted tool's item with the result in it, a standing item, or one of a type that nobody knows."""
    flat = OPENAI_RESPONSES.call
    if kind == "image_generation_call" and isinstance(image := field(item, "result"), str):
        flat += openai_image_tokens(image_size_of_base64(image), None, model)
        item = without(item, "result")
    text, hidden = parted(item)
    role: Role = "system" if kind in STANDING else "assistant"
    return Reading(role, (text,), flat + hidden, uses=_hosted_tools(item, kind), is_exact=False)


def _hosted_tools(item: Any, kind: str) -> frozenset[str]:
    """The tool that OpenAI ran for an item: an MCP server by its label, a program, any other by its type."""
    if kind.startswith("mcp_"):
        name = text_field(item, "server_label")
    else:
        name = {"program": "programmatic_tool_calling"}.get(kind, kind.removesuffix("_call"))
    return frozenset(
        {name} if name and (kind.endswith("_call") or kind in {"program", "mcp_list_tools"}) else ()
    )


def _link_references(messages: Sequence[Any], readings: list[Reading]) -> None:
    """Gives a result whose call is nowhere in the list to the nearest item reference before it.

    A reference names an item that the provider has stored, which may be a call; without this its result
    would count as nobody's.
    """
    made: set[str] = set()
    reference: int | None = None
    for at, reading in enumerate(readings):
        made.update(call.id for call in reading.calls)
        if _type(messages[at]) == "item_reference":
            reference = at
        answers = reading.answers
        if reference is not None and answers is not None and answers not in made:
            call = Call(answers, text_field(messages[at], "name") or "tool")
            readings[reference] = replace(readings[reference], calls=(*readings[reference].calls, call))


def _tool_name(tool: Any) -> str | None:
    kind = text_field(tool, "type")
    if kind is None or kind in _NAMED:
        return text_field(tool, "name")
    if kind == "mcp":
        return text_field(tool, "server_label")
    return "computer" if kind.startswith("computer") else kind
