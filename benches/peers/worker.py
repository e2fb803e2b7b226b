"""One measurement of one rival in a process of its own, printed as a line of JSON.

    python -m benches.peers.worker time RIVAL COUNTER SIZE BUDGET    CPU seconds of the first call, of later
    python -m benches.peers.worker pairs RIVAL COUNTER SIZE BUDGET   what comes out at 24 budgets around it
    python -m benches.peers.worker flat SIZE                         plans over counts that are known

The first call is the first of the process but for one on a few short messages, which loads what is loaded
once.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from benches.peers import flat
from benches.peers.counters import one_by_one
from benches.peers.rivals import BY_NAME, Fitter, Said, said_in
from benches.peers.workload import messages

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

REPEATS = 7
SECONDS_FOR_REPEATS = 3.0
BUDGETS = 24
WARM_UP = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Where is the quay?"},
    {"role": "assistant", "content": "Behind the fish market, to the left."},
    {"role": "user", "content": "Thanks!"},
]


def fitter_of(name: str, counter: str) -> Fitter:
    fitter = BY_NAME[name].made(counter)
    for budget in (10**6, 12):
        with suppress(Exception):  # some refuse so small a budget, and are warm all the same
            fitter.fit(fitter.native([dict(each) for each in WARM_UP]), budget)
    return fitter


def timed(name: str, counter: str, size: int, budget: int) -> dict[str, Any]:
    fitter, chat = fitter_of(name, counter), messages(size)
    native, times, ends = fitter.native(chat), [], time.perf_counter() + SECONDS_FOR_REPEATS
    while not times or (len(times) <= REPEATS and time.perf_counter() < ends):
        if fitter.is_consuming and times:
            native = fitter.native(chat)
        gc.collect()
        started = time.process_time()
        out = fitter.fit(native, budget)
        times.append(time.process_time() - started)
    return {"cpu": times, "kept": len(said(fitter, out))}


def said(fitter: Fitter, out: Any) -> list[Said]:
    return said_in(out) if fitter.said is None else fitter.said(out)


def pairs(name: str, counter: str, size: int, budget: int) -> dict[str, Any]:
    fitter, chat, count = fitter_of(name, counter), messages(size), one_by_one(counter)
    found: dict[str, Any] = {"budgets": 0, "broken": 0, "over": 0, "no system": 0, "no newest": 0}
    for at in range(BUDGETS):
        asked = budget - 200 + 17 * at
        out = said(fitter, fitter.fit(fitter.native(messages(size)), asked))
        found["budgets"] += 1
        found["broken"] += is_broken(out)
        found["over"] += sum(count(each.content) for each in out) > asked
        found["no system"] += fitter.gets_system and all(each.role != "system" for each in out)
        found["no newest"] += not out or out[-1].content != chat[-1]["content"]
    return found if fitter.gets_system else found | {"no system": "not given"}


def is_broken(out: Sequence[Said]) -> bool:
    """Whether a result stands without its call directly before it, or a call without its result."""
    waiting: list[str] = []
    for each in out:
        if each.answers is not None:
            if each.answers not in waiting:
                return True
            waiting.remove(each.answers)
        elif waiting:
            return True
        waiting += each.calls
    return bool(waiting)


def main() -> None:
    what, *given = sys.argv[1:]
    if what == "flat":
        print(json.dumps(flat.measured(int(given[0]))))
        return
    measure: Callable[..., dict[str, Any]] = {"time": timed, "pairs": pairs}[what]
    name, counter, size, budget = given
    print(json.dumps(measure(name, counter, int(size), int(budget))))


if __name__ == "__main__":
    main()
