"""What a run gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from contextthrift.brief import brief
from contextthrift.record import Record

if TYPE_CHECKING:
    from contextthrift.events import LimitBreach, Phase, Plan, StepResult
    from contextthrift.memory import StoredMessage
    from contextthrift.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorInfo(Record):
    """An error that ended a run."""

    phase: Phase
    message: str
    exception: BaseException


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult(Record):
    """What a run gives: its answer, and how it came about."""

    goal: str
    final: str
    """The answer; the error's text where the run failed, empty for a blank goal and a stopped run."""
    plan: Plan
    """As first made; revised steps stand in the trace."""
    trace: tuple[StepResult, ...]
    """Every step executed, in order."""
    applied: int
    """Tool calls that succeeded, those of built-in tools included."""
    stopped: bool
    """Whether the run was aborted."""
    usage: Usage
    """The sum of all usage events."""
    skills: tuple[str, ...]
    """Names of the skills that were active, in order."""
    budget_exceeded: LimitBreach | None
    """The cap that cut the run short."""
    error: ErrorInfo | None
    """What ended the run."""
    compacted_history: tuple[StoredMessage, ...] | None = None
    """The shortened history, where one was given and summarised."""

    def __repr__(self) -> str:
        """The answer's beginning, and how it came about, in one line."""
        calls = sum(len(step.tool_calls) for step in self.trace)
        told = (
            f"{brief(self.final)}, {self.steps} steps, {calls} tool calls, {self.usage.total_tokens:,} tokens"
        )
        return f"<RunResult {told}{self._end()}>"

    def _end(self) -> str:
        """What kept the run from ending as it should."""
        if self.error is not None:
            return f", failed in {self.error.phase}: {brief(self.error.message)}"
        if self.stopped:
            return ", stopped"
        return f", {self.budget_exceeded.kind} cap reached" if self.budget_exceeded is not None else ""

    @property
    def steps(self) -> int:
        """How many steps were executed."""
        return len(self.trace)

    @property
    def output(self) -> str:
        """The answer, under the name other libraries give it."""
        return self.final

    final_output = output

    def raise_for_error(self) -> None:
        """Raises the exception that ended the run, if one did."""
        if self.error is not None:
            raise self.error.exception
