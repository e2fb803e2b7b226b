"""Shortening the newest step's results: to head and tail, half as long each time, then to a stub.

The steps depend on the texts alone, never on the window, so that a larger window always stops
earlier on the same chain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Any, Final, Literal, TypeAlias

from contextthrift.formats.notice import CUT_MARK

SHORTEST: Final = 1000
"""Code points below which a result is not shortened again; next it becomes a stub."""

Form: TypeAlias = Callable[[int, str], Any]
"""The result at a place with another text."""

Cost: TypeAlias = Callable[[list[Any]], list[int]]
"""What results cost."""


@dataclass(frozen=True, slots=True)
class Shortening:
    """One step of one result."""

    place: int
    action: Literal["shorten", "stub"]
    value: Any
    """The result as it is then."""
    before: int
    after: int


def shortenings(
    texts: dict[int, str], stubs: dict[int, Any], costs: dict[int, int], form: Form, cost: Cost
) -> list[Shortening]:
    """All steps in order: the largest result first at each, and stubs once nothing can be shortened.

    ``form`` makes a result with another text, ``stubs`` are results already.
    """
    forms = [(place, form(place, short)) for place, text in texts.items() for short in heads_and_tails(text)]
    measured = cost([*(value for _, value in forms), *stubs.values()])
    shorter: dict[int, list[tuple[Any, int]]] = {place: [] for place in texts}
    for (place, value), size in zip(forms, measured, strict=False):
        shorter[place].append((value, size))
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
        (value, size), *shorter[place] = smaller
        chain.append(Shortening(place, "shorten", value, now[place], size))
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
