"""Lengths in UTF-16 units, for the two caps that are counted so."""

from __future__ import annotations


def utf16_length(text: str) -> int:
    """The number of UTF-16 units of ``text``; a character beyond U+FFFF is two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf16_cut(text: str, units: int) -> str:
    """The longest beginning of ``text`` that has at most ``units`` UTF-16 units and splits no character.

    >>> utf16_cut("ab🙂", 3), utf16_cut("ab🙂", 4)
    ('ab', 'ab🙂')
    """
    if 2 * len(text) <= units:
        return text
    head = text[: max(units, 0)]
    # Each character has at most two units, so half of what is too much can always go.
    while (excess := utf16_length(head) - units) > 0 and head:
        head = head[: -((excess + 1) // 2)]
    return head
