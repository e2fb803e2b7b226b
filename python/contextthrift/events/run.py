"""Events about a run as a whole: its start, answer and end, its tokens, its trouble."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from contextthrift.events.event import Event
from contextthrift.record import Record

if TYPE_CHECKING:
    from contextthrift.usage import Usage

Phase = Literal["plan", "execute", "replan", "synthesize", "run"]
UsagePhase = Literal["plan", "execute", "replan", "synthesize", "compact", "subagent"]
LimitKind = Literal["input", "output", "reasoning", "total", "tool-calls"]
CompactedScope = Literal["history", "trace", "tool-results"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitBreach(Record):
    """A cap that was reached."""

    kind: LimitKind
    tokens: int
    """The count that reached it; of ``tool-calls`` the number of calls."""
    cap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStart(Event):
    """The first event of every run."""

    type: Literal["run.start"] = field(default="run.start", init=False)
    goal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelLoad(Event):
    """A model in this machine loads its weights."""

    type: Literal["model.load"] = field(default="model.load", init=False)
    progress: float
    """From 0 to 1."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTextDelta(Event):
    """A piece of the answer."""

    type: Literal["final.text-delta"] = field(default="final.text-delta", init=False)
    delta: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalReasoningDelta(Event):
    """A piece of the thinking behind the answer."""

    type: Literal["final.reasoning-delta"] = field(default="final.reasoning-delta", init=False)
    delta: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Final(Event):
    """The answer; usage and compaction may still follow."""

    type: Literal["final"] = field(default="final", init=False)
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageReported(Event):
    """The tokens of one call, or of all rounds of one step; not the running total."""

    type: Literal["usage"] = field(default="usage", init=False)
    phase: UsagePhase
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry(Event):
    """A model call failed and is made again."""

    type: Literal["retry"] = field(default="retry", init=False)
    phase: Phase
    attempt: int
    """From 1."""
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetExceeded(Event):
    """A cap ends the work; the answer is still written. At most one in a run."""

    type: Literal["budget.exceeded"] = field(default="budget.exceeded", init=False)
    kind: LimitKind
    tokens: int
    cap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextCompacted(Event):
    """Something was made shorter."""

    type: Literal["context.compacted"] = field(default="context.compacted", init=False)
    scope: CompactedScope
    before_tokens: int
    after_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped(Event):
    """The run was aborted; nothing follows."""

    type: Literal["stopped"] = field(default="stopped", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorRaised(Event):
    """Something failed; after phase ``run`` nothing follows."""

    type: Literal["error"] = field(default="error", init=False)
    phase: Phase
    error: str
