"""Models behind litellm, with its own transport against a provider on loopback."""

import asyncio
import importlib.util
import json
import subprocess
import sys

import pytest

from contextthrift.agent import Agent
from contextthrift.exceptions import ContextWindowExceededError, ModelError
from contextthrift.models import (
    FilePart,
    ModelLimits,
    ModelMessage,
    ModelRequest,
    TextDelta,
    TextPart,
    ThinkingDelta,
    ThinkingPart,
    ToolCallDelta,
    ToolCallPart,
    ToolDefinition,
    ToolOutput,
    ToolResultPart,
    context_overflow_of,
    context_window_of,
    is_retriable,
    user_message,
)
from contextthrift.models.litellm import LiteLLMModel
from contextthrift.models.litellm.incoming import Incoming
from contextthrift.models.litellm.outgoing import arguments_of
from contextthrift.models.retry import retry_after_of
from contextthrift.usage import Usage
from tests.agent.scripts import tool
from tests.models.sse import WAIT, anthropic, call, openai, provider, refusal

pytestmark = pytest.mark.filterwarnings("ignore")  # those of litellm, which are not ours to mend
needs_litellm = pytest.mark.skipif(
    importlib.util.find_spec("litellm") is None,
    reason="litellm is not installed, as its 356 MB are no tool of development: "
    "pip install 'contextthrift[litellm]'",
)

LOOK = ToolDefinition(
    name="look", description="Look it up", input_schema={"type": "object", "properties": {}}
)
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
USAGE = {
    "prompt_tokens": 50,
    "completion_tokens": 9,
    "total_tokens": 59,
    "prompt_tokens_details": {"cached_tokens": 40},
    "completion_tokens_details": {"reasoning_tokens": 5},
}
BROKEN_OFF = openai({"content": "Hel"}, finish=None, done=False)
ALL = ("temperature", "response_format", "reasoning_effort", "thinking", "tools")


def request(*messages, stage="executor", system="be brief", **more):
    return ModelRequest(stage=stage, system=system, messages=messages or (user_message("hi"),), **more)


def model(url, name="openai/house-model", **more):
    return LiteLLMModel(name, api_key="k", api_base=url, **more)


def answered(asked, *answers, name="openai/house-model"):
    """The parts that a model streams, and the bodies that its provider got."""

    async def ask():
        async with provider(*answers) as served:
            base = f"{served.url}/v1" if name.startswith("openai") else served.url
            parts = [part async for part in model(base, name).stream(asked)]
            return parts, served.bodies

    return asyncio.run(ask())


def raised(*answers):
    with pytest.raises(ModelError) as error:
        answered(request(), *answers)
    return error.value


# --- without litellm


def test_making_a_model_imports_nothing():
    code = (
        "import sys; from contextthrift.models.litellm import LiteLLMModel; LiteLLMModel('openai/m'); "
        "print('litellm' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "False"


def test_a_missing_litellm_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "litellm", None)
    error = raised()
    assert "pip install 'contextthrift[litellm]'" in str(error)
    assert not is_retriable(error)


@pytest.mark.parametrize(
    ("name", "provider_name", "own_name", "window"),
    [
        ("openai/gpt-4o", "openai", "gpt-4o", 128_000),
        ("gpt-4o", "openai", "gpt-4o", 128_000),
        ("openrouter/anthropic/claude-sonnet-4-5", "openrouter", "anthropic/claude-sonnet-4-5", 200_000),
        ("openai/house", "openai", "house", None),
        ("house", "", "house", None),
        ("ollama/gpt-4o", "ollama", "gpt-4o", 4_096),
    ],
)
def test_names_and_windows(name, provider_name, own_name, window):
    made = LiteLLMModel(name)
    assert (made.provider, made.name, asyncio.run(context_window_of(made))) == (
        provider_name,
        own_name,
        window,
    )


def test_limits_that_are_given_are_taken():
    assert (
        LiteLLMModel(
            "openai/gpt-4o", limits=ModelLimits(context_window_tokens=9)
        ).limits.context_window_tokens
        == 9
    )


def test_a_request_without_tools_has_no_key_about_tools():
    assert arguments_of(request(), "openai", ALL) == {
        "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hi"}],
        "stream_options": {"include_usage": True},
        "max_retries": 0,
        "num_retries": 0,
    }


def test_what_the_model_does_not_support_is_left_out():
    asked = request(
        temperature=0.5, output_schema=SCHEMA, reasoning="high", tools=(LOOK,), max_output_tokens=100
    )
    assert set(arguments_of(asked, "openai", ("tools",))) == {
        "messages", "stream_options", "max_retries", "num_retries", "tools", "max_tokens",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"reasoning": "high"}, {"reasoning_effort": "high", "max_tokens": 16_484}),
        ({"reasoning": "none"}, {"reasoning_effort": "none", "max_tokens": 100}),
        ({"reasoning": "provider-default"}, {"max_tokens": 100}),
        (
            {
                "reasoning": "low",
                "provider_options": {"anthropic": {"thinking": {"type": "enabled", "budget_tokens": 2_000}}},
            },
            {"thinking": {"type": "enabled", "budget_tokens": 2_000}, "max_tokens": 2_100},
        ),
        ({"provider_options": {"litellm": {"seed": 7, "max_tokens": 5}}}, {"seed": 7, "max_tokens": 5}),
    ],
)
def test_thinking_has_room_besides_the_answer_and_options_of_litellm_win(options, expected):
    made = arguments_of(request(max_output_tokens=100, **options), "anthropic", ALL)
    plain = {"messages", "stream_options", "max_retries", "num_retries"}
    assert {name: value for name, value in made.items() if name not in plain} == expected


def test_the_cap_stays_within_the_longest_reply_and_has_no_room_for_thinking_that_is_not_possible():
    asked = request(max_output_tokens=100, reasoning="high")
    assert arguments_of(asked, "openai", ALL, most=8_192)["max_tokens"] == 8_192
    assert arguments_of(asked, "openai", ("tools",), most=8_192)["max_tokens"] == 100


@pytest.mark.parametrize(("level", "sent"), [("high", None), ("none", 0.5), (None, 0.5)])
def test_a_temperature_is_left_out_while_the_model_thinks(level, sent):
    asked = request(temperature=0.5, reasoning=level)
    assert arguments_of(asked, "anthropic", ALL).get("temperature") == sent


def test_ids_for_mistral_are_short():
    said = ModelMessage(role="assistant", parts=(ToolCallPart(call_id="call-1", name="look", arguments=""),))
    result = ToolResultPart(call_id="call-1", name="look", output=ToolOutput(kind="json", value=[1]))
    asked = request(user_message("u"), said, ModelMessage(role="tool", parts=(result,)), system="")
    _, called, shown = arguments_of(asked, "mistral", ALL)["messages"]
    assert called["tool_calls"][0]["id"] == shown["tool_call_id"] != "call-1"
    assert len(shown["tool_call_id"]) == 9
    assert (called["tool_calls"][0]["function"], shown["content"]) == (
        {"name": "look", "arguments": "{}"},
        "[1]",
    )


def test_files_and_images_are_parts():
    png = FilePart(media_type="image/png", data=b"abc")
    pdf = FilePart(media_type="application/pdf", data=b"abc", name="a.pdf")
    far = FilePart(media_type="image/png", url="https://example.test/a.png")
    text = FilePart(media_type="text/csv", data=b"\xef\xbb\xbfa,b", name="t.csv")
    asked = request(user_message("see", png, pdf, far, text), system="")
    [sent] = arguments_of(asked, "openai", ALL)["messages"]
    assert sent["content"] == [
        {"type": "text", "text": "see"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,YWJj"}},
        {
            "type": "file",
            "file": {
                "file_data": "data:application/pdf;base64,YWJj",
                "format": "application/pdf",
                "filename": "a.pdf",
            },
        },
        {"type": "image_url", "image_url": {"url": "https://example.test/a.png"}},
        {"type": "text", "text": "t.csv:\na,b"},
    ]


def test_what_a_provider_keeps_with_a_call_goes_back_with_it():
    piece = {
        "index": 0,
        "id": "c",
        "function": {"name": "look", "arguments": "{}"},
        "provider_specific_fields": {"thought_signature": "s"},
    }
    incoming = Incoming()
    list(incoming.take({"choices": [{"delta": {"tool_calls": [piece]}, "finish_reason": "tool_calls"}]}))
    said = incoming.reply("m").message
    [sent] = arguments_of(request(said, system=""), "gemini", ALL)["messages"]
    assert sent["tool_calls"][0]["provider_specific_fields"] == {"thought_signature": "s"}


# --- over its own transport


@needs_litellm
def test_text_thoughts_and_usage_are_streamed_and_the_reply_has_them_all():
    deltas = [{"reasoning_content": "Hm"}, {"reasoning_content": "m."}, {"content": "Hel"}, {"content": "lo"}]
    parts, [body] = answered(request(max_output_tokens=100), openai(*deltas, usage=USAGE))
    *shown, reply = parts
    assert shown == [
        ThinkingDelta(text="Hm"),
        ThinkingDelta(text="m."),
        TextDelta(text="Hel"),
        TextDelta(text="lo"),
    ]
    assert reply.message.parts == (ThinkingPart(text="Hmm."), TextPart(text="Hello"))
    assert reply.usage == Usage.of(
        input_tokens=50, output_tokens=9, cached_input_tokens=40, reasoning_tokens=5
    )
    assert reply.finish_reason == "stop"
    assert body == {
        "model": "house-model",
        "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hi"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": 100,
    }


@needs_litellm
def test_calls_side_by_side_are_put_together_and_answered():
    begun = [call(0, "a", "look", '{"q":'), call(1, "b", "look")]
    pieces = [*begun, call(0, arguments=' "x"}'), call(1, arguments="{}")]
    parts, [body] = answered(request(tools=(LOOK,)), openai(*pieces, finish="tool_calls", usage=USAGE))
    *shown, reply = parts
    assert [piece.call_id for piece in shown if isinstance(piece, ToolCallDelta)] == ["a", "b", "a", "b"]
    assert reply.tool_calls == (
        ToolCallPart(call_id="a", name="look", arguments='{"q": "x"}'),
        ToolCallPart(call_id="b", name="look", arguments="{}"),
    )
    assert [each["function"]["name"] for each in body["tools"]] == ["look"]


@needs_litellm
def test_a_shape_is_asked_for():
    _, [body] = answered(request(output_schema=SCHEMA), openai({"content": '{"a": "b"}'}))
    assert body["response_format"]["json_schema"]["schema"]["properties"] == SCHEMA["properties"]


@needs_litellm
def test_signed_thoughts_and_their_call_go_back_as_they_came():
    blocks = [
        (
            {"type": "thinking", "thinking": "", "signature": ""},
            {"type": "thinking_delta", "thinking": "let me "},
            {"type": "thinking_delta", "thinking": "see"},
            {"type": "signature_delta", "signature": "c2lnbmVk"},
        ),
        ({"type": "redacted_thinking", "data": "aGlkZGVu"},),
        ({"type": "text", "text": ""}, {"type": "text_delta", "text": "Looking."}),
        (
            {"type": "tool_use", "id": "t1", "name": "look", "input": {}},
            {"type": "input_json_delta", "partial_json": '{"q": "x"}'},
        ),
    ]  # fmt: skip
    name = "anthropic/claude-sonnet-4-5"
    parts, _ = answered(request(tools=(LOOK,)), anthropic(*blocks, stop="tool_use"), name=name)
    reply = parts[-1]
    assert "".join(each.text for each in parts if isinstance(each, ThinkingDelta)) == "let me see"
    assert [type(part).__name__ for part in reply.message.parts] == [
        "ThinkingPart", "ThinkingPart", "TextPart", "ToolCallPart",
    ]  # fmt: skip
    usage = reply.usage
    assert (usage.input_tokens, usage.cached_input_tokens, usage.cache_write_tokens) == (970, 900, 50)
    result = ToolResultPart(call_id="t1", name="look", output=ToolOutput(kind="text", value="found"))
    messages = (user_message("hi"), reply.message, ModelMessage(role="tool", parts=(result,)))
    again = request(*messages, tools=(LOOK,), reasoning="low", max_output_tokens=100)
    _, [body] = answered(again, anthropic(({"type": "text", "text": "done"},)), name=name)
    said = body["messages"][1]["content"]
    assert said[:2] == [
        {"type": "thinking", "thinking": "let me see", "signature": "c2lnbmVk"},
        {"type": "redacted_thinking", "data": "aGlkZGVu"},
    ]
    assert [each["type"] for each in said[2:]] == ["text", "tool_use"]
    assert body["max_tokens"] > 1_024


@needs_litellm
def test_a_rate_limit_has_its_status_and_its_wait():
    error = raised(
        refusal(429, {"error": {"message": "slow down", "code": "rate_limit_exceeded"}}, "Retry-After: 7")
    )
    assert (error.status, is_retriable(error), retry_after_of(error)) == (429, True, 7.0)
    assert context_overflow_of(error) is None


@needs_litellm
@pytest.mark.parametrize(
    ("status", "retried"), [(500, True), (503, True), (401, False), (404, False), (400, False)]
)
def test_a_refusal_has_its_status(status, retried):
    error = raised(refusal(status, {"error": {"message": "no"}}))
    assert (error.status, is_retriable(error)) == (status, retried)


@needs_litellm
def test_a_prompt_that_is_too_long_is_known_with_its_sizes():
    said = (
        "This model's maximum context length is 9000 tokens. However, your messages resulted in 9100 tokens."
    )
    error = raised(refusal(400, {"error": {"message": said, "code": "context_length_exceeded"}}))
    found = context_overflow_of(error, "m")
    assert isinstance(found, ContextWindowExceededError)
    assert (found.prompt_tokens, found.context_window_tokens) == (9100, 9000)


@needs_litellm
@pytest.mark.parametrize("answer", [BROKEN_OFF, []])
def test_an_answer_that_breaks_off_may_be_asked_for_again(answer):
    assert is_retriable(raised(answer))


@needs_litellm
def test_leaving_the_stream_closes_the_connection():
    async def leave():
        async with provider([*BROKEN_OFF, WAIT]) as served:
            stream = model(f"{served.url}/v1").stream(request())
            first = await anext(stream)
            await stream.aclose()
            await asyncio.wait_for(served.gone.wait(), 20)
            return first

    assert asyncio.run(leave()) == TextDelta(text="Hel")


@needs_litellm
def test_an_agent_works_with_it():
    async def work():
        plan = json.dumps({"thought": "t", "steps": [{"description": "look"}]})
        answers = [
            openai({"content": plan}, usage=USAGE),
            openai(call(0, "c", "look", "{}"), finish="tool_calls", usage=USAGE),
            openai({"content": "found 3"}, usage=USAGE),
            openai({"content": "It is 3."}, usage=USAGE),
        ]
        async with provider(*answers) as served:
            agent = Agent(model(f"{served.url}/v1"), tools=[tool("look", lambda _arguments, _context: 3)])
            result = await agent.run("how many are there")
            return result, served.bodies

    result, bodies = asyncio.run(work())
    assert (result.final, result.error, result.usage.input_tokens) == ("It is 3.", None, 200)
    assert bodies[2]["messages"][-1] == {"role": "tool", "tool_call_id": "c", "content": "3"}
