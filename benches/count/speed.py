"""Counting on one thread: a first pass over texts and a repeat, chunk by chunk in turns."""

from __future__ import annotations

import gc
from statistics import geometric_mean, median
from typing import TYPE_CHECKING

from benches.count.rival import REFERENCE, RIVALS, loaded
from benches.count.worker import Failure, fresh, spent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benches.count.rival import Rival

CHUNKS = 5
WARM_UP = "warm up the library now, please. x = 1\n"
Gain = tuple[float, float]
"""Times as fast as tiktoken: in a first pass, in a repeat."""


def rows(encoding: str, corpora: dict[str, list[str]]) -> Iterator[tuple[str, ...]]:
    """Per library, how many times as fast as tiktoken it is on each corpus, first pass / repeat."""
    yield (encoding, *corpora, "geometric mean")
    found = {name: fresh(gains, encoding, texts) for name, texts in corpora.items()}
    speeds = {name: answer for name, answer in found.items() if not isinstance(answer, Failure)}
    for rival in (name for name in RIVALS if name != REFERENCE):
        cells = [speeds[name][rival] if name in speeds else found[name] for name in corpora]
        known = [cell for cell in cells if not isinstance(cell, str)]
        mean = tuple(map(geometric_mean, zip(*known, strict=True))) if known else ""
        yield (rival, *map(shown, (*cells, mean)))
    yield (
        "tiktoken, MB/s",
        *(f"{speeds[name]['MB/s'][0]:.1f}" if name in speeds else "" for name in corpora),
        "",
    )


def shown(cell: object) -> str:
    return f"{cell[0]:.1f} / {cell[1]:.1f}" if isinstance(cell, tuple) else str(cell)


def gains(encoding: str, texts: list[str]) -> dict[str, Gain]:
    """The median over the chunks of each library's gain, and tiktoken's own speed."""
    rivals = {name: warm(name, encoding) for name in RIVALS}
    usable = [name for name, rival in rivals.items() if isinstance(rival, RIVALS[name])]
    parts = chunks(texts)
    seconds = {name: ([0.0] * CHUNKS, [0.0] * CHUNKS) for name in usable}
    for is_repeat in (0, 1):
        for at, part in enumerate(parts):
            for name in usable[at % len(usable) :] + usable[: at % len(usable)]:
                seconds[name][is_repeat][at] = quiet(rivals[name], part)
    base = seconds[REFERENCE]
    size = sum(len(text.encode()) for text in texts) / 1e6
    found = {
        name: tuple(median(b / own for b, own in zip(base[i], seconds[name][i], strict=True)) for i in (0, 1))
        for name in usable
    }
    unusable = {name: str(rival) for name, rival in rivals.items() if name not in found}
    return {**found, **unusable, "MB/s": (size / sum(base[0]), size / sum(base[1]))}


def warm(name: str, encoding: str) -> Rival | str:
    """A library that has counted before, or the name of its error."""
    try:
        rival = loaded(name, encoding)
        rival.batch([WARM_UP] * 20)
        rival.count(WARM_UP)
    except Exception as error:  # noqa: BLE001 - one library that has changed must not end the run
        return type(error).__name__
    return rival


def quiet(rival: Rival, texts: list[str]) -> float:
    gc.collect()
    gc.disable()
    taken = spent(lambda: rival.batch(texts))
    gc.enable()
    return taken


def chunks(texts: list[str]) -> list[list[str]]:
    """The texts in parts of about as many bytes each."""
    share, parts, filled = sum(map(len, texts)) / CHUNKS, [[] for _ in range(CHUNKS)], 0
    for text in texts:
        parts[min(int(filled / share), CHUNKS - 1)].append(text)
        filled += len(text)
    return parts
