"""Tools: what an agent can call, and the way of a call."""

from contextthrift.tools.call_cap import CallCounter, CappedToolset
from contextthrift.tools.context import ToolContext
from contextthrift.tools.function import FunctionTool, tool
from contextthrift.tools.narrowing import active_tool_names
from contextthrift.tools.strategy import resolve_tool_strategy, tool_definition_tokens
from contextthrift.tools.tool import Tool
from contextthrift.tools.toolset import FixedToolset, Toolset, WrapperToolset

__all__ = [
    "CallCounter",
    "CappedToolset",
    "FixedToolset",
    "FunctionTool",
    "Tool",
    "ToolContext",
    "Toolset",
    "WrapperToolset",
    "active_tool_names",
    "resolve_tool_strategy",
    "tool",
    "tool_definition_tokens",
]
