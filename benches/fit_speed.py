"""Fitting long chats of recorded messages into half their size, and how much of that is counting.

    python -m benches.fit_speed             prints the table
    python -m benches.fit_speed --record    writes it into benches/results as well

CPU time, best of five runs in one process, and of 500 for the short chat, so that counts are of pieces seen
before; the cache of counts is off. ``an image in it`` is the fit into half with one message more, which holds
an image, and ``message by message`` that of a list that is read by its format, since the policy has its own
idea of a summary. ``Claude's`` is the same chat as messages of Anthropic's, ``chars4`` the same fit by that
estimate. The loop is what one writes by hand for it: from the newest message back, contents alone.
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
from contextthrift import FitPolicy, count_messages, fit, get_encoding, set_cache_size

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS, SHORT_ROUNDS = 5, 500
SHORT = 20
SIZES = (2_000, 20_000, 200_000)
TRACES = Path(__file__).parent.parent / "tests" / "data" / "tau_airline.jsonl"
ENCODING = "cl100k_base"


def chat(size: int) -> list[dict[str, Any]]:
    """Messages of the recorded chats, one chat behind the other; texts are numbered so that none is alike."""
    rows = [json.loads(line) for line in TRACES.read_text(encoding="utf-8").splitlines()]
    spoken = [message for row in rows for message in row["messages"] if message["role"] != "system"]
    return [numbered(message, at) for at, message in enumerate(islice(cycle(spoken), size))]


def numbered(message: dict[str, Any], at: int) -> dict[str, Any]:
    return message | {"content": f"{message['content']} {at}"} if message.get("content") else message


def for_claude(message: dict[str, Any]) -> dict[str, Any]:
    """The same message as Anthropic has it."""
    if message["role"] == "tool":
        answered = {"type": "tool_result", "tool_use_id": message["tool_call_id"]}
        return {"role": "user", "content": [answered | {"content": message["content"]}]}
    text = [{"type": "text", "text": message["content"]}] if message.get("content") else []
    calls = [
        {
            "type": "tool_use",
            "id": call["id"],
            "name": call["function"]["name"],
            "input": json.loads(call["function"]["arguments"]),
        }
        for call in message.get("tool_calls") or ()
    ]
    return {"role": message["role"], "content": [*text, *calls]}


def best(run: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        started = time.process_time()
        run()
        times.append(time.process_time() - started)
    return min(times)


def loop(messages: list[dict[str, Any]], budget: int) -> list[dict[str, Any]]:
    """The newest messages that are within the budget at four characters a token, from a user's on."""
    used, start = 0, len(messages)
    while start:
        used += len(messages[start - 1].get("content") or "") // 4
        if used > budget:
            break
        start -= 1
    while start < len(messages) and messages[start]["role"] != "user":
        start += 1
    return messages[start:]


def measured(size: int) -> dict[str, float]:
    """CPU seconds of each way to fit a chat."""
    rounds = SHORT_ROUNDS if size == SHORT else ROUNDS
    return {name: best(run, rounds) for name, run in ways(size).items()}


def ways(size: int) -> dict[str, Callable[[], object]]:
    set_cache_size(0)
    messages, encoding = chat(size), get_encoding(ENCODING)
    half = count_messages(messages, encoding=encoding) // 2
    rough = count_messages(messages, encoding="chars4") // 2
    texts = [message.get("content") or "" for message in messages]
    policy = FitPolicy(is_summary=lambda _: False)
    claudes = [for_claude(message) for message in messages]
    claudes_half = count_messages(claudes, encoding=encoding, format="anthropic") // 2
    image = {"type": "image_url", "image_url": {"url": "https://example.org/bird.png"}}
    seen = [{"role": "user", "content": [{"type": "text", "text": "What is this?"}, image]}, *messages]
    return {
        "counting alone": lambda: encoding.count_list(texts),
        "a fit that cuts nothing": lambda: fit(messages, context_window=10**9, encoding=encoding),
        "into half": lambda: fit(messages, context_window=half, encoding=encoding),
        "into half, cuts read": lambda: fit(messages, context_window=half, encoding=encoding).trace.cuts,
        "an image in it": lambda: fit(seen, context_window=half, encoding=encoding),
        "message by message": lambda: fit(messages, context_window=half, encoding=encoding, policy=policy),
        "Claude's": lambda: fit(claudes, context_window=claudes_half, encoding=encoding),
        "Claude's, message by message": lambda: fit(
            claudes, context_window=claudes_half, encoding=encoding, policy=policy
        ),
        "chars4, nothing cut": lambda: fit(messages, context_window=10**9, encoding="chars4"),
        "chars4": lambda: fit(messages, context_window=rough, encoding="chars4"),
        "a loop": lambda: loop(messages, rough),
    }


def shown(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} µs" if seconds < 1e-4 else f"{seconds * 1e3:.1f} ms"


def main() -> None:
    found = {size: measured(size) for size in (SHORT, *SIZES)}
    rows: list[tuple[str, ...]] = [("messages", *found[SHORT])]
    rows += [(f"{size:,}", *map(shown, times.values())) for size, times in found.items()]
    smallest, *_, largest = SIZES
    span = math.log(largest / smallest)
    growth = [
        math.log(b / a) / span for a, b in zip(found[smallest].values(), found[largest].values(), strict=True)
    ]
    rows.append(("growth exponent", *(f"{exponent:.2f}" for exponent in growth)))
    record.show("fit_speed", "Fitting long chats", rows, write="--record" in sys.argv)


if __name__ == "__main__":
    main()
