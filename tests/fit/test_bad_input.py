"""Bad input gives one clear error: what is wrong, and where."""

import math

import pytest

from contextthrift import FitPolicy, count_messages, fit
from contextthrift.exceptions import (
    ContextThriftError,
    EstimatorAnswer,
    InvalidArgument,
    InvalidMessages,
    MissingEstimator,
    UnknownEncoding,
    UnknownFormat,
    UnsupportedOption,
    WindowRefused,
    WrongType,
)
from tests.fit.messages import calls, result, says, text_part, user

FINE = [user("u"), says("x")]


def fitted(messages, **options):
    return fit(messages, **{"context_window": 1000, "estimate_tokens": "chars4", **options})


def telling(error, *facts):
    """The error is one of ours and its message names the facts."""
    assert isinstance(error, ContextThriftError)
    for fact in facts:
        assert str(fact) in str(error), f"{fact!r} is not named in: {error}"


# --- messages


@pytest.mark.parametrize(
    ("messages", "seen"),
    [("hello", "str"), ({"role": "user"}, "dict"), (None, "None"), (7, "int"), (iter(FINE), "iterator")],
    ids=["text", "one message", "None", "number", "iterator"],
)
def test_messages_must_be_a_list(messages, seen):
    with pytest.raises(InvalidMessages, match="messages") as caught:
        fitted(messages)
    telling(caught.value, seen)


def test_a_tuple_of_messages_is_fine():
    assert fitted(tuple(FINE)).messages == FINE


def test_an_empty_list_fits():
    out = fitted([])
    assert out.messages == []
    assert out.fits
    assert out.trace.total_after == count_messages([], estimate_tokens="chars4")


@pytest.mark.parametrize(
    ("message", "facts"),
    [
        ({"content": "x"}, ["role"]),
        ({"role": "wizard", "content": "x"}, ["wizard"]),
        ({"role": None, "content": "x"}, ["role"]),
        ({"role": ["user"], "content": "x"}, ["role"]),
        ("hello", ["str"]),
        (None, ["None"]),
        ({"role": "user", "content": 5}, ["content", "int"]),
        ({"role": "user", "content": {"text": "x"}}, ["content", "dict"]),
        ({"role": "user", "content": b"x"}, ["content", "bytes"]),
        ({"role": "user", "content": [5]}, ["content", "int"]),
        ({"role": "user", "content": [{"text": "x"}]}, ["type"]),
        ({"role": "user", "content": [{"type": "hologram"}]}, ["hologram"]),
        ({"role": "user", "content": [{"type": "text", "text": 5}]}, ["text", "int"]),
        ({"role": "tool", "content": "x"}, ["tool_call_id"]),
        ({"role": "tool", "tool_call_id": None, "content": "x"}, ["tool_call_id"]),
        ({"role": "tool", "tool_call_id": 5, "content": "x"}, ["tool_call_id"]),
        ({"role": "assistant", "tool_calls": "a"}, ["tool_calls"]),
        ({"role": "assistant", "tool_calls": ["a"]}, ["tool_calls"]),
        ({"role": "assistant", "tool_calls": [{"type": "function", "function": {"name": "f"}}]}, ["id"]),
        ({"role": "assistant", "tool_calls": [{"id": "a", "type": "function"}]}, ["function"]),
        ({"role": "assistant", "tool_calls": [{"id": "a", "function": {"arguments": "{}"}}]}, ["name"]),
    ],
)
def test_a_message_that_makes_no_sense_is_named_by_its_index(message, facts):
    with pytest.raises(InvalidMessages, match=r"^messages\[2\]") as caught:
        fitted([*FINE, message, user("v")])
    telling(caught.value, *facts)


def test_count_messages_refuses_the_same():
    with pytest.raises(InvalidMessages, match=r"^messages\[1\]") as caught:
        count_messages([user("u"), {"role": "wizard", "content": "x"}], estimate_tokens="chars4")
    telling(caught.value, "wizard")


def test_an_unknown_format_is_named_with_the_known_ones():
    with pytest.raises(UnknownFormat) as caught:
        fitted(FINE, format="telegram")
    telling(caught.value, "telegram", "openai")


# --- the window


@pytest.mark.parametrize("window", [0, -1, 1000.5, 1000.0, math.nan, math.inf, True, "1000"])
def test_a_window_must_be_a_positive_whole_number(window):
    with pytest.raises(InvalidArgument) as caught:
        fitted(FINE, context_window=window)
    telling(caught.value, "context_window", window)


def test_a_window_must_be_given():
    with pytest.raises(InvalidArgument) as caught:
        fitted(FINE, context_window=None)
    telling(caught.value, "context_window")


@pytest.mark.parametrize("reserve", [1000, 1001, 20_000])
def test_a_reserve_leaves_room(reserve):
    with pytest.raises(InvalidArgument) as caught:
        fitted(FINE, output_reserve=reserve)
    telling(caught.value, "output_reserve", reserve, 1000)


def test_a_reserve_is_rounded_up():
    trace = fitted(FINE, output_reserve=0.5).trace
    assert (trace.reserve, trace.reserve_source, trace.budget) == (1, "given", 999)


@pytest.mark.parametrize("reserve", [-1, math.nan, math.inf, True, "0"])
def test_a_reserve_must_be_a_number_from_zero(reserve):
    with pytest.raises(InvalidArgument) as caught:
        fitted(FINE, output_reserve=reserve)
    telling(caught.value, "output_reserve", reserve)


def test_without_a_model_nothing_is_reserved():
    out = fitted(FINE)
    trace = out.trace
    assert (trace.window, trace.reserve, trace.reserve_source, trace.budget) == (1000, 0, "none", 1000)


def test_a_window_below_the_floor_refuses_and_says_so():
    out = fitted([user("u" * 400), says("x" * 400), user("v" * 400)], context_window=50)
    assert not out.fits
    assert out.messages == [user("v" * 400)]
    with pytest.raises(WindowRefused) as caught:
        out.raise_for_refusal()
    assert str(caught.value) == (
        f"the least that can be sent is {out.trace.total_after} tokens, "
        "the budget is 50 (window 50, reserve 0)"
    )


def test_a_fit_that_fits_raises_nothing():
    out = fitted(FINE)
    assert out.raise_for_refusal() is out


# --- the measure


def test_a_measure_must_be_given():
    with pytest.raises(MissingEstimator) as caught:
        fit(FINE, context_window=1000)
    telling(caught.value, "model", "encoding", "estimate_tokens")


def test_one_measure_is_enough():
    with pytest.raises(InvalidArgument) as caught:
        fitted(FINE, encoding="o200k_base")
    telling(caught.value, "encoding", "estimate_tokens")


@pytest.mark.parametrize("option", ["encoding", "estimate_tokens"])
def test_an_unknown_encoding_is_answered_with_near_names(option):
    with pytest.raises(UnknownEncoding) as caught:
        fit(FINE, context_window=1000, **{option: "o20k_base"})
    telling(caught.value, "o20k_base", "o200k_base")


@pytest.mark.parametrize("estimator", [5, object(), ["chars4"]])
def test_an_estimator_must_be_callable(estimator):
    with pytest.raises(ContextThriftError) as caught:
        fitted(FINE, estimate_tokens=estimator)
    telling(caught.value, "estimate_tokens")


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (-1, EstimatorAnswer),
        (math.nan, EstimatorAnswer),
        (math.inf, EstimatorAnswer),
        (True, WrongType),
        ("7", WrongType),
        (None, WrongType),
    ],
)
def test_an_answer_that_is_no_count_names_the_message(answer, error):
    def estimate(text, _encoding):
        return answer if "heron" in text else 1

    with pytest.raises(error, match=r"\b2\b") as caught:
        fitted([user("u"), says("x"), user("a heron")], estimate_tokens=estimate)
    telling(caught.value, answer)


def test_an_error_of_the_estimator_itself_comes_through():
    def estimate(_text, _encoding):
        raise LookupError("no such vocabulary")

    with pytest.raises(LookupError, match=r"^no such vocabulary$"):
        fitted(FINE, estimate_tokens=estimate)


# --- options that are not there yet, and a policy that makes no sense


@pytest.mark.parametrize(
    ("option", "value"),
    [("memories", ["m"]), ("retrievables", ["r"]), ("query", "q")],
)
def test_an_option_that_is_not_there_yet_is_named(option, value):
    with pytest.raises(UnsupportedOption) as caught:
        fitted(FINE, **{option: value})
    telling(caught.value, option)


@pytest.mark.parametrize("keep", [-1, 1.5, True, None])
def test_this_turn_result_keep_must_be_a_whole_number(keep):
    with pytest.raises(InvalidArgument) as caught:
        fitted(FINE, policy=FitPolicy(this_turn_result_keep=keep))
    telling(caught.value, "this_turn_result_keep", keep)


def test_on_orphan_is_one_of_two_words():
    with pytest.raises(InvalidArgument) as caught:
        fitted(FINE, policy=FitPolicy(on_orphan="ignore"))
    telling(caught.value, "on_orphan", "ignore", "repair", "error")


def test_bad_input_is_left_as_it_was():
    messages = [user([text_part("u")]), calls("a"), result("a", "x"), {"role": "wizard"}]
    before = [dict(message) for message in messages]
    with pytest.raises(InvalidMessages):
        fitted(messages)
    assert messages == before
