"""The rounds of a step whose model is given tools natively."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from contextthrift.agent.call import call_model
from contextthrift.agent.call_ids import with_own_ids
from contextthrift.agent.grace import side_by_side
from contextthrift.agent.model_output import model_output
from contextthrift.agent.reply.thinking import ThinkingFilter
from contextthrift.agent.screen import Screen
from contextthrift.agent.wanted_calls import wanted_calls, whole_calls
from contextthrift.events import StepReasoningDelta, StepTextDelta
from contextthrift.models import (
    ModelMessage,
    ModelRequest,
    ToolDefinition,
    ToolResultPart,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.agent.run import Run
    from contextthrift.agent.spent import Spent
    from contextthrift.agent.tool_call import Call, Dispatch, Outcome
    from contextthrift.events import PlanStep
    from contextthrift.models import Reply, ToolOutput
    from contextthrift.tools import Tool


async def native_rounds(run: Run, request: ModelRequest, dispatch: Dispatch, spent: Spent) -> str:
    """Calls the model, runs what it wants called, shows it the results, until it calls nothing more.

    Returns:
        The text of the last round.
    """
    reply = None
    for _ in range(run.config.max_steps_per_task):
        tools = dispatch.tools()
        reply = await _round(run, dispatch.step, replace(request, tools=definitions(tools)))
        said = with_own_ids(reply.message, dispatch.call_ids)
        if said is not reply.message:
            reply = replace(reply, message=said)
        spent.add(reply.usage)
        run.signal.raise_if_aborted()
        if not reply.tool_calls:
            break
        results = await _call_all(run, dispatch, wanted_calls(reply), tools)
        answered = (whole_calls(reply.message), ModelMessage(role="tool", parts=tuple(results)))
        request = replace(request, messages=(*request.messages, *answered))
        if run.cap_reached(spent.usage):
            break
    return reply.text if reply else ""


def definitions(tools: Sequence[Tool]) -> tuple[ToolDefinition, ...]:
    """What a model is told of the tools."""
    return tuple(
        ToolDefinition(name=tool.name, description=tool.description, input_schema=tool.input_schema)
        for tool in tools
    )


async def _round(run: Run, step: PlanStep, request: ModelRequest) -> Reply:
    def text(piece: str) -> None:
        run.signal.raise_if_aborted()
        run.emit(StepTextDelta(step=step, delta=piece))

    def thought(piece: str) -> None:
        run.signal.raise_if_aborted()
        run.emit(StepReasoningDelta(step=step, delta=piece))

    shown = thought if run.shows_thoughts("executor") else None
    return await call_model(run, request, Screen(ThinkingFilter, text=text, thought=shown))


async def _call_all(
    run: Run, dispatch: Dispatch, calls: Sequence[Call], tools: Sequence[Tool]
) -> list[ToolResultPart]:
    """Runs the calls of a round side by side, each in its own task; the results in the order of the calls."""
    for call in calls:
        dispatch.announce(call)
    async with run.signal.scope():
        outcomes = await side_by_side([_call_one(run, dispatch, call, tools) for call in calls])
    return [
        ToolResultPart(call_id=call.call_id, name=call.name, output=_shown(run, outcome))
        for call, outcome in zip(calls, outcomes, strict=True)
    ]


async def _call_one(run: Run, dispatch: Dispatch, call: Call, tools: Sequence[Tool]) -> Outcome:
    outcome = await dispatch.attempt(call, tools)
    run.signal.raise_if_aborted()
    dispatch.record(call, outcome)
    return outcome


def _shown(run: Run, outcome: Outcome) -> ToolOutput:
    """The outcome as the model gets it; as it is where the tool's own conversion fails."""
    most = run.config.compaction.max_tool_output_chars
    try:
        return model_output(outcome.tool, outcome.output, ok=outcome.ok, max_chars=most)
    except Exception as error:  # noqa: BLE001 - the call succeeded; how it is shown must not end the step
        run.log.warn("to_model_output of %s raised %s", outcome.tool and outcome.tool.name, error)
        return model_output(None, outcome.output, ok=outcome.ok, max_chars=most)
