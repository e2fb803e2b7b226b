"""Gemini's tools: one object can declare many functions, and turn on tools of Google's besides."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import InvalidMessages
from contextthrift.formats.copying import changed, without
from contextthrift.formats.field import field, is_list, text_field
from contextthrift.formats.json_text import json_text
from contextthrift.formats.tool_list import tool_list

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

DECLARATIONS: Final = ("functionDeclarations", "function_declarations")


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A tool of Google's that an object turns on."""

    key: str
    """The field that does it, by which the tool is named."""
    value: Any
    """Its settings."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One tool of an object."""

    key: str | None
    """The field it stands in; None where the object is the tool itself."""
    tool: Any


def tools_in(tools: Any) -> list[Any]:
    """The functions' declarations and the built-in tools, one by one.

    Raises:
        InvalidMessages: it is no list.

    >>> tools_in([{"functionDeclarations": [{"name": "look"}], "googleSearch": {}}])
    [{'name': 'look'}, BuiltIn(key='googleSearch', value={})]
    """
    return [entry.tool for tool in tool_list(tools) for entry in _entries(tool)]


def with_tools_in(tools: Any, kept: Collection[int]) -> Any:
    """The objects with those tools that are kept; an object that loses none is the caller's own.

    >>> with_tools_in([{"functionDeclarations": [{"name": "look"}, {"name": "find"}]}], {1})
    [{'functionDeclarations': [{'name': 'find'}]}]
    """
    start = 0
    left: list[Any] = []
    listed = tool_list(tools)
    for tool in listed:
        entries = list(_entries(tool))
        keeps = [start + at in kept for at in range(len(entries))]
        start += len(entries)
        if all(keeps):
            left.append(tool)
        elif any(keeps):
            left.append(_thinned(tool, entries, keeps))
    is_same = len(left) == len(listed) and all(a is b for a, b in zip(left, listed, strict=True))
    return tools if is_same else left


def name_of(tool: Any, index: int) -> str:
    """The name of one of :func:`tools_in`.

    Raises:
        InvalidMessages: it has none.
    """
    name = tool.key if isinstance(tool, BuiltIn) else text_field(tool, "name", "__name__")
    if name is None:
        raise InvalidMessages(f"tools[{index}] has no name; a tool looks like {_TOOL_SHAPE}")
    return name


def text_of(tool: Any) -> str:
    """The definition as compact JSON; of a Python function its name and documentation."""
    if isinstance(tool, BuiltIn):
        return json_text({tool.key: tool.value})
    if callable(tool) and not hasattr(tool, "model_dump"):
        notes = getattr(tool, "__annotations__", {})
        return f"{getattr(tool, '__name__', '')} {notes} {getattr(tool, '__doc__', None) or ''}"
    return json_text(tool)


def _entries(tool: Any) -> Iterator[_Entry]:
    keys = _keys(tool)
    if not keys or text_field(tool, "name") is not None:
        yield _Entry(None, tool)
        return
    for key in keys:
        value = field(tool, key)
        if key in DECLARATIONS and is_list(value):
            yield from (_Entry(key, declaration) for declaration in value)
        elif value is not None:
            yield _Entry(key, BuiltIn(key, value))


def _keys(tool: Any) -> list[str]:
    if isinstance(tool, dict):
        return [key for key in tool if isinstance(key, str)]
    if is_dataclass(tool):
        return [each.name for each in fields(tool)]
    return list(getattr(type(tool), "model_fields", ()))


def _thinned(tool: Any, entries: list[_Entry], keeps: list[bool]) -> Any:
    kept: dict[str, list[Any]] = {entry.key: [] for entry in entries if entry.key is not None}
    for entry, is_kept in zip(entries, keeps, strict=True):
        if is_kept and entry.key is not None:
            kept[entry.key].append(entry.tool)
    for key, values in kept.items():
        if not values:
            tool = without(tool, key)
        elif key in DECLARATIONS:
            tool = changed(tool, **{key: values})
    return tool


_TOOL_SHAPE: Final = '{"functionDeclarations": [{"name": ..., "parameters": {...}}]}'
