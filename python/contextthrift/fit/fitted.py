"""The result of a fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from contextthrift.exceptions import WindowRefused

if TYPE_CHECKING:
    from contextthrift.fit.trace import FitTrace


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """What to send, and what was decided on the way."""

    messages: list[Any]
    """The messages to send: the caller's own objects, copies where something was edited."""
    tools: list[Any] | None
    """The tools to send; None where none were given or none is left."""
    tool_choice: Any
    """As given; None where no tool is left to choose."""
    context_block: str | None
    """Rendered memories and passages; None without any."""
    trace: FitTrace
    """What went, when and why; print it to read it."""
    dropped: tuple[int, ...]
    """Places in the caller's list of the messages that were left out, orphaned results included."""
    stubbed: tuple[int, ...]
    """Places in the caller's list of the results that became stubs."""

    @property
    def fits(self) -> bool:
        """True where the request is within the budget; else ``messages`` is the least that can be sent."""
        return self.trace.fits

    def raise_for_refusal(self) -> Fitted:
        """Itself, so that calls can be chained.

        Raises:
            WindowRefused: even the least does not fit.
        """
        made = self.trace
        if not self.fits:
            raise WindowRefused(
                f"the least that can be sent is {made.total_after:,} tokens, "
                f"the budget is {made.budget:,} (window {made.window:,}, reserve {made.reserve:,})"
            )
        return self
