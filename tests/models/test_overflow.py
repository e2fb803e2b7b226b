"""Which errors say that a prompt is too long, and the sizes in them."""

import json

import pytest

from contextthrift.exceptions import ContextWindowExceededError, ModelError
from contextthrift.models import ModelLimits, context_overflow_of, is_retriable
from contextthrift.testing import ScriptedModel

OPENAI = "This model's maximum context length is"
TOO_LONG = [
    ("openai", 400, {"error": {"message": f"{OPENAI} 9000 tokens. However, you requested 9400 tokens (8900 in the messages, 500 in the completion).", "code": "context_length_exceeded"}}, 8900, 9000),
    ("openai", 400, {"error": {"message": f"{OPENAI} 9000 tokens. However, your messages resulted in 9100 tokens."}}, 9100, 9000),
    ("openai", 400, {"message": "Please shorten it.", "code": "context_length_exceeded"}, None, None),
    ("openai", 200, {"response": {"error": {"code": "context_length_exceeded", "message": "Too much."}}}, None, None),
    ("openai", None, {"message": "Your input exceeds the context window of this model."}, None, None),
    ("anthropic", 400, {"error": {"type": "invalid_request_error", "message": "prompt is too long: 201000 tokens > 200000 maximum"}}, 201000, 200000),
    ("anthropic", 400, {"error": {"message": "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"}}, 190000, 200000),
    ("google", 400, {"error": {"message": "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576)."}}, 1100000, 1048576),
    ("google-vertex", 400, {"error": {"message": "the input token count is 40001 but model only supports up to 32768."}}, 40001, 32768),
    ("bedrock", 400, {"message": "Input is too long for requested model."}, None, None),
    ("bedrock", 400, {"message": "Too many input tokens. Max input tokens: 8192, request input token count: 9002"}, 9002, 8192),
    ("mistral", 400, {"message": "Prompt contains 40002 tokens and 0 draft tokens, too large for model with 32768 maximum context length"}, 40002, 32768),
    ("cohere", 400, {"message": "too many tokens: size limit exceeded by 50 tokens. The limit for this model is 1000 tokens."}, None, 1000),
    ("xai", 400, {"error": "This model's maximum prompt length is 1000 but the request contains 1001 tokens."}, 1001, 1000),
    ("groq", 400, {"error": {"message": "Please reduce the length of the messages or completion."}}, None, None),
    ("together", 422, {"error": {"message": "`inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 5 `max_new_tokens`"}}, 9000, 8193),
    ("cerebras", 400, "400 status code (no body)", None, None),
    ("openrouter", 400, {"error": {"message": "maximum context length is 5000 tokens. However, you requested about 6000 tokens (1200 of text input, 7 of tool input, 4793 in the output)."}}, 1207, 5000),
    ("vllm", 400, {"message": "maximum context length is 65536 tokens. However, you requested 1024 output tokens and your prompt contains at least 64513 input tokens"}, 64513, 65536),
    ("vllm", 400, {"message": "The decoder prompt (length 40000) is longer than the maximum model length of 32768."}, 40000, 32768),
    ("llama-cpp", 400, {"error": {"message": "try increasing it", "type": "exceed_context_size_error", "n_prompt_tokens": 66202, "n_ctx": 65536}}, 66202, 65536),
    ("llama-cpp", 500, {"error": {"message": "Context size has been exceeded.", "code": 500}}, None, None),
    ("ollama", 400, {"error": "prompt too long; exceeded max context length by 1200 tokens"}, None, None),
    ("lmstudio", 400, {"error": "The number of tokens to keep from the initial prompt is greater than the context length."}, None, None),
    ("sglang", 400, {"message": "The input (61709 tokens) is longer than the model's context length (40960 tokens)."}, 61709, 40960),
    ("moonshot", 400, {"error": {"message": "Your request exceeded model token limit: 8192 (requested: 9000)"}}, 9000, 8192),
    ("github", 400, {"error": {"message": "prompt token count of 70000 exceeds the limit of 64000"}}, 70000, 64000),
    ("ds4", 400, "Prompt has 5,958,968 tokens, but the configured context size is 256,000 tokens", 5958968, 256000),
]  # fmt: skip
SOMETHING_ELSE = [
    (429, {"error": {"message": "Request too large on tokens per min (TPM): Limit 30000, Requested 45000. prompt is too long", "code": "rate_limit_exceeded"}}),
    (413, {"error": {"message": "tokens per minute (TPM): Limit 8000, Requested 11881, please reduce your message size", "code": "rate_limit_exceeded"}}),
    (503, "the maximum context length service is unavailable"),
    (401, "no key for a maximum context length"),
    (400, {"error": {"message": "max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for m"}}),
    (400, {"error_type": "TOO_MANY_TOKENS", "message": "too many tokens: max tokens must be less than or equal to 4096, the maximum output length"}),
    (422, {"error": "Input validation error: `max_new_tokens` must be <= 4096. Given: 5000"}),
    (400, {"error": {"message": "Invalid 'user': string too long. Expected a string with maximum length 64", "code": "string_above_max_length"}}),
    (400, {"error": {"message": "Request payload size exceeds the limit: 20971520 bytes."}}),
    (400, {"error": {"message": "image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes"}}),
    (402, {"error": {"message": "You requested up to 8192 tokens, but can only afford 1024."}}),
    (400, {"error": {"message": "Invalid value: 'why \"prompt is too long: 2 tokens > 1 maximum\"?'", "code": "invalid_value"}}),
    (400, "400 status code (no body)"),
]  # fmt: skip


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


@pytest.mark.parametrize(("provider", "status", "body", "prompt", "window"), TOO_LONG)
def test_what_says_that_the_prompt_is_too_long_is_told_with_its_sizes(provider, status, body, prompt, window):
    for error in forms_of(status, body):
        found = context_overflow_of(error, ScriptedModel(provider=provider, name="m"))
        assert isinstance(found, ContextWindowExceededError)
        assert (found.prompt_tokens, found.context_window_tokens) == (prompt, window)


@pytest.mark.parametrize(("status", "body"), SOMETHING_ELSE)
def test_what_says_something_else_is_none(status, body):
    for error in forms_of(status, body):
        assert context_overflow_of(error, ScriptedModel(provider="openai")) is None


@pytest.mark.parametrize("name", ["ContextWindowExceededError", "ModelContextWindowExceededError"])
def test_the_errors_of_other_libraries_are_known_by_their_names(name):
    error = type(name, (Exception,), {})("too much")
    assert isinstance(context_overflow_of(error, "m"), ContextWindowExceededError)


def test_the_message_names_the_model_and_the_sizes_that_are_known():
    advice = "Start a new chat or compact this one, use fewer tools, or choose a model with a larger window"
    model = ScriptedModel(provider="local", name="m", limits=ModelLimits(context_window_tokens=4096))
    error = ModelError("prompt is too long: 5000 tokens")
    assert str(context_overflow_of(error, model)) == (
        f"m (local): the conversation no longer fits its context window (prompt 5000 tokens, window 4096). {advice}"
    )
    assert str(context_overflow_of(error)) == (
        f"this model: the conversation no longer fits its context window. {advice}"
    )


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
