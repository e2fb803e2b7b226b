"""The turns that a budget is best spent on."""

from __future__ import annotations

from array import array
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.context.listed import listed, one_text, turn_texts
from contextthrift.context.scorer import IDENTIFIERS, Asked, ScorerName, find_scorer
from contextthrift.context.select import DEFAULT_KEEP_RECENT, FIRST_BATCH, token_amount
from contextthrift.context.turn_index import DEFAULT_RANKING, TurnIndex
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.tokens import DEFAULT_ENCODING
from contextthrift.tokens.number import whole_number
from contextthrift.tokens.registry import resolve_estimator

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from contextthrift.context.ranking import Ranking
    from contextthrift.tokens import Encoding, Estimator

LARGEST_ROOM: Final = 2**63
"""Tokens beyond which a room is as good as endless."""


def select_turns(
    turns: Iterable[Any],
    query: str,
    budget: float,
    *,
    scorer: ScorerName = "bm25",
    keep_recent: int = DEFAULT_KEEP_RECENT,
    ranking: Ranking = DEFAULT_RANKING,
    index: TurnIndex | None = None,
    estimate_tokens: Estimator | None = None,
    encoding: str = DEFAULT_ENCODING,
) -> list[Any]:
    """The newest turns, and of the older ones the best that fit; the same objects in the same order.

    The newest ``keep_recent`` stay whatever they cost, and count towards the budget. Then turns are taken
    in the order of the scorer, those that match nothing last and newest first, until the next one
    does not fit; so a larger budget keeps the same turns and perhaps more. A turn that ends in a question
    takes the turn behind it along, as the next to be taken.

    Args:
        turns: :class:`Turn` or objects with its ``qa`` and, if they have them, ``author`` and ``session``,
            oldest first. The same object twice is two turns.
        query: What the next dispatch is about; one without words keeps the newest turns.
        budget: The tokens that what stays may take.
        scorer: ``bm25``, which :class:`Ranking` describes; ``coverage``, the share of the query's words; or
            ``identifiers`` for runs of tools, which asks for no query: what holds identifiers that later
            calls may need. It fills the budget with whatever still fits, so that a larger one may keep
            other turns.
        keep_recent: How many of the newest turns stay whatever they are about.
        ranking: The parts of the ranking by ``bm25``.
        index: An index that holds these very turns, which saves building one; its ranking counts.
        estimate_tokens: Required: an encoding, its name, or a function of a text and an encoding name.
            Turns far behind the last that fits are not measured.
        encoding: The name handed to a function.

    Raises:
        MissingEstimator: ``estimate_tokens`` was left out.
        InvalidArgument: a number that cannot be meant, a scorer that does not exist, or an index of
            another number of turns; the message names the argument.
        EstimatorAnswer: an estimate that is no count; the message names the turn.
        WrongType: ``turns`` is one string, a turn has no text, or ``query`` is no string.

    >>> from contextthrift import Turn
    >>> said = ["Shall we paint?", "Yes, a sunrise.", "Lunch?", "Soup.", "The disk is full.", "Again?"]
    >>> turns = [Turn(qa=qa, created_at="") for qa in said]
    >>> kept = select_turns(turns, "our paintings", 12, keep_recent=1, estimate_tokens="o200k_base")
    >>> [turn.qa for turn in kept]
    ['Shall we paint?', 'Yes, a sunrise.', 'Again?']
    """
    measure = resolve_estimator(estimate_tokens, "select_turns", encoding)
    room = token_amount(budget, "budget")
    recent = whole_number(keep_recent, "keep_recent")
    order_of = None if scorer == IDENTIFIERS else find_scorer(scorer)
    held = listed(turns, "turns")
    texts = turn_texts(held)
    newest = range(max(len(held) - recent, 0), len(held))
    asked = Asked(
        turns=held,
        texts=texts,
        query=one_text(query, "query"),
        kept=newest,
        ranking=ranking,
        index=_checked(index, len(held)),
    )
    kept = set(newest)
    spent = sum(cost for _, cost in _costs([*newest], texts, measure))
    # With nothing to choose there is nothing to score.
    if spent <= room and len(kept) < len(held):
        if order_of is None:
            kept.update(_by_identifiers(texts, newest, measure, int(min(room - spent, LARGEST_ROOM))))
        else:
            kept.update(_first_that_fit(_order(order_of(asked), texts, kept), texts, measure, room - spent))
    return [held[place] for place in sorted(kept)]


def _first_that_fit(order: list[int], texts: list[str], measure: Encoding, room: float) -> Iterator[int]:
    """The places up to the first that does not fit."""
    for place, cost in _costs(order, texts, measure):
        room -= cost
        if room < 0:
            break
        yield place


def _by_identifiers(texts: list[str], newest: range, measure: Encoding, room: int) -> list[int]:
    costs = measure.column(texts[: newest.start], "turns[{}].qa".format)
    return _native.fill_by_identifiers(texts, array("Q", [*costs, *(0 for _ in newest)]), len(newest), room)


def _checked(index: object, count: int) -> TurnIndex | None:
    if index is None:
        return None
    if not isinstance(index, TurnIndex):
        raise WrongType(f"index is {type(index).__name__}; it must be a TurnIndex")
    if len(index) != count:
        raise InvalidArgument(f"index holds {len(index)} turns; it must hold the {count} of turns")
    return index


def _order(found: list[int], texts: list[str], kept: set[int]) -> list[int]:
    """All places not kept: those found, each question before its answer, then the others, newest first."""
    asks = _native.asks(texts)
    order: dict[int, None] = {}
    for place in [*found, *reversed(range(len(texts)))]:
        order[place] = None
        if asks[place] and place + 1 < len(texts):
            order.setdefault(place + 1)
    return [place for place in order if place not in kept]


def _costs(places: list[int], texts: list[str], measure: Encoding) -> Iterator[tuple[int, int]]:
    """Each place with its tokens, measured in growing batches as they are asked for."""
    start, batch = 0, FIRST_BATCH
    while start < len(places):
        part = places[start : start + batch]
        costs = measure.column([texts[place] for place in part], partial(_name_in, part))
        yield from zip(part, costs, strict=True)
        start, batch = start + batch, batch * 2


def _name_in(places: list[int], index: int) -> str:
    return f"turns[{places[index]}].qa"
