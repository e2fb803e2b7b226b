"""Shortening the newest step's results: to head and tail, half as long each time, then to a stub.

The steps depend on the texts alone, never on the window, so that a larger window always stops
earlier on the same chain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Final, Literal, TypeAlias

from contextthrift.formats.notice import CUT_MARK

SHORTEST: Final = 1000
"""Code points below which a result is not shortened again; next it becomes a stub."""

Cost: TypeAlias = Callable[[list[tuple[int, str]]], list[int]]
"""What results at given places would cost with given texts."""


@dataclass(frozen=True, slots=True)
class Shortening:
    """One step of one result."""

    place: int
    action: Literal["shorten", "stub"]
    text: str
    before: int
    after: int


def shortenings(
    texts: dict[int, str], stubs: dict[int, str], costs: dict[int, int], cost: Cost
) -> list[Shortening]:
    """All steps in order: the largest result first at each, and stubs once nothing can be shortened."""
    forms = [(place, form) for place, text in texts.items() for form in heads_and_tails(text)]
    measured = cost([*forms, *stubs.items()])
    shorter: dict[int, list[tuple[str, int]]] = {place: [] for place in texts}
    for (place, form), size in zip(forms, measured, strict=False):
        shorter[place].append((form, size))
    stubbed = dict(zip(stubs, measured[len(forms) :], strict=True))
    chain: list[Shortening] = []
    now = dict(costs)
    queue = [(-now[place], place) for place in texts]
    heapify(queue)
    while queue:
        _, place = heappop(queue)
        smaller = [other for other in shorter[place] if other[1] < now[place]]
        if not smaller:
            continue
        (form, size), *shorter[place] = smaller
        chain.append(Shortening(place, "shorten", form, now[place], size))
        now[place] = size
        heappush(queue, (-size, place))
    largest_first = sorted(texts, key=lambda place: (-now[place], place))
    gains = [place for place in largest_first if stubbed[place] < now[place]]
    return chain + [Shortening(place, "stub", stubs[place], now[place], stubbed[place]) for place in gains]


def heads_and_tails(text: str) -> list[str]:
    """The text shortened to a half, a quarter and so on, two thirds of what is left from its head."""
    forms = []
    kept = len(text) // 2
    while kept >= SHORTEST:
        tail = kept // 3
        forms.append(text[: kept - tail] + CUT_MARK + text[len(text) - tail :])
        kept //= 2
    return forms
