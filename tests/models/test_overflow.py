"""Which errors say that a prompt is too long, and the sizes in them."""

import json
from pathlib import Path

import pytest

from contextthrift.exceptions import Aborted, ContextWindowExceededError, ModelError
from contextthrift.models import ModelLimits, context_overflow_of, is_retriable
from contextthrift.testing import ScriptedModel

ANSWERS = json.loads((Path(__file__).parent.parent / "data" / "overflow_answers.json").read_text("utf-8"))


def with_body(message, status, body):
    error = ModelError(message, status=status)
    error.body = body
    return error


def forms_of(status, body):
    """One answer as different clients raise it."""
    if isinstance(body, str):
        return [ModelError(body, status=status)]
    holder = body.get("response", body).get("error", body)
    message = holder if isinstance(holder, str) else holder["message"]
    inside = RuntimeError("the call failed")
    inside.__cause__ = with_body(message, status, body)
    return [
        with_body(message, status, body),
        ModelError(f"Error code: {status} - {body}", status=status),
        ModelError(json.dumps(body), status=status),
        inside,
    ]


@pytest.mark.parametrize("answer", ANSWERS["too_long"], ids=lambda answer: answer["provider"])
def test_what_says_that_the_prompt_is_too_long_is_told_with_its_sizes(answer):
    for error in forms_of(answer["status"], answer["body"]):
        found = context_overflow_of(error, ScriptedModel(provider=answer["provider"], name="m"))
        assert isinstance(found, ContextWindowExceededError)
        assert (found.prompt_tokens, found.context_window_tokens) == (answer["prompt"], answer["window"])


@pytest.mark.parametrize("answer", ANSWERS["something_else"], ids=lambda answer: str(answer["status"]))
def test_what_says_something_else_is_none(answer):
    for error in forms_of(answer["status"], answer["body"]):
        assert context_overflow_of(error, ScriptedModel(provider="openai")) is None


@pytest.mark.parametrize("name", ["ContextWindowExceededError", "ModelContextWindowExceededError"])
def test_the_errors_of_other_libraries_are_known_by_their_names(name):
    error = type(name, (Exception,), {})("too much")
    assert isinstance(context_overflow_of(error, "m"), ContextWindowExceededError)


def test_the_message_names_the_model_and_the_sizes_that_are_known():
    advice = "Start a new chat or compact this one, use fewer tools, or choose a model with a larger window"
    model = ScriptedModel(provider="local", name="m", limits=ModelLimits(context_window_tokens=4096))
    error = ModelError("prompt is too long: 5000 tokens")
    no_longer = "the conversation no longer fits its context window"
    sizes = "(prompt 5000 tokens, window 4096)"
    assert str(context_overflow_of(error, model)) == f"m (local): {no_longer} {sizes}. {advice}"
    assert str(context_overflow_of(error)) == f"this model: {no_longer}. {advice}"


def test_an_abort_is_none_whatever_its_reason_says():
    assert context_overflow_of(Aborted("the prompt is too long for me"), "m") is None


def test_an_error_that_is_one_comes_back_itself():
    error = ContextWindowExceededError("m", 2, 1)
    assert context_overflow_of(error, "other") is error


def test_it_is_never_tried_again_whatever_it_was_raised_from():
    error = ContextWindowExceededError("m")
    error.__cause__ = ModelError("Context size has been exceeded.", status=500)
    assert not is_retriable(error)


def test_an_error_that_echoes_a_huge_request_is_read_in_no_time():
    error = ModelError("input token count " * 1_000_000, status=400)
    assert context_overflow_of(error, "m") is None
