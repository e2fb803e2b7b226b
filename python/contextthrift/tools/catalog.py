"""The list of tools as a model reads it in a prompt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

NO_TOOLS: Final = "(no tools are available)"
"""Stands where the list would."""


@dataclass(frozen=True, kw_only=True)
class CatalogEntry:
    """One tool, as far as a catalogue tells it."""

    name: str
    """What it is called by."""
    description: str = ""
    """What it does; white space in it is of no account."""
    hint: str | None = None
    """Its parameters in short, as `schema_hint` writes them."""


def render_catalog(entries: Iterable[CatalogEntry]) -> str:
    """One line for each tool, in the order given; a short note when there is none.

    The order is never changed: the list is part of what a provider caches.

    >>> print(render_catalog([CatalogEntry(name="add", description="Add one", hint="{ x: number }")]))
    - add({ x: number }): Add one
    >>> render_catalog([])
    '(no tools are available)'
    """
    return "\n".join(_line(entry) for entry in entries) or NO_TOOLS


def _line(entry: CatalogEntry) -> str:
    hint = re.sub(r"\s*[\r\n]+\s*", " ", entry.hint or "")
    return f"- {entry.name}({hint}): {' '.join((entry.description or '').split())}"
