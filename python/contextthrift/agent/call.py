"""Calling a model: the request of a stage, its time, and another try after trouble that may pass."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

from contextthrift.agent.prompts import with_system
from contextthrift.agent.silent_cut import warn_if_cut
from contextthrift.events import Retry
from contextthrift.exceptions import ModelError, ModelTimeout
from contextthrift.models import (
    ModelRequest,
    Reply,
    is_retriable,
    resolve_thinking,
    retry_delay,
    thinking_for,
    user_message,
)
from contextthrift.models.base import model_label
from contextthrift.models.overflow import context_overflow_of
from contextthrift.models.retry import retry_after_of
from contextthrift.record import text_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from contextthrift.agent.prompts import PromptContext
    from contextthrift.agent.run import Run
    from contextthrift.events import Phase
    from contextthrift.models import Model, StreamPart
    from contextthrift.models.base import Stage

    Show: TypeAlias = Callable[[StreamPart], bool]
    """Takes a part of an answer as it comes; whether anyone got to see it."""

PHASES: dict[Stage, Phase] = {
    "planner": "plan",
    "executor": "execute",
    "replanner": "replan",
    "synthesizer": "synthesize",
}
"""The word of each stage's events."""


def build_request(
    run: Run, stage: Stage, context: PromptContext, *, output_schema: Mapping[str, Any] | None = None
) -> ModelRequest:
    """The request of a stage, as configuration, prompts and policies make it."""
    config = run.config
    for policy in config.policies:
        context = policy.prompt(run, stage, context)
    system, prompt = getattr(config.prompts, stage)(context)
    thinking = resolve_thinking(thinking_for(stage, config.thinking, config.stage_thinking))
    return ModelRequest(
        stage=stage,
        system=with_system(system, config.system_prompt),
        messages=(user_message(prompt, *run.attachments),),
        output_schema=output_schema,
        max_output_tokens=getattr(config.budgets, stage),
        temperature=config.temperature,
        reasoning=thinking.reasoning,
        provider_options=thinking.provider_options,
        client_name=config.client_name,
    )


async def call_in_time(run: Run, request: ModelRequest, show: Show | None = None) -> Reply:
    """Calls the model of a stage that has one call, within ``chat_timeout_s``.

    Raises:
        ModelTimeout: It took longer.
    """
    async with time_box(run.config.chat_timeout_s, f"the {request.stage}'s call of its model"):
        return await call_model(run, request, show)


async def call_model(run: Run, request: ModelRequest, show: Show | None = None) -> Reply:
    """The whole reply to a request; ``show`` is given its parts as they come.

    A call that failed in a way that may pass is made again, ``llm_max_retries`` times at most, unless
    something of it was shown.

    Raises:
        Aborted: The run was told to stop.
        ContextWindowExceededError: The request is longer than the model's window; never tried again.
        ModelError: The model's stream ended without a reply. Whatever else the model raises passes through.
    """
    model = run.config.model_of(request.stage)
    async with run.signal.scope():
        for policy in run.config.policies:
            request = await policy.before_call(run, request)
        for attempt in count():
            attempted = _Attempt(show)
            try:
                reply = await attempted.reply(model, request)
            except Exception as error:
                overflow = context_overflow_of(error, model)
                if overflow is error:
                    raise
                if overflow is not None:
                    raise overflow from error
                if attempted.shown or attempt >= run.config.llm_max_retries or not is_retriable(error):
                    raise
                await _wait_to_retry(run, request, error, attempt)
            else:
                warn_if_cut(run, model, request, reply)
                return reply
    raise AssertionError("the loop above ends by returning or raising")


async def _wait_to_retry(run: Run, request: ModelRequest, error: Exception, attempt: int) -> None:
    run.emit(Retry(phase=PHASES.get(request.stage, "run"), attempt=attempt + 1, error=text_of(error)))
    delay_s = retry_delay(attempt, base_s=run.config.retry_base_delay_s, retry_after_s=retry_after_of(error))
    await asyncio.sleep(delay_s)


class _Attempt:
    """One try of a call, which knows whether anything of it was shown."""

    __slots__ = ("_show", "shown")

    def __init__(self, show: Show | None) -> None:
        self._show = show
        self.shown = False

    async def reply(self, model: Model, request: ModelRequest) -> Reply:
        stream = model.stream(request)
        async with _closing(stream):
            async for part in stream:
                if isinstance(part, Reply):
                    return part
                self.shown = (self._show is not None and self._show(part)) or self.shown
        raise ModelError(
            f"the stream of {model_label(model)} ended without a Reply; a model yields one at its end"
        )


@asynccontextmanager
async def _closing(stream: Any) -> AsyncIterator[None]:
    """Ends the stream when the block is left; one that was not read to its end closes its connection."""
    try:
        yield
    finally:
        if hasattr(stream, "aclose"):
            await stream.aclose()


@asynccontextmanager
async def time_box(seconds: float, what: str) -> AsyncIterator[None]:
    """A block that may take so many seconds; 0 for any time.

    Raises:
        ModelTimeout: It took longer; the message names ``what`` and the option.
    """
    try:
        async with asyncio.timeout(seconds or None) as timeout:
            yield
    except TimeoutError as error:
        if not timeout.expired():
            raise
        raise ModelTimeout(f"{what} took longer than {seconds:g} s (chat_timeout_s)") from error
