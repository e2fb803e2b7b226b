"""Calls of the real litellm to a provider on loopback: what arrives there is what was left."""

import asyncio

import litellm
import pytest

from contextthrift import FitPolicy, count_messages, fit_request
from contextthrift.exceptions import InvalidArgument, InvalidMessages, WindowRefused, WrongType
from contextthrift.integrations.litellm import FitHandler, FitOptions, acompletion, completion, fit_arguments

pytestmark = pytest.mark.filterwarnings("ignore")  # those of litellm, which are not ours to mend
NOTELESS = FitPolicy(gap_note=False)


def chat(turns, words=40):
    messages = [{"role": "system", "content": "Answer briefly."}]
    for number in range(turns):
        messages.append({"role": "user", "content": f"question {number} " + "word " * words})
        messages.append({"role": "assistant", "content": f"answer {number} " + "word " * words})
    return [*messages, {"role": "user", "content": "and now?"}]


def at(provider, name="gpt-4", **more):
    return {"model": f"openai/{name}", "api_base": provider.url, "api_key": "k", "max_retries": 0, **more}


def test_a_call_sends_what_fits_and_passes_everything_else_on(provider):
    given = chat(200)
    answer = completion(messages=given, max_tokens=100, seed=7, user="u1", **at(provider))
    (body,) = provider.bodies
    assert answer.choices[0].message.content == "from gpt-4"
    assert (body["seed"], body["user"], body["max_tokens"], len(given)) == (7, "u1", 100, 402)
    assert body["messages"][0] == given[0]
    assert body["messages"][-1]["content"].endswith("and now?")
    assert count_messages(body["messages"], model="gpt-4") <= 8_192 - 100
    assert count_messages(body["messages"], model="gpt-4") > 7_900


def test_an_asynchronous_call_sends_the_same(provider):
    given = chat(200)
    completion(messages=given, **at(provider))
    asyncio.run(acompletion(messages=given, **at(provider)))
    assert provider.bodies[0]["messages"] == provider.bodies[1]["messages"] != given


def test_the_messages_of_litellms_own_answers_stay_the_same_objects():
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    answer = litellm.completion(
        model="gpt-4o", messages=[{"role": "user", "content": "hi"}], mock_response="", mock_tool_calls=[call]
    )
    said = answer.choices[0].message
    given = [
        {"role": "user", "content": "Look. " * 200},
        said,
        {"role": "tool", "tool_call_id": "c1", "content": "found " * 300, "provider_note": "x"},
        {"role": "user", "content": "and now?"},
    ]
    fitted = fit_arguments(
        {"model": "gpt-4o", "messages": given},
        FitOptions(context_window=600, output_reserve=0, policy=NOTELESS),
    )["messages"]
    assert type(said) is litellm.Message
    assert [message is mine for message, mine in zip(fitted, given, strict=True)] == [True, True, False, True]
    assert fitted[2]["content"] == "[Result of look left out to fit the context window.]"
    assert fitted[2]["provider_note"] == "x"
    assert given[2]["content"].startswith("found")


def test_arguments_that_fit_are_given_back_as_they_are():
    arguments = {
        "model": "anthropic/claude-sonnet-4-5",
        "messages": chat(2),
        "metadata": {"a": 1},
        "top_k": 4,
    }
    fitted = fit_arguments(arguments)
    assert fitted == arguments
    assert fitted is not arguments
    assert fitted["messages"] is arguments["messages"]
    assert fit_request(arguments) == fitted


WINDOWS = {
    "our table": ({"model": "azure/gpt-4o"}, 128_000),
    "behind a deployment's name": ({"model": "azure/house-4", "base_model": "azure/gpt-4o"}, 128_000),
    "a deployment's model_info": ({"model": "gpt-4o", "model_info": {"max_input_tokens": 9_000}}, 9_000),
    "litellm's list": ({"model": "sample/house-6"}, 6_000),
    "how Ollama is told to load it": ({"model": "ollama/llama3.1", "num_ctx": 5_000}, 5_000),
}


@pytest.mark.parametrize("known_by", WINDOWS)
def test_the_window_is_known_by(known_by, monkeypatch):
    told, window = WINDOWS[known_by]
    entry = {"max_input_tokens": 6_000, "max_output_tokens": 900}
    monkeypatch.setitem(litellm.model_cost, "sample/house-6", entry)
    traces = []
    fit_arguments({**told, "messages": chat(1)}, FitOptions(on_trace=traces.append))
    assert traces[0].window == window
    if known_by == "litellm's list":
        assert (traces[0].reserve, traces[0].encoding, traces[0].exact) == (900, "claude", False)


def test_the_longest_reply_that_is_asked_for_is_kept_free():
    traces = []
    options = FitOptions(on_trace=traces.append)
    for asked in ({}, {"max_tokens": 70}, {"max_completion_tokens": 80}):
        fit_arguments({"model": "gpt-4", "messages": chat(1), **asked}, options)
    assert [trace.reserve for trace in traces] == [2_048, 70, 80]


def test_a_refusal_is_litellms_own_error_where_it_is_called():
    given = [{"role": "user", "content": "word " * 9_000}]
    with pytest.raises(litellm.ContextWindowExceededError, match="the least that can be sent is") as told:
        completion("openai/gpt-4", given)
    assert (told.value.model, told.value.llm_provider, told.value.status_code) == (
        "openai/gpt-4",
        "openai",
        400,
    )
    with pytest.raises(litellm.ContextWindowExceededError):
        asyncio.run(acompletion("gpt-4", given))
    with pytest.raises(WindowRefused):
        fit_arguments({"model": "gpt-4", "messages": given})


@pytest.mark.parametrize(
    "model", ["ollama/llama3.1", "hosted_vllm/meta-llama/Llama-3.1-8B", "openai/unheard-of"]
)
def test_a_window_that_nobody_knows_is_an_error_that_says_what_to_give(model):
    with pytest.raises(InvalidArgument) as told:
        completion(model, chat(1))
    assert str(told.value) == (
        f"the window of the model {model!r} is not known; give context_window= in tokens, or make the "
        "model known with register_model()"
    )
    options = FitOptions(context_window=8_000)
    assert (
        completion(model, chat(1), fit_options=options, mock_response="yes").choices[0].message.content
        == "yes"
    )


def test_messages_that_cannot_be_read_are_named():
    with pytest.raises(InvalidMessages, match=r"^messages\[1\] has the role 'robot'"):
        completion("gpt-4o", [{"role": "user", "content": "hi"}, {"role": "robot", "content": "hi"}])


def test_options_of_another_type_are_told():
    with pytest.raises(WrongType, match=r"^the options are dict; they must be FitOptions\(\.\.\.\)$"):
        completion("gpt-4o", chat(1), fit_options={"context_window": 5_000})
    with pytest.raises(WrongType, match="the options are None;"):
        FitHandler(None)
