"""What a run gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
