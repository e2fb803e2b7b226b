"""LlamaIndex's messages as a format: how the ladder reads them, and the few edits it makes on copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from llama_index.core.base.llms.types import ChatMessage, MessageRole, TextBlock, ToolCallBlock

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.arguments import Mark, marked, marked_json, marks, values, values_of_json
from contextthrift.formats.copying import changed
from contextthrift.formats.field import field, is_list, kind_of, text_field
from contextthrift.formats.json_text import json_text
from contextthrift.formats.note import noted_parts, noted_text
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.reading import Call, Fragment, Reading, Role
from contextthrift.formats.tool_list import kept_tools, tool_list
from contextthrift.integrations.dialect import dialect_of
from contextthrift.integrations.held import Held
from contextthrift.integrations.llama_index.blocks import is_media, read_blocks, without_media

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from contextthrift.integrations.dialect import Dialect

ROLES: Final[Mapping[MessageRole, Role]] = {
    MessageRole.SYSTEM: "system",
    MessageRole.DEVELOPER: "system",
    MessageRole.USER: "user",
    MessageRole.ASSISTANT: "assistant",
    MessageRole.CHATBOT: "assistant",
    MessageRole.MODEL: "assistant",
    MessageRole.TOOL: "result",
    MessageRole.FUNCTION: "result",
}
NAMED: Final = "name:"
"""Begins the id of a call without one, which a result answers by the tool's name."""


class Messages:
    """The format of LlamaIndex's ``ChatMessage``, as one model's provider charges for it."""

    name = "llama-index"

    def __init__(self, model: str | None = None, *, beside: int = 0) -> None:
        """``beside`` is what else goes into the prompt, in tokens."""
        self.model = model
        self.dialect: Dialect = dialect_of(model)
        framing = self.dialect.framing
        self.flat_request = framing.request + beside
        self.flat_tools = framing.tool_preamble
        self.flat_tool = framing.tool
        self.begins_with_user = self.dialect.begins_with_user

    def sign(self, message: Any) -> str | None:
        """Nothing: this format is always named."""

    def fragments(self, messages: Sequence[Any]) -> list[Fragment]:
        """One a message."""
        return [Fragment(each, self.read(each, at), at, each) for at, each in enumerate(messages)]

    def read(self, message: Any, index: int) -> Reading:
        """Reads one message.

        Raises:
            InvalidMessages: it is none of LlamaIndex's, or a result that says not what it answers.
        """
        if not isinstance(message, ChatMessage):
            raise InvalidMessages(f"messages[{index}] is {kind_of(message)}; it must be a ChatMessage")
        role, framing = ROLES[message.role], self.dialect.framing
        held = self._held(message)
        called = _called(message) if role == "assistant" else {}
        texts = [*held.texts, *(text for name, arguments in called.values() for text in (name, arguments))]
        flat = self.dialect.frame(held.blocks) + held.flat + framing.call * len(called)
        flat += framing.result * (role == "result")
        return Reading(
            role,
            tuple(texts),
            flat,
            tuple(Call(call_id, name) for call_id, (name, _) in called.items()),
            _answers(message, index) if role == "result" else None,
            0 if held.is_signed else held.media,
            is_signed=held.is_signed,
            is_exact=self.dialect.is_exact and held.is_exact and not called and role != "result",
        )

    def _held(self, message: ChatMessage) -> Held:
        return read_blocks(message.blocks, Held(self.dialect, self.model))

    def join(self, kept: Sequence[tuple[Any, Fragment]]) -> list[Any]:
        """The messages as they are: the packages of LlamaIndex's models join what has to take turns."""
        return [value for value, _ in kept]

    def together(self, kept: Sequence[Fragment]) -> list[list[int]]:
        """Nothing is joined."""
        return []

    def system(self, system: Any) -> Reading:
        """The system prompt that an agent or a chat engine sends beside its memory."""
        if not isinstance(system, str):
            raise WrongType(f"system_prompt is {kind_of(system)}; it must be a string")
        return self.read(ChatMessage(role=MessageRole.SYSTEM, content=system), 0)

    def tools(self, tools: Any) -> list[Any]:
        """The tools as they were given."""
        return tool_list(tools)

    def with_tools(self, tools: Any, kept: Collection[int]) -> Any:
        """A list of those kept."""
        return kept_tools(tools, kept)

    def tool_name(self, tool: Any, index: int) -> str:
        """The name in a tool's metadata."""
        if (name := text_field(field(tool, "metadata"), "name")) is not None:
            return name
        raise InvalidMessages(f"tools[{index}] is {kind_of(tool)}; it must be one of LlamaIndex's tools")

    def tool_text(self, tool: Any) -> str:
        """Its definition as compact JSON, in OpenAI's form."""
        return json_text(tool.metadata.to_openai_tool())

    def forced_tools(self, tool_choice: Any) -> frozenset[str]:
        """Those that the choice is: a memory's tools are all sent, whatever it says."""
        return frozenset(tool_choice or ())

    def not_run(self, call: Call) -> ChatMessage:
        """A tool's message for a call that was not run."""
        known = {} if call.id.startswith(NAMED) else {"tool_call_id": call.id}
        said = {**known, "name": call.name}
        return ChatMessage(role=MessageRole.TOOL, content=NOT_RUN, additional_kwargs=said)

    def with_result(self, message: Any, text: str) -> Any:
        """A copy with ``text`` as its only block."""
        return _with_blocks(message, [TextBlock(text=text)])

    def with_result_text(self, message: Any, text: str) -> Any:
        """A copy with ``text`` before its images and files."""
        return _with_blocks(message, [TextBlock(text=text), *filter(is_media, message.blocks)])

    def result_text(self, message: Any) -> str:
        """The texts of its blocks, joined by newlines."""
        return "\n".join(self._held(message).texts)

    def with_note(self, message: Any) -> Any:
        """The note and an empty line before a text; a block of its own before several."""
        if len(message.blocks) == 1 and isinstance(message.blocks[0], TextBlock):
            (block,) = message.blocks
            text = noted_text(block.text)
            noted = block.model_copy(update={"text": text})
            return message if text == block.text else _with_blocks(message, [noted])
        blocks = noted_parts(message.blocks, TextBlock(text=GAP_NOTE))
        return message if blocks is None else _with_blocks(message, blocks)

    def without_media(self, message: Any, count: int) -> Any:
        """A block of text in place of each image and file."""
        if not count or not any(map(is_media, message.blocks)):
            return message
        return _with_blocks(message, without_media(message.blocks, count))

    def arguments(self, message: Any) -> list[str]:
        """The texts in the arguments of its calls, where they stand once, in blocks or beside them."""
        blocks, beside = _call_blocks(message), _calls_beside(message)
        if blocks and beside:
            return []
        found = [text for block in blocks for text in _texts(block.tool_kwargs)]
        return found + [text for call in beside for text in values_of_json(_written(call))]

    def without_arguments(self, message: Any, places: Collection[int]) -> Any:
        """A copy of the message and of its calls."""
        if not places:
            return message
        mark = marks(places)
        if not (beside := _calls_beside(message)):
            return _with_blocks(message, [_marked(block, mark) for block in message.blocks])
        calls = [_marked_call(call, mark) for call in beside]
        return message.model_copy(
            update={"additional_kwargs": {**message.additional_kwargs, "tool_calls": calls}}
        )


def _with_blocks(message: ChatMessage, blocks: list[Any]) -> ChatMessage:
    """A copy with other blocks, and every other field."""
    return message.model_copy(update={"blocks": blocks})


def _call_blocks(message: ChatMessage) -> list[ToolCallBlock]:
    return [block for block in message.blocks if isinstance(block, ToolCallBlock)]


def _calls_beside(message: ChatMessage) -> list[Any]:
    """The calls in the form of OpenAI's SDK, where older packages of models keep them."""
    calls = message.additional_kwargs.get("tool_calls")
    return list(calls) if is_list(calls) else []


def _called(message: ChatMessage) -> dict[str, tuple[str, str]]:
    """Each call's name and arguments by its id; packages that keep calls in both places mean the same."""
    found: dict[str, tuple[str, str]] = {}
    for call in _calls_beside(message):
        name = text_field(field(call, "function"), "name") or text_field(call, "name") or ""
        found.setdefault(text_field(call, "id") or NAMED + name, (name, _written(call)))
    for block in _call_blocks(message):
        arguments = block.tool_kwargs
        written = arguments if isinstance(arguments, str) else json_text(arguments)
        found.setdefault(block.tool_call_id or NAMED + block.tool_name, (block.tool_name, written))
    return found


def _written(call: Any) -> str:
    """The arguments of a call as JSON."""
    arguments = field(field(call, "function"), "arguments") or field(call, "arguments", "args", "input")
    return arguments if isinstance(arguments, str) else json_text(arguments or {})


def _answers(message: ChatMessage, index: int) -> str:
    """The call that a result answers: by id, or by name where the model gives no ids."""
    said = message.additional_kwargs
    if (call_id := text_field(said, "tool_call_id")) is not None:
        return call_id
    if (name := text_field(said, "name", "tool_name")) is not None:
        return NAMED + name
    raise InvalidMessages(
        f"messages[{index}] is a tool's result without additional_kwargs['tool_call_id'] or ['name']"
    )


def _texts(arguments: Any) -> list[str]:
    return values_of_json(arguments) if isinstance(arguments, str) else list(values(arguments))


def _marked(block: Any, mark: Mark) -> Any:
    if not isinstance(block, ToolCallBlock):
        return block
    given = block.tool_kwargs
    edited = marked_json(given, mark) if isinstance(given, str) else marked(given, mark)
    return block.model_copy(update={"tool_kwargs": edited})


def _marked_call(call: Any, mark: Mark) -> Any:
    """A copy of a call beside the blocks, whose arguments stay a text of JSON."""
    function = field(call, "function")
    arguments = field(function, "arguments")
    if not isinstance(arguments, str):
        return call
    return changed(call, function=changed(function, arguments=marked_json(arguments, mark)))
