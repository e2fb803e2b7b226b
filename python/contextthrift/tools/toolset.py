"""Toolsets: which tools can be called now, and the way of a call.

What crosses all tools is a toolset around another: it overrides one method and leaves the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from contextthrift.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from contextthrift.tools.context import ToolContext
    from contextthrift.tools.tool import Arguments, Tool


class Toolset(Protocol):
    """Tools that can be called."""

    def tools(self, context: ToolContext) -> Sequence[Tool]:
        """The tools that can be called now, in the order in which a model is told of them.

        Asked before every round of a step.
        """

    async def call(self, tool: Tool, arguments: Arguments, context: ToolContext) -> Any:
        """Calls one of the tools with checked arguments; returns what it returns, raises what it raises."""


class FixedToolset:
    """The tools it was given, always."""

    __slots__ = ("_tools",)

    def __init__(self, tools: Iterable[Tool]) -> None:
        """Takes the tools in their order.

        Raises:
            InvalidArgument: Two have one name.
        """
        self._tools = tuple(tools)
        names = [tool.name for tool in self._tools]
        twice = (
            sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
        )
        if twice:
            raise InvalidArgument(f"two tools have the name {twice[0]!r}; give each its own")

    def tools(self, context: ToolContext) -> Sequence[Tool]:
        """All of them."""
        return self._tools

    async def call(self, tool: Tool, arguments: Arguments, context: ToolContext) -> Any:
        """Runs the tool."""
        return await tool.run(arguments, context)


class WrapperToolset:
    """A toolset around another, which does nothing yet: override what is to be different."""

    __slots__ = ("inner",)

    def __init__(self, inner: Toolset) -> None:
        """Wraps ``inner``."""
        self.inner = inner

    def tools(self, context: ToolContext) -> Sequence[Tool]:
        """As the inner one."""
        return self.inner.tools(context)

    async def call(self, tool: Tool, arguments: Arguments, context: ToolContext) -> Any:
        """As the inner one."""
        return await self.inner.call(tool, arguments, context)
