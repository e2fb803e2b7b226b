"""How much of the evidence each ranking keeps, in long made-up dialogues.

    python -m benches.relevance_quality             prints the table
    python -m benches.relevance_quality --record    writes it, into benches/results and docs/relevance.md

Recall of the turns that answer a question, at shares of the dialogue's tokens (o200k_base). Turns are taken
in the order of the ranking until the next one does not fit.
"""

from __future__ import annotations

import dataclasses
import sys
from typing import TYPE_CHECKING

import contextthrift
from benches import record
from benches.relevance.dialogues import Dialogue, dialogues
from contextthrift.context.ranking import PLAIN_BM25, Ranking
from contextthrift.context.turn_index import TurnIndex

if TYPE_CHECKING:
    from collections.abc import Callable

    Order = Callable[[str], list[int]]

SHARES = (0.05, 0.1, 0.25, 0.5)

OURS = Ranking()
WITHOUT = {
    "spreading": {"spread_turns": 0},
    "stemming": {"stemming": False},
    "character 4-grams": {"grams": 0},
    "feedback": {"feedback_weight": 0},
    "named authors": {"named_author": 1},
    "the weight of questions": {"question": 1},
    "parts of identifiers": {"parts": False},
    "the limit of common terms": {"common": 1},
    "k1 and b of our own": {"k1": PLAIN_BM25.k1, "b": PLAIN_BM25.b},
}


def by_recency(dialogue: Dialogue) -> Order:
    places = list(range(len(dialogue.turns)))[::-1]
    return lambda _query: places


def by_coverage(dialogue: Dialogue) -> Order:
    texts = [turn.text for turn in dialogue.turns]

    def order(query: str) -> list[int]:
        words = contextthrift.content_tokens(query)
        shares = [contextthrift.relevance_to_query(text, words) for text in texts]
        return sorted(range(len(texts)), key=lambda place: (-shares[place], -place))

    return order


def by_ranking(ranking: Ranking) -> Callable[[Dialogue], Order]:
    def ready(dialogue: Dialogue) -> Order:
        index = TurnIndex(ranking)
        for turn in dialogue.turns:
            index.add(turn.text, author=turn.author, session=turn.session)
        rest = range(len(dialogue.turns))[::-1]

        def order(query: str) -> list[int]:
            found = [ranked.place for ranked in index.rank(query)]
            return [*found, *(place for place in rest if place not in set(found))]

        return order

    return ready


def systems() -> dict[str, Callable[[Dialogue], Order]]:
    named = {
        "recency": by_recency,
        "coverage (the original)": by_coverage,
        "plain BM25": by_ranking(PLAIN_BM25),
        "ours": by_ranking(OURS),
    }
    for part, change in WITHOUT.items():
        named[f"ours without {part}"] = by_ranking(dataclasses.replace(OURS, **change))
    return named


def recalls(order: list[int], costs: list[int], evidence: tuple[int, ...]) -> list[float]:
    """The share of the evidence that is kept, for each share of the tokens."""
    kept_at, spent = {}, 0
    for place in order:
        spent += costs[place]
        kept_at[place] = spent
    total = sum(costs)
    return [sum(kept_at[place] <= share * total for place in evidence) / len(evidence) for share in SHARES]


def measured(ready: Callable[[Dialogue], Order], known: list[tuple[Dialogue, list[int]]]) -> list[float]:
    rows = []
    for dialogue, costs in known:
        order = ready(dialogue)
        rows += [recalls(order(question.text), costs, question.evidence) for question in dialogue.questions]
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def table() -> list[tuple[str, ...]]:
    encoding = contextthrift.get_encoding("o200k_base")
    known = [(dialogue, [encoding.count(turn.text) for turn in dialogue.turns]) for dialogue in dialogues()]
    return [
        (name, *(f"{recall:.3f}" for recall in measured(ready, known))) for name, ready in systems().items()
    ]


HEAD = ("ranking", *(f"{share:.0%}" for share in SHARES))


def main() -> None:
    rows = [HEAD, *table()]
    write = "--record" in sys.argv[1:]
    record.show("relevance_quality", "How much of the evidence each ranking keeps", rows, write=write)
    if write:
        record.into_page("relevance.md", "quality", rows)


if __name__ == "__main__":
    main()
