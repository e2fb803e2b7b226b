"""Many conversations at once: what a second thread gains, what a thread of Python keeps, what a file takes.

    python -m benches.batch_speed             prints the tables
    python -m benches.batch_speed --record    writes them into benches/results as well

1,000 recorded conversations of 100 messages and more, no two texts alike, each into half of itself; the cache
of counts is off. Wall-clock time, the best of the rounds, in which one thread and two take turns: what runs
beside on the machine makes both slower.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benches import record
from benches.fit_speed import TRACES, chat
from contextthrift import (
    MessageKind,
    cache_clear,
    count_messages,
    fit,
    fit_batch,
    get_encoding,
    plan_batch,
    set_cache_size,
)
from contextthrift.tokens.cache import DEFAULT_CACHE_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 15
CONVERSATIONS, MESSAGES = 1_000, 100
ENCODING = "cl100k_base"
THREADS, SECONDS = 8, 30.0
FILE_BYTES = 300_000_000
RUN = "from contextthrift.cli import main; main()"


def conversations() -> list[list[dict[str, Any]]]:
    """Recorded chats, one behind the other until there are enough messages; texts are numbered."""
    rows = [json.loads(line) for line in TRACES.read_text(encoding="utf-8").splitlines()]
    source, number, made = cycle(rows), 0, []
    for _ in range(CONVERSATIONS):
        messages = [rows[0]["messages"][0]]
        while len(messages) < MESSAGES:
            for message in next(source)["messages"][1:]:
                number += 1
                text = message.get("content")
                messages.append(message | {"content": f"{text} {number}"} if text else message)
        made.append(messages)
    return made


def in_turns(work: Callable[[int], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """Seconds of one thread and of two."""
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for threads, taken in times.items():
            begun = time.perf_counter()
            work(threads)
            taken.append(time.perf_counter() - begun)
    return min(times[1]), min(times[2])


def batch() -> list[tuple[str, ...]]:
    set_cache_size(0)
    made, encoding = conversations(), get_encoding(ENCODING)
    tokens = [count_messages(each, encoding=encoding) for each in made]
    items = [
        {"messages": each, "context_window": total // 2} for each, total in zip(made, tokens, strict=True)
    ]
    begun = time.perf_counter()
    alone = [fit(**item, encoding=encoding) for item in items]
    loop = time.perf_counter() - begun
    assert fit_batch(items, encoding=encoding, threads=2) == alone
    one, two = in_turns(lambda threads: fit_batch(items, encoding=encoding, threads=threads))
    named = (
        f"fit_batch, {len(made):,} conversations, {sum(map(len, made)):,} messages, {sum(tokens):,} tokens"
    )
    return [row(named, one, two), (f"a loop over fit: {loop * 1e3:.0f} ms", "", "", "")]


def row(what: str, one: float, two: float) -> tuple[str, ...]:
    return what, f"{one * 1e3:.1f} ms", f"{two * 1e3:.1f} ms", f"{one / two:.2f} x"


def plans() -> tuple[str, ...]:
    """As many conversations of plain turns, ten times over, since they are planned in no time."""
    count = 10 * CONVERSATIONS
    turn = [MessageKind.USER, MessageKind.CALL, MessageKind.RESULT, MessageKind.ASSISTANT]
    kinds = np.tile(np.array(turn * (MESSAGES // 4), dtype=np.uint8), count)
    costs = np.random.default_rng(1).integers(10, 300, kinds.size).astype(np.uint64)
    offsets = np.arange(count + 1, dtype=np.uint64) * MESSAGES
    stubs, noted = np.minimum(costs, 18), costs + 12

    def plan(threads: int) -> object:
        return plan_batch(offsets, costs, kinds, budgets=7_000, stubs=stubs, noted=noted, threads=threads)

    return row(f"plan_batch, {count:,} conversations, {kinds.size:,} messages", *in_turns(plan))


class Counting(threading.Thread):
    """A thread of Python that counts up."""

    def __init__(self) -> None:
        super().__init__()
        self.number, self.over = 0, False

    def run(self) -> None:
        while not self.over:
            self.number += 1

    def speed(self, work: Callable[[], object]) -> float:
        number, begun = self.number, time.perf_counter()
        work()
        return (self.number - number) / (time.perf_counter() - begun)


def beside() -> list[tuple[str, ...]]:
    """What a thread of Python keeps of the speed it has alone, while a million tokens are fitted."""
    set_cache_size(DEFAULT_CACHE_BYTES)
    messages, encoding = chat(10_000), get_encoding(ENCODING)
    tokens = count_messages(messages, encoding=encoding)
    texts = [message.get("content") or "" for message in messages]
    thread = Counting()
    thread.start()
    kept: dict[str, list[float]] = {"counted": [], "counted and fitted": []}
    for _ in range(ROUNDS):
        alone = thread.speed(lambda: time.sleep(0.1))
        cache_clear()
        kept["counted"].append(thread.speed(lambda: encoding.count_list(texts)) / alone)
        cache_clear()
        fitting = thread.speed(lambda: fit(messages, context_window=tokens // 2, encoding=encoding))
        kept["counted and fitted"].append(fitting / alone)
    thread.over = True
    thread.join()
    return [
        (f"a thread of Python while {tokens:,} tokens are {what}", f"{max(shares):.0%} of its speed", "", "")
        for what, shares in kept.items()
    ]


def threads_agree() -> tuple[str, ...]:
    """Threads on one encoding and one cache get what each gets alone."""
    set_cache_size(DEFAULT_CACHE_BYTES)
    made, encoding = conversations()[:20], get_encoding(ENCODING)
    expected = [fit(each, context_window=5_000, encoding=encoding) for each in made]
    until, agreed = time.monotonic() + SECONDS, []

    def keep_fitting() -> None:
        while time.monotonic() < until:
            agreed.append(fit_batch(made, context_window=5_000, encoding=encoding, threads=2) == expected)
            if len(agreed) % 50 == 0:
                cache_clear()

    threads = [threading.Thread(target=keep_fitting) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(agreed)
    told = f"{THREADS} threads, {SECONDS:.0f} s: {len(agreed):,} batches of {len(made)} fitted as alone"
    return told, "", "", ""


def file_of_lines() -> list[tuple[str, ...]]:
    """A file much larger than the memory that fitting it takes."""
    lines = [
        json.dumps({"id": at, "messages": each}).encode() + b"\n" for at, each in enumerate(conversations())
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "chats.jsonl")
        written, source = 0, cycle(lines)
        with path.open("wb") as stream:
            while written < FILE_BYTES:
                written += stream.write(next(source))
        return [fitted_file(path, jobs) for jobs in (1, 2)]


def fitted_file(path: Path, jobs: int) -> tuple[str, ...]:
    options = ("--window", "6000", "--encoding", ENCODING, "--jobs", str(jobs), "--quiet")
    command = [sys.executable, "-c", RUN, "fit", str(path), "-o", str(path) + ".out", *options]
    begun = time.perf_counter()
    process = subprocess.Popen(command)
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(map(resident, family(process.pid))))
        time.sleep(0.05)
    taken = time.perf_counter() - begun
    assert process.returncode == 0, process.returncode
    size = path.stat().st_size
    what = f"contextthrift fit, {size / 1e6:.0f} MB of JSON lines, --jobs {jobs}"
    return what, f"{taken:.1f} s", f"{size / 1e6 / taken:.0f} MB/s", f"{peak / 1e6:.0f} MB of memory at most"


def family(pid: int) -> list[int]:
    """A process and those it has started."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    try:
        return [pid, *(each for child in path.read_text().split() for each in family(int(child)))]
    except OSError:
        return [pid]


def resident(pid: int) -> int:
    """Bytes of memory that a process holds now."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def main() -> None:
    cores = f"{len(os.sched_getaffinity(0))} cores"
    head = ("what", "one thread", "two threads", cores)
    rows = [head, *batch(), plans(), *beside(), threads_agree(), *file_of_lines()]
    record.show("batch_speed", "Many conversations at once", rows, write="--record" in sys.argv)


if __name__ == "__main__":
    main()
