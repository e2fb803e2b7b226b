"""pydantic-ai's messages as a format: how the ladder reads them, and the few edits it makes on copies.

A request is several fragments: its system parts, each tool's result, and what the user says. Parts keep their
order, and a message of which every fragment stays is the very object.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic_ai import messages as theirs
from pydantic_ai.messages import ModelRequest, ModelResponse, ToolReturnPart, UserPromptPart

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.arguments import marked, marked_json, marks, values, values_of_json
from contextthrift.formats.field import field, kind_of, text_field
from contextthrift.formats.json_text import json_text
from contextthrift.formats.notice import MEDIA_NOTE, NOT_RUN
from contextthrift.formats.reading import Call, Fragment, Reading, Role
from contextthrift.formats.tool_list import kept_tools, tool_list
from contextthrift.integrations.dialect import dialect_of
from contextthrift.integrations.held import Held
from contextthrift.integrations.pydantic_ai.content import noted, with_text, without_files
from contextthrift.integrations.pydantic_ai.parts import (
    calls_of,
    is_signed,
    parts_by_role,
    read_request_part,
    read_response_part,
    role_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence


class Messages:
    """The format of pydantic-ai's ``ModelMessage``, as one model's provider charges for it."""

    name = "pydantic-ai"

    def __init__(self, model: str | None = None, *, is_responses: bool = False) -> None:
        """``is_responses`` where OpenAI's Responses are what the model is sent."""
        self.model = model
        self.dialect = dialect_of(model, is_responses=is_responses)
        self.flat_request = self.dialect.framing.request
        self.flat_tools = self.dialect.framing.tool_preamble
        self.flat_tool = self.dialect.framing.tool
        self.begins_with_user = self.dialect.begins_with_user

    def sign(self, message: Any) -> str | None:
        """Nothing: this format is always named."""

    def fragments(self, messages: Sequence[Any]) -> list[Fragment]:
        """Of a request its system parts, each result, and the rest; a response is one."""
        found: list[Fragment] = []
        for index, message in enumerate(messages):
            found += self._split(message, index)
            if (
                index
                and isinstance(message, ModelResponse)
                and isinstance(messages[index - 1], ModelResponse)
            ):
                found[-1] = replace(found[-1], reading=replace(found[-1].reading, continues=True))
        return found

    def read(self, message: Any, index: int) -> Reading:
        """Reads a response, or a request that holds parts of one role.

        Raises:
            InvalidMessages: it is none of pydantic-ai's.
        """
        held = Held(self.dialect, self.model)
        if isinstance(message, ModelResponse):
            return self._response(message, held)
        if not isinstance(message, ModelRequest):
            raise InvalidMessages(
                f"messages[{index}] is {kind_of(message)}; it must be a ModelRequest or a ModelResponse"
            )
        role: Role = next((role_of(part) for part in message.parts), "system")
        for part in message.parts:
            read_request_part(part, held)
        result = message.parts[0] if role == "result" else None
        around = self.dialect.framing.message + self.dialect.framing.role
        frames = self.dialect.frame(held.blocks) if self.dialect.is_by_block else around * len(message.parts)
        return Reading(
            role,
            tuple(held.texts),
            held.flat + frames + self.dialect.framing.result * (role == "result"),
            answers=field(result, "tool_call_id"),
            media=held.media,
            is_exact=self.dialect.is_exact and held.is_exact and role != "result",
        )

    def join(self, kept: Sequence[tuple[Any, Fragment]]) -> list[Any]:
        """The messages, of the fragments that stay; parts in their order."""
        return [_joined(group) for group in _groups(kept)]

    def together(self, kept: Sequence[Fragment]) -> list[list[int]]:
        """What stands in one message."""
        return [[place for place, _ in group] for group in _groups(list(enumerate(kept)))]

    def system(self, system: Any) -> Reading:
        """The instructions, as a text."""
        if not isinstance(system, str):
            raise WrongType(f"system is {kind_of(system)}; it must be the text of the instructions")
        return Reading("system", (system,), self.dialect.frame(1), is_exact=self.dialect.is_exact)

    def tools(self, tools: Any) -> list[Any]:
        """The definitions."""
        return tool_list(tools)

    def with_tools(self, tools: Any, kept: Collection[int]) -> Any:
        """A list of those kept."""
        return kept_tools(tools, kept)

    def tool_name(self, tool: Any, index: int) -> str:
        """The name of a definition."""
        if (name := text_field(tool, "name")) is None:
            raise InvalidMessages(f"tools[{index}] has no name; it must be a ToolDefinition")
        return name

    def tool_text(self, tool: Any) -> str:
        """A definition as compact JSON in OpenAI's form; strict unless it is said not to be."""
        sent = {"name": tool.name, "description": tool.description, "parameters": tool.parameters_json_schema}
        strict = {} if tool.strict is False else {"strict": True}
        return json_text({"type": "function", "function": sent | strict})

    def forced_tools(self, tool_choice: Any) -> frozenset[str]:
        """The names in a choice."""
        named = [tool_choice] if isinstance(tool_choice, str) else tool_choice or ()
        return frozenset(name for name in named if isinstance(name, str))

    def not_run(self, call: Call) -> ModelRequest:
        """A request with the result of a call that was not run."""
        part = ToolReturnPart(call.name, NOT_RUN, call.id, outcome="interrupted")
        return ModelRequest(parts=[part])

    def with_result(self, message: Any, text: str) -> Any:
        """A copy with ``text`` as the content of the result."""
        return self._with_results(message, text, keeps_files=False)

    def with_result_text(self, message: Any, text: str) -> Any:
        """The same, but files stay behind the text."""
        return self._with_results(message, text, keeps_files=True)

    def result_text(self, message: Any) -> str:
        """What the model is shown of a result."""
        held = Held(self.dialect, self.model)
        for part in message.parts:
            read_request_part(part, held)
        return "\n".join(held.texts)

    def with_note(self, message: Any) -> Any:
        """The note before the first thing that the user says."""
        for at, part in enumerate(message.parts):
            if isinstance(part, UserPromptPart):
                content = noted(part.content)
                return message if content is part.content else _with_part(message, at, content=content)
        return message

    def without_media(self, message: Any, count: int) -> Any:
        """A text in place of each image and file; a file that the model made becomes a text part."""
        edited: list[Any] = []
        for part in message.parts:
            if count and isinstance(part, theirs.FilePart):
                edited.append(theirs.TextPart(MEDIA_NOTE))
                count -= 1
            elif count and isinstance(part, UserPromptPart | ToolReturnPart):
                content, count = without_files(part.content, count)
                edited.append(part if content is part.content else replace(part, content=content))
            else:
                edited.append(part)
        is_same = all(one is other for one, other in zip(edited, message.parts, strict=True))
        return message if is_same else replace(message, parts=edited)

    def arguments(self, message: Any) -> list[str]:
        """The texts in the arguments of all calls; none where something is signed."""
        if not isinstance(message, ModelResponse) or any(map(is_signed, message.parts)):
            return []
        return [text for part in calls_of(message) for text in _argument_texts(part.args)]

    def without_arguments(self, message: Any, places: Collection[int]) -> Any:
        """Copies of the message and of its calls."""
        if not places:
            return message
        mark = marks(places)
        edited = [
            replace(part, args=_marked(part.args, mark)) if isinstance(part, theirs.ToolCallPart) else part
            for part in message.parts
        ]
        return replace(message, parts=edited)

    def _split(self, message: Any, index: int) -> list[Fragment]:
        if not isinstance(message, ModelRequest):
            return [Fragment(message, self.read(message, index), index, message)]
        groups = list(parts_by_role(message))
        if len(groups) == 1:
            return [Fragment(message, self.read(message, index), index, message)]
        values = [replace(message, parts=parts) for _, parts in groups]
        readings = [self.read(value, index) for value in values]
        results = [parts for role, parts in groups if role == "result"]
        has_results = any(part.content != NOT_RUN for parts in results for part in parts)
        return [
            Fragment(
                value,
                replace(reading, role="aside") if has_results and reading.role == "user" else reading,
                index,
                message,
                at,
                len(values),
            )
            for at, (value, reading) in enumerate(zip(values, readings, strict=True))
        ]

    def _response(self, message: ModelResponse, held: Held) -> Reading:
        for part in message.parts:
            read_response_part(part, held)
        calls = tuple(Call(part.tool_call_id, part.tool_name) for part in calls_of(message))
        is_summary = any(isinstance(part, theirs.CompactionPart) for part in message.parts) and not calls
        kinds = (theirs.NativeToolCallPart, theirs.NativeToolReturnPart)
        return Reading(
            "system" if is_summary else "assistant",
            tuple(held.texts),
            held.flat + self.dialect.frame(held.blocks) + self.dialect.framing.call * len(calls),
            calls,
            media=0 if held.is_signed else held.media,
            is_signed=held.is_signed,
            uses=frozenset(part.tool_name for part in message.parts if isinstance(part, kinds)),
            is_exact=self.dialect.is_exact and held.is_exact,
        )

    def _with_results(self, message: Any, text: str, *, keeps_files: bool) -> Any:
        """A user's message that only the policy takes as a result keeps nothing but the text."""
        edited: list[Any] = []
        for part in message.parts:
            if isinstance(part, ToolReturnPart):
                edited.append(with_text(part, text, keeps_files=keeps_files))
            elif isinstance(part, UserPromptPart | theirs.RetryPromptPart):
                edited.append(replace(part, content=text))
            else:
                edited.append(part)
        return replace(message, parts=edited)


def is_fixed(message: Any) -> bool:
    """Whether a message tells the run which tools it found or loaded: without it they would be gone."""
    return any(field(part, "tool_kind") is not None for part in message.parts)


def instructions_of(parts: Sequence[Any] | None) -> str | None:
    """The text of the instructions that are sent with a request."""
    texts = [part.content for part in parts or ()]
    return "\n\n".join(texts) or None


def _groups(kept: Sequence[tuple[Any, Fragment]]) -> list[list[tuple[Any, Fragment]]]:
    """The fragments of each message; one that a repair moved away from the others is a message of its own."""
    groups: list[list[tuple[Any, Fragment]]] = []
    for value, fragment in kept:
        last = groups[-1][-1][1] if groups else None
        is_same = last is not None and fragment.index is not None and last.message is fragment.message
        if is_same and last is not None and last.index == fragment.index and last.at < fragment.at:
            groups[-1].append((value, fragment))
        else:
            groups.append([(value, fragment)])
    return groups


def _joined(group: list[tuple[Any, Fragment]]) -> Any:
    """One message: the caller's own where it is whole, otherwise a copy with its parts in their order."""
    (value, first), *others = group
    if not others:
        return first.message if value is first.value and first.of == 1 else value
    if len(group) == first.of and all(now is fragment.value for now, fragment in group):
        return first.message
    order = {id(part): at for at, part in enumerate(first.message.parts)}
    placed = [
        (order.get(id(was), len(order)), part)
        for now, fragment in group
        for part, was in zip(now.parts, fragment.value.parts, strict=True)
    ]
    placed.sort(key=lambda pair: pair[0])
    return replace(first.message, parts=[part for _, part in placed])


def _with_part(message: Any, at: int, **fields: Any) -> Any:
    parts = list(message.parts)
    parts[at] = replace(parts[at], **fields)
    return replace(message, parts=parts)


def _argument_texts(args: Any) -> list[str]:
    return values_of_json(args) if isinstance(args, str) else list(values(args))


def _marked(args: Any, mark: Callable[[str], str]) -> Any:
    return marked_json(args, mark) if isinstance(args, str) else marked(args, mark)
