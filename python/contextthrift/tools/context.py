"""Tool context: what a tool knows of the run that calls it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from contextthrift.abort import AbortSignal

if TYPE_CHECKING:
    from collections.abc import Callable

    from contextthrift.events import Event, PlanStep
    from contextthrift.usage import Usage


def _nothing(_value: object) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext:
    """What a tool is given beside its arguments. Without a run all of it is empty."""

    call_id: str = ""
    """The model's id of this call."""
    step: PlanStep | None = None
    """The step it is called in."""
    deps: Any = None
    """What the caller of ``run(deps=...)`` gave for its tools."""
    signal: AbortSignal = field(default_factory=AbortSignal)
    """Fired when the run is aborted; an async tool is cancelled then anyway."""
    emit: Callable[[Event], None] = _nothing
    """Sends an event to whoever listens to the run."""
    add_usage: Callable[[Usage], None] = _nothing
    """Charges tokens to the run, as a subagent's."""
    off_the_clock: Callable[[], AbstractContextManager[None]] = nullcontext
    """A ``with`` block whose time does not count for the step: waiting for a person, or for a subagent."""
