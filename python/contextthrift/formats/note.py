"""The gap note at the start of what a user says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from contextthrift.formats.field import text_field
from contextthrift.formats.notice import GAP_NOTE

if TYPE_CHECKING:
    from collections.abc import Sequence


BEFORE_TEXT: Final = f"{GAP_NOTE}\n\n"
"""What the note puts before a text."""


def noted_text(text: str) -> str:
    """A text with the note and an empty line before it; the text itself where it has one.

    >>> noted_text("and now?") == GAP_NOTE + "\\n\\nand now?", noted_text(GAP_NOTE) == GAP_NOTE
    (True, True)
    """
    return text if text.startswith(GAP_NOTE) else BEFORE_TEXT + text


def noted_parts(parts: Sequence[Any], note: Any) -> list[Any] | None:
    """The parts with ``note`` before them; None where one is there, at the front or further back."""
    if any((text_field(part, "text") or "").startswith(GAP_NOTE) for part in parts):
        return None
    return [note, *parts]
