"""contextthrift beside other libraries and hand-written loops, all in one run.

    python -m benches.peers             prints the tables
    python -m benches.peers --record    writes them into benches/results and docs/speed.md as well
    python -m benches.peers --quick     a tenth of the messages, one round: whether everything runs

The rivals get an environment of their own in target/peers, made when it is missing; `PEERS_PYTHON` names
an interpreter that has them already. Each measurement is a process of its own, and the processes take turns:
in each round every rival once. Numbers are CPU time of the process, medians over rounds.
"""

from __future__ import annotations

import math
import statistics
import sys
from dataclasses import dataclass, field
from typing import Any

from benches import record
from benches.peers import workload
from benches.peers.environment import Environment
from benches.peers.rivals import RIVALS, Rival
from contextthrift import count_messages, get_encoding

ROUNDS = 3
SIZES = (1_000, 20_000)
OURS_AS_WELL = 200_000
"""A size that only contextthrift and the loop are measured at besides."""
PAIRS = 401
LIMIT_S = 60
"""Who takes longer for a chat is asked no further."""
SLOW_S = 2.0
"""Who takes longer is asked in one round only."""
ENCODINGS = {"len4": "chars4", "cl100k": "cl100k_base"}

ABOUT = """\
{messages:,} messages with {tokens:,} tokens of cl100k in their contents, fitted into half; digest of the
texts `{digest}`. {machine}. How: `make bench-peers`.

CPU time of all threads, medians. Every number is from a process of its own, and the processes take turns,
{rounds} rounds. The first call is the first on these messages in its process; vocabularies are loaded by
then. Growth is the exponent between {least:,} messages and the longest chat measured.

Versions: {versions}."""


@dataclass(slots=True)
class Row:
    """What was measured of one rival with one counter."""

    rival: Rival
    counter: str
    first: dict[int, list[float]] = field(default_factory=dict)
    """CPU seconds of the first call in each process, by size."""
    again: dict[int, list[float]] = field(default_factory=dict)
    """The median of the later calls of each."""
    pairs: dict[str, Any] = field(default_factory=dict)
    failure: str = ""
    """Why it was asked no further."""

    def take(self, size: int, found: dict[str, Any]) -> None:
        if "failure" in found:
            self.failure = f"{found['failure']} at {size:,}"
            return
        first, *later = found["cpu"]
        self.first.setdefault(size, []).append(first)
        self.again.setdefault(size, []).append(statistics.median(later or [first]))

    @property
    def growth(self) -> str:
        """The exponent of the later calls' time between the smallest and the largest chat."""
        if len(self.again) < 2:
            return "-"
        least, most = min(self.again), max(self.again)
        ratio = statistics.median(self.again[most]) / statistics.median(self.again[least])
        return f"{math.log(ratio) / math.log(most / least):.2f}"


def budgets(rival: Rival, counter: str, size: int) -> int:
    """Half of the tokens that this one's budget counts: the contents, or everything."""
    chat, encoding = workload.messages(size), ENCODINGS[counter]
    if rival.name == "contextthrift":
        return count_messages(chat, encoding=encoding) // 2
    texts = [message["content"] for message in chat]
    if counter == "len4":
        return sum(len(text) // 4 for text in texts) // 2
    return sum(get_encoding(encoding).count_list(texts)) // 2


def measure(environment: Environment, rows: list[Row], sizes: tuple[int, ...], rounds: int) -> None:
    for size in (*sizes, OURS_AS_WELL):
        some = [row for row in rows if size != OURS_AS_WELL or row.rival.package in {None, "contextthrift"}]
        for _ in range(rounds if size == max(sizes) else 1):
            for row in some:
                if row.failure or min(row.first.get(size, [0.0])) > SLOW_S:
                    continue
                asked = (row.rival.name, row.counter, size, budgets(row.rival, row.counter, size))
                row.take(size, environment.ask("time", *asked, limit_s=LIMIT_S))
                print(row.rival.name, row.counter, size, row.again.get(size, row.failure), file=sys.stderr)
    for row in rows:
        if not row.first:  # not even one short chat
            row.pairs = {"failure": row.failure}
            continue
        asked = (row.rival.name, row.counter, PAIRS, budgets(row.rival, row.counter, PAIRS))
        row.pairs = environment.ask("pairs", *asked, limit_s=LIMIT_S)
        print(row.rival.name, row.counter, row.pairs, file=sys.stderr)


def time_table(rows: list[Row], size: int, counter: str) -> list[tuple[str, ...]]:
    """First calls and later ones, in milliseconds and as multiples of ours."""
    chosen = [row for row in rows if row.counter == counter]
    ours = next(row for row in chosen if row.rival.name == "contextthrift")
    head = ("fit into half", "first call, ms", "x ours", "later calls, ms", "x ours", "growth")
    return [head, *(_time_row(row, ours, size) for row in sorted(chosen, key=lambda row: _rank(row, size)))]


def _rank(row: Row, size: int) -> tuple[bool, float]:
    times = row.first.get(size)
    return times is None, statistics.median(times) if times else 0.0


def _time_row(row: Row, ours: Row, size: int) -> tuple[str, ...]:
    if size not in row.first:
        return (row.rival.name, row.failure or "not measured", "", "", "", row.growth)
    first, again = (statistics.median(times[size]) for times in (row.first, row.again))
    our_first, our_again = (statistics.median(times[size]) for times in (ours.first, ours.again))
    return (
        row.rival.name,
        f"{first * 1e3:,.1f}",
        f"{first / our_first:.1f}",
        f"{again * 1e3:,.1f}",
        f"{again / our_again:.1f}",
        row.growth,
    )


def pair_table(rows: list[Row]) -> list[tuple[str, ...]]:
    """What came out at 24 budgets."""
    head = ("of 24 budgets", "counter", "broken pairs", "over budget", "system prompt lost", "newest lost")
    names = ("broken", "over", "no system", "no newest")
    table = [head]
    for row in rows:
        told = (
            [str(row.pairs[name]) for name in names] if "broken" in row.pairs else [row.pairs["failure"]] * 4
        )
        table.append((row.rival.name, row.counter, *told))
    return table


def flat_table(found: dict[str, list[float]]) -> list[tuple[str, ...]]:
    """Plans over known counts."""
    head = ("counts are known", "median ms", "best ms")
    rows = [(name, f"{statistics.median(t) * 1e3:.2f}", f"{min(t) * 1e3:.2f}") for name, t in found.items()]
    return [head, *rows]


def text(environment: Environment, tables: dict[str, list[tuple[str, ...]]], size: int) -> str:
    """The whole record."""
    chat = workload.messages(size)
    tokens = sum(get_encoding("cl100k_base").count_list([message["content"] for message in chat]))
    about = ABOUT.format(
        messages=len(chat),
        tokens=tokens,
        digest=workload.digest(),
        machine=record.machine(),
        rounds=ROUNDS,
        least=min(SIZES),
        versions=environment.versions(),
    )
    parts = [about, *environment.missing]
    parts += [f"## {title}\n\n{record.markdown(table)}" for title, table in tables.items()]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    is_quick = "--quick" in sys.argv
    sizes, rounds = ((100, 2_000), 1) if is_quick else (SIZES, ROUNDS)
    size = max(sizes)
    environment = Environment.made()
    rows = [
        Row(rival, counter)
        for rival in RIVALS
        if environment.has(rival.package)
        for counter in rival.counters
    ]
    measure(environment, rows, sizes, rounds)
    tables = {
        "Counted exactly, cl100k_base": time_table(rows, size, "cl100k"),
        "Counted by characters / 4": time_table(rows, size, "len4"),
        "Planned over counts that are known": flat_table(environment.ask("flat", size, limit_s=LIMIT_S)),
        "Pairs of calls and results": pair_table(rows),
    }
    body = text(environment, tables, size)
    record.keep("peers", "Beside other libraries", body, write="--record" in sys.argv)
    if "--record" in sys.argv:
        for mark, table in zip(("exact", "estimated", "known", "pairs"), tables.values(), strict=True):
            record.into_page("speed.md", mark, table)


if __name__ == "__main__":
    main()
