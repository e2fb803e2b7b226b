"""The subtractive pass against plain Python, as ratios in one run.

    python -m benches.pass_speed             prints the table
    python -m benches.pass_speed --record    writes it into benches/results as well

CPU time, best of several runs, the two sides of a ratio taken in turns.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from array import array
from typing import TYPE_CHECKING

import contextthrift
from benches import record, workload
from contextthrift import _native

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 15
EXPECTED = {"A": (399_967, 9_999), "B": (400_143, 9_995)}
"""Total after the pass and messages left at 20,000 items, as the original and a plain twin have them."""


def chars4(text: str, _encoding: str = "") -> int:
    return -(-len(text) // 4)


def working_set(data: dict) -> contextthrift.WorkingSet:
    return contextthrift.WorkingSet(
        system_prompt=data["system"],
        messages=[contextthrift.Message(**message) for message in data["messages"]],
        memories=[
            contextthrift.Memory(content=m["content"], importance=m["importance"]) for m in data["memories"]
        ],
        retrievables=[contextthrift.Retrievable(**passage) for passage in data["retrievables"]],
        tool_calls=[contextthrift.ToolCall(**call) for call in data["tool_calls"]],
        tools=contextthrift.ToolRegistry([contextthrift.Tool(**tool) for tool in data["tools"]]),
    )


def cpu(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def pass_against_loop(name: str, data: dict, size: int) -> tuple[str, ...]:
    """The whole pass with a function against a loop that does nothing but call that function."""
    budget = workload.half_budget(data, workload.chars4)
    names = [tool["name"] for tool in data["tools"]]
    texts = [item["content"] for key in ("messages", "retrievables", "memories") for item in data[key]]
    texts += [texts[0]] * (size - len(texts))
    ours, loop = [], []
    for _ in range(ROUNDS):
        ws = working_set(data)
        ours.append(cpu(lambda ws=ws: subtract(ws, budget, names)))
        loop.append(cpu(lambda: call_each(texts)))
    if size in {20_000}:
        assert (subtract.trace.total_after, len(ws.messages)) == EXPECTED[name]
    ratio = min(ours) / min(loop)
    return (
        f"{name}, {size:,} items, pass / bare estimator loop",
        f"{min(ours) * 1e3:.2f} ms",
        f"{ratio:.2f} x",
        "<= 3 x",
    )


def subtract(ws: contextthrift.WorkingSet, budget: int, names: list[str]) -> None:
    subtract.trace = contextthrift.subtract_to_fit(
        ws, budget, names, estimate_tokens=chars4, output_reserve=0
    )


def call_each(texts: list[str]) -> None:
    for text in texts:
        chars4(text, "cl100k_base")


def plan_flat(size: int) -> float:
    """Seconds to plan `size` measured messages of which half go."""
    costs, times = array("Q", [40]) * size, array("q", range(size))
    empty = (array("Q"), array("q"), b"")
    scored = (array("Q"), array("d"))

    def plan() -> None:
        _native.subtract(
            20 * size, 0, None, empty, 3, scored, scored, (costs, times, bytes(size)), empty, array("Q")
        )

    return min(cpu(plan) for _ in range(ROUNDS))


def growth() -> list[tuple[str, ...]]:
    sizes = (10_000, 100_000, 1_000_000)
    seconds = [plan_flat(size) for size in sizes]
    exponent = math.log(seconds[-1] / seconds[0]) / math.log(sizes[-1] / sizes[0])
    rows = [
        (f"flat arrays, {size:,} items planned", f"{s * 1e3:.2f} ms", f"{s / size * 1e9:.1f} ns an item", "")
        for size, s in zip(sizes, seconds, strict=True)
    ]
    rows[-1] = (*rows[-1][:3], "<= 40 ms")
    return [*rows, ("growth exponent, 10,000 to 1,000,000", "", f"{exponent:.2f}", "<= 1.1")]


def import_cost() -> tuple[str, ...]:
    """Importing the package against importing dataclasses, in fresh interpreters."""
    code = (
        "import time; a = time.perf_counter(); import dataclasses; "
        "b = time.perf_counter(); import contextthrift; "
        "c = time.perf_counter(); import sys; assert 'numpy' not in sys.modules; "
        "print((c - a) / (b - a), (c - b) * 1e3)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(9)
    ]
    ratios = sorted(tuple(map(float, run.stdout.split())) for run in runs)
    ratio, milliseconds = ratios[len(ratios) // 2]
    return (
        "import contextthrift / import dataclasses",
        f"{milliseconds:.1f} ms more",
        f"{ratio:.2f} x",
        "<= 2 x",
    )


def rows() -> list[tuple[str, ...]]:
    table = [("what", "time", "ratio", "target")]
    for name, make in (("A", workload.messages_only), ("B", workload.mixed)):
        table += [pass_against_loop(name, make(size), size) for size in (1_000, 20_000, 100_000)]
    return [*table, *growth(), import_cost()]


if __name__ == "__main__":
    digests = (workload.digest(workload.messages_only(1000)), workload.digest(workload.mixed(1000)))
    assert digests == ("4c7cab5371fcbd71", "6f8f2691c05cf99d"), "the workloads are not the original's"
    record.show(
        "pass_speed", "The subtractive pass against plain Python", rows(), write="--record" in sys.argv[1:]
    )
