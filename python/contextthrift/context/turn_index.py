"""Turns of a dialogue that can be asked what is relevant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from contextthrift.context.listed import listed, one_text, turn_texts
from contextthrift.context.ranking import Ranking, native_index
from contextthrift.exceptions import WrongType
from contextthrift.tokens.number import LARGEST, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable

DEFAULT_RANKING: Final = Ranking()
_NO_SESSION_YET: Final = object()


class RankedTurn(NamedTuple):
    """A turn that a query found."""

    place: int
    """Where it stands among the turns of the index, the oldest being 0."""
    score: float
    """How well it matches; only the scores of one query compare."""


class TurnIndex:
    """An index of turns: new ones come at the end, the oldest go first.

    Adding a turn costs what its text does, however many are there. No model is asked and nothing is
    downloaded; the same turns and the same query rank alike on every machine. Threads may ask at the same
    time; turns are added by one at a time.

    >>> index = TurnIndex()
    >>> for author, text in [
    ...     ("Mia", "I painted something at the lake."),
    ...     ("Ben", "What was it?"),
    ...     ("Mia", "A sunrise, in oil."),
    ...     ("Ben", "My disk is full again."),
    ... ]:
    ...     index.add(text, author=author)
    >>> [ranked.place for ranked in index.rank("When did Mia paint a sunrise?", limit=2)]
    [2, 0]
    """

    def __init__(self, ranking: Ranking = DEFAULT_RANKING) -> None:
        """An index without turns.

        Raises:
            InvalidArgument: a number of ``ranking`` cannot be meant; the message names it.
            WrongType: ``ranking`` is no :class:`Ranking`.
        """
        self._native = native_index(ranking)
        self._session: object = _NO_SESSION_YET

    def add(self, text: str, *, author: str | None = None, session: object = None) -> None:
        """Adds the newest turn.

        Args:
            text: What was said.
            author: Who said it. A query that has the whole name ranks the turn higher.
            session: Anything that equals that of the turn before if both are of one conversation. Words
                count for neighbours of the same session alone.

        Raises:
            WrongType: ``text`` is no string, or ``author`` neither a string nor None.
        """
        self._extend([one_text(text, "text")], [_author(author, "author")], [session])

    def extend(self, turns: Iterable[Any]) -> None:
        """Adds turns, oldest first.

        Args:
            turns: :class:`Turn` or objects with its ``qa`` and, if they have it, ``author`` and ``session``.

        Raises:
            WrongType: ``turns`` is one string, a turn has no text, or an author is no string. Then no turn
                was added.
        """
        held = listed(turns, "turns")
        texts = turn_texts(held)
        authors = [getattr(turn, "author", None) for turn in held]
        for place, author in enumerate(authors):
            if author is not None:
                _author(author, "turns[{}].author", place)
        self._extend(texts, authors, [getattr(turn, "session", None) for turn in held])

    def rank(self, query: str, limit: int | None = None) -> list[RankedTurn]:
        """The turns that match, best first, of equal ones the newest first.

        A query that has no word in common with any turn finds none.

        Args:
            query: What is asked.
            limit: How many at most; None for all.

        Raises:
            InvalidArgument: ``limit`` is no whole number from 0 on.
            WrongType: ``query`` is no string.
        """
        most = LARGEST if limit is None else whole_number(limit, "limit")
        return list(map(RankedTurn._make, self._native.best(one_text(query, "query"), most)))

    def scores(self, query: str) -> list[float]:
        """The score of each turn, 0 where nothing matches.

        Raises:
            WrongType: ``query`` is no string.
        """
        return self._native.scores(one_text(query, "query"))

    def remove_oldest(self, count: int) -> None:
        """Takes out so many of the oldest turns, all if there are no more.

        Those that stay rank as if the others had never been there.

        Raises:
            InvalidArgument: ``count`` is no whole number from 0 on.
        """
        self._native.remove_oldest(whole_number(count, "count"))

    @property
    def size_bytes(self) -> int:
        """The memory it holds on to."""
        return self._native.size()

    def __len__(self) -> int:
        """How many turns there are."""
        return len(self._native)

    def _extend(self, texts: list[str], authors: list[str | None], sessions: list[object]) -> None:
        begins = bytearray()
        last = self._session
        for session in sessions:
            begins.append(session != last)
            last = session
        self._native.extend(texts, authors, begins)
        self._session = last


def _author(value: object, name: str, place: int = 0) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise WrongType(f"{name.format(place)} is {type(value).__name__}; it must be a string or None")
