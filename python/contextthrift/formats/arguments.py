"""The large values in the arguments of tool calls: every text in them, at any depth.

Only texts are replaced, by a text, so that what was valid for the tool's schema stays so.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final, TypeAlias

from contextthrift.formats.notice import ARGUMENT_MARK

DEEPEST: Final = 64
"""Levels that are looked into; arguments nested deeper stay as they are."""

Mark: TypeAlias = Callable[[str], str]
"""What stands in place of each text, asked for in the order of :func:`values`."""


def marks(places: Collection[int]) -> Mark:
    """The marker for the texts at ``places``, and every other text itself.

    >>> mark = marks({1})
    >>> mark("rome"), mark("a long text"), mark("c")
    ('rome', '[left out]', 'c')
    """
    counted = iter(range(10**18))
    return lambda text: ARGUMENT_MARK if next(counted) in places else text


def values(arguments: Any, depth: int = 0) -> Iterator[str]:
    """Every text in the arguments, in their order, but for what is nested deeper than :data:`DEEPEST`.

    >>> list(values({"path": "a.py", "edits": [{"line": 3, "new": "pass"}]}))
    ['a.py', 'pass']
    """
    if depth > DEEPEST:
        return
    if isinstance(arguments, str):
        yield arguments
    elif isinstance(arguments, dict):
        for value in arguments.values():
            yield from values(value, depth + 1)
    elif isinstance(arguments, list):
        for value in arguments:
            yield from values(value, depth + 1)


def marked(arguments: Any, mark: Mark, depth: int = 0) -> Any:
    """A copy with other texts in place of those of :func:`values`."""
    if depth > DEEPEST:
        return arguments
    if isinstance(arguments, str):
        return mark(arguments)
    if isinstance(arguments, dict):
        return {name: marked(value, mark, depth + 1) for name, value in arguments.items()}
    if isinstance(arguments, list):
        return [marked(value, mark, depth + 1) for value in arguments]
    return arguments


def values_of_json(text: Any) -> list[str]:
    """The same of arguments written as JSON; none where it is not the JSON of an object.

    >>> values_of_json('{"city": "Rome", "days": 3}'), values_of_json('{"city": "Ro')
    (['Rome'], [])
    """
    return list(values(_parsed(text)))


def marked_json(text: Any, mark: Mark) -> Any:
    """The same of arguments written as JSON: still a text of JSON; what is no object stays."""
    parsed = _parsed(text)
    if not parsed or (edited := marked(parsed, mark)) == parsed:
        return text
    written = json.dumps(edited, ensure_ascii=False)
    return written if _is_unicode(written) else json.dumps(edited)


def _parsed(text: Any) -> dict[str, Any]:
    if not isinstance(text, str):
        return {}
    try:
        parsed = json.loads(text, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError):
        return {}
    return parsed if isinstance(parsed, dict) else {}


def _finite(number: str) -> float:
    """Python writes what is not finite as a word that is no JSON."""
    if not math.isfinite(value := float(number)):
        raise ValueError(f"{number} is not finite")
    return value


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
