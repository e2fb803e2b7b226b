"""What each provider is sent for thinking, caps and temperature."""

import asyncio

import pytest

from contextthrift.models import ModelLimits, resolve_thinking
from tests.models.server import anthropic, gemini, openai_chat, openai_responses
from tests.models.server.http import Answer, serving
from tests.models.server.turn import Turn
from tests.models.wires import model_at, needs_providers, reply_of, request

pytestmark = needs_providers


def sent(wire, name, setting=None, *, limits=None, **options):
    """The body of a request whose thinking is set as an agent's."""
    thinking = resolve_thinking(setting)
    options.setdefault("max_output_tokens", 400)

    async def ask():
        asked = request(reasoning=thinking.reasoning, provider_options=thinking.provider_options, **options)
        async with serving(Answer(wire.pieces(Turn(text=("ok",))))) as (server, url):
            await reply_of(model_at(url, wire, name, limits=limits), asked)
            return server.bodies[0]

    return asyncio.run(ask())


GPT, GPT_5 = "openai:gpt-5.2", "openai:gpt-5"
HAIKU, OPUS = "anthropic:claude-haiku-4-5", "anthropic:claude-opus-4-6"
NO_BUDGET = "anthropic:claude-opus-4-7"
FLASH, PRO = "google:gemini-2.5-flash", "google:gemini-3-pro-preview"


@pytest.mark.parametrize(
    ("name", "setting", "reasoning", "cap"),
    [
        (GPT, None, None, 400),
        (GPT, "none", {"effort": "none"}, 400),
        (GPT, "low", {"effort": "low", "summary": "auto"}, 400 + 2_048),
        (GPT, "high", {"effort": "high", "summary": "auto"}, 400 + 16_384),
        (GPT, "max", {"effort": "xhigh", "summary": "auto"}, 400 + 32_768),
        (GPT, {"level": "high", "include_thoughts": False}, {"effort": "high"}, 400 + 16_384),
        (GPT, {"level": "low", "budget_tokens": 5_000}, {"effort": "low"}, 400 + 5_000),
        (GPT_5, None, None, 400 + 8_192),
        (GPT_5, "none", {"effort": "minimal"}, 400 + 1_024),
    ],
)
def test_openai_gets_an_effort_and_room_for_it(name, setting, reasoning, cap):
    body = sent(openai_responses, name, setting)
    assert (body.get("reasoning"), body["max_output_tokens"]) == (reasoning, cap)


def test_openai_chat_gets_the_effort_by_its_own_name():
    body = sent(openai_chat, "openai-chat:gpt-5.2", "high")
    assert (body["reasoning_effort"], body["max_completion_tokens"]) == ("high", 400 + 16_384)


@pytest.mark.parametrize(
    ("name", "setting", "thinking", "cap"),
    [
        (HAIKU, None, None, 1_200),
        (HAIKU, "none", None, 1_200),
        (HAIKU, "low", {"type": "enabled", "budget_tokens": 2_048}, 1_200 + 2_048),
        (HAIKU, {"budget_tokens": 8_000}, {"type": "enabled", "budget_tokens": 8_000}, 9_200),
        (HAIKU, {"budget_tokens": 100}, {"type": "enabled", "budget_tokens": 1_024}, 1_200 + 1_024),
        (OPUS, "high", {"type": "adaptive"}, 1_200 + 16_384),
        (NO_BUDGET, "high", {"type": "adaptive", "display": "summarized"}, 1_200 + 16_384),
        (NO_BUDGET, {"level": "high", "include_thoughts": False}, {"type": "adaptive"}, 1_200 + 16_384),
        (NO_BUDGET, {"budget_tokens": 8_000}, {"type": "adaptive", "display": "summarized"}, 9_200),
        (OPUS, {"budget_tokens": 8_000}, {"type": "enabled", "budget_tokens": 8_000}, 9_200),
    ],
)
@pytest.mark.filterwarnings("ignore:Using Claude with:UserWarning")  # the client advises against budgets
def test_anthropic_gets_a_budget_or_decides_itself_with_its_cap_raised_by_it(name, setting, thinking, cap):
    body = sent(anthropic, name, setting, max_output_tokens=1_200)
    assert (body.get("thinking"), body["max_tokens"]) == (thinking, cap)


def test_an_adaptive_model_gets_the_level_as_an_effort():
    for name in (OPUS, NO_BUDGET):
        assert sent(anthropic, name, "medium")["output_config"] == {"effort": "medium"}


@pytest.mark.parametrize(
    ("name", "setting", "config", "cap"),
    [
        (FLASH, None, None, 400 + 8_192),
        (FLASH, "none", {"thinking_budget": 0}, 400),
        (FLASH, "high", {"thinking_budget": 16_384, "include_thoughts": True}, 400 + 16_384),
        (FLASH, "max", {"thinking_budget": 24_576, "include_thoughts": True}, 400 + 32_768),
        (
            FLASH,
            {"budget_tokens": 5_000, "include_thoughts": False},
            {"thinking_budget": 5_000, "include_thoughts": False},
            400 + 5_000,
        ),
        (PRO, "high", {"thinking_level": "HIGH", "include_thoughts": True}, 400 + 16_384),
        (PRO, "minimal", {"thinking_level": "LOW", "include_thoughts": True}, 400 + 1_024),
        (PRO, "medium", {"thinking_level": "HIGH", "include_thoughts": True}, 400 + 8_192),
        (
            PRO,
            {"level": "low", "include_thoughts": False},
            {"thinking_level": "LOW", "include_thoughts": False},
            2_448,
        ),
        (PRO, "provider-default", {"include_thoughts": True}, 400 + 8_192),
        (PRO, "none", {"thinking_level": "LOW"}, 400 + 1_024),
    ],
)
def test_gemini_gets_a_level_or_a_budget(name, setting, config, cap):
    generation = sent(gemini, name, setting)["generationConfig"]
    assert (generation.get("thinkingConfig"), generation["maxOutputTokens"]) == (config, cap)


@pytest.mark.parametrize(
    ("wire", "name"),
    [
        (openai_responses, "openai:gpt-4o"),
        (gemini, "google:gemini-2.0-flash"),
        (anthropic, "anthropic:claude-3-haiku-20240307"),
    ],
    ids=lambda value: getattr(value, "NAME", value),
)
@pytest.mark.filterwarnings("ignore:The model:DeprecationWarning")  # the client's advice about old models
def test_a_model_without_thinking_is_sent_nothing_for_it_and_that_is_told_once(wire, name, caplog):
    asked, plain = sent(wire, name, "high", temperature=0.5), sent(wire, name, temperature=0.5)
    assert asked == plain
    assert [record.message.partition(": ")[2] for record in caplog.records] == [
        "it has no thinking, so level 'high' is ignored"
    ]


def test_a_local_server_gets_the_switch_of_its_template():
    for setting, switch in (("high", True), ("none", False)):
        body = sent(openai_chat, "openai-chat:qwen3-8b", setting)
        assert body["chat_template_kwargs"] == {"enable_thinking": switch}
    assert "chat_template_kwargs" not in sent(openai_chat, "openai-chat:qwen3-8b")


@pytest.mark.parametrize(
    ("wire", "name"),
    [(openai_responses, GPT), (anthropic, HAIKU)],
    ids=["openai", "anthropic"],
)
def test_no_temperature_goes_to_a_model_that_thinks(wire, name, caplog):
    assert sent(wire, name, temperature=0.5)["temperature"] == 0.5
    assert "temperature" not in sent(wire, name, "high", temperature=0.5)
    assert "the temperature is left out" in caplog.text


def test_no_temperature_goes_to_a_model_that_never_takes_one():
    assert "temperature" not in sent(anthropic, NO_BUDGET, temperature=0.5)


def test_gemini_takes_a_temperature_while_it_thinks():
    assert sent(gemini, FLASH, "high", temperature=0.5)["generationConfig"]["temperature"] == 0.5


def test_no_cap_beyond_what_the_model_can_give():
    limits = ModelLimits(max_output_tokens=10_000)
    assert sent(openai_responses, GPT, "max", limits=limits)["max_output_tokens"] == 10_000
    body = sent(anthropic, HAIKU, "max", limits=limits, max_output_tokens=1_200)
    assert (body["max_tokens"], body["thinking"]["budget_tokens"]) == (10_000, 8_800)


def test_no_cap_is_sent_where_none_is_asked_for():
    assert "max_output_tokens" not in sent(openai_responses, GPT, "high", max_output_tokens=None)


def test_options_of_a_provider_go_to_it_by_their_names():
    async def ask():
        asked = request(provider_options={"openai": {"prompt_cache_key": "mine"}, "anthropic": {"x": 1}})
        async with serving(Answer(openai_responses.pieces(Turn(text=("ok",))))) as (server, url):
            await reply_of(model_at(url, openai_responses), asked)
            return server.bodies[0]

    assert asyncio.run(ask())["prompt_cache_key"] == "mine"
