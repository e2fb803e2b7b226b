"""The result of a fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from contextthrift.exceptions import WindowRefused
from contextthrift.late import Late

if TYPE_CHECKING:
    from contextthrift.fit.trace import FitTrace


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted(Late):
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

    def __repr__(self) -> str:
        """Sizes and counts in one line; the fields have everything.

        >>> from contextthrift import fit
        >>> chat = [{"role": "user", "content": "Hi"}]
        >>> fit(chat, context_window=99, encoding="chars4")  # doctest: +ELLIPSIS
        <Fitted 1 message (0 left out, 0 stubs); about 8 -> 8 tokens (chars4), fits a budget of 99 ...>
        """
        tools = "" if self.tools is None else f", {_number(len(self.tools), 'tool')}"
        cut = f"{len(self.dropped):,} left out, {_number(len(self.stubbed), 'stub')}"
        kept = f"{_number(len(self.messages), 'message')} ({cut}){tools}"
        return f"<Fitted {kept}; {self.trace.summary()}>"

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


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
