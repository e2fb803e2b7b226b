"""How long a catalogue takes to index and a query to answer, beside rank-bm25.

    python -m benches.catalog_speed             prints the table
    python -m benches.catalog_speed --record    writes it into benches/results as well

CPU time, best of several runs, queries of BFCL. rank-bm25 reads names, servers and descriptions alone; its
row is left out where it is not installed (benches/relevance/requirements.txt).
"""

from __future__ import annotations

import gc
import math
import sys
import time
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from benches import record
from benches.catalogs import collections, plain_bm25
from contextthrift import ToolEntry, ToolIndex
from contextthrift.context.tool_index import texts_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from benches.catalogs import Search

ROUNDS = 5
QUERIES = 200
SIZES = (300, 3_000, 30_000)


def tools(count: int) -> list[ToolEntry]:
    """So many tools of all catalogues, over and over; each round's have names of their own."""
    single, multi, live = (known.tools for known in (collections()[place] for place in (1, 2, 0)))
    once = [*live, *single, *multi]
    return [
        replace(once[n % len(once)], name=f"{once[n % len(once)].name}_{n // len(once)}")
        for n in range(count)
    ]


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of the fastest run, and what it gave."""
    fastest = math.inf
    for _ in range(ROUNDS):
        gc.collect()
        gc.disable()
        started = time.process_time()
        result = work()
        fastest = min(fastest, time.process_time() - started)
        gc.enable()
    return fastest, result


def ours(entries: list[ToolEntry]) -> Search:
    index = ToolIndex(entries)
    return lambda query: [hit.name for hit in index.search(query)]


def measured(engine: Callable[[list[ToolEntry]], Search], entries: list[ToolEntry]) -> tuple[float, float]:
    """Seconds to index, and seconds a query."""
    queries = [asked.query for asked in collections()[1].asked[:QUERIES]]
    built, search = timed(lambda: engine(entries))
    asked, _ = timed(lambda: [search(query) for query in queries])
    return built, asked / len(queries)


def main() -> None:
    rows = [("tools", "engine", "index", "a query", "ratio: index", "ratio: a query", "memory, of the text")]
    for size in SIZES:
        entries = tools(size)
        built, asked = measured(ours, entries)
        text = sum(len(field.encode()) for entry in entries for field in texts_of(entry, ""))
        share = f"{ToolIndex(entries).memory / text:.2f}"
        times = (f"{built * 1e3:.1f} ms", f"{asked * 1e3:.3f} ms")
        rows.append((f"{size:,}", "ToolIndex", *times, "1", "1", share))
        if find_spec("rank_bm25") and size <= 3_000:
            other_built, other_asked = measured(plain_bm25, entries)
            times = (f"{other_built * 1e3:.1f} ms", f"{other_asked * 1e3:.3f} ms")
            ratios = (f"{other_built / built:.1f}", f"{other_asked / asked:.1f}")
            rows.append((f"{size:,}", "rank-bm25", *times, *ratios, ""))
    record.show("catalog_speed", "Index of tools", rows, write="--record" in sys.argv)


if __name__ == "__main__":
    main()
