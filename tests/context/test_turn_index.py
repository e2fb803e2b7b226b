"""Turns are ranked as the twin ranks them, whatever was added and taken out, in which order and how."""

import dataclasses
import random
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contextthrift import PLAIN_BM25, RankedTurn, Ranking, Turn, TurnIndex, _native
from contextthrift.exceptions import InvalidArgument, WrongType
from tests.reference import turn_index as twin

UNSTEMMED = Ranking(stemming=False)
WORDS = ["alpha", "alphas", "bravo", "userName", "user", "a", "Mia", "Ben", "日本語", "é", "12", "the", "the"]
sentences = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
texts = st.tuples(sentences, st.sampled_from(["", "?", " ? ", "."])).map("".join)
spoken = st.tuples(texts, st.sampled_from([None, "Mia", "Ben", "Mia Ben", "?"]), st.integers(0, 2))
histories = st.lists(spoken, max_size=14)
rankings = st.builds(
    Ranking,
    k1=st.sampled_from([0.9, 1.5, 0]),
    b=st.sampled_from([0.9, 0.75, 0, 1]),
    spread_turns=st.sampled_from([0, 1, 5]),
    stemming=st.just(value=False),
    parts=st.booleans(),
    common=st.sampled_from([1, 0.5, 0]),
    grams=st.sampled_from([0, 2, 4]),
    feedback_turns=st.sampled_from([20, 2]),
    feedback_weight=st.sampled_from([0, 0.8]),
    named_author=st.sampled_from([1, 1.25]),
    question=st.sampled_from([1, 0.8, 0]),
)


def index_of(turns, ranking):
    index = TurnIndex(ranking)
    for text, author, session in turns:
        index.add(text, author=author, session=session)
    return index


def twin_scores(turns, query, ranking):
    told, session = [], 0
    for place, (text, author, name) in enumerate(turns):
        session += bool(place and turns[place - 1][2] != name)
        words = _native.terms(author or "", False)
        told.append(twin.Spoken(text, _native.terms(text, ranking.parts), words, session))
    return twin.scores(told, _native.terms(query, ranking.parts), _native.terms(query, False), ranking)


# --- what a turn is worth


@settings(max_examples=300)
@given(histories, sentences, rankings)
def test_scores_are_the_twins(turns, query, ranking):
    assert index_of(turns, ranking).scores(query) == pytest.approx(
        twin_scores(turns, query, ranking), rel=1e-5, abs=1e-7
    )


def test_scores_of_many_turns_are_the_twins():
    rng = random.Random(7)
    words = [f"w{number}" for number in range(90)] + ["alpha", "alphabet", "charlie", "common"] * 9
    turns = [(" ".join(rng.choices(words, k=6)), None, place // 90) for place in range(450)]
    turns += [("rare", None, 5), ("alpha rare w7", None, 5)]
    for query in ("alpha w1 w2 charlie", "alphas rare common", "w7 w70 w71"):
        found, expected = index_of(turns, UNSTEMMED).scores(query), twin_scores(turns, query, UNSTEMMED)
        assert found == pytest.approx(expected, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize(("having", "counts"), [(2_000, True), (2_001, False)])
def test_a_run_counts_up_to_four_thousand_turns_term_by_term(having, counts):
    bare = dataclasses.replace(PLAIN_BM25, grams=4)
    turns = [("alphabet alphas", None, 0)] * having + [("bravo", None, 0)] * 9_000
    found = index_of(turns, bare).scores("alpha")
    assert [score > 0 for score in found] == [counts] * having + [False] * 9_000
    assert found[:1] == pytest.approx(twin_scores(turns, "alpha", bare)[:1], rel=1e-5)


@pytest.mark.parametrize(("having", "same"), [(1_000, False), (1_001, True)])
def test_a_term_of_feedback_counts_up_to_a_thousand_turns(having, same):
    bare = dataclasses.replace(PLAIN_BM25, feedback_weight=0.8)
    turns = [("rare one", None, 0), ("rare two", None, 0)]
    turns += [("one", None, 0)] * (having - 1) + [("two", None, 0)] * 1_500 + [("bravo", None, 0)] * 8_000
    one, two = index_of(turns, bare).scores("rare")[:2]
    assert (one == two) is same


@given(histories, sentences, st.integers(0, 12))
def test_plain_bm25_ranks_as_the_twin_does(turns, query, limit):
    found = [ranked.place for ranked in index_of(turns, PLAIN_BM25).rank(query, limit)]
    assert found == twin.best(twin_scores(turns, query, PLAIN_BM25), limit)


@given(histories, sentences, rankings)
def test_the_rank_is_the_order_of_the_scores(turns, query, ranking):
    index = index_of(turns, ranking)
    scores = index.scores(query)
    expected = [RankedTurn(place, scores[place]) for place in twin.best(scores, None)]
    assert index.rank(query) == expected
    assert index.rank(query, 3) == expected[:3]


def test_equal_turns_rank_by_recency():
    index = index_of([("alpha bravo", None, 0)] * 5, PLAIN_BM25)
    assert [ranked.place for ranked in index.rank("alpha")] == [4, 3, 2, 1, 0]


def test_a_word_counts_for_its_neighbours_but_not_in_another_session():
    turns = [("nothing", None, 1), ("alpha", None, 2), ("more", None, 2), ("else", None, 3)]
    ranking = dataclasses.replace(PLAIN_BM25, spread_turns=2)
    assert [ranked.place for ranked in index_of(turns, ranking).rank("alpha")] == [1, 2]


def test_forms_of_an_english_word_are_one():
    index = index_of([("She paints", None, 0), ("a pain", None, 0)], Ranking(grams=0, spread_turns=0))
    assert [ranked.place for ranked in index.rank("Who painted?")] == [0]


def test_parts_of_words_match_where_no_word_does():
    index = index_of(
        [("the lighthouses", None, 0), ("the tower", None, 0)], Ranking(spread_turns=0, feedback_weight=0)
    )
    assert [ranked.place for ranked in index.rank("lighthousekeeping")] == [0]


def test_a_turn_counts_more_if_its_author_is_named_and_less_if_it_asks():
    turns = [("alpha", "Mia", 0), ("alpha?", None, 0), ("alpha", "Mi", 0), ("alpha", None, 0)]
    scores = index_of(turns, dataclasses.replace(PLAIN_BM25, named_author=1.25, question=0.8)).scores(
        "Mia: alpha"
    )
    assert [score / scores[3] for score in scores] == pytest.approx([1.25, 0.8, 1, 1])


# --- what comes and goes


@given(histories, histories, sentences, rankings)
def test_turns_that_left_were_never_there(left, turns, query, ranking):
    own = [(text, author, session + 9) for text, author, session in turns]
    index = index_of(left + own, ranking)
    index.remove_oldest(len(left))
    assert len(index) == len(turns)
    assert index.scores(query) == pytest.approx(index_of(own, ranking).scores(query), rel=1e-5, abs=1e-7)


@given(histories, st.lists(st.integers(0, 4), max_size=6), sentences, rankings)
def test_turns_may_come_and_go_in_any_steps(turns, steps, query, ranking):
    index, window = TurnIndex(ranking), []
    for step, turn in zip([*steps, *[0] * len(turns)], turns, strict=False):
        index.add(turn[0], author=turn[1], session=turn[2])
        index.remove_oldest(step)
        window = [*window, turn][step:]
    assert len(index) == len(window)
    expected = index_of(window, ranking).scores(query)
    assert index.scores(query) == pytest.approx(expected, rel=1e-5, abs=1e-7)


@given(histories, sentences)
def test_turns_added_one_by_one_and_together_are_the_same(turns, query):
    together = TurnIndex()
    together.extend(Turn(qa=text, created_at="", author=who, session=name) for text, who, name in turns)
    assert together.scores(query) == index_of(turns, Ranking()).scores(query)


def test_a_window_that_moves_on_holds_no_more_memory():
    index = TurnIndex()
    sizes = []
    for number in range(4_000):
        index.add(f"turn {number} of {number * 7919} things")
        if number >= 200:
            index.remove_oldest(1)
            sizes.append(index.size_bytes)
    assert len(index) == 200
    assert max(sizes[1_000:]) <= 2 * max(sizes[:1_000])


def test_threads_may_ask_while_turns_are_added():
    index = index_of([("alpha", None, 0)], PLAIN_BM25)
    found = []

    def ask():
        found.extend(index.rank("alpha", 1)[0].score > 0 for _ in range(200))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(200):
        index.add("alpha bravo")
    for thread in threads:
        thread.join()
    assert found == [True] * 600
    assert len(index) == 201


# --- odd input


@pytest.mark.parametrize("query", ["", " \n", "... ?!", "🙂", "\x00\x07", "\ud800"])
def test_a_query_without_words_finds_nothing(query):
    index = index_of([("alpha 🙂 \x00", "Mia", 0), ("", None, 0)], Ranking())
    assert (index.rank(query), index.scores(query)) == ([], [0, 0])


def test_an_empty_index_finds_nothing():
    index = TurnIndex()
    index.remove_oldest(3)
    assert (len(index), index.rank("alpha"), index.scores("alpha")) == (0, [], [])


def test_a_hundred_thousand_empty_turns_hide_nothing():
    index = TurnIndex()
    index.extend([Turn(qa="", created_at="")] * 100_000)
    index.add("alpha", session="last")
    assert [ranked.place for ranked in index.rank("alpha")] == [100_000]


def test_a_turn_of_five_megabytes_is_a_turn():
    index = TurnIndex()
    index.extend(
        Turn(qa=qa, created_at="", session=qa[:2]) for qa in ("alpha " * 900_000, "x" * 5_000_000, "alpha")
    )
    assert [ranked.place for ranked in index.rank("alpha")] == [0, 2]


def test_lone_surrogates_and_controls_part_words():
    index = index_of([("alpha\ud800bravo\x00charlie", "\udfff", 0)], PLAIN_BM25)
    assert [len(index.rank(word)) for word in ("alpha", "bravo", "charlie", "alphabravo")] == [1, 1, 1, 0]


def test_a_query_may_be_as_long_as_a_book():
    index = index_of([("alpha", None, 0), ("word77", None, 0)], PLAIN_BM25)
    query = " ".join(f"word{number}" for number in range(100_000))
    assert [ranked.place for ranked in index.rank(query)] == [1]


# --- what is refused


NUMBERS = {
    "k1": (-1, 1e9, "nan"), "b": (-0.1, 1.1), "spread": (-1, 1e9), "spread_decay": (-1, 2),
    "spread_turns": (-1, 256, 1.5), "common": (-1, 1.5), "grams": (-1, 2.5), "feedback_turns": (-1, None),
    "feedback_terms": (-1, "5"), "feedback_weight": (-1, 1e9), "named_author": (-1, None),
    "question": (-1, "x"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in NUMBERS for value in NUMBERS[name]])
def test_a_number_of_the_ranking_that_cannot_be_meant_is_named(name, value):
    with pytest.raises(InvalidArgument, match=f"^{name} is "):
        TurnIndex(Ranking(**{name: float(value) if value == "nan" else value}))


def test_other_things_are_refused_by_name():
    index = TurnIndex()
    refused = [
        (lambda: TurnIndex("bm25"), "ranking is str; it must be a Ranking"),
        (lambda: index.add(b"alpha"), "text is bytes; it must be a string"),
        (lambda: index.add("alpha", author=5), "author is int; it must be a string or None"),
        (lambda: index.extend("alpha"), "turns is one string; it must be a list"),
        (lambda: index.extend([Turn(qa="a", created_at=""), 5]), "turns[1] is int, which has no qa"),
        (lambda: index.rank(None), "query is NoneType; it must be a string"),
        (lambda: index.scores(5), "query is int; it must be a string"),
    ]
    for work, message in refused:
        with pytest.raises(WrongType) as caught:
            work()
        assert str(caught.value) == message
    for count in (-1, 1.5, None, True):
        with pytest.raises(InvalidArgument, match="^count is "):
            index.remove_oldest(count)
    with pytest.raises(InvalidArgument, match="^limit is -1"):
        index.rank("alpha", -1)
    assert len(index) == 0
