"""Tools from functions: the schema from type hints, the words from the docstring."""

from contextthrift.tools.function.decorator import FunctionTool, tool

__all__ = ["FunctionTool", "tool"]
