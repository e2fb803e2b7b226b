"""The callback in a router and in the SDK."""

import asyncio
import logging

import litellm
import pytest

from contextthrift import count_messages
from contextthrift.integrations.litellm import FitHandler, FitOptions, completion

pytestmark = pytest.mark.filterwarnings("ignore")  # those of litellm, which are not ours to mend


def chat(turns, words=40):
    messages = []
    for number in range(turns):
        messages.append({"role": "user", "content": f"question {number} " + "word " * words})
        messages.append({"role": "assistant", "content": f"answer {number} " + "word " * words})
    return [*messages, {"role": "user", "content": "and now?"}]


@pytest.fixture
def handler(monkeypatch):
    handler = FitHandler()
    monkeypatch.setattr(litellm, "callbacks", [handler])
    monkeypatch.setattr(litellm, "input_callback", [])  # where litellm keeps those of earlier tests
    return handler


def deployment(name, provider, model, **info):
    reached = {"model": model, "api_base": provider.url, "api_key": "k", "max_retries": 0}
    return {"model_name": name, "litellm_params": reached, "model_info": info}


def test_an_asynchronous_call_of_the_sdk_is_fitted(provider, handler):
    call = litellm.acompletion(
        model="openai/gpt-4", messages=chat(200), api_base=provider.url, api_key="k", max_tokens=50
    )
    asyncio.run(call)
    (body,) = provider.bodies
    assert 7_900 < count_messages(body["messages"], model="gpt-4") <= 8_142


def test_each_fallback_is_fitted_to_its_own_window(provider, handler):
    models = [
        deployment("first", provider, "openai/gpt-4o"),
        deployment("second", provider, "openai/gpt-4"),
    ]
    router = litellm.Router(model_list=models, fallbacks=[{"first": ["second"]}], num_retries=0)
    given = chat(2_000)
    asyncio.run(router.acompletion(model="first", messages=given, mock_testing_fallbacks=True))
    assert [body["model"] for body in provider.bodies] == ["gpt-4"]
    assert count_messages(provider.bodies[0]["messages"], model="gpt-4") <= 8_192
    asyncio.run(router.acompletion(model="first", messages=given))
    assert count_messages(provider.bodies[1]["messages"], model="gpt-4o") > 50_000


def test_a_refusal_goes_on_to_the_fallback_with_the_larger_window(provider, handler):
    models = [deployment("small", provider, "openai/gpt-4"), deployment("large", provider, "openai/gpt-4o")]
    router = litellm.Router(model_list=models, context_window_fallbacks=[{"small": ["large"]}], num_retries=0)
    long = [{"role": "user", "content": "word " * 9_000}]
    answer = asyncio.run(router.acompletion(model="small", messages=long))
    assert answer.choices[0].message.content == "from gpt-4o"
    assert [body["messages"] for body in provider.bodies] == [long]


def test_a_deployments_own_window_counts(provider, handler):
    router = litellm.Router(
        model_list=[deployment("house", provider, "openai/house", max_input_tokens=1_000)]
    )
    asyncio.run(router.acompletion(model="house", messages=chat(50)))
    (body,) = provider.bodies
    assert count_messages(body["messages"], encoding="claude") <= 750


def test_what_cannot_be_fitted_is_sent_as_it_is_and_the_log_says_so_once(provider, handler, caplog):
    caplog.set_level(logging.WARNING, "contextthrift.litellm")
    given = chat(3)
    for _ in range(2):
        call = litellm.acompletion(
            model="openai/unheard-of", messages=given, api_base=provider.url, api_key="k"
        )
        asyncio.run(call)
    assert [body["messages"] for body in provider.bodies] == [given, given]
    (line,) = [record.getMessage() for record in caplog.records if record.name == "contextthrift.litellm"]
    assert line == (
        "a request to openai/unheard-of is sent as it is: the window of the model 'openai/unheard-of' is not "
        "known; give context_window= in tokens, or make the model known with register_model()"
    )


def test_messages_by_position_are_not_seen_and_the_log_says_so(provider, handler, caplog):
    caplog.set_level(logging.WARNING, "contextthrift.litellm")
    given = chat(300)
    asyncio.run(litellm.acompletion("openai/gpt-4", given, api_base=provider.url, api_key="k"))
    assert provider.bodies[0]["messages"] == given
    assert "litellm shows a callback only what is passed by name, as messages=" in caplog.text
    asyncio.run(litellm.acompletion("openai/gpt-4", messages=given, api_base=provider.url, api_key="k"))
    assert len(provider.bodies[1]["messages"]) < len(given)


def test_a_synchronous_call_is_not_shown_to_it_and_the_log_says_so_once(provider, handler, caplog):
    caplog.set_level(logging.WARNING, "contextthrift.litellm")
    reached = {"model": "openai/gpt-4", "api_base": provider.url, "api_key": "k"}
    completion(messages=chat(1), **reached)
    assert caplog.text == ""
    for _ in range(2):
        litellm.completion(messages=chat(300), **reached)
    assert len(provider.bodies[-1]["messages"]) == 601
    (line,) = [record.getMessage() for record in caplog.records if record.name == "contextthrift.litellm"]
    assert line == (
        "a synchronous call of gpt-4 is sent as it is, since litellm asks no callback before one; call "
        "contextthrift.integrations.litellm.completion, or litellm.acompletion"
    )


def test_other_calls_are_left_alone(handler):
    hook = handler.async_pre_call_deployment_hook({"model": "text-embedding-3-small", "input": ["a"]}, None)
    assert asyncio.run(hook) is None
    hook = handler.async_pre_call_hook(None, None, {"model": "gpt-4", "input": "a"}, "aembedding")
    assert asyncio.run(hook) is None


def test_options_hold_for_every_request(provider, monkeypatch):
    traces = []
    handler = FitHandler(FitOptions(context_window=500, output_reserve=0, on_trace=traces.append))
    monkeypatch.setattr(litellm, "callbacks", [handler])
    asyncio.run(
        litellm.acompletion(model="openai/gpt-4o", messages=chat(20), api_base=provider.url, api_key="k")
    )
    (trace,) = traces
    assert trace.window == 500
    assert trace.fits
    assert count_messages(provider.bodies[0]["messages"], model="gpt-4o") == trace.total_after
