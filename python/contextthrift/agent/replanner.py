"""The replanner: whether the plan still holds after a step."""

from __future__ import annotations

import asyncio
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from contextthrift.abort import AbortSignal, no_stray_cancellation
from contextthrift.agent.prompts import PromptContext
from contextthrift.agent.reply.replanner import ReplannerReply, parse_replanner_response
from contextthrift.agent.reply.steps import normalize_steps
from contextthrift.agent.spent import Spent
from contextthrift.agent.structured import Shape
from contextthrift.events import ReplanDecision
from contextthrift.exceptions import ContextWindowExceededError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from contextthrift.agent.config import ReplanTrigger
    from contextthrift.agent.run import Run
    from contextthrift.events import PlanStep, StepResult

REPLAN_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "decision": {"type": "string", "enum": ["continue", "revise", "finish"]},
        "reason": {"type": "string"},
        "plan": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["decision", "reason"],
}

UNAVAILABLE = ReplannerReply(decision="continue", reason="replanner unavailable")


def should_replan(result: StepResult) -> bool:
    """Whether a step failed: it is blocked, or a call failed and no later call of the same tool succeeded."""
    healed: set[str] = set()
    for call in reversed(result.tool_calls):
        if call.ok:
            healed.add(call.name)
        elif call.name not in healed:
            return True
    return result.blocked


async def replan_wanted(
    trigger: ReplanTrigger,
    result: StepResult,
    *,
    timeout_s: float = 0.0,
    signal: AbortSignal | None = None,
    report: Callable[[Exception], None],
) -> bool:
    """Whether the replanner is asked after a step.

    A function that raises, takes longer than ``timeout_s``, or is overtaken by an abort counts as
    ``failure``.
    """
    if not callable(trigger):
        return trigger == "always" or should_replan(result)
    try:
        async with asyncio.timeout(timeout_s or None) as time_limit:
            return bool(await _answer(trigger, result, signal))
    except Exception as error:  # noqa: BLE001 - the host's function must not end a run
        is_aborted = signal is not None and signal.aborted
        if not is_aborted and not time_limit.expired():
            report(error)
        return should_replan(result)


async def _answer(
    trigger: Callable[[StepResult], object], result: StepResult, signal: AbortSignal | None
) -> object:
    answer = trigger(result)
    if not isawaitable(answer):
        return answer
    async with (signal or AbortSignal()).scope():
        with no_stray_cancellation("the answer of replan_after"):
            return await answer


async def decide_replan(run: Run, remaining: Iterable[PlanStep]) -> ReplannerReply:
    """Asks the replanner, charges the run and tells what it decided.

    It never fails: then the plan goes on.
    """
    spent = Spent()
    context = PromptContext(
        goal=run.goal,
        state=await run.state(),
        done=tuple(run.progress),
        remaining=tuple(step.description for step in remaining),
    )
    try:
        decided = await _SHAPE.ask(run, context, spent)
    except Exception as error:  # noqa: BLE001 - a replanner ends no run; an abort is seen later
        run.log.warn("the replanner failed, the plan goes on: %s", error)
        decided = UNAVAILABLE
    run.charge("replan", spent.usage)
    run.emit(ReplanDecision(mode=decided.decision, reason=decided.reason))
    return decided


def _from_object(found: Mapping[str, Any]) -> ReplannerReply | None:
    decision, reason = found.get("decision"), found.get("reason")
    if decision not in {"continue", "revise", "finish"}:
        return None
    return ReplannerReply(
        decision=decision,
        reason=reason.strip() if isinstance(reason, str) else "",
        plan=normalize_steps(found.get("plan")),
    )


_SHAPE = Shape(
    stage="replanner",
    schema=REPLAN_SCHEMA,
    read_object=_from_object,
    read_text=parse_replanner_response,
    raised_at_once=(ContextWindowExceededError,),
)
