"""Cutting a long history into parts that a summariser can take one after the other."""

from __future__ import annotations

from typing import Final

from contextthrift.context.utf16 import utf16_cut

_TURNS_APART: Final = "\n\n"


def split_history(text: str, units: int) -> tuple[str, str]:
    """A beginning of at most ``units`` UTF-16 units, and the rest; joined they are the text.

    The beginning ends with a blank line, where turns end, if it has one in its second half.

    >>> split_history("first\\n\\nsecond\\n\\nthird", 18)
    ('first\\n\\nsecond\\n\\n', 'third')
    """
    part = utf16_cut(text, units)
    if len(part) < len(text):
        end = part.rfind(_TURNS_APART, len(part) // 2)
        part = part if end < 0 else part[: end + len(_TURNS_APART)]
    return part, text[len(part) :]
