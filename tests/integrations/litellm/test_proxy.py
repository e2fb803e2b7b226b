"""The real proxy with the line of our docs in its config, in front of a provider on loopback."""

import litellm
import pytest
from litellm.integrations.custom_logger import CustomLogger

from contextthrift import count_messages
from contextthrift.integrations.litellm import proxy_handler

pytestmark = pytest.mark.filterwarnings("ignore")  # those of litellm, which are not ours to mend
KEY = {"Authorization": "Bearer sk-test"}
CONFIG = """
model_list:
  - {model_name: small, litellm_params: {model: openai/gpt-4, api_base: URL, api_key: k}}
  - {model_name: large, litellm_params: {model: openai/gpt-4o, api_base: URL, api_key: k}}
  - model_name: mixed
    litellm_params: {model: openai/gpt-4, api_base: URL, api_key: k}
  - model_name: mixed
    litellm_params: {model: openai/gpt-4o, api_base: URL, api_key: k}
  - model_name: house
    litellm_params: {model: openai/house, api_base: URL, api_key: k}
    model_info: {max_input_tokens: 1000}
litellm_settings:
  callbacks: ["contextthrift.integrations.litellm.proxy_handler"]
  num_retries: 0
router_settings:
  context_window_fallbacks: [{small: [large]}]
general_settings:
  master_key: sk-test
"""


class Watch(CustomLogger):
    """What hooks behind ours see before a deployment is chosen."""

    seen = ()

    async def async_pre_call_hook(self, user_api_key_dict, cache, data, call_type):
        Watch.seen = data.get("messages")


def chat(turns, words=40):
    messages = []
    for number in range(turns):
        messages.append({"role": "user", "content": f"question {number} " + "word " * words})
        messages.append({"role": "assistant", "content": f"answer {number} " + "word " * words})
    return [*messages, {"role": "user", "content": "and now?"}]


@pytest.fixture
def proxy(tmp_path, provider, monkeypatch):
    from fastapi.testclient import TestClient
    from litellm.proxy import proxy_server

    config = tmp_path / "config.yaml"
    config.write_text(CONFIG.replace("URL", provider.url))
    monkeypatch.setenv("CONFIG_FILE_PATH", str(config))
    monkeypatch.setattr(litellm, "callbacks", [])
    with TestClient(proxy_server.app) as client:
        assert proxy_handler in litellm.callbacks
        litellm.logging_callback_manager.add_litellm_callback(Watch())
        yield client


def test_the_proxy_sends_what_fits_and_says_why_where_nothing_does(proxy, provider):
    def asked(path="/v1/chat/completions", **body):
        answer = proxy.post(path, json=body, headers=KEY)
        return answer.status_code, answer.json()

    given = chat(200)
    status, _ = asked(model="small", messages=given, max_tokens=50, seed=3)
    sent = provider.bodies[-1]
    assert (status, sent["model"], sent["seed"], sent["max_tokens"]) == (200, "gpt-4", 3, 50)
    assert 7_900 < count_messages(sent["messages"], model="gpt-4") <= 8_142
    assert Watch.seen == sent["messages"]

    status, _ = asked(model="house", messages=given)
    assert count_messages(provider.bodies[-1]["messages"], encoding="claude") <= 750

    status, _ = asked(model="mixed", messages=chat(2_000))
    assert 100_000 < count_messages(Watch.seen, model="gpt-4o") <= 128_000 - 16_384
    window = {"gpt-4": 8_192, "gpt-4o": 128_000}[provider.bodies[-1]["model"]]
    assert count_messages(provider.bodies[-1]["messages"], model="gpt-4o") <= window

    long = [{"role": "user", "content": "word " * 9_000}]
    status, answer = asked(model="small", messages=long)
    assert (status, answer["choices"][0]["message"]["content"]) == (200, "from gpt-4o")
    status, answer = asked(model="house", messages=long)
    assert status == 400
    assert "the least that can be sent is" in answer["error"]["message"]

    status, _ = asked("/v1/messages", model="house", messages=given, max_tokens=100)
    sent = provider.bodies[-1]["input"]
    assert status == 200
    assert count_messages(sent, encoding="claude", format="openai-responses") <= 900
    assert len(sent) > 5
    status, _ = asked("/v1/responses", model="house", input=given, max_output_tokens=100)
    assert (status, len(provider.bodies[-1]["input"]) < len(given)) == (200, True)
