"""Turns: grouping a history, and selecting among its turns.

    python -m benches.turn_speed             prints the table
    python -m benches.turn_speed --record    writes it into benches/results as well

CPU time, best of several runs. As with `timeit`, the garbage collector rests while a run is timed: what
it costs depends on everything else in the process.
"""

from __future__ import annotations

import gc
import math
import sys
import time
from typing import TYPE_CHECKING

import contextthrift
from benches import record, workload

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[[], object]

ROUNDS = 15
QUERY = "which page did the index build return before the network failed"
GROUPED = (1_000, 8_000, 64_000)
SELECTED = (1_000, 10_000, 100_000)


def chars4(text: str, _encoding: str) -> int:
    return -(-len(text) // 4)


def timed(work: Run) -> float:
    """CPU seconds of the fastest run."""
    fastest = math.inf
    for _ in range(ROUNDS):
        gc.collect()
        gc.disable()
        started = time.process_time()
        result = work()
        fastest = min(fastest, time.process_time() - started)
        gc.enable()
        del result
    return fastest


def grouping(size: int) -> Run:
    history = workload.history(size)
    messages = [contextthrift.HistoryMessage(**message) for message in history["messages"]]
    calls = [contextthrift.HistoryCall(**call) for call in history["tool_calls"]]
    assert len(contextthrift.group_history_into_turns(messages, calls)) == size
    return lambda: contextthrift.group_history_into_turns(messages, calls)


def turns(size: int) -> list[contextthrift.Turn]:
    step = workload.lcg(777)
    return [contextthrift.Turn(qa=workload.body(step, 400), created_at="") for _ in range(size)]


def selecting(size: int, estimate_tokens: object) -> Run:
    history = turns(size)
    return lambda: contextthrift.select_relevant_turns(
        history, QUERY, history_budget=50 * size, estimate_tokens=estimate_tokens
    )


def selecting_naively(size: int) -> Run:
    history = turns(size)
    return lambda: contextthrift.select_naive_turns(history, 100 * size, estimate_tokens=chars4)


def growth(
    what: str, sizes: tuple[int, ...], make: Callable[[int], Run], target: str
) -> list[tuple[str, ...]]:
    """A row for each size, the target at the middle one, and a row for the exponent between the ends."""
    seconds = [timed(make(size)) for size in sizes]
    exponent = math.log(seconds[-1] / seconds[0]) / math.log(sizes[-1] / sizes[0])
    rows = [
        (f"{what}, {size:,} turns", f"{s * 1e3:.2f} ms", f"{s / size * 1e6:.2f} us a turn", "")
        for size, s in zip(sizes, seconds, strict=True)
    ]
    rows[1] = (*rows[1][:3], target)
    name = f"growth exponent, {sizes[0]:,} to {sizes[-1]:,}"
    return [*rows, (name, "", f"{exponent:.2f}", "<= 1.1")]


def rows() -> list[tuple[str, ...]]:
    return [
        ("what", "time", "ratio", "target"),
        *growth("group, as many calls", GROUPED, grouping, "<= 30 ms"),
        *growth("select relevant, function", SELECTED, lambda size: selecting(size, chars4), "<= 15 ms"),
        *growth("select relevant, 'chars4'", SELECTED, lambda size: selecting(size, "chars4"), "<= 15 ms"),
        *growth("select naive, function", SELECTED, selecting_naively, ""),
    ]


if __name__ == "__main__":
    record.show("turn_speed", "Turns of a history", rows(), write="--record" in sys.argv[1:])
