"""Fitting: what a model is sent is made to fit its window before it is sent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from contextthrift.agent.chat_form import chat_form, is_first, is_prompted_result, messages_from
from contextthrift.agent.longest import Longest
from contextthrift.agent.measured import Measured, encoding_of
from contextthrift.agent.policy import Policy
from contextthrift.exceptions import ContextThriftError, ContextWindowExceededError
from contextthrift.fit import FitPolicy, fit
from contextthrift.models.overflow import label_of
from contextthrift.models.thinking_room import room_of
from contextthrift.tokens import prompt_limit

if TYPE_CHECKING:
    from contextthrift.agent.run import Run
    from contextthrift.agent.windows import Windows
    from contextthrift.models import Model, ModelRequest
    from contextthrift.tokens import Encoding

FITTED: Final = object()
"""The key under which a run notes the last request that something was cut from."""
POLICY: Final = FitPolicy(is_pinned=is_first)
"""The message with the task always stays."""
PROMPTED: Final = FitPolicy(is_pinned=is_first, is_tool_output=is_prompted_result)
"""The same for an executor that reads in users' messages what its actions gave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What a request may take, in tokens."""

    window: int
    reply: int
    """Kept for the reply."""
    prompt: int
    """What the prompt may really have."""

    @classmethod
    def of(cls, model: Model, window: int, request: ModelRequest) -> Room:
        """The room in a window. The reply has that of its answer and its thinking, at most half of it all."""
        wanted = (request.max_output_tokens or window // 4) + room_of(model, request)
        reply = min(wanted, max(1, window // 2))
        room = max(0, window - reply)
        most = model.limits.max_input_tokens
        return cls(window=window, reply=reply, prompt=room if most is None else min(room, most))


class WindowFitting(Policy):
    """Makes each request fit the window of its stage's model, so that none that is too long is sent.

    Results of tools become shorter first, then the oldest rounds go, whole; the task stays, and so do
    system text and tools. See ``docs/fit.md`` for the order. A request that fits is the very same object.
    """

    def __init__(self, windows: Windows) -> None:
        """``windows`` says which windows are known; requests to other models are left alone."""
        self._windows = windows
        self._encodings: dict[int, tuple[Encoding, bool]] = {}

    async def before_call(self, run: Run, request: ModelRequest) -> ModelRequest:
        """The request as it fits.

        Raises:
            ContextWindowExceededError: Even the least of it does not.
        """
        model = run.config.model_of(request.stage)
        window = self._windows.of(model)
        if window is None:
            return request
        room = Room.of(model, window, request)
        if request.max_output_tokens is not None and room.reply < request.max_output_tokens:
            request = replace(request, max_output_tokens=room.reply)
        try:
            return self._fitted(run, request, model, room)
        except ContextWindowExceededError:
            raise
        except ContextThriftError as error:
            run.log.warn(f"the request to {label_of(model)} cannot be measured, it is sent as it is: {error}")
            return request

    def _fitted(self, run: Run, request: ModelRequest, model: Model, room: Room) -> ModelRequest:
        sights: dict[int, _Sight] = run.notes.setdefault(self, {})
        sight = sights.get(id(model)) or sights.setdefault(id(model), _Sight())
        if sight.longest.of(request) <= prompt_limit(room.prompt, exact=False):
            return request
        if sight.measured is None:
            encoding, is_exact = self._encoding(model)
            sight.measured = Measured(encoding, is_exact=is_exact)
        measured = sight.measured
        budget = prompt_limit(room.prompt, exact=measured.is_exact)
        if measured.of(request) <= budget:
            return request
        fitted, tokens = _cut(request, measured, budget)
        if tokens > budget:
            raise ContextWindowExceededError(label_of(model), tokens, room.window, reply_tokens=room.reply)
        run.notes[FITTED] = fitted
        run.log.info(f"the {request.stage}'s messages were made to fit a window of {room.window} tokens")
        return fitted

    def _encoding(self, model: Model) -> tuple[Encoding, bool]:
        if id(model) not in self._encodings:
            self._encodings[id(model)] = encoding_of(model)
        return self._encodings[id(model)]


class _Sight:
    """What was seen of the requests of one run to one model; measuring begins when it must."""

    __slots__ = ("longest", "measured")

    def __init__(self) -> None:
        self.longest = Longest()
        self.measured: Measured | None = None


def _cut(request: ModelRequest, measured: Measured, budget: int) -> tuple[ModelRequest, int]:
    """The request with as much of its messages as fits, else with the least; and what it takes in tokens."""
    form = chat_form(request.messages)
    beside = measured.beside(request)
    fitted = fit(
        form,
        context_window=max(1, budget - beside),
        encoding=measured.encoding,
        output_reserve=0,
        format="openai",
        policy=PROMPTED if _is_prompted(request) else POLICY,
    )
    messages = messages_from(fitted.messages, form, request.messages)
    return replace(request, messages=messages), fitted.trace.total_after + beside


def _is_prompted(request: ModelRequest) -> bool:
    return request.stage == "executor" and not any(message.role == "tool" for message in request.messages)
