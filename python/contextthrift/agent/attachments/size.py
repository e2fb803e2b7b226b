"""How large an attachment may be."""

from __future__ import annotations

from typing import Final

from contextthrift.exceptions import UnreadableAttachment

MAX_ATTACHMENT_BYTES: Final = 50_000_000
"""Of one attachment: what OpenAI and Gemini take of a file at most (their pages on file inputs, 2026)."""


def check_size(size: int, where: str, max_bytes: int) -> None:
    """Refuses what is too large; ``size`` may be that of a file of which one byte too many was read.

    Raises:
        UnreadableAttachment: It has more than ``max_bytes``, which 0 lets have any number.
    """
    if max_bytes and size > max_bytes:
        told = f"{size:,}" if size != max_bytes + 1 else f"more than {max_bytes:,}"
        raise UnreadableAttachment(
            f"{where} has {told} bytes; an attachment may have {max_bytes:,} (max_attachment_bytes)"
        )
