"""Strategy: whether all tools are shown to the model, or searched because they would crowd its window."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ToolStrategy = Literal["all", "plan-narrowed", "search"]
ToolStrategySetting = Literal["auto", "all", "plan-narrowed", "search"]

TOOL_SEARCH_THRESHOLD: Final = 40
"""Tools above which they are searched."""
TOOL_SEARCH_WINDOW_SHARE: Final = 0.25
"""Share of the window above which their definitions are."""
CHARACTERS_PER_TOKEN: Final = 4
"""The estimate that all thresholds of an agent are in, whatever the model."""


class Defined(Protocol):
    """What a model is told of a tool."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def description(self) -> str:
        """What it does."""

    @property
    def input_schema(self) -> Mapping[str, Any]:
        """JSON schema of its arguments."""


def tool_definition_tokens(tools: Iterable[Defined]) -> int:
    """What the tools' definitions take in a request: the JSON of each, at four characters a token.

    A schema that cannot be written as JSON is left out.

    >>> from contextthrift.tools import Tool
    >>> tool_definition_tokens([Tool(name="a", description="")])
    19
    """
    return sum(-(-len(_json(tool)) // CHARACTERS_PER_TOKEN) for tool in tools)


def resolve_tool_strategy(
    setting: ToolStrategySetting,
    *,
    tool_count: int,
    tool_tokens: int,
    context_window_tokens: int,
    threshold: int = TOOL_SEARCH_THRESHOLD,
) -> ToolStrategy:
    """The strategy that a setting means: ``auto`` searches where there are many tools, or long ones.

    >>> resolve_tool_strategy("auto", tool_count=8, tool_tokens=2160, context_window_tokens=4096)
    'search'
    """
    if setting != "auto":
        return setting
    is_crowded = tool_tokens > TOOL_SEARCH_WINDOW_SHARE * context_window_tokens
    return "search" if tool_count > threshold or is_crowded else "all"


def _json(tool: Defined) -> str:
    told = {"name": tool.name, "description": tool.description or ""}
    try:
        return _compact({**told, "parameters": tool.input_schema})
    except (TypeError, ValueError, RecursionError):
        return _compact(told)


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
