"""Weights that seldom count too few: quantile regression as a linear programme, each weight within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse
from scipy.optimize import linprog, minimize

from benches.estimates.classes import CLASSES, GROUPS, LETTERS, NUMBER, SAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from benches.estimates.classes import Class

    Floats = NDArray[np.float64]

QUANTILE = 0.98
"""The share of each kind's calibration documents that the weights shall not under-count."""
HELD_TO = 0.985
"""The share that the margins of the kinds are set for, a little more: halves of a kind have few documents."""
NEAR_PRIOR = 0.5
"""How dear it is that a weight differs from the prior, for the documents that it concerns. Far less, and
weights fly to their bounds; far more, and kinds move apart. Tried on halves of the calibration documents:
0.001 to 3."""
RIDGE = 1.0
"""How dear it is that the prior differs from its centre: the root of its weight in documents."""
CENTRES = {"capitals": 0.8, "digits": 0.5, "space": 0.15, "line ends": 0.5, "tab": 0.5}
"""Where the weights of a class are drawn to. A letter is drawn to 0.3 in a word and to 0.55 elsewhere, a mark
of ASCII to 0.7, what has more bytes to 0.35 for each: all near what the tokenizers have on the whole."""
LEAST = 0.02
"""The least weight, so that no character is free."""
FEWEST_TOKENS = 8
"""Shorter documents are weighed as if they had so many tokens, for one token is a large part of few."""
ROUNDS = 3
"""How often the margins are raised for the kinds that are still missed."""
LARGEST_MARGIN = 1.2
"""The most that a kind's documents are held to beyond what they have."""
FLOORS = {
    "Han": 0.6, "hiragana": 0.6, "hangul": 0.6, "joiners and selectors": 0.25,
    "emoji": 1.0, "regional indicators": 1.0, "skin tones": 1.0, "other planes": 1.0,
}  # fmt: skip
"""Tokens that a character of the class has at least, whatever the documents say."""


def bounds(runs: Floats) -> tuple[Floats, Floats]:
    """The least and the largest weight of each feature; no character has more tokens than bytes.

    `runs` has the tokens that each class's characters cost in a run of one character.
    """
    low = np.repeat([FLOORS.get(entry.name, LEAST) for entry in CLASSES], len(GROUPS))
    low[SAME :: len(GROUPS)] = np.maximum(low[SAME :: len(GROUPS)], runs)
    high = np.repeat([len(smallest(entry).encode()) for entry in CLASSES], len(GROUPS))
    return np.append(low, 0.0), np.append(high, 1.0).astype(float)


def runs_of_one(counters: list[Callable[[str], int]]) -> Floats:
    """Per class of ASCII the tokens that the dearest of its characters adds to a long run of itself."""
    return np.array([max((dearest(c, counters) for c in entry.characters), default=0.0) for entry in CLASSES])


def dearest(character: str, counters: list[Callable[[str], int]]) -> float:
    return max((count(character * 2000) - count(character * 1000)) / 1000 for count in counters)


def centres() -> Floats:
    """Where the weight of each feature is drawn to."""
    return np.append([centre(entry, group) for entry in CLASSES for group in GROUPS], 0.2)


def centre(entry: Class, before: str) -> float:
    size = len(smallest(entry).encode())
    if entry.group in LETTERS:
        return 0.3 if before in {*LETTERS, "accented"} else 0.55
    return CENTRES.get(entry.name, 0.7 if size == 1 else 0.35 * size)


def smallest(entry: Class) -> str:
    """The class's first character in the order of code points: the one of the fewest bytes."""
    return min([*entry.characters, *(chr(first) for first, _ in entry.ranges)])


def fitted(counts: NDArray[np.int64], tokens: Floats, kinds: NDArray[np.str_], runs: Floats) -> Floats:
    """The weights for these documents. Kinds that a fit on half of them misses are aimed at with a margin."""
    aimed = tokens.copy()
    for _ in range(ROUNDS):
        ratios = crossed(counts, aimed, kinds, runs) / tokens
        for kind in np.unique(kinds):
            own = kinds == kind
            short = 1 / np.quantile(ratios[own], 1 - HELD_TO)
            aimed[own] = np.clip(aimed[own] * max(short, 1.0), tokens[own], LARGEST_MARGIN * tokens[own])
    return solved(counts, aimed, kinds, runs)


def crossed(counts: NDArray[np.int64], aimed: Floats, kinds: NDArray[np.str_], runs: Floats) -> Floats:
    """What weights estimate for each document that were fitted on the half without it."""
    half = np.arange(len(aimed)) % 2 == 0
    guess = np.empty(len(aimed))
    for part in (half, ~half):
        guess[~part] = counts[~part] @ solved(counts[part], aimed[part], kinds[part], runs)
    return guess


def solved(counts: NDArray[np.int64], tokens: Floats, kinds: NDArray[np.str_], runs: Floats) -> Floats:
    """Minimises per kind the mean pinball loss of estimate / tokens, plus a little for leaving the prior."""
    scale = 1 / np.maximum(tokens, FEWEST_TOKENS)
    rows, target = counts * scale[:, None], tokens * scale
    share = np.array([1 / (kinds == kind).sum() for kind in kinds])
    low, high = bounds(runs)
    documents, leave = len(tokens), NEAR_PRIOR * (rows.mean(axis=0) + 1e-4)
    cost = np.concatenate([np.zeros(NUMBER), (1 - QUANTILE) * share, QUANTILE * share, leave, leave])
    one, each = sparse.eye_array(documents), sparse.eye_array(NUMBER)
    equations = sparse.block_array(
        [[sparse.csr_array(rows), -one, one, None, None], [each, None, None, -each, each]]
    )
    limits = [*zip(low, high, strict=True), *[(0, None)] * (2 * documents + 2 * NUMBER)]
    sides = np.concatenate([target, prior(rows, 1.1 * target, low, high)])
    answer = linprog(cost, A_eq=equations.tocsr(), b_eq=sides, bounds=limits, method="highs")
    if answer.status != 0:
        raise RuntimeError(answer.message)
    return np.asarray(answer.x[:NUMBER], float)


def prior(rows: Floats, target: Floats, low: Floats, high: Floats) -> Floats:
    """Ridge regression towards the centres, within the bounds."""
    start = np.clip(centres(), low, high)
    gram, aim, ridge = rows.T @ rows, rows.T @ target, RIDGE**2

    def loss(weights: Floats) -> tuple[float, Floats]:
        change = gram @ weights - aim + ridge * (weights - start)
        value = weights @ (gram @ weights) / 2 - aim @ weights + ridge / 2 * ((weights - start) ** 2).sum()
        return float(value), change

    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=list(zip(low, high, strict=True)),
                     options={"maxiter": 500})  # fmt: skip
    return np.asarray(found.x, float)
