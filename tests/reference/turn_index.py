"""Slow, obvious twin of the ranking of turns, without stems.

Terms are given; a session is a number. Everything is computed anew for each query, from its definition.
Scores are in single precision, each operation where the core has it: what ties there ties here.
"""

import math
from collections import Counter
from dataclasses import dataclass
from itertools import chain

import numpy as np

FEW = 10
REACHED = 200
SELECTIVE = 0.2
MANY_OF_RUNS, MANY_OF_FEEDBACK = 4_000, 1_000
LEAST = np.finfo(np.float32).tiny
QUESTION_MARKS = ("?", "？", "؟", "\u037e", "⁇", "՞")


@dataclass
class Spoken:
    """A turn: its text, its terms, its author's name as words, and its session."""

    text: str
    terms: list
    author: list
    session: int


def scores(turns, query, query_words, ranking):
    """The score of each turn; ``query_words`` are whole words, ``query`` terms."""
    if not turns:
        return []
    words = [Counter(turn.terms) for turn in turns]
    runs = [Counter(gram for term in turn.terms for gram in grams(term, ranking.grams)) for turn in turns]
    asked = Counter(query)
    asked_runs = Counter(gram for term in query for gram in grams(term, ranking.grams))
    by_runs = field(turns, runs, few_of(asked_runs, words, ranking), ranking, SELECTIVE)
    by_words = field(turns, words, asked, ranking)
    total = joined(turns, by_words, by_runs, query_words, ranking)
    if ranking.feedback_weight and ranking.feedback_turns and ranking.feedback_terms:
        more = field(turns, words, feedback(turns, words, total, ranking), ranking)
        for place in best(total, max(REACHED, ranking.feedback_turns)):
            by_words[place] += more[place]
        total = joined(turns, by_words, by_runs, query_words, ranking)
    return total


def grams(term, length):
    if not length:
        return []
    return [term[i : i + length] for i in range(max(len(term) - length, 0) + 1)]


def few_of(asked_runs, words, ranking):
    """Those whose terms, each counted by itself, no more than ``MANY_OF_RUNS`` turns have."""
    having = Counter(term for count in words for term in count)
    sums = Counter()
    for term, count in having.items():
        for gram in set(grams(term, ranking.grams)):
            sums[gram] += count
    return {gram: weight for gram, weight in asked_runs.items() if sums[gram] <= MANY_OF_RUNS}


def field(turns, counts, weights, ranking, part=1):
    """BM25 in Lucene's variant on spread counts; rarity from the counts as they are."""
    lengths = [
        spread(turns, [sum(c.values()) for c in counts], place, ranking) for place in range(len(turns))
    ]
    mean = sum(lengths) / len(turns)
    flat = np.float32(ranking.k1 * (1 - ranking.b)) + LEAST
    sloped = np.float32(ranking.k1 * ranking.b / mean if mean else 0)
    found = [np.float32(0)] * len(turns)
    for term, weight in weights.items():
        having = sum(term in count for count in counts)
        if not having or having > most(turns, ranking, part):
            continue
        column = [count[term] for count in counts]
        worth = np.float32(weight * rarity(len(turns), having))
        for place in range(len(turns)):
            count = np.float32(spread(turns, column, place, ranking))
            found[place] += worth * (count / (count + (flat + sloped * np.float32(lengths[place]))))
    return found


def most(turns, ranking, part):
    """How many turns may have a term that is not too common."""
    return max(part * ranking.common * len(turns), FEW)


def rarity(count, having):
    return math.log(1 + (count - having + 0.5) / (having + 0.5))


def spread(turns, column, place, ranking):
    """What stands in the column at a place, and what its neighbours of the same session add."""
    total = column[place]
    for way in (-1, 1):
        for distance in range(1, ranking.spread_turns + 1):
            other = place + way * distance
            if not 0 <= other < len(turns) or turns[other].session != turns[place].session:
                break
            weight = ranking.spread * ranking.spread_decay**distance
            total += round(weight * 4_096) / 4_096 * column[other]
    return total


def joined(turns, by_words, by_runs, query_words, ranking):
    if ranking.grams:
        pairs = zip(scaled(by_words), scaled(by_runs), strict=True)
        by_words = [word + run for word, run in pairs]
    return [scored(turn, score, query_words, ranking) for turn, score in zip(turns, by_words, strict=True)]


def scaled(found):
    factor = np.float32(1) / max(found) if max(found) else np.float32(0)
    return [score * factor for score in found]


def scored(turn, score, query_words, ranking):
    size = len(turn.author)
    named = size and any(query_words[i : i + size] == turn.author for i in range(len(query_words)))
    asks = turn.text.rstrip().endswith(QUESTION_MARKS)
    score = score * np.float32(ranking.question if asks else 1)
    return score * np.float32(ranking.named_author if named else 1)


def best(found, limit):
    """Places with a score, best first, of equal ones the newest first."""
    places = [place for place, score in enumerate(found) if score > 0]
    return sorted(places, key=lambda place: (-found[place], -place))[:limit]


def feedback(turns, words, found, ranking):
    worths = Counter()
    for place in best(found, ranking.feedback_turns):
        for term in turns[place].terms:
            worths[term] += float(found[place]) / len(turns[place].terms)
    for term in list(worths):
        having = sum(term in count for count in words)
        if having > min(most(turns, ranking, SELECTIVE), MANY_OF_FEEDBACK):
            del worths[term]
        else:
            worths[term] *= rarity(len(turns), having)
    came = {term: number for number, term in enumerate(dict.fromkeys(chain(*words)))}
    chosen = sorted(worths.items(), key=lambda item: (-item[1], came[item[0]]))[: ranking.feedback_terms]
    return {term: worth / chosen[0][1] * ranking.feedback_weight for term, worth in chosen}
