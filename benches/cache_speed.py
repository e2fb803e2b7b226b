"""What the cache of counts costs where it finds nothing and gains where it does, as ratios in one run.

    python -m benches.cache_speed             prints the table
    python -m benches.cache_speed --record    writes it into benches/results as well

Texts are Python's manual and the sources of its standard library, cut into equal pieces: about a million
tokens. CPU time of all threads. Off, first time and again take turns; times are the best of the rounds,
what the first time costs more is their median. The counting core has seen the pieces before, which makes
counting as fast as it gets and the shares of the cache as large.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from itertools import chain
from statistics import median
from typing import TYPE_CHECKING

from benches import record
from benches.encodings import corpora
from contextthrift import cache_clear, cache_info, get_encoding, set_cache_size
from contextthrift.tokens.cache import DEFAULT_CACHE_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 31
SIZES = (64, 200, 512, 2_000, 20_000)
"""Bytes of a text; those below 512 are looked up in blocks."""
ENCODINGS = ("cl100k_base", "o200k_base")
BYTES = 4_400_000
"""About a million tokens of these texts."""
THREADS = 8
SECONDS = 3.0


def pieces(size: int) -> list[str]:
    text = " ".join(chain(corpora.english(), corpora.code(BYTES)))
    plain = text.encode("ascii", "ignore").decode()[:BYTES]
    return [plain[at : at + size] for at in range(0, len(plain), size)]


def cpu(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def speed(name: str, size: int) -> tuple[str, ...]:
    texts, encoding = pieces(size), get_encoding(name)
    tokens = sum(encoding.count_list(texts))
    rounds = []
    for _ in range(ROUNDS):
        set_cache_size(0)
        off = cpu(lambda: encoding.count_list(texts))
        set_cache_size(DEFAULT_CACHE_BYTES)
        first, again = (cpu(lambda: encoding.count_list(texts)) for _ in range(2))
        rounds.append((off, first, again))
    off, _, again = map(min, zip(*rounds, strict=True))
    added = median(first / off - 1 for off, first, _ in rounds)
    info = cache_info()
    return (
        f"{name}, {len(texts):,} texts of {size:,} bytes, {tokens:,} tokens",
        f"{off * 1e3:.2f} ms",
        f"{added * 100:+.1f} %",
        f"{again * 1e3:.2f} ms",
        f"{off / again:.1f} x",
        f"{len(texts) * size / again / 1e9:.1f}",
        f"{info.size_bytes / len(texts):.0f}",
    )


def threads_agree(name: str) -> int:
    """Batches counted by threads at once, every one as it is counted alone without the cache."""
    texts, encoding = pieces(2_000)[:500], get_encoding(name)
    set_cache_size(0)
    alone = encoding.count_list(texts)
    set_cache_size(DEFAULT_CACHE_BYTES)
    until, agreed = time.monotonic() + SECONDS, []

    def count() -> None:
        while time.monotonic() < until:
            agreed.append(encoding.count_list(texts) == alone)
            if len(agreed) % 100 == 0:
                cache_clear()

    threads = [threading.Thread(target=count) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(agreed)
    return len(agreed)


def forks_agree(name: str, forks: int = 50) -> int:
    """Children forked one by one while a thread counts, each with the counts of the parent."""
    texts, encoding = pieces(2_000)[:500], get_encoding(name)
    expected, over = encoding.count_list(texts), threading.Event()

    def count() -> None:
        while not over.is_set():
            encoding.count_list(texts)

    thread = threading.Thread(target=count)
    thread.start()
    for _ in range(forks):
        child = os.fork()
        if child == 0:
            os._exit(0 if encoding.count_list(texts) == expected else 1)
        assert os.waitpid(child, 0)[1] == 0
    over.set()
    thread.join()
    return forks


def rows() -> list[tuple[str, ...]]:
    head = ("what", "without the cache", "first time with it", "again", "gain", "GB/s", "bytes a text")
    table = [head, *(speed(name, size) for name in ENCODINGS for size in SIZES)]
    batches, forks = threads_agree("o200k_base"), forks_agree("o200k_base")
    told = f"{THREADS} threads, {SECONDS:.0f} s: {batches:,} batches of 500 texts counted as alone"
    return [*table, (told, *[""] * 6), (f"{forks} forks while a thread counts: counted as before", *[""] * 6)]


if __name__ == "__main__":
    record.show("cache_speed", "The cache of counts", rows(), write="--record" in sys.argv[1:])
