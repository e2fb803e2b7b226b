"""Who fits messages: contextthrift, other libraries, and the loops that one writes by hand.

Each is made for one counter, out of its package as the package's documentation has it. Making its own message
objects of the dicts is not timed.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from benches.peers.counters import BATCHES, ENCODING, one_by_one

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Messages = list[dict[str, Any]]


class Said(NamedTuple):
    """One message that came out, whatever object it was."""

    role: str
    calls: tuple[str, ...]
    answers: str | None
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitter:
    """How one is used."""

    fit: Callable[[Any, int], Any]
    """Native messages and a budget of content tokens to whatever it gives back."""
    native: Callable[[Messages], Any] = list
    """Its own message objects."""
    said: Callable[[Any], list[Said]] | None = None
    """What it gave back; None where that is a list of dicts."""
    is_consuming: bool = False
    """It changes what it is given."""
    gets_system: bool = True
    """It is given the system prompt; where not, that belongs outside of it."""


def said_in(messages: Sequence[dict[str, Any]]) -> list[Said]:
    return [
        Said(
            message["role"],
            tuple(call["id"] for call in message.get("tool_calls") or ()),
            message.get("tool_call_id"),
            message.get("content") or "",
        )
        for message in messages
    ]


def contextthrift(counter: str) -> Fitter:
    from contextthrift import fit  # noqa: PLC0415 - each is imported where it is measured

    encoding = "chars4" if counter == "len4" else ENCODING
    return Fitter(
        fit=lambda messages, budget: fit(messages, context_window=budget, encoding=encoding),
        said=lambda fitted: said_in(fitted.messages),
    )


def kept_from(messages: Messages, counts: Callable[[int], int], budget: int) -> Messages:
    """The loop: the system prompt, and the newest messages within the budget from a user's on."""
    used, start = counts(0), len(messages)
    while start > 1:
        cost = counts(start - 1)
        if used + cost > budget:
            break
        used += cost
        start -= 1
    while start < len(messages) and messages[start]["role"] != "user":
        start += 1
    return [messages[0], *messages[start:]]


def loop(counter: str) -> Fitter:
    count = one_by_one(counter)

    def fit(messages: Messages, budget: int) -> Messages:
        used, start = count(messages[0]["content"]), len(messages)
        while start > 1:
            cost = count(messages[start - 1]["content"])
            if used + cost > budget:
                break
            used += cost
            start -= 1
        while start < len(messages) and messages[start]["role"] != "user":
            start += 1
        return [messages[0], *messages[start:]]

    return Fitter(fit=fit)


def loop_over(package: str) -> Callable[[str], Fitter]:
    """The loop over counts that a library made of all messages at once."""

    def made(counter: str) -> Fitter:
        count_all = BATCHES[package]()

        def fit(messages: Messages, budget: int) -> Messages:
            return kept_from(
                messages, count_all([message["content"] for message in messages]).__getitem__, budget
            )

        return Fitter(fit=fit)

    return made


def langchain(start_on: str | None, *, is_approximate: bool = False) -> Callable[[str], Fitter]:
    def made(counter: str) -> Fitter:
        from langchain_core.messages import (  # noqa: PLC0415 - each is imported where it is measured
            convert_to_messages,
            trim_messages,
        )

        count = one_by_one(counter)

        def total(messages: Any) -> int:
            listed = messages if isinstance(messages, list) else [messages]
            return sum(count(message.content) for message in listed)

        def fit(messages: Any, budget: int) -> Any:
            return trim_messages(
                messages,
                max_tokens=budget,
                token_counter="approximate" if is_approximate else total,
                strategy="last",
                include_system=True,
                start_on=start_on,
            )

        return Fitter(fit=fit, native=convert_to_messages, said=_langchain_said)

    return made


def _langchain_said(messages: Any) -> list[Said]:
    roles = {"human": "user", "ai": "assistant"}
    return [
        Said(
            roles.get(message.type, message.type),
            tuple(call["id"] for call in getattr(message, "tool_calls", ())),
            getattr(message, "tool_call_id", None),
            message.content,
        )
        for message in messages
    ]


def litellm(counter: str) -> Fitter:
    from litellm.utils import trim_messages  # noqa: PLC0415 - each is imported where it is measured

    return Fitter(
        fit=lambda messages, budget: trim_messages(messages, model="gpt-4", max_tokens=budget),
        is_consuming=True,
    )


def llama_buffer(counter: str) -> Fitter:
    from llama_index.core.memory import ChatMemoryBuffer  # noqa: PLC0415 - each is imported where it is measured

    def fit(messages: Any, budget: int) -> Any:
        memory = ChatMemoryBuffer.from_defaults(
            chat_history=messages, token_limit=budget, tokenizer_fn=_llama_tokenizer(counter)
        )
        return memory.get()

    return Fitter(fit=fit, native=_llama_messages, said=_llama_said, is_consuming=True)


def llama_memory(counter: str) -> Fitter:
    from llama_index.core.memory import Memory  # noqa: PLC0415 - each is imported where it is measured

    def fit(messages: Any, budget: int) -> Any:
        memory = Memory.from_defaults(
            session_id="bench",
            token_limit=budget,
            chat_history_token_ratio=1.0,
            token_flush_size=max(1, budget // 10),
            tokenizer_fn=_llama_tokenizer(counter),
        )
        memory.put_messages(messages)
        return memory.get()

    return Fitter(fit=fit, native=_llama_messages, said=_llama_said, is_consuming=True)


def _llama_tokenizer(counter: str) -> Callable[[str], Sequence[int]]:
    count = one_by_one(counter)
    return lambda text: range(count(text))


def _llama_messages(messages: Messages) -> Any:
    from llama_index.core.llms import ChatMessage  # noqa: PLC0415 - each is imported where it is measured

    names = ("tool_calls", "tool_call_id")
    return [
        ChatMessage(
            role=message["role"],
            content=message["content"],
            additional_kwargs={name: message[name] for name in names if name in message},
        )
        for message in messages
    ]


def _llama_said(messages: Any) -> list[Said]:
    return [
        Said(
            message.role.value,
            tuple(call["id"] for call in message.additional_kwargs.get("tool_calls", ())),
            message.additional_kwargs.get("tool_call_id"),
            message.content or "",
        )
        for message in messages
    ]


def cendor(counter: str) -> Fitter:
    from cendor.contextkit import Block, Context  # noqa: PLC0415 - each is imported where it is measured

    model = "gpt-4" if counter == "cl100k" else "local-unknown-model"

    def fit(messages: Messages, budget: int) -> Any:
        context = Context(budget_tokens=budget, model=model, reserve_output=0)
        context.add(Block(messages[0]["content"], priority=10, pin=True, role="system"))
        context.add(Block(messages=messages[1:], priority=3, evict="drop_oldest"))
        return context.assemble()

    return Fitter(fit=fit)


def astromesh(counter: str) -> Fitter:
    from astromesh_context.engine import ContextEngine  # noqa: PLC0415 - each is imported where it is measured
    from astromesh_context.source import (  # noqa: PLC0415 - each is imported where it is measured
        HistorySource,
        SourceConfig,
    )
    from astromesh_context.tokens import (  # noqa: PLC0415 - each is imported where it is measured
        CharEstimator,
        TiktokenTokenizer,
    )

    tokenizer = TiktokenTokenizer() if counter == "cl100k" else CharEstimator()

    def fit(messages: Messages, budget: int) -> Any:
        history = SourceConfig(HistorySource(messages[1:]), timeout=600)
        engine = ContextEngine([history], budget=budget, tokenizer=tokenizer)
        return asyncio.run(engine.build("what next"))

    def said(window: Any) -> list[Said]:
        items = [getattr(item, "item", item) for item in window.items]
        return said_in([message for item in items for message in item.meta.get("messages", ())])

    return Fitter(fit=fit, said=said, gets_system=False)


def chatfit(counter: str) -> Fitter:
    from chatfit import fit  # noqa: PLC0415 - each is imported where it is measured

    return Fitter(fit=lambda messages, budget: fit(messages, max_tokens=budget, model="gpt-4").messages)


def agentfit(counter: str) -> Fitter:
    from agentfit import fit  # noqa: PLC0415 - each is imported where it is measured

    count = one_by_one(counter)
    options = {"tokenizer": count, "overhead": 0, "preserve_system": True, "preserve_last_n": 2}
    return Fitter(fit=lambda messages, budget: fit(messages, max_tokens=budget, **options).messages)


def ctx_compact(counter: str) -> Fitter:
    from ctx_compact import compact  # noqa: PLC0415 - each is imported where it is measured

    count = one_by_one(counter)

    def tokens(message: dict[str, Any]) -> int:
        return count(message.get("content") or "")

    return Fitter(
        fit=lambda messages, budget: compact(messages, max_tokens=budget, count_tokens=tokens).messages
    )


def convopack(counter: str) -> Fitter:
    from convopack import Packer  # noqa: PLC0415 - each is imported where it is measured
    from convopack.tokenizers import get_tokenizer  # noqa: PLC0415 - each is imported where it is measured

    tokenizer = "approx" if counter == "len4" else get_tokenizer(f"tiktoken:{ENCODING}")
    return Fitter(
        fit=lambda messages, budget: Packer(budget=budget, tokenizer=tokenizer).pack_openai(messages)
    )


def contexttrim(counter: str) -> Fitter:
    from contexttrim import ContextManager  # noqa: PLC0415 - each is imported where it is measured
    from contexttrim.strategies import RecencyDrop  # noqa: PLC0415 - each is imported where it is measured

    count = one_by_one(counter)

    def fit(messages: Messages, budget: int) -> Any:
        manager = ContextManager(
            token_budget=budget,
            strategy=RecencyDrop(),
            token_counter=lambda message: count(message.get("content") or ""),
        )
        manager.extend(messages)
        return manager.fit()

    return Fitter(fit=fit)


def tokentrim(counter: str) -> Fitter:
    from tokentrim.tokentrim import trim  # noqa: PLC0415 - each is imported where it is measured

    def fit(messages: Messages, budget: int) -> Any:
        first, *others = messages
        return trim(others, model="gpt-4", system_message=first["content"], max_tokens=budget)

    return Fitter(fit=fit, native=lambda messages: [dict(each) for each in messages], is_consuming=True)


@dataclass(frozen=True, slots=True)
class Rival:
    """A row of the tables."""

    name: str
    package: str | None
    """None for a loop that needs none besides what counts."""
    made: Callable[[str], Fitter]
    counters: tuple[str, ...] = ("len4", "cl100k")


RIVALS = (
    Rival("contextthrift", "contextthrift", contextthrift),
    Rival("loop, newest first", None, loop),
    Rival("loop over tiktoken", "tiktoken", loop_over("tiktoken"), ("cl100k",)),
    Rival("loop over toktok-rs", "toktok-rs", loop_over("toktok-rs"), ("cl100k",)),
    Rival("loop over gigatoken", "gigatoken", loop_over("gigatoken"), ("cl100k",)),
    Rival("loop over fastokens", "fastokens", loop_over("fastokens"), ("cl100k",)),
    Rival("loop over contextthrift's counts", "contextthrift", loop_over("contextthrift"), ("cl100k",)),
    Rival("langchain trim_messages", "langchain-core", langchain("human")),
    Rival("langchain, start_on=None", "langchain-core", langchain(None), ("len4",)),
    Rival("langchain, approximate", "langchain-core", langchain("human", is_approximate=True), ("len4",)),
    Rival("ctx-compact", "ctx-compact", ctx_compact),
    Rival("agentfit", "agentfit-py", agentfit),
    Rival("cendor contextkit", "cendor-contextkit", cendor),
    Rival("convopack", "convopack", convopack),
    Rival("contexttrim", "contexttrim", contexttrim),
    Rival("astromesh-context", "astromesh-context", astromesh),
    Rival("chatfit", "chatfit", chatfit, ("cl100k",)),
    Rival("llama-index Memory", "llama-index-core", llama_memory),
    Rival("llama-index ChatMemoryBuffer", "llama-index-core", llama_buffer),
    Rival("tokentrim", "tokentrim", tokentrim, ("cl100k",)),
    Rival("litellm trim_messages", "litellm", litellm, ("cl100k",)),
)
"""Everyone, ours first."""

BY_NAME = {rival.name: rival for rival in RIVALS}
