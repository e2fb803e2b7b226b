"""Identifiers, and a budget filled by them."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

import contextthrift
from contextthrift import _native
from tests.reference import identifiers as slow

words = st.sampled_from(
    [
        "W2378156",
        "omar_davis",
        "src/main.rs",
        "userId",
        "thanks",
        "a1",
        "2024-05-01",
        "x",
        "v1.2",
        "№12345",
        "été_1",
        "...",
    ]
)
texts = st.lists(words, max_size=6).map(" ".join)
rows = st.lists(st.tuples(texts, st.integers(0, 30)), max_size=12)


def fill(texts_, costs, budget, recent=0):
    return _native.fill_by_identifiers(texts_, array("Q", costs), recent, budget)


@given(st.text(alphabet="aZ09_./@- éÉ１²", max_size=30))
def test_the_core_finds_the_identifiers_that_its_twin_finds(text):
    assert _native.identifiers(text) == slow.identifiers(text)


@given(rows, st.integers(0, 120), st.integers(0, 4))
def test_the_core_fills_as_its_twin_does(given_rows, budget, recent):
    given_texts, costs = [row[0] for row in given_rows], [row[1] for row in given_rows]
    kept = fill(given_texts, costs, budget, recent)
    assert sorted(kept) == sorted(slow.fill(given_texts, costs, recent, budget))
    assert sum(costs[place] for place in kept) <= budget
    assert len(set(kept)) == len(kept)


def test_everything_is_kept_where_there_is_room():
    assert sorted(fill(["a", "b W12345", ""], [3, 4, 0], 7)) == [0, 1, 2]


def test_a_message_with_an_identifier_is_kept_before_a_newer_one_without():
    assert fill(["order W2378156", "thanks, very kind", "and again?"], [6, 9, 7], 13) == [0, 2]


def test_an_identifier_that_is_held_is_worth_a_tenth():
    twice = ["order W2378156", "order W2378156 again", "ticket T-99812"]
    assert fill(twice, [6, 6, 6], 12) == [2, 1]


def test_a_huge_history_is_filled_in_little_more_than_linear_time():
    many = [f"call {number} of user_{number % 97} on item/{number}" for number in range(20_000)]
    kept = fill(many, [20] * len(many), 200_000)
    assert len(kept) == 10_000


def test_there_must_be_a_cost_for_each_text():
    with pytest.raises(ValueError, match="costs"):
        fill(["a", "b"], [1], 5)


# --- by the public door


def chosen(said, budget, **options):
    turns = [contextthrift.Turn(qa=text, created_at="") for text in said]
    kept = contextthrift.select_turns(
        turns, "", budget, scorer="identifiers", estimate_tokens="chars4", **options
    )
    return [turn.qa for turn in kept]


SAID = ["Order W2378156 is late.", "That is sad to hear.", "I look into it now.", "Anything else?"]


def test_the_scorer_keeps_what_later_calls_may_need_and_the_order():
    assert chosen(SAID, 10, keep_recent=1) == ["Order W2378156 is late.", "Anything else?"]


def test_what_the_newest_turns_hold_need_not_be_kept_twice():
    said = ["ticket T-99812 is open", "order W2378156 is late", "order W2378156 again"]
    assert chosen(said, 11, keep_recent=1) == ["ticket T-99812 is open", "order W2378156 again"]


@pytest.mark.parametrize("budget", [0, 3, 1e30])
def test_any_budget_has_an_answer(budget):
    assert chosen(SAID, budget, keep_recent=1)[-1] == "Anything else?"
    assert chosen([], budget) == []
