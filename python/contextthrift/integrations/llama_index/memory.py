"""A chat memory of LlamaIndex that gives what fits its model's window."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Final

from llama_index.core.constants import DEFAULT_CONTEXT_WINDOW, DEFAULT_NUM_OUTPUTS
from llama_index.core.memory.types import DEFAULT_CHAT_STORE_KEY, BaseChatStoreMemory
from llama_index.core.storage.chat_store import SimpleChatStore
from llama_index.core.storage.chat_store.loading import load_chat_store
from pydantic import (
    ConfigDict,
    Field,
    InstanceOf,
    PrivateAttr,
    field_serializer,
    field_validator,
)

from contextthrift.exceptions import InvalidArgument, UnknownModel, WrongType
from contextthrift.formats.field import kind_of
from contextthrift.integrations.fitting import FitOptions, Seen
from contextthrift.integrations.llama_index.messages import Messages
from contextthrift.tokens import find_model

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from llama_index.core.base.llms.types import ChatMessage
    from llama_index.core.llms.llm import LLM
    from llama_index.core.storage.chat_store import BaseChatStore

SAVED: Final = ("model", "context_window", "encoding", "output_reserve", "query")
"""The options that are plain values and survive being saved; the others are given anew."""


class FitMemory(BaseChatStoreMemory):
    """Keeps every message, and gives those that fit: ``memory=FitMemory.from_defaults(llm=llm)``.

    It takes the place of ``ChatMemoryBuffer`` in agents and chat engines, with any chat store. What it gives
    are the store's own messages; what had to be edited is a copy. A memory is shown neither the agent's
    tools nor its system prompt: give them here too, and they are counted.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(arbitrary_types_allowed=True)

    options: InstanceOf[FitOptions] = Field(default_factory=FitOptions)
    """The choices that hold for every fit."""
    seen: InstanceOf[Seen] = Field(default_factory=Seen)
    """What LlamaIndex knows of the model."""
    system_prompt: str | None = None
    """Sent beside the memory; counted, never cut."""
    _tools: list[Any] = PrivateAttr(default_factory=list)

    @classmethod
    def class_name(cls) -> str:
        """The name that LlamaIndex saves it under."""
        return "FitMemory"

    @classmethod
    def from_defaults(  # noqa: PLR0917 - the positions are LlamaIndex's
        cls,
        chat_history: list[ChatMessage] | None = None,
        llm: LLM | None = None,
        chat_store: BaseChatStore | None = None,
        chat_store_key: str = DEFAULT_CHAT_STORE_KEY,
        token_limit: int | None = None,
        tokenizer_fn: Callable[[str], Sequence[Any]] | None = None,
        *,
        options: FitOptions | None = None,
        system_prompt: str | None = None,
        tools: Sequence[Any] = (),
        **kwargs: Any,
    ) -> FitMemory:
        """A memory; the first six arguments are those of ``ChatMemoryBuffer.from_defaults``.

        Args:
            chat_history: Messages to begin with.
            llm: The model: gives window, longest reply and measure of text.
            chat_store: Where messages are kept; in memory when not given.
            chat_store_key: Whose messages these are.
            token_limit: What the messages may take, in tokens, instead of the model's window.
            tokenizer_fn: Measures text by the number of things it returns.
            options: All other choices; they go before ``llm``.
            system_prompt: The agent's system prompt, to be counted.
            tools: The agent's tools, to be counted.
            kwargs: Nothing; a misspelt argument is an error.

        Raises:
            InvalidArgument: nothing says how large the window is, or two arguments say it.
        """
        if kwargs:
            raise InvalidArgument(f"FitMemory has no option {next(iter(kwargs))!r}")
        options = _limited(options, token_limit, tokenizer_fn)
        seen = Seen() if llm is None else seen_of(llm)
        if llm is None and options.model is None and options.context_window is None:
            raise InvalidArgument("FitMemory needs llm=, token_limit=, or options=FitOptions(model=...)")
        memory = cls(
            chat_store=SimpleChatStore() if chat_store is None else chat_store,
            chat_store_key=chat_store_key,
            options=options,
            seen=seen,
            system_prompt=system_prompt,
        )
        memory._tools = list(tools)
        if chat_history is not None:
            memory.set(list(chat_history))
        return memory

    def get(self, input: str | None = None, initial_token_count: int = 0, **kwargs: Any) -> list[ChatMessage]:  # noqa: A002
        """The messages that fit, the newest last.

        Args:
            input: What the user says now, which LlamaIndex names; ``options.query`` decides whether turns are
                ranked by it.
            initial_token_count: What a chat engine sends beside them, in tokens.
            kwargs: What LlamaIndex may add; nothing is read.

        Raises:
            WindowRefused: even the least does not fit.
            InvalidMessages: a message that cannot be read; the error names its index.
        """
        return self._fitted(self.get_all(), initial_token_count)

    async def aget(
        self,
        input: str | None = None,  # noqa: A002 - LlamaIndex's name
        initial_token_count: int = 0,
        **kwargs: Any,
    ) -> list[ChatMessage]:
        """The same, without keeping the event loop."""
        return await asyncio.to_thread(self._fitted, await self.aget_all(), initial_token_count)

    def to_dict(self, **kwargs: Any) -> dict[str, Any]:
        """The memory as plain data; policies, functions and tools are not in it."""
        saved: dict[str, Any] = self.model_dump(exclude={"chat_store"})
        return saved | {"chat_store": _saved(self.chat_store), "class_name": self.class_name()}

    @classmethod
    def from_dict(cls, data: dict[str, Any], **kwargs: Any) -> FitMemory:
        """A memory that was saved; set its ``options`` anew where they held a policy or a function."""
        saved = {name: value for name, value in data.items() if name != "class_name"}
        store = saved.get("chat_store")
        return cls(**saved | {"chat_store": load_chat_store(store) if isinstance(store, dict) else store})

    @field_serializer("options")
    def _plain_options(self, options: FitOptions) -> dict[str, Any]:
        held = {name: getattr(options, name) for name in SAVED}
        return {name: value for name, value in held.items() if isinstance(value, str | int | float)}

    @field_validator("options", "seen", mode="before")
    @classmethod
    def _made(cls, value: Any, info: Any) -> Any:
        """The saved values as what they were."""
        kind = FitOptions if info.field_name == "options" else Seen
        return kind(**value) if isinstance(value, dict) else value

    def _fitted(self, messages: list[ChatMessage], beside: int) -> list[ChatMessage]:
        tools = self._tools
        fitted = self.options.fitted(
            messages,
            self.seen,
            format=Messages(self.options.model or self.seen.name, beside=beside),
            system=self.system_prompt,
            tools=tools or None,
            tool_choice=[tool.metadata.name for tool in tools],
        )
        return list(fitted.messages)


def _saved(store: BaseChatStore) -> dict[str, Any]:
    """A chat store as plain data."""
    if isinstance(store, SimpleChatStore):  # its own serialiser fails with pydantic 2.14
        held = {key: [message.model_dump() for message in kept] for key, kept in store.store.items()}
        saved: dict[str, Any] = {"store": held}
    else:
        saved = store.model_dump()
    return saved | {"class_name": store.class_name()}


def _limited(
    options: FitOptions | None, token_limit: int | None, tokenizer_fn: Callable[[str], Sequence[Any]] | None
) -> FitOptions:
    """The options with what ``ChatMemoryBuffer`` takes beside them."""
    given: dict[str, Any] = {}
    if token_limit is not None:
        given |= {"context_window": token_limit, "output_reserve": 0}
    if tokenizer_fn is not None:
        given["estimate_tokens"] = lambda text: len(tokenizer_fn(text))
    if options is None:
        return FitOptions(**given)
    if not isinstance(options, FitOptions):
        raise WrongType(f"options is {kind_of(options)}; it must be FitOptions(...)")
    held = {each.name: getattr(options, each.name) for each in fields(options)}
    chosen = {name: value for name, value in held.items() if value is not None}
    if twice := [name for name in given if name in chosen]:
        raise InvalidArgument(f"{twice[0]} is in options= already; leave out token_limit= and tokenizer_fn=")
    return FitOptions(**chosen | given)


def seen_of(llm: LLM) -> Seen:
    """What a model's metadata say; LlamaIndex's defaults, which say nothing, are passed over."""
    try:
        told = llm.metadata
    except ValueError:  # of a name that its package does not know
        return Seen(name=getattr(llm, "model", None))
    window = told.context_window
    try:
        known = find_model(told.model_name).window
    except UnknownModel:
        known = None
    is_said = known is None or window != DEFAULT_CONTEXT_WINDOW
    reply = told.num_output if told.num_output > 0 and told.num_output != DEFAULT_NUM_OUTPUTS else None
    return Seen(
        name=told.model_name,
        window=window if is_said else None,
        is_set=known is not None and is_said and window < known,
        reply=reply,
    )
