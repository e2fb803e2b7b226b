"""What a library takes besides its speed: one call, two threads, the first count, memory."""

from __future__ import annotations

import os
import time
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benches.count.rival import REFERENCE, RIVALS, loaded
from benches.count.worker import Failure, fresh, spent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benches.count.rival import Rival

CALLS = 4_000
ROUNDS = 5
HEAD = (
    "library",
    "one call on 100 characters, µs",
    "of tiktoken's",
    "two threads",
    "import, ms",
    "first count, ms",
)


def rows(encoding: str, prose: str, messages: list[str]) -> Iterator[tuple[str, ...]]:
    """Per library: CPU time of a call, gain of two threads, CPU time to the first count, resident MB."""
    yield (*HEAD, "resident MB", "after 2 MB of text")
    calls = {name: fresh(call, name, encoding, prose) for name in RIVALS}
    base = calls[REFERENCE]
    for name, rival in RIVALS.items():
        starts = [fresh(start, name, encoding, prose) for _ in range(3)]
        if isinstance(calls[name], Failure) or any(isinstance(one, Failure) for one in starts):
            yield (name, str(calls[name]), *map(str, starts), "", "", "", "")
            continue
        taken = [median(values) for values in zip(*starts, strict=True)]
        two = fresh(threads, name, encoding, messages, cores=2) if rival.has_threads else "none"
        gain = f"{two:.2f}" if isinstance(two, float) else str(two)
        one = calls[name]
        yield (name, f"{one:.2f}", f"{one / base:.2f}", gain, *(f"{value:.0f}" for value in taken))


def call(name: str, encoding: str, prose: str) -> float:
    """Microseconds of the processor for a text of 100 characters that was not counted before."""
    rival = loaded(name, encoding)
    texts = [prose[at : at + 100] for at in range(0, 100 * CALLS * (ROUNDS + 1), 100)]
    parts = [texts[at : at + CALLS] for at in range(0, len(texts), CALLS)]
    count = rival.count
    rounds = [spent(lambda part=part: [count(text) for text in part]) for part in parts if part]
    return median(taken / len(part) for taken, part in zip(rounds, parts, strict=False)) * 1e6


def threads(name: str, encoding: str, messages: list[str]) -> float:
    """How many times as fast two threads are as one, by the wall, in the best of turns."""
    rival = loaded(name, encoding)
    if name == "contextthrift":
        return cores(rival, messages)
    one, two = [], []
    for _ in range(ROUNDS):
        one.append(spent(lambda: rival.batch(messages), time.perf_counter))
        two.append(spent(lambda: rival.spread(messages), time.perf_counter))
    return min(one) / min(two)


def cores(rival: Rival, messages: list[str]) -> float:
    """The same of a library that takes the cores it may use."""
    if not hasattr(os, "sched_setaffinity"):
        return float("nan")
    every = sorted(os.sched_getaffinity(0))
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for number, seconds in enumerate(taken, 1):
            os.sched_setaffinity(0, every[:number])
            seconds.append(spent(lambda: rival.batch(messages), time.perf_counter))
    return min(taken[0]) / min(taken[1])


def start(name: str, encoding: str, prose: str) -> tuple[float, float, float, float]:
    """CPU ms to import and from there to the first count; MB that this added, and after more texts."""
    before, began = resident(), time.process_time()
    import_module(RIVALS[name].module)
    imported = time.process_time()
    rival = loaded(name, encoding)
    rival.count("hello world")
    counted, first = time.process_time(), resident()
    rival.batch([prose[at : at + 2_000] for at in range(0, 2_000_000, 2_000)])
    return (imported - began) * 1e3, (counted - imported) * 1e3, first - before, resident() - before


def resident() -> float:
    """MB of memory in use; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:")), 0.0)
