"""The window of a model: asked of local servers, stated by its limits, or the least that is safe."""

import asyncio
import json

import pytest

from contextthrift.agent import Agent
from contextthrift.models import ModelLimits, agent_model_window, context_window_of, loaded_window
from contextthrift.models.http_get import MOST_BYTES
from contextthrift.testing import ScriptedModel
from tests.agent.scripts import plan
from tests.models.servers import HANG, NOT_FOUND, ok, served

LLAMA_CPP = {"default_generation_settings": {"n_ctx": 8192}, "total_slots": 4}
OLLAMA = {
    "models": [{"name": "other:latest", "context_length": 1}, {"name": "m:latest", "context_length": 16384}]
}
VLLM = {"object": "list", "data": [{"id": "other", "max_model_len": 1}, {"id": "m", "max_model_len": 32768}]}
WRONG = ("4096", 4096.5, True, 0, -1, None, 10**12)
LM_STUDIO = {"data": [{"id": "m", "max_context_length": 131072, "loaded_context_length": 12000}]}


def asked(answers, **options):
    async def ask():
        async with served(answers) as (url, _):
            return await loaded_window(url, "m", **options)

    return asyncio.run(ask())


def answered(path, value):
    return {path: ok(json.dumps(value).encode())}


# --- servers


@pytest.mark.parametrize(
    ("path", "answer", "window"),
    [
        ("/props", LLAMA_CPP, 8192),
        ("/api/ps", OLLAMA, 16384),
        ("/v1/models", VLLM, 32768),
        ("/api/v0/models", LM_STUDIO, 12000),
    ],
)
def test_each_server_says_with_which_window_it_has_loaded_the_model(path, answer, window):
    assert asked(answered(path, answer)) == window


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/", "/api/v1", "/api/v0"])
def test_the_address_may_be_that_of_the_chat_completions(path):
    async def ask():
        async with served(answered("/props", LLAMA_CPP)) as (url, paths):
            return await loaded_window(url + path, "m"), sorted(paths)

    assert asyncio.run(ask()) == (8192, ["/api/ps", "/api/v0/models", "/props", "/v1/models"])


def test_where_two_answer_the_smaller_counts():
    assert asked(answered("/props", LLAMA_CPP) | answered("/v1/models", VLLM)) == 8192


def test_the_length_a_model_was_trained_for_is_never_taken():
    trained = {"data": [{"id": "m", "max_context_length": 131072, "meta": {"n_ctx_train": 131072}}]}
    assert asked(answered("/v1/models", trained) | answered("/api/v0/models", trained)) is None


@pytest.mark.parametrize(
    "answer",
    [
        [],
        None,
        7,
        "text",
        {"models": None},
        {"models": "m"},
        {"models": [None, 7, "m", []]},
        {"models": [{"name": 7, "context_length": 4096}]},
        *({"models": [{"name": "m", "context_length": wrong}]} for wrong in WRONG),
    ],
)
def test_what_is_no_window_is_none(answer):
    assert asked(answered("/api/ps", answer)) is None


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00\xff garbage\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\nno json",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n{}",
        b"HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * 100_000,
        [b"HTTP/1.1 200 OK\r\n\r\n", *[b" " * 100_000] * (MOST_BYTES // 100_000 + 1)],
        NOT_FOUND,
    ],
)
def test_nonsense_says_nothing_and_the_others_are_heard(raw):
    assert asked(dict.fromkeys(["/props", "/api/ps", "/v1/models"], raw)) is None
    assert asked({"/props": raw} | answered("/v1/models", VLLM)) == 32768


def test_an_answer_in_chunks_is_read():
    body = json.dumps(LLAMA_CPP).encode()
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
    assert asked({"/props": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks}) == 8192


def test_a_server_that_hangs_is_left_at_the_deadline_and_the_others_are_heard():
    hanging = dict.fromkeys(["/props", "/api/ps", "/api/v0/models"], HANG)
    assert asked(hanging | answered("/v1/models", VLLM), deadline_s=0.2) == 32768
    assert asked(hanging | {"/v1/models": HANG}, deadline_s=0.05) is None


def test_nothing_is_left_behind_by_a_question_that_is_cancelled():
    async def ask():
        paths = ["/props", "/api/ps", "/v1/models", "/api/v0/models"]
        async with served(dict.fromkeys(paths, HANG)) as (url, heard):
            question = asyncio.create_task(loaded_window(url, "m"))
            while len(heard) < len(paths):  # noqa: ASYNC110 - the server's list is what is waited for
                await asyncio.sleep(0)
            question.cancel()
            with pytest.raises(asyncio.CancelledError):
                await question
            return [task for task in asyncio.all_tasks() if "window" in task.get_name()]

    assert asyncio.run(ask()) == []


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1", "ftp://127.0.0.1", "", "http://", "http://[::1", "http://h:99999"]
)
def test_no_server_at_all_is_none(url):
    assert asyncio.run(loaded_window(url, "m")) is None


# --- models


class Asked(ScriptedModel):
    """A scripted model that is asked for its window."""

    def __init__(self, *answers, **options):
        super().__init__(**options)
        self.answers = list(answers)

    async def reported_window(self):
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def window_of(model, **options):
    return asyncio.run(context_window_of(model, **options))


def test_what_the_model_reports_goes_before_what_its_limits_say():
    limits = ModelLimits(context_window_tokens=8192)
    assert window_of(Asked(16384, provider="local", limits=limits)) == 16384
    for nothing in (None, 0, -1, True, "9", OSError("gone"), TimeoutError()):
        assert window_of(Asked(nothing, provider="local", limits=limits)) == 8192


@pytest.mark.parametrize(
    "provider", ["local", "ollama", "llama.cpp", "LM-Studio", "vllm", "sglang", "ollama.chat"]
)
def test_a_local_model_that_nobody_says_anything_of_has_4096(provider):
    assert window_of(ScriptedModel(provider=provider)) == 4096
    assert window_of(Asked(OSError("gone"), provider=provider)) == 4096


@pytest.mark.parametrize(
    "provider", ["openai", "google", "openai-compatible", "localhost-cloud", "anthropic"]
)
def test_the_window_of_a_cloud_model_is_never_guessed(provider):
    assert window_of(ScriptedModel(provider=provider, name="gpt-4o")) is None


def test_a_model_that_takes_long_to_say_has_said_nothing():
    class Slow(ScriptedModel):
        async def reported_window(self):
            await asyncio.Event().wait()

    assert window_of(Slow(provider="openai"), deadline_s=0.01) is None


def test_the_window_of_an_agent_is_the_smallest_one_known():
    assert agent_model_window([32_768, None, 4096]) == 4096
    assert agent_model_window([None, None]) is None
    limits = [ModelLimits(context_window_tokens=window) for window in (30_000, 20_000, None)]
    models = [ScriptedModel(limits=each) for each in limits]
    agent = Agent(models[0], planner=models[1], synthesizer=models[2])
    assert agent.context_window_tokens == 20_000


def test_an_agent_asks_its_models_at_the_first_run_and_when_it_is_told_to():
    empty = plan()

    async def ask():
        model = Asked(6_000, 5_000, planner=[empty, empty])
        agent = Agent(model)
        windows = [agent.context_window_tokens]
        await agent.run("hello there")
        windows.append(agent.context_window_tokens)
        await agent.run("hello there")
        windows += [agent.context_window_tokens, await agent.refresh_context_window()]
        return windows, agent.config.compaction.max_tool_output_chars

    assert asyncio.run(ask()) == ([128_000, 6_000, 6_000, 5_000], 5_000)
