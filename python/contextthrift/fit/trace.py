"""What a fit did: every cut with its stage and its size, printable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from contextthrift.context.trace import Verdict, table
from contextthrift.late import Late

if TYPE_CHECKING:
    from contextthrift.fit.limits import ReserveSource
    from contextthrift.fit.repair import Repair

Action: TypeAlias = Literal["stub", "trim", "drop", "note", "unnote", "shorten", "leave-out"]
"""Became a stub, lost an image or arguments, went, got a note, lost it, was shortened; a tool, a passage
or a memory was left out."""

CutKind: TypeAlias = Literal["message", "passage", "memory", "tool"]
"""What was cut."""

STAGE_NOTES = {
    "media": "images and files, earlier turns' oldest first",
    "earlier-results": "tool results of earlier turns, oldest first",
    "current-results": "older tool results of the current turn",
    "arguments": "large arguments of earlier turns' calls",
    "context": "passages, then memories, lowest first",
    "earlier-units": "what earlier turns did between question and answer",
    "earlier-turns": "whole earlier turns, oldest first",
    "remaining-results": "the current turn's other tool results",
    "current-units": "what the current turn did before its newest step",
    "first-user": "the conversation's first user message",
    "gap-notes": "the notes about what is missing",
    "newest-results": "the newest step's own results, largest first",
    "tools": "tools, lowest rank first",
    "current-media": "images and files of the newest step and of the current message",
}
"""The stages in their order, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """One change to one message or tool."""

    stage: str
    """The stage that made it."""
    step: int
    """Changes with the same number were made together, as the messages of one turn go together."""
    action: Action
    """What was done."""
    kind: CutKind
    """What it was done to."""
    index: int
    """The place in the caller's list of that kind; -1 for a result that repair added."""
    tokens_before: int
    """Its size before."""
    tokens_after: int
    """Its size after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTrace:
    """One stage that cut something."""

    name: str
    """The stage."""
    cuts: int
    """How many messages, passages, memories or tools it changed, notes aside."""
    total_before: int
    """The total before the stage, in tokens."""
    total_after: int
    """The total after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FitTrace(Verdict, Late):
    """What one fit did; print it to read it as a table."""

    model: str | None
    """The model whose limits and encoding were taken; None where none was named or known."""
    window: int
    """The window, in tokens."""
    reserve: int
    """What stays free for the reply, in tokens."""
    reserve_source: ReserveSource
    """``given`` by the caller, of the ``model``, or ``none``."""
    margin: int
    """What stays free because counts for the model are estimates, in tokens."""
    budget: int
    """What may be filled, in tokens."""
    total_before: int
    """The repaired request, in tokens."""
    total_after: int
    """The fitted request, in tokens."""
    encoding: str
    """What measured it: an encoding's name, or ``custom``."""
    exact: bool
    """False where the measure or a part of the framing is an estimate."""
    estimator_failures: int
    """How many texts the caller's function failed for, which were measured by an estimate instead."""
    stages: tuple[StageTrace, ...]
    """The stages that cut something, in order."""
    cuts: tuple[Cut, ...]
    """Every change, in the order made."""
    repairs: tuple[Repair, ...]
    """What was mended first."""
    format: str
    """The format that the messages were read as."""

    def __repr__(self) -> str:
        """The totals in one line."""
        return f"<FitTrace {self.summary()}, {sum(stage.cuts for stage in self.stages):,} cuts>"

    def __str__(self) -> str:
        """A table for people."""
        rows: list[tuple[str, ...]] = [("stage", "cuts", "tokens", "", "what went")]
        rows += [
            (s.name, f"{s.cuts:,}", f"{s.total_before:,}", f"{s.total_after:,}", STAGE_NOTES.get(s.name, ""))
            for s in self.stages
        ]
        lines = [
            self.summary(),
            *(f"repaired: messages[{r.index}] {r.action}, {r.detail}" for r in self.repairs),
        ]
        return "\n".join([*lines, table(rows)] if self.stages else lines)

    def summary(self) -> str:
        """One line: sizes, verdict, and how exact they are."""
        verdict = "fits" if self.fits else "REFUSED by"
        about = "" if self.exact else "about "
        sizes = f"{self.total_before:,} -> {self.total_after:,} tokens ({self.encoding})"
        margin = f", margin {self.margin:,}" if self.margin else ""
        return (
            f"{about}{sizes}, {verdict} a budget of "
            f"{self.budget:,} (window {self.window:,}, reserve {self.reserve:,}{margin})"
        )
