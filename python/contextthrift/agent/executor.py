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
from contextthrift.events import ErrorRaised, StepResult, ToolCallRecord
from contextthrift.exceptions import Aborted
from contextthrift.record import text_of

if TYPE_CHECKING:
    from contextthrift.agent.run import Run
    from contextthrift.events import PlanStep

NO_OUTPUT = "No output from this step."


def calls_made(count: int) -> str:
    """The summary of a step that called tools and said nothing."""
    return f"Made {count} tool call(s)."


async def execute_step(run: Run, step: PlanStep, *, index: int, total: int) -> StepResult:
    """Carries out a step, and charges the run for it. A step that fails is a blocked one.

    Raises:
        Aborted: The run was told to stop.
    """
    started, spent, records = time.monotonic(), Spent(), list[ToolCallRecord]()
    try:
        text = await _text(run, step, (index, total), records, spent)
    except Exception as error:
        if isinstance(error, Aborted) or run.signal.aborted:
            raise
        return _failed(run, step, error, spent, seconds_since(started))
    run.charge("execute", spent.usage)
    return step_result(step, text, records, duration_s=seconds_since(started))


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


async def _text(
    run: Run, step: PlanStep, numbers: tuple[int, int], records: list[ToolCallRecord], spent: Spent
) -> str:
    """The executor's last text; ``numbers`` are those of the step and of all steps."""
    mode = run.config.mode_of("executor")
    rounds = native_rounds if mode == "native" else prompted_rounds
    async with StepClock(run.config.chat_timeout_s) as clock:
        dispatch = Dispatch(run=run, step=step, clock=clock, records=records)
        context = PromptContext(
            goal=run.goal,
            mode=mode,
            state=await run.state(),
            tool_catalog=catalog_of(dispatch.tools()) if mode == "prompted" else "",
            step=step.description,
            expected_outcome=step.expected_outcome,
            index=numbers[0],
            total=numbers[1],
            done=tuple(run.progress),
        )
        return await rounds(run, build_request(run, "executor", context), dispatch, spent)


def _failed(run: Run, step: PlanStep, error: Exception, spent: Spent, duration_s: float) -> StepResult:
    spent.charge_what_is_known(run, "execute")
    run.emit(ErrorRaised(phase="execute", error=text_of(error)))
    return StepResult(step=step, summary=text_of(error), blocked=True, duration_s=duration_s)
