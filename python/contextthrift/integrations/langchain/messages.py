"""LangChain's messages as a format: how the ladder reads them, and the few edits it makes on copies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.utils.function_calling import convert_to_openai_tool

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.arguments import marked, marks, values
from contextthrift.formats.field import field, kind_of, text_field
from contextthrift.formats.json_text import json_text, plain
from contextthrift.formats.note import noted_parts, noted_text
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.opaque import parted
from contextthrift.formats.reading import Call, Fragment, Reading, Role
from contextthrift.formats.tool_list import kept_tools, tool_list
from contextthrift.integrations.dialect import dialect_of
from contextthrift.integrations.held import Held
from contextthrift.integrations.langchain.blocks import (
    calls_within,
    is_media,
    read_content,
    with_text,
    without_media,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from contextthrift.integrations.dialect import Dialect

KINDS: Final[tuple[tuple[type[BaseMessage], Role], ...]] = (
    (HumanMessage, "user"),
    (AIMessage, "assistant"),
    (SystemMessage, "system"),
    (ToolMessage, "result"),
    (FunctionMessage, "result"),
)
CHAT_ROLES: Final[Mapping[str, Role]] = {
    "system": "system",
    "developer": "system",
    "assistant": "assistant",
    "ai": "assistant",
}
"""Roles of a ``ChatMessage`` that are not the user's."""
SENT_BACK: Final = (
    "reasoning",
    "reasoning_content",
    "refusal",
    "audio",
    "__gemini_function_call_thought_signatures__",
)
"""What providers' packages keep in ``additional_kwargs`` and send again."""
LEGACY: Final = "function:"
"""Begins the id of a call without one, which a ``FunctionMessage`` answers by the function's name."""
NO_CHOICE: Final = frozenset({"auto", "any", "required", "none"})
"""Tool choices that name no tool."""


class Messages:
    """The format of LangChain's ``BaseMessage``, as one model's provider charges for it."""

    name = "langchain"

    def __init__(
        self,
        model: str | None = None,
        *,
        is_responses: bool = False,
        begins_with_user: bool | None = None,
        count: Callable[[BaseMessage], int] | None = None,
    ) -> None:
        """``is_responses`` where OpenAI's Responses are sent; ``count`` says what a whole message costs."""
        dialect = dialect_of(model, is_responses=is_responses)
        self.model = model
        self.dialect: Dialect = dialect
        self.flat_request = 0 if count else dialect.framing.request
        self.flat_tools = dialect.framing.tool_preamble
        self.flat_tool = dialect.framing.tool
        self.begins_with_user = dialect.begins_with_user if begins_with_user is None else begins_with_user
        self._count = count

    def sign(self, message: Any) -> str | None:
        """Nothing: this format is always named."""

    def fragments(self, messages: Sequence[Any]) -> list[Fragment]:
        """One a message."""
        return [Fragment(each, self.read(each, at), at, each) for at, each in enumerate(messages)]

    def read(self, message: Any, index: int) -> Reading:
        """Reads one message.

        Raises:
            InvalidMessages: it is none of LangChain's, or of a kind that no model is sent.
        """
        role = _role(message, index)
        listed = _listed_calls(message) if role == "assistant" else ()
        calls = tuple(Call(_id_of(call), _name_of(call)) for call in listed)
        answers = _answers(message, index) if role in {"result", "user"} else None
        if answers is not None:
            role = "result"
        held = read_content(message.content, Held(self.dialect, self.model), f"messages[{index}].content")
        if self._count is not None:
            return Reading(role, (), self._count(message), calls, answers, held.media, is_exact=False)
        framing, kept = self.dialect.framing, _kept(message)
        texts = [*held.texts, *(text for text, _ in kept)]
        texts += [text for call in listed for text in (_name_of(call), _arguments(call))]
        flat = self.dialect.frame(held.blocks + len(calls)) + held.flat + sum(seal for _, seal in kept)
        flat += framing.call * len(calls) + framing.result * (role == "result")
        if message.name and role != "result" and framing.name:
            texts.append(message.name)
            flat += framing.name
        is_plain = held.is_exact and not (calls or kept or role == "result")
        is_signed = held.is_signed or bool(kept)
        return Reading(
            role,
            tuple(texts),
            flat,
            calls,
            answers,
            0 if is_signed else held.media,
            is_signed=is_signed,
            is_exact=self.dialect.is_exact and is_plain,
        )

    def join(self, kept: Sequence[tuple[Any, Fragment]]) -> list[Any]:
        """The messages as they are: providers' packages join what has to take turns."""
        return [value for value, _ in kept]

    def together(self, kept: Sequence[Fragment]) -> list[list[int]]:
        """Nothing is joined."""
        return []

    def system(self, system: Any) -> Reading:
        """The system message that an agent keeps beside the others."""
        if not isinstance(system, SystemMessage):
            raise WrongType(f"system is {kind_of(system)}; it must be a SystemMessage")
        return self.read(system, 0)

    def tools(self, tools: Any) -> list[Any]:
        """The tools as they were given: objects, functions or definitions."""
        return tool_list(tools)

    def with_tools(self, tools: Any, kept: Collection[int]) -> Any:
        """A list of those kept."""
        return kept_tools(tools, kept)

    def tool_name(self, tool: Any, index: int) -> str:
        """The name of a tool, of its function, or the type of one that the provider runs."""
        for holder, names in (
            (tool, ("name",)),
            (field(tool, "function"), ("name",)),
            (tool, ("type", "__name__")),
        ):
            if (name := text_field(holder, *names)) is not None:
                return name
        raise InvalidMessages(f"tools[{index}] has no name; it must be a tool or the definition of one")

    def tool_text(self, tool: Any) -> str:
        """Its definition as compact JSON, in OpenAI's form."""
        is_own = isinstance(tool, dict) and "name" not in tool and "function" not in tool
        return json_text(tool if is_own else convert_to_openai_tool(tool))

    def forced_tools(self, tool_choice: Any) -> frozenset[str]:
        """The tool that a choice names, as text or as a provider writes it."""
        named = tool_choice if isinstance(tool_choice, str) else None
        name = named or text_field(field(tool_choice, "function"), "name") or text_field(tool_choice, "name")
        return frozenset() if name is None or name in NO_CHOICE else frozenset({name})

    def not_run(self, call: Call) -> BaseMessage:
        """A tool message for a call that was not run."""
        if call.id.startswith(LEGACY):
            return FunctionMessage(content=NOT_RUN, name=call.name)
        return ToolMessage(content=NOT_RUN, tool_call_id=call.id, name=call.name, status="error")

    def with_result(self, message: Any, text: str) -> Any:
        """A copy with ``text`` as its content; its artifact and every other field stay."""
        return _with_content(message, text)

    def with_result_text(self, message: Any, text: str) -> Any:
        """A copy with ``text`` before its images and files."""
        return _with_content(message, with_text(message.content, text))

    def result_text(self, message: Any) -> str:
        """The texts of its content, joined by newlines."""
        return "\n".join(read_content(message.content, Held(self.dialect, self.model), "content").texts)

    def with_note(self, message: Any) -> Any:
        """The note and an empty line before a text; a block of its own before blocks."""
        if isinstance(message.content, str):
            text = noted_text(message.content)
            return message if text == message.content else _with_content(message, text)
        blocks = noted_parts(message.content, {"type": "text", "text": GAP_NOTE})
        return message if blocks is None else _with_content(message, blocks)

    def without_media(self, message: Any, count: int) -> Any:
        """A block of text in place of each image and file."""
        content = message.content
        if not count or not (isinstance(content, list) and any(map(is_media, content))):
            return message
        return _with_content(message, without_media(content, count))

    def arguments(self, message: Any) -> list[str]:
        """The texts in the arguments of its calls, unless blocks of its content repeat or sign them."""
        if not isinstance(message, AIMessage) or not isinstance(message.content, str) or _kept(message):
            return []
        return [text for call in message.tool_calls for text in values(call["args"])]

    def without_arguments(self, message: Any, places: Collection[int]) -> Any:
        """A copy of the message and of its calls."""
        if not places:
            return message
        mark = marks(places)
        calls = [{**call, "args": marked(call["args"], mark)} for call in message.tool_calls]
        others = {name: held for name, held in message.additional_kwargs.items() if name != "tool_calls"}
        return message.model_copy(update={"tool_calls": calls, "additional_kwargs": others})


def is_summary(message: Any) -> bool:
    """Whether a summarization middleware of LangChain or deepagents wrote it in place of older history."""
    return isinstance(message, HumanMessage) and message.additional_kwargs.get("lc_source") == "summarization"


def _with_content(message: Any, content: Any) -> Any:
    """A copy; where a user's message holds Anthropic's result block, that block's content is edited."""
    if isinstance(message, HumanMessage) and calls_within(message.content):
        content = [
            {**block, "content": content}
            if isinstance(block, dict) and text_field(block, "type") == "tool_result"
            else block
            for block in message.content
        ]
    return message.model_copy(update={"content": content})


def _role(message: Any, index: int) -> Role:
    for kind, role in KINDS:
        if isinstance(message, kind):
            return role
    if isinstance(message, ChatMessage):
        return CHAT_ROLES.get(message.role, "user")
    raise InvalidMessages(
        f"messages[{index}] is {kind_of(message)}; it must be one of LangChain's that a model is sent"
    )


def _listed_calls(message: Any) -> list[Any]:
    """Its calls, those with broken arguments included, since they are sent again."""
    if not isinstance(message, AIMessage):
        return []
    calls = [*message.tool_calls, *message.invalid_tool_calls]
    legacy = message.additional_kwargs.get("function_call")
    return [legacy] if legacy and not calls else calls


def _id_of(call: Any) -> str:
    return text_field(call, "id") or LEGACY + _name_of(call)


def _name_of(call: Any) -> str:
    return text_field(call, "name") or ""


def _arguments(call: Any) -> str:
    """The arguments of a call as LangChain writes them."""
    arguments = field(call, "args", "arguments")
    if isinstance(arguments, str):
        return arguments
    try:
        return json.dumps(arguments or {}, ensure_ascii=False, default=plain)
    except (TypeError, ValueError, RecursionError):
        return json_text(arguments)


def _answers(message: Any, index: int) -> str | None:
    """The call that a message answers; a user's may hold one of Anthropic's result blocks."""
    if isinstance(message, ToolMessage):
        return str(message.tool_call_id)
    if isinstance(message, FunctionMessage):
        return f"{LEGACY}{message.name}"
    named = calls_within(message.content)
    if len(named) > 1:
        raise InvalidMessages(
            f"messages[{index}] holds {len(named)} tool_result blocks; give each result as a ToolMessage"
        )
    return named[0] if named else None


def _kept(message: Any) -> list[tuple[str, int]]:
    """What the provider's package sends again beside the content: as text, and what is sealed in it."""
    if not message.additional_kwargs or not isinstance(message, AIMessage):
        return []
    found = {name: held for name in SENT_BACK if (held := message.additional_kwargs.get(name))}
    return [parted(found)] if found else []
