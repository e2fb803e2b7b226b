"""What a conversation keeps of attachments: their names, never their bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift.models.media_type import kind_of_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.models import FilePart


def with_attachments(goal: str, attachments: Sequence[FilePart]) -> str:
    """The goal as it is remembered: with one line that names what came with it.

    >>> from contextthrift.models import FilePart
    >>> files = FilePart(media_type="application/pdf", name="March.pdf"), FilePart(media_type="image/png")
    >>> print(with_attachments("Compare these", files))
    Compare these
    [attached: March.pdf, image 2]
    """
    if not attachments:
        return goal
    named = [_name(file, place) for place, file in enumerate(attachments, start=1)]
    return f"{goal}\n[attached: {', '.join(named)}]"


def _name(file: FilePart, place: int) -> str:
    """Its name on one line, else its kind and its place among all."""
    return " ".join((file.name or "").split()) or f"{kind_of_type(file.media_type)} {place}"
