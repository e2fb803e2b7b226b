"""Plans, and the events about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from contextthrift.events.event import Event
from contextthrift.record import Record

ReplanMode = Literal["continue", "revise", "finish"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStep(Record):
    """One step of a plan."""

    id: str
    """``s1``, ``s2`` ... as planned; ``r<step>-1`` ... as revised after a step."""
    description: str
    """What is to be done."""
    expected_outcome: str | None = None
    """How one sees that it is done, where the planner said it."""
    suggested_tools: tuple[str, ...] | None = None
    """Names of tools the planner would use, all of them known; None where it named none."""
    requires_tools: bool = False
    """Whether the planner named tools and none of them is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(Record):
    """What is to be done, in order."""

    thought: str
    """What the planner thinks of it; the answer itself where there is nothing to do."""
    steps: tuple[PlanStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanThoughtDelta(Event):
    """A piece of the planner's thought. Reserved: no planner of this package sends it."""

    type: Literal["plan.thought-delta"] = field(default="plan.thought-delta", init=False)
    delta: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanCreated(Event):
    """The plan was made; it has a step at least."""

    type: Literal["plan.created"] = field(default="plan.created", init=False)
    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStepAdded(Event):
    """A step of the plan just created."""

    type: Literal["plan.step-added"] = field(default="plan.step-added", init=False)
    step: PlanStep
    index: int
    """From 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplanDecision(Event):
    """What the replanner decided after a step."""

    type: Literal["replan.decision"] = field(default="replan.decision", init=False)
    mode: ReplanMode
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRevised(Event):
    """The steps that remain were replaced."""

    type: Literal["plan.revised"] = field(default="plan.revised", init=False)
    plan: Plan
    """The first thought with only the new steps that remain."""
    reason: str
