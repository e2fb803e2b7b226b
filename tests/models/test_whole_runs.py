"""A whole agent run over HTTP, for each wire form: plan, tool call, answer."""

import asyncio
import json

import pytest

from contextthrift.agent import Agent
from contextthrift.agent.planner import PLAN_SCHEMA
from contextthrift.events import Final, Retry, StepReasoningDelta, StepTextDelta
from contextthrift.tools import Tool
from contextthrift.usage import Usage
from tests.models.server import openai_chat
from tests.models.server.http import Answer, refusal, serving, split
from tests.models.server.turn import Call, Turn
from tests.models.wires import model_at, needs_providers, on_every_wire

pytestmark = needs_providers

PLAN = {"thought": "Look it up.", "steps": [{"description": "Find the open invoices"}]}
CALLED = Turn(
    thinking=("Open ones.",),
    text=("Let me look.",),
    calls=(
        Call(call_id="c1", name="find", pieces=('{"status": ', '"open"}')),
        Call(call_id="c2", name="find", pieces=('{"status": "paid"}',)),
    ),
)
FOUND = Turn(thinking=("One.",), text=("A-17 is ", "open: 120,50 €."))
ANSWER = Turn(text=("One invoice is open: ", "A-17, 120,50 €."))


def find_tool(asked):
    async def find(arguments, _context):
        asked.append(arguments)
        return [{"number": "A-17"}] if arguments["status"] == "open" else []

    return Tool(
        name="find",
        description="Find invoices by their status",
        input_schema={
            "type": "object",
            "properties": {"status": {"type": "string", "enum": ["open", "paid"]}},
            "required": ["status"],
        },
        execute=find,
    )


def run(wire, *script, name=None, tools=(), goal="Which invoices are open?", **options):
    """Result, events and requests of a run on the server with the script."""
    options.setdefault("retry_base_delay_s", 0)

    async def go():
        events = []
        async with serving(*script) as (server, url):
            agent = Agent(model_at(url, wire, name or wire.THINKER), tools=tools, **options)
            result = await agent.run(goal, on_event=events.append)
            return result, events, server

    return asyncio.run(go())


def turns(wire, *said):
    return [Answer(split(wire.pieces(turn), 11)) for turn in said]


@on_every_wire
def test_a_run_plans_calls_its_tools_and_answers(wire):
    asked = []
    script = turns(wire, Turn(text=(json.dumps(PLAN),)), CALLED, FOUND, ANSWER)
    result, events, server = run(wire, *script, tools=[find_tool(asked)], thinking="low")

    assert result.error is None
    assert result.final == "One invoice is open: A-17, 120,50 €."
    assert asked == [{"status": "open"}, {"status": "paid"}]
    assert [call.ok for call in result.trace[0].tool_calls] == [True, True]
    assert result.trace[0].summary == "A-17 is open: 120,50 €."
    assert (
        "".join(event.delta for event in events if isinstance(event, StepReasoningDelta)) == "Open ones.One."
    )
    said = "".join(event.delta for event in events if isinstance(event, StepTextDelta))
    assert said == "Let me look.A-17 is open: 120,50 €."
    assert result.usage == sum(
        [Usage.of(input_tokens=140, output_tokens=42, reasoning_tokens=12, cached_input_tokens=40)] * 4,
        Usage(),
    )
    assert events[-1].type == "final"

    planner, first_round, second_round, synthesizer = server.bodies
    assert server.connections == 1
    assert set(wire.shape(planner)["properties"]) == set(PLAN_SCHEMA["properties"])
    assert wire.tools(planner) == []
    assert wire.tools(first_round) == [("find", find_tool([]).input_schema)]
    found = [
        (call_id, json.loads(text) if isinstance(text, str) else text)
        for call_id, text in wire.results(second_round)
    ]
    assert found == [("c1", [{"number": "A-17"}]), ("c2", [])]
    assert (wire.shape(synthesizer), wire.tools(synthesizer)) == (None, [])


@on_every_wire
def test_a_run_tries_again_after_trouble_that_may_pass(wire):
    hello = turns(wire, Turn(text=('{"thought": "Hello!", "steps": []}',)))
    troubles = [refusal(503, wire.error("overloaded")), refusal(429, wire.error("slow down"), retry_after=0)]
    result, events, server = run(wire, *troubles, *hello, goal="hello there")
    assert result.final == "Hello!"
    assert [event.attempt for event in events if isinstance(event, Retry)] == [1, 2]
    assert len(server.received) == 3


@on_every_wire
def test_a_run_says_what_a_provider_refused(wire):
    refused = refusal(400, wire.error("images are not supported by this model"))
    result, _, server = run(wire, refused, refused, goal="hello there")
    assert "answered 400: images are not supported by this model" in result.error.message
    assert len(server.received) == 2  # asked for a shape, and in words; neither again


def test_a_model_without_structured_output_is_asked_in_words_at_once():
    from contextthrift.models import Capabilities, language_model

    async def go():
        async with serving(*turns(openai_chat, Turn(text=('{"reply": "Hello!", "plan": []}',)))) as (
            server,
            url,
        ):
            model = language_model(
                "openai-chat:house", base_url=url + "/v1", capabilities=Capabilities(structured_output=False)
            )
            return await Agent(model).run("hello there"), server.bodies

    result, bodies = asyncio.run(go())
    assert result.final == "Hello!"
    assert [openai_chat.shape(body) for body in bodies] == [None]


@pytest.mark.parametrize(
    "thought", [("<think>", "secret [BLOCKER]", "</think>", "Done."), ("<thi", "nk>secret</thi", "nk>Done.")]
)
def test_inline_thinking_of_a_local_model_reaches_no_answer(thought):
    script = turns(openai_chat, Turn(text=(json.dumps(PLAN),)), Turn(text=thought), Turn(text=thought))
    result, events, _ = run(openai_chat, *script, name="openai-chat:qwen3-8b")
    shown = "".join(event.delta for event in events if isinstance(event, StepTextDelta))
    assert (result.final, result.trace[0].summary, result.trace[0].blocked, shown) == (
        "Done.",
        "Done.",
        False,
        "Done.",
    )
    assert isinstance(events[-1], Final)
