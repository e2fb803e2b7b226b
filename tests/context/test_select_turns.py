"""Which turns a budget is spent on."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import PLAIN_BM25, Turn, TurnIndex, get_encoding, select_turns
from contextthrift.exceptions import EstimatorAnswer, InvalidArgument, MissingEstimator, WrongType

words = st.sampled_from(["alpha", "bravo", "charlie", "ab", "漢字", "", "what?"])
sentences = st.lists(words, max_size=5).map(" ".join)
histories = st.lists(st.builds(Turn, qa=sentences, created_at=st.just("")), max_size=10)
scorers = st.sampled_from(["bm25", "coverage"])
SCORERS = pytest.mark.parametrize("scorer", ["bm25", "coverage"])


def length(text, _encoding="cl100k_base"):
    return len(text)


def history(*texts):
    return [Turn(qa=text, created_at="") for text in texts]


def places(turns, query, budget, **options):
    standing = {id(turn): place for place, turn in enumerate(turns)}
    kept = select_turns(turns, query, budget, **{"estimate_tokens": length, **options})
    return [standing[id(turn)] for turn in kept]


# --- what stays


@given(
    histories,
    sentences,
    st.tuples(st.integers(0, 60), st.integers(0, 60)),
    st.fixed_dictionaries({"keep_recent": st.integers(0, 4), "scorer": scorers}),
)
def test_a_larger_budget_keeps_the_same_turns_and_perhaps_more(turns, query, budgets, options):
    smaller = places(turns, query, min(budgets), **options)
    larger = places(turns, query, max(budgets), **options)
    assert set(smaller) <= set(larger)


@given(histories, sentences, st.integers(0, 60), st.integers(0, 4), scorers)
def test_turns_stay_in_order_within_the_budget_beside_the_newest(turns, query, budget, recent, scorer):
    kept = places(turns, query, budget, keep_recent=recent, scorer=scorer)
    newest = list(range(len(turns)))[max(len(turns) - recent, 0) :]
    assert kept == sorted(set(kept) | set(newest))
    cost = sum(len(turns[place].qa) for place in kept)
    assert cost <= budget or kept == newest


@given(histories, sentences, scorers)
def test_a_budget_for_all_keeps_all(turns, query, scorer):
    assert places(turns, query, 10_000, scorer=scorer) == list(range(len(turns)))


@given(histories, sentences, st.integers(0, 60))
def test_a_standing_index_selects_the_same(turns, query, budget):
    index = TurnIndex()
    index.extend(turns)
    assert places(turns, query, budget, index=index) == places(turns, query, budget)


@SCORERS
def test_the_best_turn_is_kept_first_wherever_it_stands(scorer):
    turns = history("the lake", "the disk is full", "the lunch", "the end")
    assert places(turns, "which disk?", 25, keep_recent=1, scorer=scorer) == [1, 3]


@SCORERS
@pytest.mark.parametrize("query", ["", "?!", "zulu"])
def test_a_query_that_matches_nothing_keeps_the_newest(query, scorer):
    turns = history("alpha", "bravo", "charlie", "delta")
    assert places(turns, query, 17, keep_recent=1, scorer=scorer) == [1, 2, 3]


@SCORERS
def test_a_budget_of_nothing_keeps_the_newest_alone(scorer):
    turns = history("alpha", "", "bravo", "charlie")
    assert places(turns, "alpha", 0, scorer=scorer) == [2, 3]
    assert places(turns, "alpha", 0, keep_recent=0, scorer=scorer) == []
    assert places([], "alpha", 0, scorer=scorer) == []


@SCORERS
def test_the_answer_to_a_kept_question_is_taken_next(scorer):
    turns = history("alpha yet?", "yes", "alpha", "bravo", "the end")
    options = {"keep_recent": 1, "scorer": scorer, "ranking": PLAIN_BM25}
    best_first = [places(turns, "alpha", budget, **options) for budget in (7, 12, 22, 25, 30)]
    assert best_first == [[4], [2, 4], [0, 2, 4], [0, 1, 2, 4], [0, 1, 2, 3, 4]]


def test_the_same_object_twice_is_two_turns():
    turn = Turn(qa="alpha", created_at="")
    assert select_turns([turn] * 4, "alpha", 15, estimate_tokens=length) == [turn] * 3


def test_authors_and_sessions_of_any_objects_count():
    turns = [SimpleNamespace(qa="alpha bravo", author=author) for author in ("Mia", "Ben", "Mia", None)]
    assert places(turns, "Ben on alpha", 22, keep_recent=1) == [1, 3]


def test_any_estimator_and_a_single_turn_larger_than_the_budget():
    turns = history("alpha " + "zulu " * 50, "bravo", "alpha", "end")
    assert places(turns, "alpha", 2, keep_recent=1, estimate_tokens="o200k_base") == [2, 3]
    encoding = get_encoding("o200k_base")
    assert places(turns, "alpha", 20, keep_recent=0, estimate_tokens=encoding) == [1, 2, 3]


def test_turns_far_behind_the_last_that_fits_are_not_measured():
    turns = history(*(str(i) for i in range(10_000)))
    asked = []
    select_turns(turns, "5", 400, estimate_tokens=lambda text, _name: asked.append(text) or len(text))
    assert len(asked) < 500


# --- what is refused


def selected(turns=(), query="alpha", budget=5, **options):
    return select_turns(turns, query, budget, **{"estimate_tokens": length, **options})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"budget": -1}, "budget is -1; it must be 0 or more"),
        ({"budget": float("nan")}, "budget is NaN; it must be a number"),
        ({"keep_recent": 1.5}, "keep_recent is 1.5; it must be a whole number, 0 or more"),
        ({"scorer": "tf-idf"}, "scorer is 'tf-idf'; it must be one of bm25, coverage, identifiers"),
        ({"scorer": None}, "scorer is None; it must be one of bm25, coverage, identifiers"),
        ({"index": TurnIndex(), "turns": history("a")}, "index holds 0 turns; it must hold the 1 of turns"),
    ],
)
def test_an_argument_that_cannot_be_meant_is_named(options, message):
    with pytest.raises(InvalidArgument) as caught:
        selected(**options)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"turns": "alpha"}, "turns is one string; it must be a list"),
        ({"turns": [5]}, "turns[0] is int, which has no qa"),
        ({"query": None}, "query is NoneType; it must be a string"),
        ({"index": []}, "index is list; it must be a TurnIndex"),
    ],
)
def test_an_argument_of_a_wrong_kind_is_named(options, message):
    with pytest.raises(WrongType) as caught:
        selected(**options)
    assert str(caught.value) == message


def test_an_estimator_is_asked_for_and_its_answer_names_the_turn():
    with pytest.raises(MissingEstimator, match="select_turns"):
        selected(estimate_tokens=None)
    with pytest.raises(EstimatorAnswer, match=r"turns\[1\]\.qa"):
        selected(history("a", "b"), estimate_tokens=lambda text, _name: -1 if text == "b" else 1)
