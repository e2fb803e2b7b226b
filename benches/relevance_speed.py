"""How fast turns are indexed and ranked, beside other libraries.

    pip install -r benches/relevance/requirements.txt    for the rivals; without them their rows are left out
    python -m benches.relevance_speed                     prints the table
    python -m benches.relevance_speed --record            writes it into benches/results as well

10,000 turns of 410 characters, prose and code; queries of eight words. CPU time in turns, the best of several
rounds to index, the median of the queries. The overlap is that of the ten best with those of rank-bm25.
"""

from __future__ import annotations

import gc
import sys
import time
from statistics import mean, median
from typing import TYPE_CHECKING

from benches import record
from benches.relevance import plain
from benches.relevance.rivals import Engine, Ours, engines
from contextthrift.context.ranking import PLAIN_BM25, Ranking

if TYPE_CHECKING:
    from collections.abc import Callable

TURNS, MANY = 10_000, 100_000
ROUNDS = 5
QUERIES = 60
HEAD = ("engine", "index, ms", "times tantivy", "query, ms", "times tantivy", "overlap", "memory / text")


def timed(work: Callable[[], object]) -> tuple[object, float]:
    """What it gives, and its CPU milliseconds."""
    started = time.process_time()
    result = work()
    return result, 1e3 * (time.process_time() - started)


class Measured:
    """The times of one engine, and what it found."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.indexing: list[float] = []
        self.asking: list[float] = []
        self.found: list[list[int]] = []

    def run(self, texts: list[str], queries: list[str]) -> None:
        gc.collect()
        gc.disable()
        self.indexing.append(timed(lambda: self.engine.index(texts))[1])
        answers = [timed(lambda query=query: self.engine.query(query)) for query in queries]
        gc.enable()
        self.found = [found for found, _ in answers]
        self.asking += [spent for _, spent in answers]

    def memory(self, texts: list[str]) -> str:
        if not isinstance(self.engine, Ours):
            return ""
        return f"{self.engine.turns.size_bytes / sum(len(text.encode()) for text in texts):.2f}"


def beside() -> list[tuple[str, ...]]:
    texts = plain.texts(TURNS)
    queries = plain.queries(texts, QUERIES)
    measured = {name: Measured(engine) for name, engine in engines().items()}
    for _ in range(ROUNDS):
        for one in measured.values():
            one.run(texts, queries)
    base, peer = measured.get("tantivy"), measured.get("rank-bm25")
    rows = []
    for name, one in measured.items():
        index, query = min(one.indexing), median(one.asking)
        ratios = (
            (f"{index / min(base.indexing):.2f}", f"{query / median(base.asking):.2f}") if base else ("", "")
        )
        same = f"{overlap(one.found, peer.found):.2f}" if peer else ""
        rows.append((name, f"{index:.1f}", ratios[0], f"{query:.3f}", ratios[1], same, one.memory(texts)))
    return rows


def overlap(one: list[list[int]], other: list[list[int]]) -> float:
    return mean(len(set(own) & set(their)) / 10 for own, their in zip(one, other, strict=True))


def standing(name: str, ranking: Ranking) -> tuple[str, ...]:
    """Adding a turn to many, and asking."""
    engine = Ours(ranking)
    texts = plain.texts(MANY)
    _, index = timed(lambda: engine.index(texts))
    queries = plain.queries(texts, QUERIES)

    def add_and_ask(text: str, query: str) -> None:
        engine.turns.add(text)
        engine.query(query)

    spent = [
        timed(lambda text=text, query=query: add_and_ask(text, query))[1]
        for text, query in zip(texts, queries, strict=False)
    ]
    memory = f"{engine.turns.size_bytes / sum(len(text.encode()) for text in texts):.2f}"
    return (
        f"{name}, {MANY:,} turns: add one and ask",
        f"{index:.1f}",
        "",
        f"{median(spent):.3f}",
        "",
        "",
        memory,
    )


def rows() -> list[tuple[str, ...]]:
    return [
        HEAD,
        *beside(),
        standing("ours, plain BM25", PLAIN_BM25),
        standing("ours, all parts", Ranking()),
    ]


if __name__ == "__main__":
    title = "Indexing and ranking turns, beside other libraries"
    record.show("relevance_speed", title, rows(), write="--record" in sys.argv[1:])
