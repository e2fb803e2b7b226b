"""Gemini's contents, as dicts in either spelling or as the SDK's own objects.

A function's response is paired with its call by id where both have one, otherwise by name and order.
The first content must be the user's: a call in the first one is refused, since each has to come directly
behind the user or a response.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.alternation import rejoin, split, together
from contextthrift.formats.arguments import marked, marks, values
from contextthrift.formats.copying import changed, of_one_kind
from contextthrift.formats.field import field, is_list, kind_of, name_in_use, text_field
from contextthrift.formats.framing import GEMINI
from contextthrift.formats.gemini_parts import (
    BY_NAME,
    CALL,
    RESPONSE,
    Held,
    is_empty,
    is_medium,
    is_response,
    is_signed,
    read_part,
    response_text,
    text_part,
    with_response_text,
    without_media_parts,
    without_nested,
)
from contextthrift.formats.gemini_tools import name_of, text_of, tools_in, with_tools_in
from contextthrift.formats.note import noted_parts, noted_text
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.reading import Call, Fragment, Reading, Role
from contextthrift.tokens.number import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

ROLES: Final[Mapping[str, Role]] = {"user": "user", "model": "assistant", "function": "user"}


class Gemini:
    """The format of ``client.models.generate_content(contents=[...])``; a text is a user's content."""

    name: ClassVar[str] = "gemini"
    flat_request: ClassVar[int] = GEMINI.request
    flat_tools: ClassVar[int] = GEMINI.tool_preamble
    flat_tool: ClassVar[int] = GEMINI.tool
    begins_with_user: ClassVar[bool] = True

    def __init__(self, model: str | None = None) -> None:
        """``model`` is the one that reads the messages: images cost what they do for it."""
        self.model = model

    def sign(self, message: Any) -> str | None:
        """Parts without a kind, or the role of the model."""
        parts = field(message, "parts")
        kinds = ("kind", "part_kind", "type")
        others = [message, *parts[:1]] if is_list(parts) else []
        if others and all(field(each, *kinds) is None for each in others):
            return "parts"
        return "the role 'model'" if field(message, "role") == "model" else None

    def fragments(self, messages: Sequence[Any]) -> list[Fragment]:
        """One a content; of a user's with responses one a response, and an aside for the rest."""
        found = [part for at, message in enumerate(messages) for part in split(self, message, at)]
        return _paired(found)

    def read(self, message: Any, index: int) -> Reading:
        """Reads one content.

        Raises:
            InvalidMessages: an unknown role, no parts, a call or a response without a name.
        """
        role = _role(message, index)
        held = Held(model=self.model)
        for at, part in enumerate(_parts(message, index)):
            read_part(part, held, f"messages[{index}].parts[{at}]")
        is_result = bool(held.answers) and role == "user"
        return Reading(
            "result" if is_result else role,
            tuple(held.texts),
            held.flat,
            tuple(held.calls) if role == "assistant" else (),
            held.answers[0] if is_result else None,
            0 if held.is_signed else held.media,
            uses=frozenset(held.uses),
            is_signed=held.is_signed,
            is_exact=False,
        )

    def join(self, kept: Sequence[tuple[Any, Fragment]]) -> list[Any]:
        """The contents to send; roles take turns, and responses stand first in one content."""
        return rejoin(self, kept)

    def together(self, kept: Sequence[Fragment]) -> list[list[int]]:
        """What would stand in one message."""
        return together(self, kept)

    def speaker(self, message: Any) -> str:
        """The role; the user's where there is none."""
        return ROLES[text_field(message, "role") or "user"]

    def blocks(self, message: Any) -> list[Any]:
        """The parts, texts among them as parts."""
        return [text_part(part) if isinstance(part, str) else part for part in _parts(message, 0)]

    def with_blocks(self, message: Any, blocks: list[Any]) -> Any:
        """A copy with other parts; of a text a content of its own."""
        if isinstance(message, str):
            return {"role": "user", "parts": blocks}
        return changed(message, parts=of_one_kind(blocks, _parts(message, 0)))

    def is_result(self, block: Any) -> bool:
        """Whether it is a function's response."""
        return is_response(block)

    def is_empty(self, block: Any) -> bool:
        """Whether it is a text without any character and without a signature."""
        return is_empty(block)

    def is_not_run(self, block: Any) -> bool:
        """Whether it is the response of :meth:`not_run`."""
        return self.is_result(block) and response_text(field(block, *RESPONSE)) == NOT_RUN

    def system(self, system: Any) -> Reading:
        """A text, a content, a part, or a list of parts."""
        parts = field(system, "parts")
        found = parts if parts is not None else system if is_list(system) else [system]
        if system is None or isinstance(system, int | float | bytes):
            raise WrongType(f"system is {kind_of(system)}; it must be a string, parts, or a content")
        held = Held()
        for at, part in enumerate(found):
            read_part(part, held, f"system[{at}]")
        return Reading("system", tuple(held.texts), held.flat, is_exact=False)

    def tools(self, tools: Any) -> list[Any]:
        """The functions' declarations and Google's tools, one by one."""
        return tools_in(tools)

    def with_tools(self, tools: Any, kept: Collection[int]) -> Any:
        """The objects with those that are kept; an object that loses none is the caller's own."""
        return with_tools_in(tools, kept)

    def tool_name(self, tool: Any, index: int) -> str:
        """The name of a function; that of a tool of Google's is its field."""
        return name_of(tool, index)

    def tool_text(self, tool: Any) -> str:
        """The declaration as compact JSON."""
        return text_of(tool)

    def forced_tools(self, tool_choice: Any) -> frozenset[str]:
        """The functions that a ``toolConfig`` allows."""
        config = field(tool_choice, "functionCallingConfig", "function_calling_config") or tool_choice
        names = field(config, "allowedFunctionNames", "allowed_function_names")
        return frozenset(name for name in names if isinstance(name, str)) if is_list(names) else frozenset()

    def not_run(self, call: Call) -> dict[str, Any]:
        """A content with the response of a call that was not run."""
        response: dict[str, Any] = {"name": call.name, "response": {"error": NOT_RUN}}
        if not call.id.startswith(BY_NAME):
            response["id"] = call.id
        return {"role": "user", "parts": [{RESPONSE[0]: response}]}

    def with_result(self, message: Any, text: str) -> Any:
        """A copy of a response's content with ``text`` as the response, under the key it had if only one.

        Of a user's content that only the policy takes as a result, one with ``text`` and nothing else.
        """
        if not any(is_response(part) for part in self.blocks(message)):
            return self.with_blocks(message, [text_part(text)])
        return self._with_responses(message, lambda each: without_nested(with_response_text(each, text)))

    def with_result_text(self, message: Any, text: str) -> Any:
        """The same, but images and files stay."""
        parts = self.blocks(message)
        if not any(is_response(part) for part in parts):
            return self.with_blocks(message, [text_part(text), *(part for part in parts if is_medium(part))])
        return self._with_responses(message, lambda each: with_response_text(each, text))

    def _with_responses(self, message: Any, edit: Callable[[Any], Any]) -> Any:
        edited = []
        for part in self.blocks(message):
            if (response := field(part, *RESPONSE)) is not None:
                edited.append(changed(part, **{name_in_use(part, *RESPONSE): edit(response)}))
            else:
                edited.append(part)
        return self.with_blocks(message, edited)

    def result_text(self, message: Any) -> str:
        """The only value of a response where that is a text, otherwise its JSON."""
        parts = self.blocks(message)
        responses = [field(part, *RESPONSE) for part in parts if is_response(part)]
        texts = [text for part in parts if (text := text_field(part, "text")) is not None]
        return response_text(responses[0]) if responses else "\n".join(texts)

    def with_note(self, message: Any) -> Any:
        """A part of its own before the others; in a text, the note and an empty line before it."""
        if isinstance(message, str):
            return noted_text(message)
        parts = noted_parts(
            [part for part in self.blocks(message) if not is_empty(part)], text_part(GAP_NOTE)
        )
        return message if parts is None else self.with_blocks(message, parts)

    def without_media(self, message: Any, count: int) -> Any:
        """A part of text in place of each image and file; those within a response are left out of it."""
        parts = self.blocks(message)
        if not count or any(is_signed(part) for part in parts):
            return message
        edited, left = without_media_parts(parts, count)
        return message if left == count else self.with_blocks(message, edited)

    def arguments(self, message: Any) -> list[str]:
        """The texts in the arguments of every call."""
        parts = self.blocks(message)
        if any(is_signed(part) for part in parts):
            return []
        return [text for part in parts for text in values(field(field(part, *CALL), "args"))]

    def without_arguments(self, message: Any, places: Collection[int]) -> Any:
        """Copies of the content, of its calls and of their arguments."""
        parts = self.blocks(message)
        if not places or any(is_signed(part) for part in parts):
            return message
        mark = marks(places)
        edited = []
        for part in parts:
            if (call := field(part, *CALL)) is None:
                edited.append(part)
                continue
            fewer = changed(call, args=marked(field(call, "args"), mark))
            edited.append(changed(part, **{name_in_use(part, *CALL): fewer}))
        return self.with_blocks(message, edited)


_CONTENT_SHAPE: Final = '{"role": "user", "parts": [{"text": ...}]}'


def _role(message: Any, index: int) -> Role:
    role = field(message, "role")
    if role is None:
        return "user"
    if not isinstance(role, str) or role not in ROLES:
        raise InvalidMessages(
            f"messages[{index}] has the role {shown(role)}; it must be one of {', '.join(ROLES)}"
        )
    return ROLES[role]


def _parts(message: Any, index: int) -> list[Any]:
    if isinstance(message, str):
        return [text_part(message)]
    parts = field(message, "parts")
    if parts is None and field(message, "role") is not None and field(message, "content") is None:
        return []
    if not is_list(parts):
        what = f"is {kind_of(message)} without parts" if parts is None else f"has {kind_of(parts)} as parts"
        raise InvalidMessages(f"messages[{index}] {what}; a content looks like {_CONTENT_SHAPE}")
    return list(parts)


def _paired(fragments: list[Fragment]) -> list[Fragment]:
    """Gives a response the id of the call that it means, where one of both goes without an id."""
    opened: list[list[Call]] = []
    paired = []
    for fragment in fragments:
        reading = fragment.reading
        if reading.calls:
            opened.append(list(reading.calls))
        call = None if reading.answers is None else _take(opened, reading.answers, reading.texts[0])
        if call is not None and call.id != reading.answers:
            paired.append(replace(fragment, reading=replace(reading, answers=call.id)))
        else:
            paired.append(fragment)
    return paired


def _take(opened: list[list[Call]], answers: str, name: str) -> Call | None:
    """The call that a response answers, no longer open: the nearest one with its id, or with its name."""
    is_nameless = answers.startswith(BY_NAME)
    for calls in reversed(opened):
        for at, call in enumerate(calls):
            if call.id == answers:
                return calls.pop(at)
    for calls in reversed(opened):
        for at, call in enumerate(calls):
            if call.name == name and (is_nameless or call.id.startswith(BY_NAME)):
                return calls.pop(at)
    return None
