"""The ranking finds more of the evidence than BM25 alone, on a few of the dialogues of the bench."""

import itertools

import contextthrift
from benches.relevance.dialogues import dialogues
from benches.relevance_quality import OURS, SHARES, by_coverage, by_ranking, measured
from contextthrift import PLAIN_BM25


def test_all_parts_together_keep_a_tenth_more_of_the_evidence_than_bm25_alone():
    encoding = contextthrift.get_encoding("o200k_base")
    few = itertools.islice(dialogues(), 4)
    known = [(dialogue, [encoding.count(turn.text) for turn in dialogue.turns]) for dialogue in few]
    coverage, plain, ours = (
        measured(r, known) for r in (by_coverage, by_ranking(PLAIN_BM25), by_ranking(OURS))
    )
    assert len(ours) == len(SHARES)
    assert all(own >= other + 0.1 for own, other in zip(ours, plain, strict=True))
    assert all(own >= other + 0.1 for own, other in zip(ours, coverage, strict=True))
