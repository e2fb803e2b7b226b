"""The catalogue of tools as prompts show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift.tools.catalog import CatalogEntry, render_catalog
from contextthrift.tools.schema_hint import schema_hint

if TYPE_CHECKING:
    from collections.abc import Iterable

    from contextthrift.tools import Tool


def entry(tool: Tool) -> CatalogEntry:
    """A tool's line: its own hint of the arguments, else one made from their schema."""
    hint = tool.prompt_hint if tool.prompt_hint is not None else schema_hint(tool.input_schema)
    return CatalogEntry(name=tool.name, description=tool.description, hint=hint)


def catalog_of(tools: Iterable[Tool]) -> str:
    """The lines of the tools, or the note that there are none."""
    return render_catalog([entry(tool) for tool in tools])
