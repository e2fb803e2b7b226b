"""Events about tools, skills and subagents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from contextthrift.events.event import Event

if TYPE_CHECKING:
    from contextthrift.events.plan import PlanStep
    from contextthrift.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillActivated(Event):
    """A skill's instructions are in force from here on."""

    type: Literal["skill.activated"] = field(default="skill.activated", init=False)
    name: str
    by: Literal["plan", "tool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsDiscovered(Event):
    """A search in the catalogue found tools, which can be called from here on."""

    type: Literal["tools.discovered"] = field(default="tools.discovered", init=False)
    query: str
    names: tuple[str, ...]
    step: PlanStep | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRequested(Event):
    """Someone is asked whether a tool may be called."""

    type: Literal["tool.approval-requested"] = field(default="tool.approval-requested", init=False)
    id: str
    name: str
    input: Any
    read_only: bool
    step: PlanStep | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalResolved(Event):
    """The call was allowed or refused by someone, or refused without anyone being asked."""

    type: Literal["tool.approval-resolved"] = field(default="tool.approval-resolved", init=False)
    id: str
    name: str
    approved: bool
    automatic: bool
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SubagentStart(Event):
    """A delegated task begins."""

    type: Literal["subagent.start"] = field(default="subagent.start", init=False)
    id: str
    name: str
    task: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubagentEvent(Event):
    """An event of the subagent's own run."""

    type: Literal["subagent.event"] = field(default="subagent.event", init=False)
    id: str
    name: str
    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class SubagentComplete(Event):
    """A delegated task is done."""

    type: Literal["subagent.complete"] = field(default="subagent.complete", init=False)
    id: str
    name: str
    text: str
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class SubagentError(Event):
    """A delegated task failed."""

    type: Literal["subagent.error"] = field(default="subagent.error", init=False)
    id: str
    name: str
    error: str
