"""The ranking of tools, slow and obvious.

Nothing here comes from the library: it is what the library is compared with. Words are those of the ASCII and
Han characters that the tests use.
"""

import math
import re
import struct

FIELDS = ("name", "server", "description", "parameter_names", "parameter_texts")
RUN = re.compile(r"[0-9a-z_]+|[\u3400-\u9fff]+", re.IGNORECASE | re.ASCII)
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def terms(text):
    """Each identifier and its parts, or the pairs of neighbouring Han characters; the whole ones apart."""
    found = []
    for run in RUN.findall(text):
        if not run.isascii():
            found += [(pair, True) for pair in pairs(run)]
            continue
        parts = [part.lower() for part in PART.findall(run)]
        if parts and parts != [run.lower()]:
            found.append((run.lower(), False))
        found += [(part, True) for part in parts]
    return [(term, is_part) for term, is_part in found if len(term.encode()) <= 80]


def pairs(run):
    return [run[place : place + 2] for place in range(len(run) - 1)] or [run]


def stem(term):
    if len(term) < 4 or not term.isascii():
        return term
    if term.endswith("ies") and term[-4] not in "ea":
        return term[:-3] + "y"
    if term.endswith("es") and term[-3] not in "aeo":
        return term[:-1]
    if term.endswith("s") and term[-2] not in "us":
        return term[:-1]
    return term


def grams(term):
    around = f" {term} "
    if "_" in term or len(term.encode()) < 4 or len(around) <= 5:
        return []
    return [around[place : place + 5] for place in range(len(around) - 4)]


def rounded(weight):
    """To the eight significant bits that the upper half of a 32-bit float has."""
    (bits,) = struct.unpack("<I", struct.pack("<f", weight))
    return struct.unpack("<f", struct.pack("<I", (bits + 2**15) >> 16 << 16))[0]


def term_weights(tools, weights):
    """For each tool what each of its terms weighs."""
    texts = [{field: [term for term, _ in terms(tool[field])] for field in FIELDS} for tool in tools]
    means = {}
    for field in FIELDS:
        lengths = [len(text[field]) for text in texts if text[field]]
        means[field] = sum(lengths) / len(lengths) if lengths else 0.0
    weighed = []
    for text in texts:
        held = {}
        for field in FIELDS:
            for term in text[field]:
                norm = 0.5 + 0.5 * len(text[field]) / means[field]
                held[term] = held.get(term, 0.0) + weights[field] / norm
        weighed.append({term: rounded(weight) for term, weight in held.items() if weight > 0})
    return weighed


def rarity(tools, holders):
    return math.log(1 + (tools - holders + 0.5) / (holders + 0.5))


class Twin:
    """What `ToolIndex` answers; tools are dicts of the five texts, the server's empty where there is none."""

    def __init__(self, tools, weights):
        self.tools, self.weights = tools, weights
        self.held = term_weights(tools, weights)
        self.vocabulary = {term for tool in tools for field in FIELDS for term, _ in terms(tool[field])}
        self.names = [
            sorted({stem(term) for term, is_part in terms(tool["name"]) if is_part}) for tool in tools
        ]

    def sums(self, belongs):
        """For each tool what those of its terms weigh together that belong to a set."""
        return [sum(held[term] for term in sorted(held) if belongs(term)) for held in self.held]

    def rarity_of(self, sums):
        return rarity(len(self.tools), sum(1 for each in sums if each))

    def ranking(self, keys, key_of):
        """The scores of all tools by the sets of terms that have each key, and how rare each is."""
        scores, rare = [0.0] * len(self.tools), {}
        for key in keys:
            if not any(key in key_of(term) for term in self.vocabulary):
                continue
            sums = self.sums(lambda term, key=key: key in key_of(term))
            rare[key] = self.rarity_of(sums)
            scores = [score + rare[key] * each / (each + 1) for score, each in zip(scores, sums, strict=True)]
        highest = max(scores, default=0.0)
        return [score / highest if highest else 0.0 for score in scores], rare

    def coverage(self, place, rare):
        """The share of a name that the words cover."""
        known = {
            word: self.rarity_of(self.sums(lambda term, w=word: stem(term) == w))
            for word in self.names[place]
        }
        whole = sum(known.values())
        return sum(known[word] for word in known if word in rare) / whole if whole else 0.0

    def scores(self, query):
        asked = list(dict.fromkeys(term for term, _ in terms(query)))
        scores, rare = self.ranking(dict.fromkeys(map(stem, asked)), lambda term: {stem(term)})
        by_grams, _ = self.ranking(dict.fromkeys(gram for term in asked for gram in grams(term)), grams)
        for place in range(len(scores)):
            scores[place] += self.weights["name_coverage"] * self.coverage(place, rare)
            scores[place] += self.weights["grams"] * by_grams[place]
        return self.lifted(scores)

    def lifted(self, scores):
        """With what the three best of the same server add."""
        lifted = []
        for tool, score in zip(self.tools, scores, strict=True):
            same = [
                other
                for neighbour, other in zip(self.tools, scores, strict=True)
                if tool["server"] and neighbour["server"] == tool["server"]
            ]
            best = sum(sorted(same, reverse=True)[:3]) / 3
            lifted.append(score + self.weights["server_best"] * best)
        return lifted

    def search(self, query, limit, exclude=()):
        """Places and scores, best first."""
        steps = [math.floor(score * 1e9 + 0.5) for score in self.scores(query)]
        found = [
            place
            for place in sorted(range(len(steps)), key=lambda place: -steps[place])
            if steps[place] > 0 and place not in exclude
        ]
        return [(place, steps[place] / 1e9) for place in found[:limit]]
