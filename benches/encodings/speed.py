"""How many times as fast as tiktoken each engine counts: CPU time, medians, in turns."""

from __future__ import annotations

import time
from statistics import geometric_mean, median
from typing import TYPE_CHECKING

from benches.encodings import corpora, peers, reference
from benches.encodings.plan import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benches.encodings.plan import Plan

WARM_UP = "warm up the library now, please. x = 1\n" * 20
Gain = tuple[float, float]
"""Times as fast as tiktoken: in a first pass, in a repeat."""


def rows(plan: Plan, folder: Path) -> Iterator[tuple[str, ...]]:
    """Per corpus: tiktoken's MB/s, then how many times as fast each engine is."""
    yield ("corpus", "encoding", "MB", "tiktoken MB/s", *(f"{peer}, first / repeat" for peer in plan.peers))
    texts = sets(plan)
    for encoding in plan.encodings(MAIN):
        gains = []
        for corpus in texts:
            size, seconds, row = measured(plan, encoding, texts[corpus], folder / corpus)
            gains.append(row)
            yield (corpus, encoding, f"{size:.1f}", f"{size / seconds:.1f}", *map(shown, row))
        means = map(mean, zip(*gains, strict=True))
        yield ("geometric mean", encoding, "", "", *map(shown, means))


def sets(plan: Plan) -> dict[str, list[str]]:
    return {
        "messages": corpora.messages(plan.sized(20_000, 2_000), plan.cjk),
        "english": corpora.english(),
        "code": corpora.code(plan.sized(4_000_000, 500_000)),
        "json": corpora.json_lines(),
        "cjk": corpora.cjk(plan.sized(3_000_000, 300_000), plan.cjk),
    }


def measured(plan: Plan, encoding: str, texts: list[str], file: Path) -> tuple[float, float, list[Gain]]:
    """MB, seconds of tiktoken, and the gain of each engine."""
    size = peers.write(file, texts).stat().st_size - 4 * len(texts)
    reference.encoding(encoding).encode_ordinary(WARM_UP)
    python: list[float] = []
    native: dict[str, list[Gain]] = {peer: [] for peer in plan.peers}
    for turn in range(plan.sized(5, 2)):
        tokens, seconds = timed(encoding, texts)
        python.append(seconds)
        shift = turn % len(plan.peers)
        for peer in plan.peers[shift:] + plan.peers[:shift]:
            native[peer].append(passes(peer, encoding, file, tokens))
    base = median(python)
    return size / 1e6, base, [gain(base, native[peer]) for peer in plan.peers]


def timed(encoding: str, texts: list[str]) -> tuple[int, float]:
    """Tokens and CPU seconds of tiktoken, with the lists of ids that it cannot do without."""
    encode = reference.encoding(encoding).encode_ordinary
    started = time.thread_time()
    tokens = sum(len(encode(text)) for text in texts)
    return tokens, time.thread_time() - started


def passes(peer: str, encoding: str, file: Path, tokens: int) -> tuple[float, float]:
    """CPU seconds of an engine in a fresh process: its first pass and the better of two repeats."""
    line = peers.ask(peer, "speed", encoding, file)[-1]
    counted, first, *repeats = map(int, line.split())
    if counted != tokens:
        print(f"{peer} counts {counted:,} tokens of {encoding} in {file.name}, tiktoken {tokens:,}")
    return first / 1e9, min(repeats) / 1e9


def gain(base: float, seconds: list[tuple[float, float]]) -> Gain:
    return base / median(first for first, _ in seconds), base / median(again for _, again in seconds)


def mean(gains: tuple[Gain, ...]) -> Gain:
    return geometric_mean(first for first, _ in gains), geometric_mean(again for _, again in gains)


def shown(gain: Gain) -> str:
    return f"{gain[0]:.1f} / {gain[1]:.1f}"
