"""How many texts each engine counts differently from tiktoken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benches.encodings import corpora, peers, reference, traps
from benches.encodings.plan import EVERY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benches.encodings.plan import Plan

HEAD = ("corpus", "encoding", "texts", "MB", "tokens")


def rows(plan: Plan, folder: Path) -> Iterator[tuple[str, ...]]:
    """A table of differing counts with a column for each engine."""
    yield (*HEAD, *plan.peers)
    for corpus, texts in sets(plan):
        file = peers.write(folder / corpus, texts)
        size = sum(len(text.encode()) for text in texts) / 1e6
        for encoding in plan.encodings(EVERY):
            wanted = [reference.count(encoding, text) for text in texts]
            found = [differing(wanted, peers.ask(peer, "counts", encoding, file)) for peer in plan.peers]
            yield (corpus, encoding, f"{len(texts):,}", f"{size:.1f}", f"{sum(wanted):,}", *found)


def sets(plan: Plan) -> Iterator[tuple[str, list[str]]]:
    """The corpora by name, made when their turn comes."""
    yield "chat", list(dict.fromkeys(corpora.chat()))
    yield "code", corpora.code(plan.sized(10_000_000, 500_000))
    yield "cjk", corpora.cjk(plan.sized(6_000_000, 300_000), plan.cjk)
    yield "fuzz", traps.fuzz(plan.sized(1_000_000, 3_000))
    yield "contractions", traps.contractions(plan.sized(300_000, 40_000))
    yield "sweep", traps.sweep(plan.sized(1, 61))


def differing(wanted: list[int], got: list[str]) -> str:
    """The number of counts that differ; a panic, an abort and a missing count are differences."""
    pairs = zip(wanted, got, strict=False)
    return f"{sum(str(a) != b for a, b in pairs) + abs(len(wanted) - len(got)):,}"
