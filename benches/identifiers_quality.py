"""Which scorer keeps what the next tool call needs, when only a part of a run can be sent.

    python -m benches.identifiers_quality             prints the tables
    python -m benches.identifiers_quality --record    writes them into benches/results and docs/relevance.md

The needs are known without a model: the values in a call's arguments that stand in earlier messages. In
the airline runs they are identifiers, as benches/data/tau_provenance.jsonl lists them; in the coding runs
any value of an argument, and only 22 calls have one. A need is met when a message that holds it is kept.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benches import record
from contextthrift import _native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Fill = Callable[[list[str], list[int], int, list[str]], Iterable[int]]

HERE = Path(__file__).parent
RUNS = HERE.parent / "tests" / "data"
SHARES = (10, 25, 50, 75)
LEAST_VALUE_CHARS = 4


@dataclass(frozen=True, slots=True)
class Case:
    """What may be sent before one call, and which messages hold each value it needs."""

    units: list[str]
    holders: list[set[int]]


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def text_of(message: dict[str, Any]) -> str:
    calls = (call["function"] for call in message.get("tool_calls") or ())
    said = message.get("content") or ""
    if not isinstance(said, str):
        said = json.dumps(said)
    return " ".join([said, *(f"{call['name']} {call['arguments']}" for call in calls)])


def airline() -> Iterator[tuple[list[dict[str, Any]], list[set[int]]]]:
    runs = {run["id"]: run["messages"] for run in read(RUNS / "tau_airline.jsonl")}
    for need in read(HERE / "data" / "tau_provenance.jsonl"):
        messages = runs[need["trace"]][1 : need["t"]]
        yield messages, [{place - 1 for place in places} for places in need["holders"].values()]


def coding() -> Iterator[tuple[list[dict[str, Any]], list[set[int]]]]:
    for run in read(RUNS / "swe_agent_demos.jsonl"):
        messages = run["messages"]
        for place, message in enumerate(messages):
            before = messages[1:place]
            texts = [text_of(each) for each in before]
            values = {value for call in message.get("tool_calls") or () for value in values_of(call)}
            holders = [{at for at, text in enumerate(texts) if value in text} for value in sorted(values)]
            held = [places for places in holders if places]
            if held:
                yield before, held


def values_of(call: dict[str, Any]) -> Iterator[str]:
    try:
        arguments = json.loads(call["function"]["arguments"])
    except ValueError:
        return
    for value in arguments.values() if isinstance(arguments, dict) else ():
        if isinstance(value, str | int) and len(str(value)) >= LEAST_VALUE_CHARS:
            yield str(value)


def cases(runs: Iterable[tuple[list[dict[str, Any]], list[set[int]]]], *, units: bool) -> list[Case]:
    """The cases, a message each by itself or a call together with its results."""
    found = []
    for messages, holders in runs:
        numbers, number = [], -1
        for message in messages:
            number += not (units and message["role"] == "tool" and number >= 0)
            numbers.append(number)
        texts: dict[int, list[str]] = defaultdict(list)
        for unit, message in zip(numbers, messages, strict=True):
            texts[unit].append(text_of(message))
        joined = [" ".join(each) for each in texts.values()]
        found.append(Case(joined, [{numbers[place] for place in places} for places in holders]))
    return found


def recency(_texts: list[str], costs: list[int], budget: int) -> list[int]:
    """The newest that fit, those that do not fit left out."""
    kept, left = [], budget
    for place in reversed(range(len(costs))):
        if costs[place] <= left:
            kept.append(place)
            left -= costs[place]
    return kept


def by_identifiers(texts: list[str], costs: list[int], budget: int) -> list[int]:
    return _native.fill_by_identifiers(texts, array("Q", costs), 0, budget)


def met(found: list[Case], fill: Fill, share: int) -> float:
    """The mean share of needs that are met within a share of the tokens, four characters to a token."""
    total = 0.0
    for case in found:
        costs = [-(-len(text) // 4) for text in case.units]
        kept = set(fill(case.units, costs, sum(costs) * share // 100))
        total += sum(bool(holders & kept) for holders in case.holders) / len(case.holders)
    return total / len(found)


def main() -> None:
    rows = [("runs", "kept are", "scorer", *(f"{share} %" for share in SHARES))]
    for label, runs in (("airline", airline), ("coding", coding)):
        for units in (False, True):
            found = cases(runs(), units=units)
            for name, fill in (("recency", recency), ("identifiers", by_identifiers)):
                shares = (f"{met(found, fill, share):.2f}" for share in SHARES)
                kind = "calls with their results" if units else "single messages"
                rows.append((f"{label}, {len(found)} calls", kind, name, *shares))
    write = "--record" in sys.argv
    record.show("identifiers_quality", "What the next call needs", rows, write=write)
    if write:
        record.into_page("relevance.md", "identifiers", rows)


if __name__ == "__main__":
    main()
