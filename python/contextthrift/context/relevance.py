"""How much a text is about a query: the words both have, and how much of that a history must reach."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.context.argument import real_number
from contextthrift.context.listed import all_texts, listed, one_text
from contextthrift.context.utf16 import utf16_cut

if TYPE_CHECKING:
    from collections.abc import Iterable

RELEVANCE_FLOOR_MIN: Final = 0.125
"""The share of a query's words that is enough while the history takes next to nothing of its budget."""
RELEVANCE_FLOOR_MAX: Final = 0.43
"""The share that is needed once the history takes all of its budget."""
RELEVANCE_FLOOR_CURVE: Final = 2
"""The power of the utilisation by which the floor rises from one to the other."""

ARG_TEXT_UNITS: Final = 200
"""The longest text of a call's arguments, in UTF-16 units."""

# Made once: json.dumps makes an encoder at every call.
_compact_json: Final = json.JSONEncoder(
    check_circular=False, ensure_ascii=False, separators=(",", ":"), allow_nan=False
).encode


def scaled_relevance_floor(utilization: float) -> float:
    """The relevance a turn must have, from 0.125 for an empty history to 0.43 for one that fills its budget.

    ``utilization`` is the share of the budget that is taken, below 0 as 0 and above 1 as 1.

    Raises:
        InvalidArgument: ``utilization`` is NaN or no number.

    >>> scaled_relevance_floor(0), scaled_relevance_floor(1)
    (0.125, 0.43)
    """
    share = real_number(utilization, "utilization")
    return floor_at(share, RELEVANCE_FLOOR_MIN, RELEVANCE_FLOOR_MAX, RELEVANCE_FLOOR_CURVE)


def floor_at(utilization: float, least: float, most: float, curve: float) -> float:
    """The floor between ``least`` and ``most``, for numbers that were"""
    rise: float = min(max(utilization, 0.0), 1.0) ** curve
    return least + (most - least) * rise


def content_tokens(text: str) -> list[str]:
    """The distinct words of a text that carry content, in the order in which they first occur.

    A word is an ASCII letter with at least three ASCII letters or digits behind it, in lower case.
    Other scripts have no words here, and a letter beyond ASCII ends a word: ``café`` has none.

    Raises:
        WrongType: ``text`` is not a string.

    >>> content_tokens("Retry the request, then retry snake_case")
    ['retry', 'request', 'then', 'snake', 'case']
    """
    return _native.words(one_text(text, "text"))


def relevance_to_query(text: str, query_tokens: Iterable[str]) -> float:
    """The share of the query's tokens that are words of the text, from 0 to 1; 0 where there are none.

    The tokens are those of :func:`content_tokens`; they are compared as they are, a repeated one once.

    Raises:
        WrongType: ``text`` is not a string, or ``query_tokens`` is one string or holds something else.

    >>> relevance_to_query("The request timed out.", ["request", "retry"])
    0.5
    """
    tokens = all_texts(listed(query_tokens, "query_tokens"), "query_tokens[{}]")
    return _native.coverage(tokens, [one_text(text, "text")])[0]


def arg_text(value: Any) -> str:
    """A call's arguments as compact JSON, cut to 200 UTF-16 units; no text for None.

    Keys stand in the order they were put in, numbers as Python writes them. What JSON cannot hold, such
    as a cycle, NaN or an object, has no text either.

    >>> arg_text({"path": "café.txt", "lines": [1, 2]})
    '{"path":"café.txt","lines":[1,2]}'
    """
    if value is None:
        return ""
    try:
        return utf16_cut(_compact_json(value), ARG_TEXT_UNITS)
    except (TypeError, ValueError, RecursionError):
        return ""
