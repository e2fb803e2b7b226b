"""The recorded conversations and tools of `tests/data`."""

import json
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent.parent / "data"


def rows(name):
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


@cache
def conversations():
    """The messages of each recorded conversation, by its name."""
    return {
        row["id"]: row["messages"]
        for name in ("tau_airline", "swe_agent_demos")
        for row in rows(f"{name}.jsonl")
    }


@cache
def airline_tools():
    return [row["tool"] for row in rows("tau_tools.jsonl") if row["server"] == "airline"]
