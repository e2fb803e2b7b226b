"""Titled pieces of a prompt, and lists in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def section(title: str, body: str | None) -> str:
    """The body under its heading; nothing at all when the body is blank.

    >>> section("GOAL", " Count the files ")
    '## GOAL\\nCount the files'
    >>> section("STATE", "  ")
    ''
    """
    text = (body or "").strip()
    return f"## {title}\n{text}" if text else ""


def join_sections(*sections: str) -> str:
    """The sections that are not blank, a blank line between them.

    >>> join_sections("a", "", "b")
    'a\\n\\nb'
    """
    return "\n\n".join(each for each in sections if each.strip())


def bullets(items: Iterable[str]) -> str:
    """Each item that is not blank as an entry of a list."""
    return "\n".join(entry("- ", item) for item in items if item.strip())


def entry(mark: str, text: str) -> str:
    """One entry of a list; further lines are indented, so that none of them reads as an entry or a heading.

    >>> entry("- ", "first\\n## second")
    '- first\\n  ## second'
    """
    lines = text.strip().splitlines()
    return mark + "\n  ".join(lines)
