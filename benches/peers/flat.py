"""Plans over counts that are known: no text and no message is touched.

Ours is the whole ladder, stubs and gap notes included; the walk in Python and the one in numpy only find
where the newest half begins.
"""

from __future__ import annotations

import time
from array import array
from typing import TYPE_CHECKING

import numpy as np

from benches.peers.workload import messages
from contextthrift import FitPolicy, get_encoding
from contextthrift.fit.forms import Forms
from contextthrift.fit.ladder import Columns, plan_of
from contextthrift.fit.measure import Measure
from contextthrift.fit.request import Request

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROUNDS = 51


def walk(costs: Sequence[int], budget: int) -> int:
    used, start = 0, len(costs)
    while start:
        used += costs[start - 1]
        if used > budget:
            break
        start -= 1
    return start


def numpy_walk(costs: np.ndarray, budget: int) -> int:
    sums = np.cumsum(costs[::-1])
    return len(costs) - int(np.searchsorted(sums, budget, side="right"))


def measured(size: int) -> dict[str, list[float]]:
    """CPU seconds of each, in turns."""
    request = Request.of(messages(size), Measure(get_encoding("cl100k_base"), None), FitPolicy())
    columns = Columns.of(request)
    columns.add_notes(request)
    assert columns.forms == Forms()
    budget, costs = request.total // 2, list(request.costs)
    known = np.array(costs)
    runs: dict[str, Callable[[], object]] = {
        "contextthrift, the whole ladder": lambda: plan_of(request, columns, (None, None), budget),
        "a walk in Python": lambda: walk(costs, budget),
        "a walk in numpy": lambda: numpy_walk(known, budget),
        "array of the counts": lambda: array("Q", costs),
    }
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            started = time.process_time()
            run()
            times[name].append(time.process_time() - started)
    return times
