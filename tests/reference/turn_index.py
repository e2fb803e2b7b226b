"""Slow, obvious twin of the ranking of turns, without stems.

Terms are given; a session is a number. Everything is computed anew for each query, from its definition.
"""

import math
from collections import Counter
from dataclasses import dataclass

FEW = 10
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
    by_runs = field(turns, runs, asked_runs, ranking)
    total = joined(turns, field(turns, words, asked, ranking), by_runs, query_words, ranking)
    if ranking.feedback_weight and ranking.feedback_turns and ranking.feedback_terms:
        more = feedback(turns, words, total, ranking)
        weights = {term: asked[term] + more.get(term, 0) for term in [*asked, *more]}
        total = joined(turns, field(turns, words, weights, ranking), by_runs, query_words, ranking)
    return total


def grams(term, length):
    if not length:
        return []
    return [term[i : i + length] for i in range(max(len(term) - length, 0) + 1)]


def field(turns, counts, weights, ranking):
    """BM25 in Lucene's variant on spread counts; rarity from the counts as they are."""
    lengths = [
        spread(turns, [sum(c.values()) for c in counts], place, ranking) for place in range(len(turns))
    ]
    mean = sum(lengths) / len(turns)
    found = [0.0] * len(turns)
    for term, weight in weights.items():
        having = sum(term in count for count in counts)
        if not having or having > max(ranking.common * len(turns), FEW):
            continue
        column = [count[term] for count in counts]
        worth = weight * rarity(len(turns), having)
        for place in range(len(turns)):
            count = spread(turns, column, place, ranking)
            if count:
                room = ranking.k1 * (1 - ranking.b + ranking.b * lengths[place] / mean)
                found[place] += worth * count / (count + room)
    return found


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
            total += round(weight * 65_536) / 65_536 * column[other]
    return total


def joined(turns, by_words, by_runs, query_words, ranking):
    if ranking.grams:
        most_words, most_runs = max(by_words) or 1, max(by_runs) or 1
        pairs = zip(by_words, by_runs, strict=True)
        by_words = [word / most_words + run / most_runs for word, run in pairs]
    return [score * factor(turn, query_words, ranking) for turn, score in zip(turns, by_words, strict=True)]


def factor(turn, query_words, ranking):
    size = len(turn.author)
    named = size and any(query_words[i : i + size] == turn.author for i in range(len(query_words)))
    asks = turn.text.rstrip().endswith(QUESTION_MARKS)
    return (ranking.named_author if named else 1) * (ranking.question if asks else 1)


def best(found, limit):
    """Places with a score, best first, of equal ones the newest first."""
    places = [place for place, score in enumerate(found) if score > 0]
    return sorted(places, key=lambda place: (-found[place], -place))[:limit]


def feedback(turns, words, found, ranking):
    worths = Counter()
    for place in best(found, ranking.feedback_turns):
        for term, count in words[place].items():
            worths[term] += found[place] * count / len(turns[place].terms)
    for term in worths:
        worths[term] *= rarity(len(turns), sum(term in count for count in words))
    chosen = sorted(worths.items(), key=lambda item: -item[1])[: ranking.feedback_terms]
    return {term: worth / chosen[0][1] * ranking.feedback_weight for term, worth in chosen}
