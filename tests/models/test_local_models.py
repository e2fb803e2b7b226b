"""A model of pydantic-ai on a server of one's own: its window is the one it is loaded with."""

import asyncio
import json

import pytest

from contextthrift.agent import Agent
from contextthrift.agent.fitting import Room
from contextthrift.models import ModelLimits, ModelRequest, context_window_of, language_model
from contextthrift.models.local_server import runs_locally
from tests.models.servers import HANG, ok, served

pytest.importorskip("openai", reason="the extra openai is not installed")

LOADED = {"/v1/models": ok(json.dumps({"data": [{"id": "house", "max_model_len": 20_000}]}).encode())}


def window(answers, **options):
    async def ask():
        async with served(answers) as (url, _):
            model = language_model("openai-chat:house", base_url=url + "/v1", api_key="k", **options)
            agent = Agent(model)
            await agent.refresh_context_window()
            return await context_window_of(model), agent.context_window_tokens

    return asyncio.run(ask())


def test_the_window_is_the_one_it_is_loaded_with():
    assert window(LOADED) == (20_000, 20_000)


def test_what_the_host_says_counts_where_the_server_says_nothing():
    assert window({}, limits=ModelLimits(context_window_tokens=9_000)) == (9_000, 9_000)


@pytest.mark.parametrize(
    "answers", [{}, dict.fromkeys(["/props", "/api/ps", "/v1/models", "/api/v0/models"], HANG)]
)
def test_a_server_that_says_nothing_has_the_least_window(answers):
    assert window(answers) == (4_096, 4_096)


def test_room_is_kept_for_thinking_that_nobody_asked_for():
    request = ModelRequest(stage="executor", system="", messages=(), max_output_tokens=1_200)
    thinking = language_model("openai:gpt-5", api_key="k")
    assert Room.of(thinking, 100_000, request).reply == 1_200 + 8_192
    assert Room.of(language_model("openai:gpt-4o", api_key="k"), 100_000, request).reply == 1_200


def test_it_says_itself_that_it_is_local():
    here = language_model("openai-chat:house", base_url="http://localhost:8000/v1", api_key="k")
    there = language_model("openai-chat:house", base_url="https://api.example.com/v1", api_key="k")
    assert (runs_locally(here), runs_locally(there)) == (True, False)


def test_a_provider_in_the_cloud_is_not_asked():
    model = language_model("openai:gpt-4o", api_key="k")
    assert asyncio.run(model.reported_window()) is None
    assert asyncio.run(context_window_of(model)) == 128_000
