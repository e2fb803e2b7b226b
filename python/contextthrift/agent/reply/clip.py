"""Text and values made short enough for a prompt."""

from __future__ import annotations

import json


def clip(text: str, max_chars: int) -> str:
    """The text, or its first `max_chars - 1` characters and an ellipsis where it is longer.

    >>> clip("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= max_chars else text[: max(0, max_chars - 1)] + "…"


def as_json(value: object) -> str:
    """Compact JSON of the value; its `str` where it has none. Never raises.

    >>> as_json({"q": "naïve"})
    '{"q":"naïve"}'
    """
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    except (TypeError, ValueError, RecursionError):
        return _as_text(value)


def _as_text(value: object) -> str:
    try:
        return str(value)
    except Exception:  # noqa: BLE001 - a value of the host's; what its `str` does is out of our hands
        return f"<{type(value).__name__}>"
