"""Other libraries that rank texts, each behind the same three methods."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np

from benches.relevance import plain
from contextthrift import TurnIndex
from contextthrift.context.ranking import PLAIN_BM25, Ranking

WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    return WORD.findall(text.lower())


class Engine(Protocol):
    """Something that ranks."""

    def index(self, texts: list[str]) -> None: ...

    def query(self, text: str) -> list[int]:
        """The places of the ten best."""
        ...


class Ours:
    """TurnIndex with some ranking."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking

    def index(self, texts: list[str]) -> None:
        self.turns = TurnIndex(self.ranking)
        self.turns.extend([plain.Spoken(text) for text in texts])

    def query(self, text: str) -> list[int]:
        return [ranked.place for ranked in self.turns.rank(text, 10)]


class RankBM25:
    """rank-bm25 on words as a regular expression finds them."""

    def index(self, texts: list[str]) -> None:
        from rank_bm25 import BM25Okapi  # noqa: PLC0415 - not installed for development

        self.engine = BM25Okapi([words(text) for text in texts])

    def query(self, text: str) -> list[int]:
        scores = self.engine.get_scores(words(text))
        found = np.argpartition(-scores, 10)[:10]
        return found[np.argsort(-scores[found])].tolist()


class Bm25s:
    """bm25s on words as a regular expression finds them."""

    def index(self, texts: list[str]) -> None:
        import bm25s  # noqa: PLC0415 - not installed for development

        self.engine = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
        self.engine.index([words(text) for text in texts], show_progress=False)

    def query(self, text: str) -> list[int]:
        found, _ = self.engine.retrieve([words(text)], k=10, show_progress=False, n_threads=1)
        return found[0].tolist()


class Tantivy:
    """tantivy in memory, with one thread and its default words."""

    def index(self, texts: list[str]) -> None:
        import tantivy  # noqa: PLC0415 - not installed for development

        builder = tantivy.SchemaBuilder()
        builder.add_text_field("body", stored=False)
        builder.add_unsigned_field("place", stored=True, indexed=False, fast=True)
        self.engine = tantivy.Index(builder.build())
        writer = self.engine.writer(50_000_000, 1)
        for place, text in enumerate(texts):
            document: Any = tantivy.Document()
            document.add_text("body", text)
            document.add_unsigned("place", place)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        self.engine.reload()
        self.searcher = self.engine.searcher()

    def query(self, text: str) -> list[int]:
        found = self.searcher.search(self.engine.parse_query(text, ["body"]), 10)
        return [self.searcher.doc(address)["place"][0] for _, address in found.hits]


def engines() -> dict[str, Engine]:
    """Ours, and the rivals that are installed."""
    rivals = {
        "rank-bm25": ("rank_bm25", RankBM25),
        "bm25s": ("bm25s", Bm25s),
        "tantivy": ("tantivy", Tantivy),
    }
    return {
        "ours, plain BM25": Ours(PLAIN_BM25),
        "ours, all parts": Ours(Ranking()),
        **{name: make() for name, (module, make) in rivals.items() if find_spec(module)},
    }
