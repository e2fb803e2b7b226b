"""Ways to tell which turns come first: each is a function from what is asked to an order of turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from contextthrift import _native
from contextthrift.context.turn_index import TurnIndex
from contextthrift.exceptions import InvalidArgument
from contextthrift.tokens.number import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from contextthrift.context.ranking import Ranking

ScorerName = Literal["bm25", "coverage", "identifiers"]
"""The scorers there are."""

IDENTIFIERS: Final = "identifiers"
"""The one that makes no order of its own: what it takes next depends on what was taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a scorer is told."""

    turns: list[Any]
    """All turns, oldest first."""
    texts: list[str]
    """Their texts."""
    query: str
    """What is asked."""
    kept: range
    """Places of the turns that stay in any case."""
    ranking: Ranking
    """How ``bm25`` ranks."""
    index: TurnIndex | None
    """An index that holds the turns, if there is one."""


def by_bm25(asked: Asked) -> list[int]:
    """The order of :class:`TurnIndex`."""
    index = asked.index
    if index is None:
        index = TurnIndex(asked.ranking)
        index.extend(asked.turns)
    return [ranked.place for ranked in index.rank(asked.query)]


def by_coverage(asked: Asked) -> list[int]:
    """The turns with the largest share of the query's words first, of equal ones the newest."""
    shares = _native.coverage(_native.words(asked.query), asked.texts)
    found = [place for place, share in enumerate(shares) if share > 0]
    return sorted(found, key=lambda place: (-shares[place], -place))


SCORERS: Final[Mapping[str, Callable[[Asked], list[int]]]] = {"bm25": by_bm25, "coverage": by_coverage}


def find_scorer(name: object) -> Callable[[Asked], list[int]]:
    """The scorer of this name.

    Raises:
        InvalidArgument: there is none; the message has the names.
    """
    found = SCORERS.get(name) if isinstance(name, str) else None
    if found is None:
        raise InvalidArgument(f"scorer is {shown(name)}; it must be one of {', '.join(get_args(ScorerName))}")
    return found
