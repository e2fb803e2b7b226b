"""The package as Python calls it against Python tiktoken: one call, a batch, two cores."""

from __future__ import annotations

import multiprocessing
import os
import time
from statistics import median
from typing import TYPE_CHECKING

from benches.encodings import corpora, reference
from benches.encodings.plan import MAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from benches.encodings.plan import Plan

SHORT = (
    "The quick brown fox jumps over the lazy dog, and then it sleeps until noon; nothing else happened. OK"[
        :100
    ]
)
CALLS = 20_000


def rows(plan: Plan, _: Path) -> Iterator[tuple[str, ...]]:
    """Per encoding: microseconds of one call, and milliseconds of a batch of short messages."""
    yield ("what", "encoding", "tiktoken", "contextthrift", "ratio")
    texts = corpora.messages(plan.sized(20_000, 2_000), plan.cjk)
    vocabularies = os.environ["TIKTOKEN_CACHE_DIR"]
    for encoding in plan.encodings(MAIN):
        ours, theirs = (fresh(one_call, encoding, who, vocabularies) for who in ("contextthrift", "tiktoken"))
        yield row("one call on 100 characters, CPU us", encoding, theirs, ours)
        first, again = (
            median(many) for many in zip(*(fresh(batch, encoding, texts) for _ in range(5)), strict=True)
        )
        listed = median(fresh(loop, encoding, texts, vocabularies) for _ in range(3))
        yield row(f"{len(texts):,} messages, CPU ms, first", encoding, listed, first)
        yield row(f"{len(texts):,} messages, CPU ms, repeat", encoding, listed, again)
        one, two = fresh(cores, encoding, texts)
        yield (
            f"{len(texts):,} messages, wall ms, one core, two",
            encoding,
            "",
            f"{one:.2f}, {two:.2f}",
            f"{one / two:.2f}",
        )


def row(what: str, encoding: str, theirs: float, ours: float) -> tuple[str, ...]:
    return (what, encoding, f"{theirs:.2f}", f"{ours:.2f}", f"{theirs / ours:.1f}")


def fresh(work: Callable[..., object], *arguments: object) -> object:
    """What `work` gives in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, arguments)


def one_call(encoding: str, who: str, vocabularies: str) -> float:
    count = counter(encoding) if who == "contextthrift" else encoder(encoding, vocabularies)
    count(SHORT)
    return min(spent(lambda: [count(SHORT) for _ in range(CALLS)]) for _ in range(5)) / CALLS * 1e6


def batch(encoding: str, texts: list[str]) -> tuple[float, float]:
    """Milliseconds of a first pass and of the best of five repeats, on one core."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
    count = counting(encoding)
    first, *again = (spent(lambda: count(texts)) * 1e3 for _ in range(6))
    return first, min(again)


def loop(encoding: str, texts: list[str], vocabularies: str) -> float:
    encode = encoder(encoding, vocabularies)
    encode(SHORT)
    return spent(lambda: [len(encode(text)) for text in texts]) * 1e3


def cores(encoding: str, texts: list[str]) -> tuple[float, float]:
    """Milliseconds by the wall of the best of 15 repeats on one core, and on two."""
    count = counting(encoding)
    every = sorted(os.sched_getaffinity(0))

    def best(number: int) -> float:
        os.sched_setaffinity(0, every[:number])
        return min(spent(lambda: count(texts), time.perf_counter) for _ in range(15)) * 1e3

    return best(1), best(2)


def counting(encoding: str) -> Callable[[list[str]], object]:
    from contextthrift import get_encoding, set_cache_size  # noqa: PLC0415 - each process measures one package

    set_cache_size(0)
    found = get_encoding(encoding)
    found.count(SHORT)
    return found.count_list


def counter(encoding: str) -> Callable[[str], object]:
    from contextthrift import get_encoding  # noqa: PLC0415 - as above

    return get_encoding(encoding).count


def encoder(encoding: str, vocabularies: str) -> Callable[[str], list[int]]:
    os.environ["TIKTOKEN_CACHE_DIR"] = vocabularies
    return reference.encoding(encoding).encode_ordinary


def spent(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    started = clock()
    work()
    return clock() - started
