"""JSON values as a schema sees them: of which type they are, when two are equal, how one is shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SHOWN_CHARS: Final = 60
_SHOWN_KEYS: Final = 6


def is_number(value: object) -> bool:
    """Whether it is a number to JSON, where `true` is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_integer(value: object) -> bool:
    return is_number(value) and (isinstance(value, int) or (isinstance(value, float) and value.is_integer()))


_TYPES: Final[Mapping[str, Callable[[object], bool]]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "number": is_number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list | tuple),
    "object": lambda value: isinstance(value, dict),
}


def has_type(value: object, name: str) -> bool:
    """Whether the value is of a type of JSON schema; any value is of a type that JSON schema does not know.

    >>> has_type(1.0, "integer"), has_type(True, "integer"), has_type("x", "date")
    (True, False, True)
    """
    test = _TYPES.get(name)
    return test is None or test(value)


def same_value(one: object, other: object) -> bool:
    """Whether two values are equal as JSON: `1` is `1.0` and `true` is not `1`, however deep they lie.

    >>> same_value([1, {"a": True}], [1.0, {"a": True}]), same_value([1], [True])
    (True, False)
    """
    pairs = [(one, other)]
    while pairs:
        left, right = pairs.pop()
        if isinstance(left, list | tuple) and isinstance(right, list | tuple):
            if len(left) != len(right):
                return False
            pairs.extend(zip(left, right, strict=True))
        elif isinstance(left, dict) and isinstance(right, dict):
            if left.keys() != right.keys():
                return False
            pairs.extend((left[key], right[key]) for key in left)
        elif isinstance(left, bool) != isinstance(right, bool) or left != right:
            return False
    return True


def json_literal(value: object) -> str:
    """The value as compact JSON; the name of its type where it has none.

    >>> json_literal("fast"), json_literal(None)
    ('"fast"', 'null')
    """
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        text = f"<{type(value).__name__}>"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def shown(value: object) -> str:
    """The value in a few words, its type first, for a sentence that a model reads.

    >>> shown(5), shown("x"), shown([1, 2]), shown({"a": 1})
    ('integer 5', 'string "x"', 'array of 2', 'object with a')
    """
    if isinstance(value, list | tuple):
        return f"array of {len(value)}"
    if isinstance(value, dict):
        return f"object with {listed(value)}" if value else "empty object"
    if value is None:
        return "null"
    if isinstance(value, str):
        return f"string {json_literal(_short(value))}"
    return f"{_scalar_type(value)} {_short(json_literal(value))}"


def _scalar_type(value: object) -> str:
    return next((name for name, test in _TYPES.items() if test(value)), type(value).__name__)


def listed(names: Mapping[str, object]) -> str:
    """The first names, separated by commas; an ellipsis stands for more.

    >>> listed({"q": 1, "limit": 2})
    'q, limit'
    """
    first = [_short(str(name)) for name, _ in zip(names, range(_SHOWN_KEYS), strict=False)]
    return ", ".join([*first, "…"] if len(names) > _SHOWN_KEYS else first)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARS else text[: _SHOWN_CHARS - 1] + "…"
