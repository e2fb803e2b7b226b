import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import Model, reply_limit
from contextthrift.exceptions import InvalidArgument
from contextthrift.tokens import Reserve, default_reserve, prompt_limit, safety_margin

sizes = st.integers(1, 2_000_000)


def test_prompt_and_reply_never_exceed_the_window_by_one_token():
    assert reply_limit(65_536, 1_537, 64_000, exact=True) == 63_999


@pytest.mark.parametrize(
    ("prompt", "exact", "limit"),
    [
        (0, True, 100),
        (40, True, 60),
        (99, True, 1),
        (100, True, 0),
        (101, True, 0),
        (0, False, 100),
        (40, False, 58),
        (41, False, 56),
        (91, False, 4),
        (96, False, 1),
        (99, False, 1),
        (100, False, 0),
    ],
)
def test_what_is_left_of_a_window_of_100(prompt, exact, limit):
    assert reply_limit(100, prompt, exact=exact) == limit


def test_a_cap_is_never_exceeded():
    assert reply_limit(100, 40, 10, exact=False) == 10
    assert reply_limit(100, 100, 10, exact=True) == 0


@given(window=sizes, prompt=st.integers(0, 2_000_000), cap=st.none() | sizes, exact=st.booleans())
def test_the_limit_fits_and_is_the_largest_that_does(window, prompt, cap, exact):
    limit = reply_limit(window, prompt, cap, exact=exact)
    margin = safety_margin(prompt, exact=exact)
    if prompt >= window:
        assert limit == 0
    else:
        assert 1 <= limit <= min(cap or window, window - prompt)
        assert limit in {1, cap, window - prompt - margin}


@given(window=sizes, prompt=st.integers(0, 1_000_000))
def test_an_inexact_count_never_allows_more_than_an_exact_one(window, prompt):
    assert reply_limit(window, prompt, exact=False) <= reply_limit(window, prompt, exact=True)


def test_the_margin_is_a_twentieth_rounded_up_and_nothing_for_exact_counts():
    assert [safety_margin(tokens, exact=False) for tokens in (0, 1, 10, 11, 1_000)] == [0, 1, 1, 1, 50]
    assert safety_margin(1_000, exact=True) == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: reply_limit(0, 1, exact=True), "window is 0; it must be a whole number from 1 to 2**63 - 1"),
        (
            lambda: reply_limit(9, -1, exact=True),
            "prompt is -1; it must be a whole number from 0 to 2**63 - 1",
        ),
        (lambda: reply_limit(9, 0.5, exact=True), "prompt is 0.5; it must be a whole number, 0 or more"),
        (lambda: reply_limit(9, 1, 0, exact=True), "cap is 0; it must be a whole number from 1 to 2**63 - 1"),
        (lambda: reply_limit(9, 9, 0, exact=True), "cap is 0; it must be a whole number from 1 to 2**63 - 1"),
        (lambda: safety_margin(None, exact=False), "tokens is None; it must be a whole number, 0 or more"),
    ],
)
def test_numbers_that_cannot_be_meant_are_refused(call, message):
    with pytest.raises(InvalidArgument) as raised:
        call()
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("max_output", "reserve"),
    [
        (1, Reserve(1, "the maximum output of m")),
        (25, Reserve(25, "the maximum output of m")),
        (26, Reserve(25, "a quarter of the window, as the maximum output of m is larger")),
        (103, Reserve(25, "a quarter of the window, as the maximum output of m is larger")),
        (None, Reserve(25, "a quarter of the window, as no maximum output of m is published")),
    ],
)
def test_the_reserve_is_the_maximum_output_but_at_most_a_quarter_of_the_window(max_output, reserve):
    assert default_reserve(Model(name="m", encoding="chars4", window=103, max_output=max_output)) == reserve


def test_without_a_model_nothing_is_reserved():
    assert default_reserve(None) == (0, "no model is given")


@given(room=st.integers(0, 2_000_000))
def test_the_longest_prompt_is_the_largest_that_fits_with_its_margin(room):
    longest = prompt_limit(room, exact=False)
    assert longest + safety_margin(longest, exact=False) <= room
    assert longest + 1 + safety_margin(longest + 1, exact=False) > room
    assert prompt_limit(room, exact=True) == room
