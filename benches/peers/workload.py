"""A long chat with tool calls: 20,000 messages of about 43 tokens, and the same in other sizes.

Its texts are cut from what is in the repository: recorded dialogues and agents' runs, questions, and
definitions of tools in JSON, some of them in Chinese. Lengths are those of chats, most of them short and a
few long; a digest proves that two machines have the same.
"""

from __future__ import annotations

import hashlib
import json
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent.parent
DIALOGUES = ("tests/data/tau_airline.jsonl", "tests/data/swe_agent_demos.jsonl")
LINES = (
    "benches/data/mt_bench_turns.jsonl",
    "benches/data/catalogs/bfcl_queries.jsonl",
    "benches/data/catalogs/bfcl_tools.jsonl",
    "benches/data/catalogs/bfcl_multiturn_queries.jsonl",
    "benches/data/catalogs/bfcl_multiturn_tools.jsonl",
    "benches/data/catalogs/livemcp_queries.jsonl",
    "benches/data/catalogs/livemcp_tools.jsonl",
)
SYSTEM = "You are a careful assistant. Use the tools, cite your sources, and answer briefly."
TEXTS = 20_000
MEDIAN, SPREAD, SHORTEST, LONGEST = 145, 0.8, 8, 3_000
"""Characters of a text, whose logarithm is about normal."""


def lcg(seed: int) -> Iterator[float]:
    """Numbers from 0 to 1, the same everywhere."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 11) / 2**53


@cache
def sources() -> tuple[str, ...]:
    """Everything that texts are cut from."""
    found = []
    for name in DIALOGUES:
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
            found += [
                message["content"] for message in json.loads(line)["messages"] if message.get("content")
            ]
    for name in LINES:
        found += (ROOT / name).read_text(encoding="utf-8").splitlines()
    return tuple(found)


@cache
def texts() -> tuple[str, ...]:
    """So many texts, none of them twice in the same place: all sources in turns, cut one after the other."""
    draw = lcg(7)
    order = sorted(sources(), key=lambda _: next(draw))
    whole = "".join(f"{text}\n" for text in order)
    cut, at = [], 0
    while len(cut) < TEXTS:
        normal = math.sqrt(-2 * math.log(1 - next(draw))) * math.cos(2 * math.pi * next(draw))
        size = min(max(int(MEDIAN * math.exp(SPREAD * normal)), SHORTEST), LONGEST)
        if at + size > len(whole):
            at = int(next(draw) * LONGEST)
        cut.append(whole[at : at + size])
        at += size
    return tuple(cut)


def messages(count: int) -> list[dict[str, Any]]:
    """A system prompt, then question, call, result and answer in turns; the last is no call and no result."""
    made: list[dict[str, Any]] = [{"role": "system", "content": SYSTEM}]
    pool = texts()
    while len(made) < count:
        at = len(made)
        text = pool[at % TEXTS] if at < TEXTS else f"{at} {pool[at % TEXTS]}"
        made.append(_message(at, text))
    while made[-1]["role"] == "tool" or made[-1].get("tool_calls"):
        made.pop()
    return made


def _message(at: int, text: str) -> dict[str, Any]:
    match at % 4:
        case 1:
            return {"role": "user", "content": text}
        case 2:
            arguments = json.dumps({"q": text[:120]})
            function = {"name": "lookup", "arguments": arguments}
            call = {"id": f"call_{at}", "type": "function", "function": function}
            return {"role": "assistant", "content": text[:80], "tool_calls": [call]}
        case 3:
            return {"role": "tool", "tool_call_id": f"call_{at - 1}", "name": "lookup", "content": text}
        case _:
            return {"role": "assistant", "content": text}


def digest() -> str:
    """Of all texts."""
    return hashlib.sha256("\0".join(texts()).encode()).hexdigest()[:16]
