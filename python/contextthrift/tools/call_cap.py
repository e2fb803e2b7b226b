"""The cap on the tool calls of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from contextthrift.exceptions import ToolBudgetError
from contextthrift.tools.toolset import Toolset, WrapperToolset

if TYPE_CHECKING:
    from contextthrift.tools.context import ToolContext
    from contextthrift.tools.tool import Arguments, Tool


class CallCounter:
    """Counts the tool calls of a run up to a cap; 0 or None is no cap.

    >>> counter = CallCounter(1)
    >>> counter.count()
    >>> counter.calls, counter.exhausted
    (1, True)
    """

    __slots__ = ("calls", "cap")

    def __init__(self, cap: int | None) -> None:
        """Nothing was called yet."""
        self.cap = cap if cap is not None and cap > 0 else None
        """Calls there may be; None for any number."""
        self.calls = 0
        """Calls that were made."""

    @property
    def exhausted(self) -> bool:
        """Whether no further call may be made."""
        return self.cap is not None and self.calls >= self.cap

    def count(self) -> None:
        """Counts a call that is about to be made.

        Raises:
            ToolBudgetError: There may be no further call.
        """
        if self.exhausted:
            raise ToolBudgetError(
                f"the tool-call budget of this run is exhausted ({self.cap} calls): call no more tools, "
                "report what is known"
            )
        self.calls += 1

    def give_back(self) -> None:
        """Takes back a call that was counted and then not made."""
        self.calls -= 1


class CappedToolset(WrapperToolset):
    """Counts each call before it is made, built-in tools excepted, and refuses those beyond the cap."""

    __slots__ = ("counter",)

    def __init__(self, inner: Toolset, counter: CallCounter) -> None:
        """Wraps ``inner`` for one run."""
        super().__init__(inner)
        self.counter = counter

    async def call(self, tool: Tool, arguments: Arguments, context: ToolContext) -> Any:
        """Calls the tool if there may be a further call."""
        if not tool.builtin:
            self.counter.count()
        return await self.inner.call(tool, arguments, context)
