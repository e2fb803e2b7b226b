"""A plain function as a model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import Any, TypeAlias

from contextthrift.exceptions import WrongType
from contextthrift.models.base import (
    Capabilities,
    ModelLimits,
    ModelRequest,
    Reply,
    StreamPart,
    TextDelta,
    assistant_reply,
)

Answer: TypeAlias = str | Reply | AsyncIterator[str | StreamPart]
AnswerFunction: TypeAlias = Callable[[ModelRequest], Answer | Awaitable[str | Reply]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallableModel:
    """A model made of a function that answers a `ModelRequest`.

    The function returns a text, a `Reply`, an awaitable of one of them, or an asynchronous iterator of texts
    and stream parts. It runs in the event loop, so it must not block. Tokens are only known where it gives a
    `Reply`.

    >>> import asyncio
    >>> from contextthrift.models import user_message
    >>> model = CallableModel(function=lambda request: "You asked: " + request.messages[-1].text)
    >>> request = ModelRequest(stage="planner", system="", messages=(user_message("hi"),))
    >>> async def ask():
    ...     return [part async for part in model.stream(request)]
    >>> asyncio.run(ask())[-1].text
    'You asked: hi'
    """

    function: AnswerFunction
    provider: str = "callable"
    name: str = "function"
    limits: ModelLimits = field(default_factory=ModelLimits)
    capabilities: Capabilities = field(default_factory=Capabilities)

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamPart]:
        """What the function answers, as stream parts.

        Raises:
            WrongType: The function answered something else.
        """
        answer: Any = self.function(request)
        if isawaitable(answer):
            answer = await answer
        if not isinstance(answer, AsyncIterator):
            yield_ = _whole(answer)
            for part in yield_:
                yield part
            return
        async for part in _streamed(answer):
            yield part


def _whole(answer: object) -> tuple[StreamPart, ...]:
    match answer:
        case Reply():
            return (TextDelta(text=answer.text), answer) if answer.text else (answer,)
        case str():
            return (TextDelta(text=answer), assistant_reply(answer))
        case _:
            raise WrongType(
                "the model's function must answer a str, a Reply or an async iterator; "
                f"got {type(answer).__name__}"
            )


async def _streamed(answer: AsyncIterator[str | StreamPart]) -> AsyncIterator[StreamPart]:
    """The parts as they come, and a reply made of the texts where the function gives none of its own."""
    texts: list[str] = []
    async for piece in answer:
        part = TextDelta(text=piece) if isinstance(piece, str) else piece
        yield part
        if isinstance(part, Reply):
            return
        if isinstance(part, TextDelta):
            texts.append(part.text)
    yield assistant_reply("".join(texts))
