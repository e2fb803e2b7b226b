"""A model whose answers are written down beforehand."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, TypeAlias, get_args

from contextthrift.exceptions import WrongType
from contextthrift.models import (
    Capabilities,
    ModelLimits,
    ModelRequest,
    Reply,
    StreamPart,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    ToolCallPart,
    assistant_reply,
)
from contextthrift.models.base import Stage
from contextthrift.settings import Settings, check_names
from contextthrift.usage import Usage

if TYPE_CHECKING:
    from types import TracebackType


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedCall(Settings):
    """A tool call of a scripted answer."""

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict)
    """An object, or raw text to see what becomes of it."""
    call_id: str | None = None
    """``call-1`` ... where it is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted(Settings):
    """One scripted answer."""

    text: str | Sequence[str] = ""
    """The text; pieces are streamed one by one."""
    data: Any = None
    """In place of the text: a value whose JSON is the text."""
    thinking: str | Sequence[str] = ()
    """Thoughts, streamed before the text."""
    tool_calls: Sequence[ScriptedCall] = ()
    usage: Usage = field(default_factory=lambda: Usage.of(input_tokens=10, output_tokens=5))
    raises: BaseException | None = None
    """Raised behind the pieces, in place of a reply."""
    pause_s: float | None = None
    """Seconds to wait before each piece; 0 lets other tasks have a turn."""

    def pieces(self) -> list[StreamPart]:
        """What is streamed before the reply."""
        thoughts = [self.thinking] if isinstance(self.thinking, str) else self.thinking
        return [
            *(ThinkingDelta(text=thought) for thought in thoughts if thought),
            *(TextDelta(text=text) for text in self._texts() if text),
        ]

    def reply(self, first_call: int) -> Reply:
        """The whole answer; its tool calls are numbered from ``first_call``."""
        calls = tuple(
            _call_part(call, number) for number, call in enumerate(self.tool_calls, start=first_call)
        )
        thinking = self.thinking if isinstance(self.thinking, str) else "".join(self.thinking)
        return assistant_reply("".join(self._texts()), tool_calls=calls, thinking=thinking, usage=self.usage)

    def _texts(self) -> Sequence[str]:
        if self.data is not None:
            return [json.dumps(self.data, ensure_ascii=False)]
        return [self.text] if isinstance(self.text, str) else self.text


def _call_part(call: ScriptedCall, number: int) -> ToolCallPart:
    written = call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)
    return ToolCallPart(call_id=call.call_id or f"call-{number}", name=call.name, arguments=written)


ScriptedAnswer: TypeAlias = Scripted | str | BaseException
Route: TypeAlias = Callable[[ModelRequest], ScriptedAnswer]


def _read(script: Mapping[str, Sequence[ScriptedAnswer]]) -> dict[str, deque[ScriptedAnswer]]:
    """The answers by stage; every stage is there."""
    check_names("a script", script, get_args(Stage), noun="stage")
    for stage, answers in script.items():
        if isinstance(answers, str):
            raise WrongType(f"{stage} is one text; it must be a list of answers, such as [{answers!r:.40}]")
    return {stage: deque(script.get(stage, ())) for stage in get_args(Stage)}


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


class ScriptError(AssertionError):
    """The model was asked what the script does not have, or not asked all that it has."""


class ScriptedModel:
    """A model that answers from a script: a list of answers for each stage, or a function of the request.

    A text stands for a whole answer, an exception for a call that fails. A stage that is asked more often
    than it has answers raises `ScriptError`. An agent may take that as it takes any trouble of a model, so
    ``finish`` (or leaving a ``with`` block) raises it again, and also where answers are left over.

    >>> import asyncio
    >>> from contextthrift.agent import Agent
    >>> plan = Scripted(data={"thought": "t", "steps": [{"description": "Look it up"}]})
    >>> with ScriptedModel(planner=[plan], executor=["It is 4."], synthesizer=["The answer is 4."]) as model:
    ...     result = asyncio.run(Agent(model).run("what is 2 and 2"))
    >>> result.final, [request.stage for request in model.requests]
    ('The answer is 4.', ['planner', 'executor', 'synthesizer'])
    """

    def __init__(
        self,
        route: Route | None = None,
        *,
        provider: str = "scripted",
        name: str = "scripted",
        limits: ModelLimits | None = None,
        capabilities: Capabilities | None = None,
        **script: Sequence[ScriptedAnswer],
    ) -> None:
        """Takes the script: answers by stage (``planner=[...]``), or ``route``, which gives each answer.

        Raises:
            InvalidArgument: There is no such stage.
            WrongType: The answers of a stage are one text; a list is meant.
        """
        self.provider = provider
        self.name = name
        self.limits = limits or ModelLimits()
        self.capabilities = capabilities or Capabilities()
        self.requests: list[ModelRequest] = []
        """Every request, in order."""
        self._route = route
        self._script = _read(script)
        self._had = {stage: len(answers) for stage, answers in self._script.items()}
        self._calls = 0
        self._unexpected: ScriptError | None = None

    def requests_of(self, stage: Stage) -> list[ModelRequest]:
        """The requests of one stage, in order."""
        return [request for request in self.requests if request.stage == stage]

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamPart]:
        """Streams the next answer of the request's stage.

        Raises:
            ScriptError: There is none.
        """
        self.requests.append(request)
        answer = self._next(request)
        for piece in answer.pieces():
            if answer.pause_s is not None:
                await asyncio.sleep(answer.pause_s)
            yield piece
        if answer.raises is not None:
            raise answer.raises
        reply = answer.reply(self._calls + 1)
        self._calls += len(reply.tool_calls)
        for call in reply.tool_calls:
            yield ToolCallDelta(call_id=call.call_id, name=call.name, arguments=call.arguments)
        yield reply

    def _next(self, request: ModelRequest) -> Scripted:
        if self._route is not None:
            answer = self._route(request)
        elif self._script[request.stage]:
            answer = self._script[request.stage].popleft()
        else:
            asked, had = len(self.requests_of(request.stage)), self._had[request.stage]
            self._unexpected = ScriptError(
                f"the {request.stage} was asked {_times(asked)}; the script has "
                f"{had} answer{'' if had == 1 else 's'} for it"
            )
            raise self._unexpected
        match answer:
            case Scripted():
                return answer
            case str():
                return Scripted(text=answer)
            case BaseException():
                return Scripted(raises=answer)
            case _:
                raise WrongType(
                    f"an answer must be a Scripted, a str or an exception; got {type(answer).__name__}"
                )

    def finish(self) -> None:
        """Checks that every answer was asked for, and nothing else.

        Raises:
            ScriptError: Some were not, or something else was.
        """
        if self._unexpected is not None:
            raise self._unexpected
        left = {stage: len(answers) for stage, answers in self._script.items() if answers}
        if left:
            listed = ", ".join(f"{count} of {stage}" for stage, count in left.items())
            raise ScriptError(f"the script has answers that nobody asked for: {listed}")

    def __enter__(self) -> Self:
        """The model itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Checks that every answer was asked for, unless the block raised."""
        if kind is None:
            self.finish()
