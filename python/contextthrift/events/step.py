"""Steps as they were executed, and the events about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from contextthrift.events.event import Event
from contextthrift.record import Record

if TYPE_CHECKING:
    from contextthrift.events.plan import PlanStep


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallRecord(Record):
    """One tool call and what came of it."""

    name: str
    input: Any
    """The arguments; the raw text where they were no JSON."""
    output: Any
    """The whole value the tool returned; the exception of a call that failed."""
    ok: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult(Record):
    """What executing one step gave."""

    step: PlanStep
    summary: str
    """What the executor says was done and found."""
    tool_calls: tuple[ToolCallRecord, ...] = ()
    """In the order in which they ended."""
    blocked: bool = False
    """Whether the step is impossible, or raised."""
    duration_s: float = 0.0
    """Wall-clock seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStart(Event):
    """A step begins."""

    type: Literal["step.start"] = field(default="step.start", init=False)
    step: PlanStep
    index: int
    """From 1, going on after a revised plan."""
    total: int
    """Steps executed and to come, as known now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepTextDelta(Event):
    """A piece of the executor's text."""

    type: Literal["step.text-delta"] = field(default="step.text-delta", init=False)
    step: PlanStep
    delta: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReasoningDelta(Event):
    """A piece of the executor's thinking."""

    type: Literal["step.reasoning-delta"] = field(default="step.reasoning-delta", init=False)
    step: PlanStep
    delta: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepToolCall(Event):
    """A tool call, before it runs and before anyone is asked about it."""

    type: Literal["step.tool-call"] = field(default="step.tool-call", init=False)
    step: PlanStep
    name: str
    input: Any
    call_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepToolResult(Event):
    """What came of a tool call: exactly one for each call, unless the run was aborted."""

    type: Literal["step.tool-result"] = field(default="step.tool-result", init=False)
    step: PlanStep
    name: str
    output: Any
    """The whole value; the exception of a call that failed."""
    ok: bool
    call_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepComplete(Event):
    """A step ended, well or not."""

    type: Literal["step.complete"] = field(default="step.complete", init=False)
    step: PlanStep
    result: StepResult
