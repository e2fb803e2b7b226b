"""Lists of tools, one definition an item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from contextthrift.exceptions import InvalidMessages
from contextthrift.formats.field import is_list, kind_of

if TYPE_CHECKING:
    from collections.abc import Collection


def tool_list(tools: Any) -> list[Any]:
    """The definitions; none for None.

    Raises:
        InvalidMessages: it is no list.
    """
    if tools is None:
        return []
    if not is_list(tools):
        raise InvalidMessages(f"tools is {kind_of(tools)}; it must be a list of tool definitions")
    return list(tools)


def kept_tools(tools: Any, kept: Collection[int]) -> Any:
    """The definitions at the places ``kept``; the caller's own list where those are all.

    >>> kept_tools(["a", "b", "c"], {0, 2})
    ['a', 'c']
    """
    listed = tool_list(tools)
    if len(kept) == len(listed):
        return tools
    return [tool for at, tool in enumerate(listed) if at in kept]
