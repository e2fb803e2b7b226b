"""Which turns stay, and which numbers and lists are refused."""

import math
import threading
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import Turn, get_encoding, select_naive_turns, select_relevant_turns
from contextthrift.exceptions import (
    EstimatorAnswer,
    InvalidArgument,
    MissingEstimator,
    UnknownEncoding,
    WrongType,
)
from tests.reference import relevance as twin

NAN, INF = math.nan, math.inf
BAD_AMOUNTS = [-1, -0.5, NAN, INF, -INF, None, "10", True, 10**400]
BAD_COUNTS = [-1, 1.5, 2.0, NAN, INF, None, "2", True, 2**63]

words = st.sampled_from(["alpha", "bravo", "charlie", "delta", "ab", "漢字", ""])
sentences = st.lists(words, max_size=6).map(" ".join)
histories = st.lists(st.builds(Turn, qa=sentences, created_at=st.just("")), max_size=8)
amounts = st.integers(0, 80) | st.floats(0, 80)


def length(text, _encoding="cl100k_base"):
    return len(text)


def thirds(text, _encoding="cl100k_base"):
    return len(text) / 3


def places(kept, turns):
    standing = {id(turn): place for place, turn in enumerate(turns)}
    return [standing[id(turn)] for turn in kept]


def history(*texts):
    return [Turn(qa=text, created_at="") for text in texts]


# --- what stays


@given(
    histories,
    sentences,
    amounts,
    st.sampled_from([length, thirds]),
    st.fixed_dictionaries(
        {
            "recent": st.integers(0, 9),
            "floor_min": st.sampled_from([0.125, 0, 0.5, -1]),
            "floor_max": st.sampled_from([0.43, 0.1, 1, 3]),
            "curve": st.sampled_from([0, 0.5, 1, 2]),
        }
    ),
)
def test_relevant_turns_are_the_twins(turns, query, budget, estimate, options):
    names = {"recent": "keep_recent", "curve": "floor_curve"}
    kept = select_relevant_turns(
        turns,
        query,
        history_budget=budget,
        estimate_tokens=estimate,
        **{names.get(name, name): value for name, value in options.items()},
    )
    assert places(kept, turns) == twin.select_relevant(turns, query, budget, estimate, **options)


@given(histories, amounts, st.sampled_from([length, thirds]))
def test_naive_turns_are_the_twins(turns, budget, estimate):
    kept = select_naive_turns(turns, budget, estimate_tokens=estimate)
    assert places(kept, turns) == twin.select_naive(turns, budget, estimate)


@given(histories, sentences, st.integers(0, 40))
def test_an_encoding_its_name_and_its_count_select_the_same(turns, query, budget):
    encoding = get_encoding("o200k_base")
    estimators = ["o200k_base", encoding, lambda text, _encoding: encoding.count(text)]
    kept = [select_relevant_turns(turns, query, history_budget=budget, estimate_tokens=e) for e in estimators]
    naive = [select_naive_turns(turns, budget, estimate_tokens=e) for e in estimators]
    assert kept[0] == kept[1] == kept[2]
    assert naive[0] == naive[1] == naive[2]


def test_an_empty_history_stays_empty_and_is_a_new_list():
    turns = []
    kept = select_relevant_turns(turns, "alpha", history_budget=5, estimate_tokens=length)
    naive = select_naive_turns(turns, 5, estimate_tokens=length)
    assert kept == naive == []
    assert kept is not turns
    assert naive is not turns


@pytest.mark.parametrize("query", ["", " ", "ab 12", "漢字"])
def test_a_query_without_words_keeps_the_newest_alone(query):
    turns = history("alpha", "bravo", "charlie", "delta")
    kept = select_relevant_turns(turns, query, history_budget=100, estimate_tokens=length)
    assert places(kept, turns) == [2, 3]
    all_kept = select_relevant_turns(turns, query, history_budget=100, estimate_tokens=length, floor_min=-1)
    assert places(all_kept, turns) == [0, 1, 2, 3]


def test_any_object_with_text_and_any_iterable_will_do():
    turns = [SimpleNamespace(qa="alpha"), SimpleNamespace(qa="none"), SimpleNamespace(qa="new")]
    kept = select_relevant_turns(
        iter(turns), "alpha", history_budget=100, estimate_tokens=length, keep_recent=1
    )
    assert places(kept, turns) == [0, 2]
    assert places(select_naive_turns(tuple(turns), 7, estimate_tokens=length), turns) == [1, 2]


@pytest.mark.parametrize("budget", [np.int64(7), np.float32(7), Fraction(7)])
def test_any_real_number_is_a_budget(budget):
    turns = history("alpha", "none", "new")
    assert places(select_naive_turns(turns, budget, estimate_tokens=length), turns) == [1, 2]


def test_turns_far_behind_the_last_that_fits_are_not_measured():
    turns = history(*(str(i) for i in range(10_000)))
    asked = []
    kept = select_naive_turns(turns, 400, estimate_tokens=lambda text, _name: asked.append(text) or len(text))
    assert places(kept, turns) == list(range(9_900, 10_000))
    assert len(asked) < 300


def test_the_encoding_name_is_handed_on():
    asked = []
    select_naive_turns(
        history("a"), 5, estimate_tokens=lambda _text, name: asked.append(name) or 1, encoding="mine"
    )
    assert asked == ["mine"]


def test_threads_may_select_at_the_same_time():
    turns = history(*(f"alpha {i} " * 200 for i in range(2_000)), "bravo", "new")
    answers = []

    def select():
        kept = select_relevant_turns(turns, "alpha bravo", history_budget=1, estimate_tokens="chars4")
        answers.append(len(kept))

    threads = [threading.Thread(target=select) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [2_002] * 4


# --- what is refused


def relevant(turns=(), query="alpha", **options):
    return select_relevant_turns(turns, query, **{"history_budget": 5, "estimate_tokens": length, **options})


def naive(turns=(), history_budget=5, **options):
    return select_naive_turns(turns, history_budget, **{"estimate_tokens": length, **options})


BOTH = pytest.mark.parametrize("select", [relevant, naive])


@BOTH
@pytest.mark.parametrize("value", BAD_AMOUNTS, ids=lambda value: str(value)[:8])
def test_a_budget_must_be_an_amount(select, value):
    with pytest.raises(InvalidArgument, match="^history_budget is "):
        select(history_budget=value)


@pytest.mark.parametrize("value", BAD_COUNTS)
def test_keep_recent_must_be_a_count(value):
    with pytest.raises(InvalidArgument, match="^keep_recent is "):
        relevant(keep_recent=value)


@pytest.mark.parametrize("name", ["floor_min", "floor_max", "floor_curve"])
@pytest.mark.parametrize("value", [NAN, INF, -INF, None, "0.5", True])
def test_floors_must_be_numbers(name, value):
    with pytest.raises(InvalidArgument, match=f"^{name} is "):
        relevant(**{name: value})


def test_a_curve_must_not_be_negative():
    with pytest.raises(InvalidArgument, match="^floor_curve is -1; it must be 0 or more$"):
        relevant(floor_curve=-1)


@BOTH
@pytest.mark.parametrize(
    ("turns", "message"),
    [
        ("alpha", "turns is one string; it must be a list"),
        (None, "turns is NoneType; it must be a list"),
        ([*history("a", "b"), "c", *history("d", "e", "f")], "turns[2] is str, which has no qa"),
        (
            [*history("a"), Turn(qa=5, created_at=""), *history("b", "c")],
            "turns[1].qa is int; it must be a string",
        ),
    ],
)
def test_turns_must_be_a_list_of_turns(select, turns, message):
    with pytest.raises(WrongType) as caught:
        select(turns)
    assert str(caught.value) == message


@pytest.mark.parametrize("value", [None, 5, b"alpha", ["alpha"]])
def test_a_query_must_be_a_string(value):
    with pytest.raises(WrongType, match="^query is .*; it must be a string$"):
        relevant(query=value)


@BOTH
def test_the_estimator_left_out_is_named(select):
    with pytest.raises(MissingEstimator, match="estimate_tokens") as caught:
        select(estimate_tokens=None)
    assert f"select_{select.__name__}_turns" in str(caught.value)
    with pytest.raises(UnknownEncoding):
        select(estimate_tokens="runes_base")


@BOTH
@pytest.mark.parametrize(
    ("answer", "error"), [(-1, EstimatorAnswer), (NAN, EstimatorAnswer), ("3", WrongType)]
)
def test_an_answer_that_is_no_count_names_the_turn(select, answer, error):
    turns = history(*"a" * 60, "bad", *"a" * 60)
    with pytest.raises(error, match=r"turns\[60\]\.qa"):
        select(turns, history_budget=1_000, estimate_tokens=lambda text, _: answer if text == "bad" else 1)
