"""Text cut to a length, and values as text, for prompts."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, TypeAlias

ELLIPSIS = "…"
CYCLE = "[circular]"

Plain: TypeAlias = "dict[Any, Any] | list[Any] | str | int | float | None"


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

    What JSON has no word for becomes text: an exception its message, any other object its ``str``, a value
    within itself ``[circular]``. Numbers that are not finite become null, sets lists. Where even ``str``
    fails, and for values nested too deep, the type's name stands.

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
        return _dumped(_plain(value, frozenset()))
    except Exception:  # noqa: BLE001 - as above
        return json.dumps(_text(value), ensure_ascii=False)


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _plain(value: Any, around: frozenset[int]) -> Plain:
    """The value made of what JSON has; ``around`` are the ids of the values it stands in."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if id(value) in around:
        return CYCLE
    around |= {id(value)}
    if isinstance(value, Mapping):
        return {_key(key): _plain(each, around) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(each, around) for each in value]
    return _text(value)


def _key(key: object) -> str | int | float | None:
    if key is None or isinstance(key, str | int):
        return key
    return key if isinstance(key, float) and math.isfinite(key) else _text(key)


def _text(value: object) -> str:
    try:
        return str(value) or type(value).__name__
    except Exception:  # noqa: BLE001 - as above
        return type(value).__name__
