"""The rounds of a step whose model is given tools natively."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from contextthrift.agent.call import call_model
from contextthrift.agent.model_output import model_output
from contextthrift.agent.reply.thinking import ThinkingFilter
from contextthrift.agent.wanted_calls import wanted_calls, whole_calls
from contextthrift.events import StepReasoningDelta, StepTextDelta
from contextthrift.exceptions import Aborted
from contextthrift.models import (
    ModelMessage,
    ModelRequest,
    TextDelta,
    ThinkingDelta,
    ToolDefinition,
    ToolResultPart,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.agent.run import Run
    from contextthrift.agent.spent import Spent
    from contextthrift.agent.tool_call import Call, Dispatch
    from contextthrift.events import PlanStep
    from contextthrift.models import Reply, StreamPart
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
    screen = _Screen(run, step)
    reply = await call_model(run, request, screen.show)
    screen.say(screen.filter.finish())
    return reply


class _Screen:
    """Shows the text and the thoughts of one round as they come."""

    __slots__ = ("_run", "_step", "filter")

    def __init__(self, run: Run, step: PlanStep) -> None:
        self._run, self._step = run, step
        self.filter = ThinkingFilter()

    def show(self, part: StreamPart) -> bool:
        self._run.signal.raise_if_aborted()
        match part:
            case TextDelta():
                return self.say(self.filter.feed(part.text))
            case ThinkingDelta() if part.text and self._run.shows_thoughts("executor"):
                self._run.emit(StepReasoningDelta(step=self._step, delta=part.text))
                return True
            case _:
                return False

    def say(self, text: str) -> bool:
        if text:
            self._run.emit(StepTextDelta(step=self._step, delta=text))
        return bool(text)


async def _call_all(
    run: Run, dispatch: Dispatch, calls: Sequence[Call], tools: Sequence[Tool]
) -> list[ToolResultPart]:
    """Runs the calls of a round side by side; the results in the order of the calls."""
    for call in calls:
        dispatch.announce(call)
    try:
        async with run.signal.scope(), asyncio.TaskGroup() as group:
            tasks = [group.create_task(_call_one(run, dispatch, call, tools)) for call in calls]
    except* Aborted:
        raise Aborted(run.signal.reason) from None
    return [task.result() for task in tasks]


async def _call_one(run: Run, dispatch: Dispatch, call: Call, tools: Sequence[Tool]) -> ToolResultPart:
    outcome = await dispatch.attempt(call, tools)
    run.signal.raise_if_aborted()
    dispatch.record(call, outcome)
    shown = model_output(
        outcome.tool, outcome.output, ok=outcome.ok, max_chars=run.config.compaction.max_tool_output_chars
    )
    return ToolResultPart(call_id=call.call_id, name=call.name, output=shown)
