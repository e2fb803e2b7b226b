"""Long unbroken texts on a small stack: right counts, time, growth and memory."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from benches.encodings import peers, reference, unbroken
from benches.encodings.plan import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benches.encodings.plan import Plan

STACK_KIB = 256


def rows(plan: Plan, folder: Path) -> Iterator[tuple[str, ...]]:
    """Per text: tokens, tiktoken's CPU ms, and each candidate's with its growth and its peak memory."""
    cell = "ms (growth from a tenth of the text; peak MB)"
    yield ("text", "encoding", "tokens", "tiktoken ms", *(f"{peer} {cell}" for peer in plan.peers))
    texts = unbroken.texts(plan.sized(1_000_000, 100_000)) | ({} if plan.quick else unbroken.huge())
    for encoding in plan.encodings(MAIN):
        reference.encoding(encoding)
        for name, text in texts.items():
            started = time.thread_time()
            tokens = reference.count(encoding, text)
            spent = (time.thread_time() - started) * 1e3
            file = peers.write(folder / "hostile", [text, text[: len(text) // 10], text])
            cells = [cell_of(peer, encoding, file, tokens) for peer in plan.peers]
            yield (name, encoding, f"{tokens:,}", f"{spent:.1f}", *cells)


def cell_of(peer: str, encoding: str, file: Path, tokens: int) -> str:
    """What a candidate needed in its second go, or how it failed."""
    lines = peers.ask(peer, "hostile", encoding, file, STACK_KIB)
    answers = [line.split() for line in lines]
    if len(lines) != 3 or "panic" in lines or {answers[0][0], answers[2][0]} != {str(tokens)}:
        return "; ".join(lines) or "nothing"
    _, (_, tenth, _), (_, whole, peak_kib) = answers
    growth = float(whole) / max(float(tenth), 0.001)
    return f"{float(whole):.2f} ({growth:.1f}; {int(peak_kib) // 1024})"
