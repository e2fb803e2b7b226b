"""Text cut to a length, and values as text, for prompts."""

from __future__ import annotations

import json

from contextthrift.record import plain, text_of

ELLIPSIS = "…"


def clip(text: str, max_chars: int) -> str:
    """The text, at most ``max_chars`` characters of it; an ellipsis is the last when it was cut.

    >>> clip("abcdef", 6), clip("abcdefg", 6), clip("abc", 0)
    ('abcdef', 'abcde…', '')
    """
    if len(text) <= max_chars:
        return text
    return text[: max_chars - 1] + ELLIPSIS if max_chars > 0 else ""


def as_json(value: object) -> str:
    """The value as compact JSON, not escaped to ASCII. It never raises.

    What JSON has no word for is written as `plain` has it.

    >>> as_json({"name": "Zoë", 3: (1, None)})
    '{"name":"Zoë","3":[1,null]}'
    >>> as_json([ValueError("no such row"), {1}, float("nan")])
    '["no such row",[1],null]'
    """
    try:
        return _dumped(value)
    except Exception:  # noqa: BLE001 - methods of the host's own objects may raise anything
        return _rebuilt(value)


def _rebuilt(value: object) -> str:
    try:
        return _dumped(plain(value))
    except Exception:  # noqa: BLE001 - as above
        return json.dumps(text_of(value), ensure_ascii=False)


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
