"""Narrowing: which tools a step can call, by the strategy of the agent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from contextthrift.tools.toolset import Toolset, WrapperToolset

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from contextthrift.tools.context import ToolContext
    from contextthrift.tools.tool import Tool

Strategy = Literal["all", "plan-narrowed", "search"]

_NAMES: Final = re.compile(r"[\w-]+")
"""Runs of the characters that the names of tools are made of."""

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


def mentioned_tools(text: str, tools: Collection[str]) -> tuple[str, ...]:
    """The tools whose names stand in a text, in the order in which they do.

    A plan in words, and a revised one, have no other place for the tools of a step.

    >>> mentioned_tools("Use find_rows, then mail it.", {"find", "find_rows", "mail"})
    ('find_rows', 'mail')
    """
    return tuple(dict.fromkeys(name for name in _NAMES.findall(text) if name in tools))


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
        known = {tool.name for tool in every}
        suggested = (step.suggested_tools or mentioned_tools(step.description, known)) if step else ()
        names = active_tool_names(
            self.strategy,
            suggested=suggested,
            builtins=[tool.name for tool in every if tool.builtin],
            tools=known,
        )
        return every if names is None else [tool for tool in every if tool.name in names]
