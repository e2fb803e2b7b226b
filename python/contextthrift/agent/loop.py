"""The loop: plan, execute, replan, synthesise."""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from typing import TYPE_CHECKING

from contextthrift.abort import no_stray_cancellation
from contextthrift.agent.attachments.note import with_attachments
from contextthrift.agent.conversation import load_history, remember
from contextthrift.agent.executor import execute_step
from contextthrift.agent.open_models import open_models
from contextthrift.agent.planner import create_plan
from contextthrift.agent.progress import findings_of, progress_line
from contextthrift.agent.replanner import decide_replan, replan_wanted
from contextthrift.agent.result import ErrorInfo
from contextthrift.agent.steps import needs_plan_retry, revised_steps
from contextthrift.agent.synthesizer import synthesize_answer
from contextthrift.events import (
    ErrorRaised,
    Final,
    Plan,
    PlanCreated,
    PlanRevised,
    PlanStepAdded,
    RunStart,
    StepComplete,
    StepStart,
    Stopped,
)
from contextthrift.record import text_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from contextthrift.agent.planner import Planned
    from contextthrift.agent.run import Run
    from contextthrift.events import PlanStep, StepResult

NOTHING_TO_DO = "There is nothing to do for this. What can I help you with?"


async def conduct(run: Run) -> None:
    """Carries a run through to its end, whatever happens; what came of it stands in the run.

    Raises:
        CancelledError: The task was cancelled, after the run was wound up.
    """
    run.emit(RunStart(goal=run.goal))
    try:
        with no_stray_cancellation("the run's work"):
            await _within_policies(run)
    except asyncio.CancelledError:
        if not run.answered:
            _stop(run)
        raise
    except Exception as error:  # noqa: BLE001 - a run reports its trouble, it does not raise it
        if run.signal.aborted:
            _stop(run)
        else:
            _fail(run, error)


async def _within_policies(run: Run) -> None:
    """The work, with the policies around it, the first one outermost."""

    async def work() -> None:
        async with open_models(run.config):
            await _work_and_answer(run)

    proceed: Callable[[], Awaitable[None]] = work
    for policy in reversed(run.config.policies):
        proceed = partial(policy.around_run, run, proceed)
    await proceed()


async def _work_and_answer(run: Run) -> None:
    for policy in run.config.policies:
        await policy.admit(run)
    run.history = await load_history(run)
    for policy in run.config.policies:
        run.history = await policy.before_plan(run, run.history)
    await remember(run, "user", with_attachments(run.goal, run.attachments))
    planned = await _plan(run)
    if planned.steps:
        await _announce(run, planned)
        await _work(run, deque(planned.steps))
        run.signal.raise_if_aborted()
        await _answer(run, await synthesize_answer(run))
    else:
        await _answer(run, planned.thought or NOTHING_TO_DO)


async def _plan(run: Run) -> Planned:
    planned = await create_plan(run)
    run.signal.raise_if_aborted()
    if not planned.is_answer and needs_plan_retry(run.goal, len(planned.steps)):
        run.log.warn("the plan is empty though the goal is not small talk: asking once more")
        again = await create_plan(run, retry_of=planned)
        planned = again if again.steps else planned
    run.plan = planned.plan
    run.signal.raise_if_aborted()
    return planned


async def _announce(run: Run, planned: Planned) -> None:
    run.log.info("plan: %s", "; ".join(step.description for step in planned.steps))
    run.emit(PlanCreated(plan=run.plan))
    for index, step in enumerate(planned.steps):
        run.emit(PlanStepAdded(step=step, index=index))
    for policy in run.config.policies:
        await policy.after_plan(run, planned.skills)


async def _work(run: Run, remaining: deque[PlanStep]) -> None:
    """Executes the steps that remain, replacing them where the replanner says so."""
    while remaining and len(run.trace) < run.config.max_iterations:
        run.signal.raise_if_aborted()
        if run.report_cap():
            return
        result = await _execute(run, remaining)
        if not remaining:
            run.report_cap()
        for policy in run.config.policies:
            await policy.after_step(run, result)
        if await _asks_replanner(run, result) and await _finishes(run, remaining):
            break
    if remaining:
        run.report_cap()


async def _execute(run: Run, remaining: deque[PlanStep]) -> StepResult:
    step, index = remaining.popleft(), len(run.trace) + 1
    total = index + len(remaining)
    run.emit(StepStart(step=step, index=index, total=total))
    result = await execute_step(run, step, index=index, total=total)
    run.trace.append(result)
    run.log.info("step %s of %s: %s", index, total, progress_line(result))
    run.log.debug("step %s in full: %s", index, result)
    run.emit(StepComplete(step=step, result=result))
    run.progress.append(progress_line(result))
    run.findings.extend(findings_of(result, {tool.name for tool in run.tools if tool.builtin}))
    return result


async def _asks_replanner(run: Run, result: StepResult) -> bool:
    config = run.config
    may = (
        config.replan
        and len(run.trace) < config.max_iterations
        and run.revisions < config.max_revisions
        and not run.signal.aborted
        and run.cap_reached() is None
    )
    wanted = may and await replan_wanted(
        config.replan_after,
        result,
        timeout_s=config.chat_timeout_s,
        signal=run.signal,
        report=lambda error: run.log.warn("replan_after raised %s", error),
    )
    if wanted:
        run.signal.raise_if_aborted()
    return wanted


async def _finishes(run: Run, remaining: deque[PlanStep]) -> bool:
    """Whether the replanner ends the work; a revised plan replaces what remains."""
    decided = await decide_replan(run, remaining)
    if decided.decision == "revise":
        steps = revised_steps(
            decided.plan,
            iteration=len(run.trace),
            max_iterations=run.config.max_iterations,
            max_plan_steps=run.config.max_plan_steps,
        )
        if steps:
            run.revisions += 1
            remaining.clear()
            remaining.extend(steps)
            run.emit(PlanRevised(plan=Plan(thought=run.plan.thought, steps=steps), reason=decided.reason))
    return decided.decision == "finish"


async def _answer(run: Run, text: str) -> None:
    run.final, run.answered = text, True
    run.emit(Final(text=text))
    await remember(run, "assistant", text)
    for policy in run.config.policies:
        try:
            await policy.after_answer(run)
        except Exception as error:  # noqa: BLE001 - the answer is given; what follows must not take it back
            run.log.warn("%s.after_answer raised %s", type(policy).__name__, error)


def _stop(run: Run) -> None:
    run.stopped = True
    run.emit(Stopped())


def _fail(run: Run, error: Exception) -> None:
    run.final = text_of(error)
    run.error = ErrorInfo(phase="run", message=run.final, exception=error)
    run.emit(ErrorRaised(phase="run", error=run.final))
