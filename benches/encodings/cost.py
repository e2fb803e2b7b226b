"""What a candidate costs before it counts: time to load, memory, size; and whether threads may share it."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from benches.encodings import corpora, peers, traps
from benches.encodings.plan import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benches.encodings.plan import Plan

THREADS = 4


def rows(plan: Plan, folder: Path) -> Iterator[tuple[str, ...]]:
    """CPU ms to the first count, resident MB after it, MB of binary, and the counts of four threads."""
    yield ("candidate", "encoding", "load ms", "resident MB", "adds to the binary MB", "four threads")
    file = peers.write(folder / "threads", traps.fuzz(plan.sized(20_000, 2_000), seed=5) + corpora.chat())
    for peer in (peers.BASE, *plan.peers):
        adds = (peers.binary(peer).stat().st_size - peers.binary(peers.BASE).stat().st_size) / 1e6
        for encoding in plan.encodings(MAIN):
            loads = [peers.ask(peer, "load", encoding)[-1].split() for _ in range(7)]
            ms, kib = (median(float(load[field]) for load in loads) for field in (0, 1))
            threads = peers.ask(peer, "threads", encoding, file, THREADS)[-1]
            yield (peer, encoding, f"{ms:.1f}", f"{kib / 1024:.1f}", f"{adds:.2f}", threads)
