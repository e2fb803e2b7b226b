"""How much of the evidence each ranking finds where the dialogue is a small part of very many turns.

    python -m benches.relevance_many             prints the table
    python -m benches.relevance_many --record    writes it into benches/results

The made-up dialogues of ``benches.relevance_quality``, every third of them, each alone between 100,000
turns of prose and code. The share of the questions whose evidence is among the best so many turns.
"""

from __future__ import annotations

import dataclasses
import sys
from itertools import islice

from benches import record
from benches.relevance import plain
from benches.relevance.dialogues import Dialogue, dialogues
from contextthrift.context.ranking import Ranking
from contextthrift.context.turn_index import TurnIndex

TURNS = 100_000
EVERY = 3
BEST = (5, 10, 20, 50, 200)

OURS = Ranking()
RANKINGS = {
    "ours": OURS,
    "ours without character 4-grams": dataclasses.replace(OURS, grams=0),
    "ours without feedback": dataclasses.replace(OURS, feedback_weight=0),
}


def between(dialogue: Dialogue, others: list[plain.Spoken], ranking: Ranking) -> TurnIndex:
    """The dialogue behind half of the other turns, and the other half behind it."""
    half = len(others) // 2
    index = TurnIndex(ranking)
    index.extend(others[:half])
    for turn in dialogue.turns:
        index.add(turn.text, author=turn.author, session=turn.session)
    index.extend(others[half:])
    return index


def found(ranking: Ranking, others: list[plain.Spoken]) -> list[float]:
    """For each number of best turns the share of the questions that they answer."""
    ranks = []
    for dialogue in islice(dialogues(), 0, None, EVERY):
        index = between(dialogue, others, ranking)
        for question in dialogue.questions:
            (evidence,) = (len(others) // 2 + place for place in question.evidence)
            places = [ranked.place for ranked in index.rank(question.text, max(BEST))]
            ranks.append(places.index(evidence) if evidence in places else max(BEST))
    return [sum(rank < best for rank in ranks) / len(ranks) for best in BEST]


def rows() -> list[tuple[str, ...]]:
    others = [plain.Spoken(text) for text in plain.texts(TURNS)]
    head = ("ranking", *(f"best {best}" for best in BEST))
    return [
        head,
        *((name, *(f"{s:.3f}" for s in found(ranking, others))) for name, ranking in RANKINGS.items()),
    ]


if __name__ == "__main__":
    title = "How much of the evidence each ranking finds among 100,000 other turns"
    record.show("relevance_many", title, rows(), write="--record" in sys.argv[1:])
