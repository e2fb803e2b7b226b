"""What happens where the caller's own estimator fails."""

import asyncio

import pytest

from contextthrift import Message, WorkingSet, fit, get_encoding, subtract_to_fit
from contextthrift.exceptions import InvalidArgument

FRAMING = 6 * 4 + 3
CHAT = [{"role": "user", "content": f"question {i} " * 8} for i in range(6)]


def failing_for(word, error=None):
    def estimate(text, _):
        if word in text:
            raise error or ValueError("no such text")
        return len(text.split())

    return estimate


def working_set():
    messages = [Message(id=str(i), content=f"question {i} " * 8, created_at_ms=i) for i in range(6)]
    return WorkingSet(system_prompt="be brief", messages=messages)


def test_an_estimators_exception_comes_through_as_it_is_by_default():
    with pytest.raises(ValueError, match="^no such text$"):
        fit(CHAT, context_window=1000, estimate_tokens=failing_for("question 3"))
    with pytest.raises(ValueError, match="^no such text$"):
        subtract_to_fit(working_set(), 1000, [], estimate_tokens=failing_for("question 3"))


def test_a_fallback_measures_what_failed_by_the_estimate_and_tells_how_often():
    upper = get_encoding("claude")
    options = {"estimate_tokens": failing_for("question 3"), "on_estimator_error": "fallback"}
    trace = fit(CHAT, context_window=1000, **options).trace
    spoken = 5 * 16 + upper.count(CHAT[3]["content"])
    assert trace.total_before == spoken + FRAMING
    assert (trace.estimator_failures, trace.exact) == (1, False)
    thrift = subtract_to_fit(working_set(), 1000, [], **options)
    assert (thrift.total_before, thrift.estimator_failures) == (
        5 * 16 + upper.count(CHAT[3]["content"]) + 2,
        1,
    )


@pytest.mark.parametrize("answer", [float("nan"), -1, "three", None])
def test_an_answer_that_is_no_count_falls_back_too(answer):
    trace = fit(
        CHAT, context_window=1000, estimate_tokens=lambda *_: answer, on_estimator_error="fallback"
    ).trace
    assert trace.estimator_failures == 6
    texts = [message["content"] for message in CHAT]
    assert trace.total_before == sum(get_encoding("claude").count_list(texts)) + FRAMING


def test_a_batch_that_fails_is_measured_anew_as_a_whole():
    class Broken:
        def estimate_batch(self, texts):
            raise RuntimeError(len(texts))

    trace = fit(CHAT, context_window=1000, estimate_tokens=Broken(), on_estimator_error="fallback").trace
    assert trace.estimator_failures == 6


def test_failures_of_one_pass_are_not_told_by_the_next():
    estimate = failing_for("question 3")
    options = {"context_window": 1000, "estimate_tokens": estimate, "on_estimator_error": "fallback"}
    assert [fit(CHAT, **options).trace.estimator_failures for _ in range(2)] == [1, 1]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), asyncio.CancelledError()])
def test_an_interrupt_or_a_cancellation_passes_through(error):
    with pytest.raises(type(error)):
        fit(
            CHAT,
            context_window=1000,
            estimate_tokens=failing_for("question 3", error),
            on_estimator_error="fallback",
        )


def test_another_word_is_refused():
    with pytest.raises(InvalidArgument) as raised:
        fit(CHAT, context_window=9, encoding="cl100k_base", on_estimator_error="ignore")
    assert str(raised.value) == "on_estimator_error is 'ignore'; it must be 'raise' or 'fallback'"
