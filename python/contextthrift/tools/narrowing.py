"""Narrowing: which tools a step can call, by the strategy of the agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from contextthrift.tools.toolset import Toolset, WrapperToolset

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from contextthrift.tools.context import ToolContext
    from contextthrift.tools.tool import Tool

Strategy = Literal["all", "plan-narrowed", "search"]

MOST_DISCOVERED = 16
"""Tools found by a search that stay callable, the newest."""


def active_tool_names(
    strategy: Strategy,
    *,
    suggested: Sequence[str] = (),
    builtins: Sequence[str] = (),
    discovered: Sequence[str] = (),
    tools: Collection[str] = (),
) -> tuple[str, ...] | None:
    """The names a step can call, each once; None for every tool.

    ``plan-narrowed`` has what the step suggests and the built-in tools; a step whose suggestions are all
    unknown has every tool, so that a wrong guess does not stall it. ``search`` also has what a search found.

    >>> known = ["a", "b", "c"]
    >>> active_tool_names("search", suggested=["a"], builtins=["find"], discovered=["c"], tools=known)
    ('find', 'a', 'c')
    """
    known = [name for name in suggested if name in tools]
    if strategy == "all" or (strategy == "plan-narrowed" and suggested and not known):
        return None
    if strategy == "plan-narrowed":
        return tuple(dict.fromkeys([*known, *builtins]))
    found = [name for name in discovered if name in tools][-MOST_DISCOVERED:]
    return tuple(dict.fromkeys([*builtins, *known, *found]))


class NarrowedToolset(WrapperToolset):
    """Only the tools that the plan suggests for a step, and the built-in ones."""

    __slots__ = ("strategy",)

    def __init__(self, inner: Toolset, strategy: Strategy) -> None:
        """Wraps ``inner``."""
        super().__init__(inner)
        self.strategy = strategy

    def tools(self, context: ToolContext) -> Sequence[Tool]:
        """The tools of the step, in the order of the inner ones."""
        every = self.inner.tools(context)
        step = context.step
        if step is not None and step.requires_tools:
            return every
        suggested = (step.suggested_tools if step else None) or ()
        names = active_tool_names(
            self.strategy,
            suggested=suggested,
            builtins=[tool.name for tool in every if tool.builtin],
            tools={tool.name for tool in every},
        )
        return every if names is None else [tool for tool in every if tool.name in names]
