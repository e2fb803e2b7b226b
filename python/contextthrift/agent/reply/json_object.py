"""JSON in a model's text: whether there is any, and finding the object that was asked for.

Every search here is linear in the text, whatever it holds, and nothing raises but ``whole_json``.
"""

from __future__ import annotations

import json
import math
import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from contextthrift.agent.reply.fence import inside_only_fence, without_fences

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

MOST_PIECES = 20
"""How many balanced pieces are tried for the object."""

ENVELOPE_KEY = re.compile(r'"(?:tool|args|plan|reply|actions|decision)"\s*:')
BEFORE_JSON_IN_LIST = frozenset('{["]')
"""What may follow a leading bracket, so that a link or a footnote at the start is no list."""

REST_OF_STRING = re.compile(r'[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
BRACES = re.compile('["{}]')
BRACKETS = re.compile(r'["\[\]]')


def looks_like_json(text: str) -> bool:
    """Whether the text is JSON, or an envelope of JSON, and so nothing to show to a person.

    >>> looks_like_json('{"a": 1}'), looks_like_json('I send "tool" : "x"')
    (True, True)
    >>> looks_like_json("[1] See the report."), looks_like_json("[1]")
    (False, True)
    """
    trimmed = text.strip()
    if trimmed.startswith("{") or ENVELOPE_KEY.search(trimmed):
        return True
    return trimmed.startswith("[") and _is_list(trimmed)


def _is_list(trimmed: str) -> bool:
    following = trimmed[1:].lstrip()[:1]
    return not following or following in BEFORE_JSON_IN_LIST or is_json(trimmed)


def prose(visible: str) -> str:
    """The text as it is to be shown: itself, or empty where it is JSON, alone in a fence or not.

    >>> prose("All rows were added."), prose('{"rows": 3}')
    ('All rows were added.', '')
    """
    return "" if looks_like_json(visible) or looks_like_json(inside_only_fence(visible)) else visible


def own_text(value: object) -> str:
    """A field's text, trimmed; empty when the field is no text, or holds an object again.

    >>> own_text(" met "), own_text({"a": 1}), own_text('{"reply": "x"}')
    ('met', '', '')
    """
    text = value.strip() if isinstance(value, str) else ""
    return "" if text.startswith("{") else text


# --- reading


def whole_json(text: str) -> Any:
    """The value that the whole text is, within fences or not.

    The text is read as it stands first, so that fences within its strings survive.

    Raises:
        ValueError: the text is no JSON, or nested too deep for Python's reader.

    >>> whole_json('```json\\n{"plan": []}\\n```')
    {'plan': []}
    """
    try:
        return strict_json(text)
    except ValueError:
        return strict_json(without_fences(text))


def is_json(text: str) -> bool:
    """Whether the text as it stands is JSON."""
    try:
        strict_json(text)
    except ValueError:
        return False
    return True


def find_object(text: str, wanted: Collection[str]) -> dict[str, Any] | None:
    """The object that the text is, or the first within it that has one of the wanted keys.

    JSON of another kind has no object. Within other text at most 20 balanced pieces are tried, and a brace
    that is never closed ends the search: nothing is taken out of an object that was cut off.

    >>> find_object('With {name} set: {"plan": ["Open"]}.', {"plan"})
    {'plan': ['Open']}
    >>> find_object('{"plan": [{"plan": []}', {"plan"}) is None
    True
    """
    try:
        value = whole_json(text)
    except ValueError:
        return first_object(without_fences(text), wanted)
    return value if isinstance(value, dict) else None


def first_object(text: str, wanted: Collection[str]) -> dict[str, Any] | None:
    """The first object within the text that has one of the wanted keys."""
    found = (_object(piece) for piece in islice(_balanced_objects(text), MOST_PIECES))
    return next((each for each in found if any(key in each for key in wanted)), None)


def _object(piece: str) -> dict[str, Any]:
    """The object that the piece is; an empty one, which nobody wants, for what cannot be read."""
    try:
        value = strict_json(piece)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _balanced_objects(text: str) -> Iterator[str]:
    start = text.find("{")
    while start >= 0:
        end = end_of_object(text, start)
        if end is None:
            return
        yield text[start:end]
        start = text.find("{", end)


def end_of_object(text: str, start: int) -> int | None:
    """Where the object that starts there ends; None when it never does."""
    return _balanced_end(text, start, BRACES)


def end_of_list(text: str, start: int) -> int | None:
    """Where the list that starts there ends; None when it never does."""
    return _balanced_end(text, start, BRACKETS)


def _balanced_end(text: str, start: int, marks: re.Pattern[str]) -> int | None:
    depth, position = 0, start
    while mark := marks.search(text, position):
        position = mark.end()
        if mark[0] == '"':
            end = end_of_string(text, position)
            if end is None:
                return None
            position = end
            continue
        depth += 1 if mark[0] in "{[" else -1
        if depth == 0:
            return position
    return None


def end_of_string(text: str, position: int) -> int | None:
    """Where the string ends whose opening quote stands before the position; None when it never does."""
    rest = REST_OF_STRING.match(text, position)
    return rest.end() if rest else None


def strict_json(text: str) -> Any:
    """The value that the text is.

    Raises:
        ValueError: The text is no JSON, or nested too deep for Python's reader.
    """
    try:
        return json.loads(text.strip(), parse_constant=_refused, parse_float=_finite)
    except RecursionError:
        raise ValueError("the JSON is nested too deep") from None


def _refused(constant: str) -> float:
    raise ValueError(f"{constant} is no JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits} is beyond every number Python has")
    return number
