"""What a second thread gains on texts that were never counted, and what it takes.

    python -m benches.count_threads             prints the table
    python -m benches.count_threads --record    writes it into benches/results as well

The texts are the contents of the chat of benches/peers, from its beginning on. Each measurement is the first
count of a process of its own, in which the vocabulary is loaded and nothing else counted; processes with one
core and with two take turns. Needs a system on which a process may choose its cores.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time

from benches import record
from benches.peers.workload import messages
from contextthrift import get_encoding

ROUNDS = 9
MEGABYTES = (0.5, 1.0, 2.0, 4.0, 8.0)
MESSAGES = 60_000
ENCODING = "cl100k_base"


def texts(megabytes: float) -> list[str]:
    """The first contents that together have so many bytes."""
    found, left = [], megabytes * 1e6
    for message in messages(MESSAGES):
        found.append(message["content"])
        left -= len(message["content"].encode())
        if left <= 0:
            break
    return found


def first_count(megabytes: float, cores: int) -> tuple[float, float]:
    """Seconds by the wall and of CPU of a first count."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    encoding, batch = get_encoding(ENCODING), texts(megabytes)
    encoding.count_list(["ready"])
    wall, cpu = time.perf_counter(), time.process_time()
    encoding.count_list(batch)
    return time.perf_counter() - wall, time.process_time() - cpu


def asked(megabytes: float, cores: int) -> tuple[float, float]:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "benches.count_threads", str(megabytes), str(cores)]
    wall, cpu = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return wall, cpu


def rows() -> list[tuple[str, ...]]:
    """One for each size, under a head."""
    found: list[tuple[str, ...]] = [
        ("texts never counted", "one core, ms", "CPU, ms", "two cores, ms", "CPU, ms")
    ]
    for megabytes in MEGABYTES:
        turns = [(asked(megabytes, 1), asked(megabytes, 2)) for _ in range(ROUNDS)]
        figures = [statistics.median(turn[cores][of] for turn in turns) for cores in (0, 1) for of in (0, 1)]
        found.append((f"{megabytes:g} MB", *(f"{figure * 1e3:.1f}" for figure in figures)))
    return found


def main() -> None:
    """The figures of one count where its size and cores are given; else the table."""
    given = [float(each) for each in sys.argv[1:] if not each.startswith("--")]
    if given:
        print(json.dumps(first_count(given[0], int(given[1]))))
        return
    record.show("count_threads", "What a second thread gains", rows(), write="--record" in sys.argv[1:])


if __name__ == "__main__":
    main()
