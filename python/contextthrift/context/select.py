"""Which turns of a history are worth sending again."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.context.argument import real_number
from contextthrift.context.listed import listed, one_text, turn_texts
from contextthrift.context.relevance import (
    RELEVANCE_FLOOR_CURVE,
    RELEVANCE_FLOOR_MAX,
    RELEVANCE_FLOOR_MIN,
    floor_at,
)
from contextthrift.exceptions import InvalidArgument
from contextthrift.tokens import DEFAULT_ENCODING
from contextthrift.tokens.number import shown, whole_number
from contextthrift.tokens.registry import resolve_estimator

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from contextthrift.tokens import Encoding, Estimator

DEFAULT_KEEP_RECENT: Final = 2
FIRST_BATCH: Final = 32
"""How many of the newest turns are measured at first where most may not be asked about."""


def select_relevant_turns(
    turns: Iterable[Any],
    query: str,
    *,
    history_budget: float,
    estimate_tokens: Estimator | None = None,
    encoding: str = DEFAULT_ENCODING,
    keep_recent: int = DEFAULT_KEEP_RECENT,
    floor_min: float = RELEVANCE_FLOOR_MIN,
    floor_max: float = RELEVANCE_FLOOR_MAX,
    floor_curve: float = RELEVANCE_FLOOR_CURVE,
) -> list[Any]:
    """The newest turns, and of the older ones those about the query; the same objects in the same order.

    An older turn stays if it has at least the share of the query's words that the floor asks for. The
    floor rises with the share of ``history_budget`` that all older turns take, those included that will
    go. It is one floor for all, so what stays may still exceed the budget. A query without words (see
    :func:`content_tokens`) keeps no older turn.

    Args:
        turns: :class:`Turn` or objects with its ``qa``, oldest first.
        query: What the next dispatch is about.
        history_budget: The tokens the history may take; with 0 the floor is the lowest.
        estimate_tokens: Required: an encoding, its name, or a function of a text and an encoding name.
        encoding: The name handed to a function.
        keep_recent: How many of the newest turns stay whatever they are about.
        floor_min: The floor for a history that takes nothing; 0 or less keeps all.
        floor_max: The floor for one that takes the whole budget.
        floor_curve: The power by which the floor rises from one to the other, 0 or more.

    Raises:
        MissingEstimator: ``estimate_tokens`` was left out.
        InvalidArgument: a number that cannot be meant; the message names the argument.
        EstimatorAnswer: an estimate that is no count; the message names the turn.
        WrongType: ``turns`` is one string, a turn has no text, or ``query`` is no string.

    >>> from contextthrift import Turn
    >>> turns = [Turn(qa=qa, created_at="") for qa in ("Deploy the index", "Lunch?", "Yes.", "Thanks")]
    >>> kept = select_relevant_turns(
    ...     turns, "When was the index built?", history_budget=100, estimate_tokens="o200k_base"
    ... )
    >>> [turn.qa for turn in kept]
    ['Deploy the index', 'Yes.', 'Thanks']
    """
    measure = resolve_estimator(estimate_tokens, "select_relevant_turns", encoding)
    budget = token_amount(history_budget, "history_budget")
    recent = whole_number(keep_recent, "keep_recent")
    least, most = _finite(floor_min, "floor_min"), _finite(floor_max, "floor_max")
    curve = token_amount(floor_curve, "floor_curve")
    asked = _native.words(one_text(query, "query"))
    held = listed(turns, "turns")
    older = held[: max(len(held) - recent, 0)]
    spoken = turn_texts(older)
    taken = sum(measure.column(spoken, "turns[{}].qa".format))
    floor = floor_at(taken / budget if budget else 0, least, most, curve)
    shares = _native.coverage(asked, spoken)
    kept = [turn for turn, share in zip(older, shares, strict=True) if share >= floor]
    return kept + held[len(older) :]


def select_naive_turns(
    turns: Iterable[Any],
    history_budget: float,
    *,
    estimate_tokens: Estimator | None = None,
    encoding: str = DEFAULT_ENCODING,
) -> list[Any]:
    """The newest turns that fit the budget together, and the very newest in any case; oldest first.

    It stops at the first turn that does not fit and looks for no smaller one behind it.

    Args:
        turns: :class:`Turn` or objects with its ``qa``, oldest first.
        history_budget: The tokens the history may take.
        estimate_tokens: Required: an encoding, its name, or a function of a text and an encoding name.
            Turns far behind the last that fits are not measured.
        encoding: The name handed to a function.

    Raises:
        MissingEstimator: ``estimate_tokens`` was left out.
        InvalidArgument: ``history_budget`` is negative, not finite, or no number.
        EstimatorAnswer: an estimate that is no count; the message names the turn.
        WrongType: ``turns`` is one string, or a turn has no text.

    >>> from contextthrift import Turn
    >>> turns = [Turn(qa="word " * n, created_at="") for n in (9, 1, 5)]
    >>> len(select_naive_turns(turns, 10, estimate_tokens="o200k_base"))
    2
    """
    measure = resolve_estimator(estimate_tokens, "select_naive_turns", encoding)
    budget = token_amount(history_budget, "history_budget")
    held = listed(turns, "turns")
    kept = taken = 0
    for cost in _newest_first(turn_texts(held), measure):
        taken += cost
        if taken > budget and kept:
            break
        kept += 1
    return held[len(held) - kept :]


def _newest_first(texts: list[str], measure: Encoding) -> Iterator[int]:
    """The tokens of each turn from the last back, measured in growing batches as they are asked for."""
    end, batch = len(texts), FIRST_BATCH
    while end:
        start = max(end - batch, 0)
        name_of = partial(_name_behind, start)
        yield from reversed(measure.column(texts[start:end], name_of))
        end, batch = start, batch * 2


def _name_behind(start: int, index: int) -> str:
    return f"turns[{start + index}].qa"


def token_amount(value: object, name: str) -> float:
    """``value`` as a finite number, 0 or more; an int stays one.

    Raises:
        InvalidArgument: it is negative, not finite, or no number.
    """
    amount = _finite(value, name)
    if amount < 0:
        raise InvalidArgument(f"{name} is {shown(value)}; it must be 0 or more")
    return value if isinstance(value, int) else amount


def _finite(value: object, name: str) -> float:
    number = real_number(value, name)
    if math.isinf(number):
        raise InvalidArgument(f"{name} is {shown(value)}; it must be finite")
    return number
