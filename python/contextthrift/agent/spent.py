"""Spent: the tokens of a stage that are not charged to the run yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from contextthrift.usage import Usage

if TYPE_CHECKING:
    from contextthrift.agent.run import Run
    from contextthrift.events import UsagePhase


@dataclass(slots=True)
class Spent:
    """Adds up the calls of one stage, to be charged as one."""

    usage: Usage = field(default_factory=Usage)

    def add(self, usage: Usage) -> None:
        """Adds the tokens of a call."""
        self.usage += usage

    def charge_what_is_known(self, run: Run, phase: UsagePhase) -> None:
        """Charges a stage that failed, if it is known to have taken anything."""
        if self.usage:
            run.charge(phase, self.usage)
