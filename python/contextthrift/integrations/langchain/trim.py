"""``trim_messages`` with LangChain's signature, as a function, a runnable and a hook."""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING, Any, Final, Required, TypedDict, Unpack, overload

from langchain_core.language_models import BaseLanguageModel
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    FunctionMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    convert_to_messages,
)
from langchain_core.runnables import Runnable, RunnableLambda

from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.fit import FitPolicy
from contextthrift.integrations.fitting import UPWARD, FitOptions, Seen
from contextthrift.integrations.langchain.messages import Messages, is_summary
from contextthrift.integrations.langchain.seen import is_responses, name_of
from contextthrift.tokens.number import shown, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from langchain_core.prompt_values import PromptValue

    from contextthrift.fit import FitTrace
    from contextthrift.tokens import Encoding

POLICY: Final = FitPolicy(keep_first_user=False, gap_note=False)
"""As LangChain trims: nobody's words are changed, and the first message has no privilege."""
TYPES: Final[Mapping[str, type[BaseMessage]]] = {
    "human": HumanMessage,
    "user": HumanMessage,
    "ai": AIMessage,
    "assistant": AIMessage,
    "system": SystemMessage,
    "tool": ToolMessage,
    "function": FunctionMessage,
}
"""The names by which ``start_on`` and ``end_on`` call types of messages."""


class TrimOptions(TypedDict, total=False):
    """What :func:`trim_messages` takes besides the messages."""

    max_tokens: Required[int]
    token_counter: Any
    strategy: str
    allow_partial: bool
    end_on: Any
    start_on: Any
    include_system: bool
    text_splitter: Any
    model: str | None
    encoding: str | Encoding | None
    query: str | None
    policy: FitPolicy | None
    on_trace: Callable[[FitTrace], object] | None


@overload
def trim_messages(
    messages: None = None, **options: Unpack[TrimOptions]
) -> Runnable[Any, list[BaseMessage]]: ...
@overload
def trim_messages(
    messages: Iterable[Any] | PromptValue, **options: Unpack[TrimOptions]
) -> list[BaseMessage]: ...
def trim_messages(
    messages: Iterable[Any] | PromptValue | None = None,
    *,
    max_tokens: int,
    token_counter: Any = None,
    strategy: str = "last",
    allow_partial: bool = False,
    end_on: Any = None,
    start_on: Any = None,
    include_system: bool = True,
    text_splitter: Any = None,
    model: str | None = None,
    encoding: str | Encoding | None = None,
    query: str | None = None,
    policy: FitPolicy | None = None,
    on_trace: Callable[[FitTrace], object] | None = None,
) -> Any:
    """Returns the messages that fit: LangChain's ``trim_messages``, with pairs whole and counts exact.

    Results of tools become stubs first, oldest first; then the oldest turns go, whole. System messages
    always stay. Messages that stay are the caller's own objects. Without ``messages`` it is a `Runnable`
    from messages to messages, as LangChain's is: ``trim_messages(max_tokens=...) | model``.

    Args:
        messages: Messages, or what LangChain takes for some: texts, pairs, dicts, a prompt.
        max_tokens: What they may have.
        token_counter: A chat model, whose own encoding counts, or an estimate that leans upwards where its
            name is not known; ``"approximate"`` for that estimate; or a function of one message or of a list
            of them, as ``len``. When not given, ``model`` or ``encoding`` says how to count.
        strategy: Only ``"last"``.
        allow_partial: Only False: a message is kept whole, and results of tools are shortened by rule.
        end_on: What stands behind the last message of these types is left out first.
        start_on: With the user's among these types, nothing of the assistant's stands before it.
        include_system: Only True.
        text_splitter: Only None.
        model: The name of the model whose encoding counts.
        encoding: What counts, or its name.
        query: As in :func:`contextthrift.fit`.
        policy: As in :func:`contextthrift.fit`; when not given, nobody's words are changed and the first
            user message has no privilege.
        on_trace: Is told what was cut.

    Raises:
        WindowRefused: even the least does not fit.
        InvalidArgument: an option that only LangChain's function knows, or no way to count.
        InvalidMessages: a message that cannot be read.
    """
    _refuse(strategy, allow_partial, include_system, text_splitter)
    trim = _Trim(
        max_tokens=whole_number(max_tokens, "max_tokens", least=1),
        token_counter=token_counter,
        end_on=_types(end_on, "end_on"),
        begins_with_user=_begins_with_user(_types(start_on, "start_on")),
        model=model,
        encoding=encoding,
        query=query,
        policy=policy or POLICY,
        on_trace=on_trace,
    )
    if messages is None:
        return RunnableLambda(trim, name="trim_messages")
    return trim(messages)


def pre_model_hook(**options: Unpack[TrimOptions]) -> Callable[[Any], dict[str, list[BaseMessage]]]:
    """A hook of LangGraph's ``create_react_agent``: what the model is sent, while the state keeps everything.

    Takes what :func:`trim_messages` takes. In a node of a graph of your own call that function instead.

    >>> hook = pre_model_hook(max_tokens=100, model="gpt-4o")
    >>> hook({"messages": [("user", "hi")]})["llm_input_messages"][0].content
    'hi'
    """
    trimmer = trim_messages(**options)
    return lambda state: {"llm_input_messages": trimmer.invoke(_messages_of(state))}


class _Trim:
    """What trims, made once."""

    def __init__(
        self,
        *,
        max_tokens: int,
        token_counter: Any,
        end_on: tuple[type[BaseMessage], ...],
        begins_with_user: bool | None,
        model: str | None,
        encoding: str | Encoding | None,
        **options: Any,
    ) -> None:
        count, model, encoding = _measure(token_counter, model, encoding)
        if count is not None:
            options["estimate_tokens"] = len  # never asked: a message that is counted whole shows no text
            if options["query"] is not None:
                raise InvalidArgument(
                    "query= reads texts, which a function of messages hides; count by model= or encoding="
                )
        self._end_on = end_on
        self._format = Messages(
            model,
            is_responses=is_responses(token_counter),
            begins_with_user=begins_with_user,
            count=count,
        )
        self._options = FitOptions(
            context_window=max_tokens, model=model, encoding=encoding, output_reserve=0, **options
        )

    def __call__(self, messages: Iterable[Any] | PromptValue) -> list[BaseMessage]:
        listed = list(convert_to_messages(messages))
        while self._end_on and listed and not isinstance(listed[-1], self._end_on):
            listed.pop()
        return self._options.fitted(listed, Seen(), format=self._format, is_summary=is_summary).messages


def _measure(
    counter: Any, model: str | None, encoding: str | Encoding | None
) -> tuple[Callable[[BaseMessage], int] | None, str | None, str | Encoding | None]:
    """What counts: a function of a message, or a model and an encoding.

    Raises:
        InvalidArgument: nothing says how to count.
        WrongType: ``token_counter`` is nothing that counts.
    """
    if counter == "approximate":
        return None, model, encoding or UPWARD
    if isinstance(counter, BaseLanguageModel):
        name = model or name_of(counter)
        return None, name, encoding or (UPWARD if name is None else None)
    if callable(counter):
        return _of_one(counter), model, None
    if counter is not None:
        raise WrongType(
            f"token_counter is {shown(counter)}; "
            "it must be a chat model, 'approximate' or a function of messages"
        )
    if model is None and encoding is None:
        raise InvalidArgument(
            "trim_messages() needs a way to count: give model= with a name, encoding=, or token_counter="
        )
    return None, model, encoding


def _of_one(counter: Callable[[Any], int]) -> Callable[[BaseMessage], int]:
    """A function of one message; one of a list is asked about each message by itself."""
    try:
        first = next(iter(signature(counter).parameters.values()), None)
    except ValueError:  # a builtin without a signature
        first = None
    if first is not None and first.annotation in {BaseMessage, "BaseMessage"}:
        return counter
    return lambda message: counter([message])


def _refuse(strategy: str, allow_partial: bool, include_system: bool, text_splitter: Any) -> None:
    """Says of each option that only LangChain's function knows what to do instead."""
    if strategy != "last":
        raise InvalidArgument(f"strategy is {shown(strategy)}; only 'last' is known: what is newest stays")
    if allow_partial or text_splitter is not None:
        raise InvalidArgument(
            "allow_partial and text_splitter split messages; here only results of tools are shortened, "
            "so leave both out"
        )
    if not include_system:
        raise InvalidArgument(
            "include_system is False; system messages always stay here, so take them out of the list instead"
        )


def _types(given: Any, option: str) -> tuple[type[BaseMessage], ...]:
    """The types that an option names, by their names or themselves.

    Raises:
        InvalidArgument: there is no such type.
    """
    listed = [] if given is None else [given] if isinstance(given, str | type) else list(given)
    found = []
    for each in listed:
        named = TYPES.get(each) if isinstance(each, str) else each
        if not (isinstance(named, type) and issubclass(named, BaseMessage)):
            raise InvalidArgument(
                f"{option} has {shown(each)}; it must be a class of messages or one of {', '.join(TYPES)}"
            )
        found.append(named)
    return tuple(found)


def _begins_with_user(start_on: tuple[type[BaseMessage], ...]) -> bool | None:
    """Whether nothing of the assistant's may stand first; None leaves it to the model's provider."""
    if not start_on:
        return None
    if HumanMessage not in start_on:
        raise InvalidArgument(
            "start_on does not name the user; a list that begins with a cut begins with 'human'"
        )
    return True


def _messages_of(state: Any) -> Any:
    return state["messages"] if isinstance(state, dict) else state.messages
