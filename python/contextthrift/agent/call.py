"""Calling a model: the request of a stage, its time, and another try after trouble that may pass."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from contextthrift.abort import no_stray_cancellation
from contextthrift.agent.attachments.shown import prompt_with
from contextthrift.agent.prompts import with_system
from contextthrift.agent.silent_cut import warn_if_cut
from contextthrift.agent.time_box import time_box
from contextthrift.events import Retry
from contextthrift.exceptions import ContextWindowExceededError, ModelError
from contextthrift.models import (
    ModelRequest,
    Reply,
    is_retriable,
    resolve_thinking,
    retry_delay,
    thinking_for,
)
from contextthrift.models.base import model_label
from contextthrift.models.overflow import context_overflow_of
from contextthrift.models.retry import retry_after_of
from contextthrift.record import text_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from contextthrift.agent.policy import Policy
    from contextthrift.agent.prompts import PromptContext
    from contextthrift.agent.run import Run
    from contextthrift.agent.screen import Screen
    from contextthrift.events import Phase
    from contextthrift.models import StreamPart
    from contextthrift.models.base import Stage

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
        messages=(prompt_with(config, stage, prompt, run.attachments),),
        output_schema=output_schema,
        max_output_tokens=getattr(config.budgets, stage),
        temperature=config.temperature,
        reasoning=thinking.reasoning,
        provider_options=thinking.provider_options,
        client_name=config.client_name,
    )


async def call_in_time(run: Run, request: ModelRequest, screen: Screen | None = None) -> Reply:
    """Calls the model of a stage that has one call, within ``chat_timeout_s``.

    Raises:
        ModelTimeout: It took longer.
    """
    async with time_box(run.config.chat_timeout_s, f"the {request.stage}'s call of its model"):
        return await call_model(run, request, screen)


async def call_model(run: Run, request: ModelRequest, screen: Screen | None = None) -> Reply:
    """The whole reply to a request; ``screen`` shows it as it comes.

    A call that failed in a way that may pass is made again, ``llm_max_retries`` times at most, unless
    something of it was shown.

    Raises:
        Aborted: The run was told to stop.
        ContextWindowExceededError: The request is longer than the model's window; never tried again.
        ModelError: The model's stream ended without a reply. Whatever else the model raises passes through.
    """
    async with run.signal.scope():
        for policy in run.config.policies:
            request = await policy.before_call(run, request)
        for attempt in count():
            try:
                reply = await _within_policies(run, request, screen)
            except Exception as error:
                if attempt >= run.config.llm_max_retries or not _is_worth_a_try(run, error, screen):
                    raise
                await _wait_to_retry(run, request, error, attempt)
            else:
                run.log.debug("the %s answered %s", request.stage, reply.message)
                warn_if_cut(run, run.config.model_of(request.stage), request, reply)
                return reply
    raise AssertionError("the loop above ends by returning or raising")


def _is_worth_a_try(run: Run, error: Exception, screen: Screen | None) -> bool:
    was_shown = screen is not None and screen.shown
    is_overflow = isinstance(error, ContextWindowExceededError)
    return is_retriable(error) and not is_overflow and not was_shown and not run.signal.aborted


async def _wait_to_retry(run: Run, request: ModelRequest, error: Exception, attempt: int) -> None:
    run.emit(Retry(phase=PHASES.get(request.stage, "run"), attempt=attempt + 1, error=text_of(error)))
    delay_s = retry_delay(attempt, base_s=run.config.retry_base_delay_s, retry_after_s=retry_after_of(error))
    await asyncio.sleep(delay_s)


async def _within_policies(run: Run, request: ModelRequest, screen: Screen | None) -> Reply:
    """One try of a call, with the policies around it, the first one outermost."""

    async def attempt(request: ModelRequest) -> Reply:
        return await _attempted(run, request, screen)

    proceed: Callable[[ModelRequest], Awaitable[Reply]] = attempt
    for policy in reversed(run.config.policies):
        proceed = partial(_around, policy, run, proceed)
    return await proceed(request)


async def _around(
    policy: Policy, run: Run, proceed: Callable[[ModelRequest], Awaitable[Reply]], request: ModelRequest
) -> Reply:
    return await policy.around_call(run, request, proceed)


async def _attempted(run: Run, request: ModelRequest, screen: Screen | None) -> Reply:
    """One try of a call."""
    model = run.config.model_of(request.stage)
    stream = model.stream(request)
    try:
        with no_stray_cancellation(f"the call of {model_label(model)}"):
            reply = await _read(stream, screen)
    except Exception as error:
        overflow = context_overflow_of(error, model)
        if overflow is None or overflow is error:
            raise
        raise overflow from error
    finally:
        await _close(stream, run)
    if reply is None:
        raise ModelError(
            f"the stream of {model_label(model)} ended without a Reply; a model yields one at its end"
        )
    return reply


async def _read(stream: AsyncIterator[StreamPart], screen: Screen | None) -> Reply | None:
    """The reply that the stream ends with; what comes before it is shown."""
    if screen is not None:
        screen.begin()
    async for part in stream:
        if isinstance(part, Reply):
            if screen is not None:
                screen.finish()
            return part
        if screen is not None:
            screen.show(part)
    return None


async def _close(stream: Any, run: Run) -> None:
    """Ends the stream; one that was not read to its end closes its connection."""
    if not hasattr(stream, "aclose"):
        return
    try:
        await stream.aclose()
    except Exception as error:  # noqa: BLE001 - the reply, or what went wrong before, is what counts
        run.log.warn("the stream of a model could not be closed: %s", error)
