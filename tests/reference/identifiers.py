"""The fill by identifiers, written down slowly: every step looks at every message again."""

import math
from itertools import pairwise

LEAST_CHARS = 4
MARKS = "_./@-"


def identifiers(text):
    """The identifiers of a text, as they stand in it."""
    runs, run = [], ""
    for sign in text + " ":
        if sign in MARKS or sign.isalnum():
            run += sign
        elif run:
            runs.append(run)
            run = ""
    return [trimmed for run in runs if is_identifier(trimmed := trim(run))]


def trim(run):
    while run and run[0] != "_" and not run[0].isalnum():
        run = run[1:]
    while run and run[-1] != "_" and not run[-1].isalnum():
        run = run[:-1]
    return run


def is_identifier(run):
    pairs = pairwise(run)
    return len(run) >= LEAST_CHARS and (
        any(sign in "_./" or sign.isdigit() for sign in run)
        or any(first.islower() and second.isupper() for first, second in pairs)
    )


def fill(texts, costs, recent, budget):
    """The places of the messages that are kept besides the newest, in the order in which they were taken."""
    holds = [list(dict.fromkeys(identifiers(text))) for text in texts]
    fewest = {}
    for held in holds:
        for identifier in held:
            fewest[identifier] = min(len(held), fewest.get(identifier, len(held)))
    older = max(len(texts) - recent, 0)
    taken, known, left = [], {each for held in holds[older:] for each in held}, budget
    while True:
        open_places = [p for p in range(older) if p not in taken and costs[p] <= left]
        if not open_places:
            return taken
        worth = {p: worth_of(holds[p], fewest, known, len(texts) - 1 - p, costs[p]) for p in open_places}
        best = max(open_places, key=lambda p: (worth[p], p))
        taken.append(best)
        known.update(holds[best])
        left -= costs[best]


def worth_of(held, fewest, known, age, cost):
    worth = sum((0.1 if each in known else 1.0) / math.sqrt(fewest[each]) for each in held)
    newness = 0.5
    for _ in range(age):
        newness *= 0.5 ** (1 / 6)
    half = math.sqrt(max(cost, 4))
    return (worth + newness) / (half * math.sqrt(math.sqrt(half)))
