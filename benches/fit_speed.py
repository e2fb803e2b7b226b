"""Fitting long chats of recorded messages into half their size, and how much of that is counting.

    python -m benches.fit_speed             prints the table
    python -m benches.fit_speed --record    writes it into benches/results as well

CPU time, best of five runs in one process, so that counts are of pieces seen before; the cache
of counts is off.
"""

from __future__ import annotations

import json
import math
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benches import record
from contextthrift import fit, get_encoding, set_cache_size

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5
SIZES = (2_000, 20_000)
TRACES = Path(__file__).parent.parent / "tests" / "data" / "tau_airline.jsonl"
ENCODING = "cl100k_base"


def chat(size: int) -> list[dict[str, Any]]:
    """Messages of the recorded chats, one chat behind the other; texts are numbered so that none is alike."""
    rows = [json.loads(line) for line in TRACES.read_text(encoding="utf-8").splitlines()]
    spoken = [message for row in rows for message in row["messages"] if message["role"] != "system"]
    return [numbered(message, at) for at, message in enumerate(islice(cycle(spoken), size))]


def numbered(message: dict[str, Any], at: int) -> dict[str, Any]:
    return message | {"content": f"{message['content']} {at}"} if message.get("content") else message


def best(run: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        started = time.process_time()
        run()
        times.append(time.process_time() - started)
    return min(times)


def measured(size: int) -> tuple[float, float, float]:
    """CPU seconds of counting alone, of a fit that cuts nothing, and of one into half."""
    set_cache_size(0)
    messages, encoding = chat(size), get_encoding(ENCODING)
    total = fit(messages, context_window=10**9, encoding=encoding).trace.total_before
    texts = [message.get("content") or "" for message in messages]
    return (
        best(lambda: encoding.count_list(texts)),
        best(lambda: fit(messages, context_window=10**9, encoding=encoding)),
        best(lambda: fit(messages, context_window=total // 2, encoding=encoding)),
    )


def main() -> None:
    found = {size: measured(size) for size in SIZES}
    rows: list[tuple[str, ...]] = [
        ("messages", "counting alone", "a fit that cuts nothing", "a fit into half")
    ]
    rows += [(f"{size:,}", *(f"{s * 1e3:.1f} ms" for s in times)) for size, times in found.items()]
    smallest, *_, largest = SIZES
    span = math.log(largest / smallest)
    growth = [math.log(b / a) / span for a, b in zip(found[smallest], found[largest], strict=True)]
    rows.append(("growth exponent", *(f"{exponent:.2f}" for exponent in growth)))
    record.show("fit_speed", "Fitting long chats", rows, write="--record" in sys.argv)


if __name__ == "__main__":
    main()
