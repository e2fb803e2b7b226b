"""Fitting: what a model is sent is made to fit its window before it is sent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from contextthrift.agent.chat_form import chat_form, chat_tools, is_first, is_prompted_result, messages_from
from contextthrift.agent.longest import Longest
from contextthrift.agent.policy import Policy
from contextthrift.exceptions import ContextThriftError, ContextWindowExceededError
from contextthrift.fit import FitPolicy, count_messages, fit
from contextthrift.models.overflow import label_of
from contextthrift.tokens import Encoding, find_model, get_encoding, prompt_limit

if TYPE_CHECKING:
    from contextthrift.agent.run import Run
    from contextthrift.agent.windows import Windows
    from contextthrift.models import Model, ModelRequest

UPWARD: Final = "claude"
"""The measure for a model whose tokenizer nobody has: an estimate that leans upwards."""

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
    def of(cls, model: Model, window: int, reply_cap: int | None) -> Room:
        """The room in a window. A reply that is longer than half of it does not get more."""
        reply = min(reply_cap or window // 4, max(1, window // 2))
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

    async def before_call(self, run: Run, request: ModelRequest) -> ModelRequest:
        """The request as it fits.

        Raises:
            ContextWindowExceededError: Even the least of it does not.
        """
        model = run.config.model_of(request.stage)
        window = self._windows.of(model)
        if window is None:
            return request
        room = Room.of(model, window, request.max_output_tokens)
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
        longest: Longest = run.notes.setdefault(self, Longest())
        if longest.of(request) <= prompt_limit(room.prompt, exact=False):
            return request
        fitted = fitted_request(request, model, room)
        if fitted is not request:
            run.log.info(f"the {request.stage}'s messages were made to fit a window of {room.window} tokens")
        return fitted


def fitted_request(request: ModelRequest, model: Model, room: Room) -> ModelRequest:
    """The request with messages that fit; the very object where nothing has to go.

    Raises:
        ContextWindowExceededError: Even the least does not fit; it has both sizes.
    """
    measure, is_exact = measure_of(model)
    form = chat_form(request.messages)
    beside = _beside(request, measure)
    budget = prompt_limit(room.prompt, exact=is_exact) - beside
    fitted = fit(
        form,
        context_window=max(1, budget),
        encoding=measure,
        output_reserve=0,
        format="openai",
        policy=PROMPTED if _is_prompted(request) else POLICY,
    )
    if not fitted.fits or budget < 1:
        raise ContextWindowExceededError(
            label_of(model), fitted.trace.total_after + beside, room.window, reply_tokens=room.reply
        )
    if len(fitted.messages) == len(form) and all(map(_is, fitted.messages, form)):
        return request
    return replace(request, messages=messages_from(fitted.messages, form, request.messages))


def request_tokens(request: ModelRequest, model: Model) -> int:
    """The tokens of a request, as far as they can be told without its provider."""
    measure, _ = measure_of(model)
    return count_messages(chat_form(request.messages), encoding=measure, format="openai") + _beside(
        request, measure
    )


def measure_of(model: Model) -> tuple[Encoding, bool]:
    """The encoding that measures text for a model, and whether it is the model's own."""
    try:
        known = find_model(model.name)
        measure = get_encoding(known.encoding)
    except ContextThriftError:
        return get_encoding(UPWARD), False
    return measure, measure.exact and not known.encoding_is_stand_in


def _beside(request: ModelRequest, measure: Encoding) -> int:
    """What stands beside the messages and always stays: system text, tools, the shape of the answer."""
    tools = chat_tools(request)
    return count_messages(
        [],
        encoding=measure,
        system=request.system or None,
        tools=tools or None,
        response_format=request.output_schema,
        format="openai",
    )


def _is_prompted(request: ModelRequest) -> bool:
    return request.stage == "executor" and not any(message.role == "tool" for message in request.messages)


def _is(one: Any, other: Any) -> bool:
    return one is other
