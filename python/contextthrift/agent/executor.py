"""The executor: one step of the plan, carried out with the tools."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from contextthrift.agent.call import build_request
from contextthrift.agent.catalog import catalog_of
from contextthrift.agent.native_rounds import native_rounds
from contextthrift.agent.prompted_rounds import prompted_rounds
from contextthrift.agent.prompts import PromptContext
from contextthrift.agent.reply.executor import split_blocker
from contextthrift.agent.reply.thinking import strip_thinking
from contextthrift.agent.run import seconds_since
from contextthrift.agent.spent import Spent
from contextthrift.agent.step_clock import StepClock
from contextthrift.agent.tool_call import Dispatch
from contextthrift.events import ErrorRaised, StepResult
from contextthrift.exceptions import AttachmentsNotSupportedError
from contextthrift.record import text_of

if TYPE_CHECKING:
    from contextthrift.agent.run import Run
    from contextthrift.events import PlanStep, ToolCallRecord

NO_OUTPUT = "No output from this step."


def calls_made(count: int) -> str:
    """The summary of a step that called tools and said nothing."""
    return f"Made {count} tool call(s)."


async def execute_step(run: Run, step: PlanStep, *, index: int, total: int) -> StepResult:
    """Carries out a step, and charges the run for it. A step that fails is a blocked one.

    Raises:
        Aborted: The run was told to stop.
        AttachmentsNotSupportedError: The provider refused what is attached.
    """
    started, spent = time.monotonic(), Spent()
    dispatch = Dispatch(run=run, step=step, clock=StepClock(run.config.chat_timeout_s), records=[])
    try:
        text = await _text(run, dispatch, (index, total), spent)
    except Exception as error:
        if run.signal.aborted:
            raise
        if isinstance(error, AttachmentsNotSupportedError):
            dispatch.give_up(error)
            spent.charge_what_is_known(run, "execute")
            raise
        return _failed(run, dispatch, error, spent, seconds_since(started))
    run.charge("execute", spent.usage)
    if run.tools and not dispatch.records:
        run.log.warn("step %s called no tool: %s", index, step.description)
    return step_result(step, text, dispatch.records, duration_s=seconds_since(started))


def step_result(
    step: PlanStep, text: str, calls: list[ToolCallRecord], *, duration_s: float = 0.0
) -> StepResult:
    """What a step gave, from the executor's last text and the calls it made."""
    summary, blocked = split_blocker(strip_thinking(text))
    placeholder = calls_made(len(calls)) if calls else NO_OUTPUT
    return StepResult(
        step=step,
        summary=summary or placeholder,
        tool_calls=tuple(calls),
        blocked=blocked,
        duration_s=duration_s,
    )


async def _text(run: Run, dispatch: Dispatch, numbers: tuple[int, int], spent: Spent) -> str:
    """The executor's last text; ``numbers`` are those of the step and of all steps."""
    mode = run.config.mode_of("executor")
    rounds = native_rounds if mode == "native" else prompted_rounds
    state = await run.state()
    async with dispatch.clock:
        context = PromptContext(
            goal=run.goal,
            mode=mode,
            state=state,
            tool_catalog=catalog_of(dispatch.tools()) if mode == "prompted" else "",
            step=dispatch.step.description,
            expected_outcome=dispatch.step.expected_outcome,
            index=numbers[0],
            total=numbers[1],
            done=tuple(run.progress),
        )
        return await rounds(run, build_request(run, "executor", context), dispatch, spent)


def _failed(run: Run, dispatch: Dispatch, error: Exception, spent: Spent, duration_s: float) -> StepResult:
    run.log.warn("a step failed: %s", error)
    dispatch.give_up(error)
    spent.charge_what_is_known(run, "execute")
    run.emit(ErrorRaised(phase="execute", error=text_of(error)))
    return StepResult(step=dispatch.step, summary=text_of(error), blocked=True, duration_s=duration_s)
