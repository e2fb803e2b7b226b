"""A toolset around another that makes a span of each call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from contextthrift.agent.telemetry import attributes, content, names
from contextthrift.tools import WrapperToolset

if TYPE_CHECKING:
    from contextthrift.agent.telemetry.spans import Spans
    from contextthrift.tools import Tool, ToolContext, Toolset
    from contextthrift.tools.tool import Arguments


class TracedToolset(WrapperToolset):
    """Calls each tool within a span."""

    __slots__ = ("_spans", "_with_content")

    def __init__(self, inner: Toolset, spans: Spans, *, with_content: bool) -> None:
        """Wraps ``inner``."""
        super().__init__(inner)
        self._spans = spans
        self._with_content = with_content

    async def call(self, tool: Tool, arguments: Arguments, context: ToolContext) -> Any:
        """Calls the tool within a span."""
        known = attributes.of_tool(tool, context)
        if self._with_content:
            known |= content.of_arguments(arguments)
        with self._spans.span(f"{names.EXECUTE_TOOL} {tool.name}", known) as span:
            result = await self.inner.call(tool, arguments, context)
            if self._with_content:
                span.set_attributes(content.of_result(result))
            return result
