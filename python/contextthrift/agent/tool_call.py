"""A tool call on its way: from what the model wrote to a record that never raises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from contextthrift.abort import no_stray_cancellation
from contextthrift.agent.grace import with_grace
from contextthrift.agent.reply.json_object import strict_json
from contextthrift.events import ErrorRaised, StepToolCall, StepToolResult, ToolCallRecord
from contextthrift.exceptions import Aborted, ToolError
from contextthrift.tools.arguments import check_arguments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.agent.run import Run
    from contextthrift.agent.step_clock import StepClock
    from contextthrift.events import PlanStep
    from contextthrift.tools import Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool call as a model wants it."""

    call_id: str
    name: str
    input: Any
    """The arguments; the raw text where they are no JSON."""
    is_cut_off: bool = False
    """Whether the model's answer reached the cap on its length before the arguments were complete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a call."""

    tool: Tool | None
    """None where the name is unknown."""
    output: Any
    """What the tool returned, or the exception."""
    ok: bool


def read_arguments(written: Any) -> Any:
    """The arguments a model wrote; none at all, or null, are an empty object, and what is no JSON stays text.

    >>> read_arguments('{"x": 1}'), read_arguments(" "), read_arguments('{"x": 1')
    ({'x': 1}, {}, '{"x": 1')
    """
    if not isinstance(written, str):
        return {} if written is None else written
    if not written.strip():
        return {}
    try:
        read = strict_json(written)
    except ValueError:
        return written
    return {} if read is None else read


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatch:
    """Runs the tool calls of one step and tells of them."""

    run: Run
    step: PlanStep
    clock: StepClock
    records: list[ToolCallRecord]
    """Every call of the step, in the order in which they ended."""
    call_ids: set[str] = field(default_factory=set)
    """The ids that calls of the step have."""
    underway: dict[str, Call] = field(default_factory=dict)
    """The calls that were announced and have no record yet, by id."""

    def tools(self) -> Sequence[Tool]:
        """The tools that can be called now."""
        return self.run.toolset.tools(self.run.tool_context(self.step))

    def announce(self, call: Call) -> None:
        """Says that a call is about to be made."""
        self.underway[call.call_id] = call
        self.run.log.info("calling %s with %s", call.name, call.input)
        self.run.emit(StepToolCall(step=self.step, name=call.name, input=call.input, call_id=call.call_id))

    async def attempt(self, call: Call, tools: Sequence[Tool]) -> Outcome:
        """Makes a call; an exception of the tool is its outcome.

        Raises:
            Aborted: The run was told to stop.
        """
        tool = next((each for each in tools if each.name == call.name), None)
        try:
            with no_stray_cancellation(f"the tool {call.name!r}"):
                return Outcome(tool=tool, output=await self._output(tool, call), ok=True)
        except Exception as error:
            if isinstance(error, Aborted) and self.run.signal.aborted:
                raise
            self.run.log.warn("the tool %s failed: %s", call.name, error)
            return Outcome(tool=tool, output=error, ok=False)

    def record(self, call: Call, outcome: Outcome) -> None:
        """Writes down what came of a call, and says it."""
        self.underway.pop(call.call_id, None)
        output, ok = outcome.output, outcome.ok
        self.run.log.debug("%s gave %s", call.name, output)
        self.records.append(ToolCallRecord(name=call.name, input=call.input, output=output, ok=ok))
        self.run.emit(
            StepToolResult(step=self.step, name=call.name, output=output, ok=ok, call_id=call.call_id)
        )

    def give_up(self, error: Exception) -> None:
        """Records the calls that are still underway as failed: each that was announced has a result."""
        for call in tuple(self.underway.values()):
            self.record(call, Outcome(tool=None, output=error, ok=False))

    async def _output(self, tool: Tool | None, call: Call) -> Any:
        if tool is None:
            raise ToolError(f"unknown tool {call.name!r}: it is not among the tools that can be called now")
        if call.is_cut_off:
            raise ToolError(
                f"the call of {call.name!r} was not made: your answer reached the cap on its length in the "
                "middle of the arguments; write less in one call"
            )
        if not isinstance(call.input, Mapping):
            raise ToolError(
                f"invalid arguments for {call.name!r}: they must be a JSON object, got {call.input!r:.80}"
            )
        arguments = dict(call.input)
        problems = check_arguments(arguments, tool.input_schema)
        if problems:
            raise ToolError(f"invalid arguments for {call.name!r}: {'; '.join(problems)}")
        context = self.run.tool_context(self.step, call_id=call.call_id, off_the_clock=self.clock.pause)
        work = self.run.toolset.call(tool, arguments, context)
        return await with_grace(work, partial(self._left, call.name))

    def _left(self, name: str) -> None:
        """Tells of a tool that goes on though it was cancelled."""
        told = f"the tool {name!r} does not end though it was cancelled; the run goes on without it"
        self.run.log.warn(told)
        self.run.emit(ErrorRaised(phase="execute", error=told))
