"""Faults that others reported of adapters to providers: none of them here.

Each test quotes what is expected instead, and asserts it on the requests as a provider gets them.
"""

import asyncio
import json
from dataclasses import replace

import pytest

from contextthrift import count_messages
from contextthrift.agent import Agent
from contextthrift.exceptions import ModelError
from contextthrift.models import (
    ModelMessage,
    ToolCallPart,
    ToolDefinition,
    ToolOutput,
    ToolResultPart,
    assistant_reply,
    user_message,
)
from contextthrift.testing import Scripted, ScriptedCall, ScriptedModel
from contextthrift.tools import Tool
from contextthrift.tools.arguments import check_arguments
from contextthrift.tools.schema_hint import schema_hint
from tests.models.server import anthropic, gemini, openai_chat, openai_responses
from tests.models.server.http import Answer, serving
from tests.models.server.turn import Call, Turn
from tests.models.wires import LOOK, model_at, needs_providers, on_every_wire, reply_of, request


def calling(*ids):
    parts = [ToolCallPart(call_id=each, name="look", arguments=json.dumps({"q": each})) for each in ids]
    return assistant_reply(tool_calls=tuple(parts)).message


def answering(**texts):
    parts = [
        ToolResultPart(call_id=call_id, name="look", output=ToolOutput(kind="text", value=text))
        for call_id, text in texts.items()
    ]
    return ModelMessage(role="tool", parts=tuple(parts))


def sent(wire, **options):
    """The body that the provider gets for a request."""

    async def ask():
        async with serving(Answer(wire.pieces(Turn(text=("ok",))))) as (server, url):
            await reply_of(model_at(url, wire), request(**options))
            return server.bodies[0]

    return asyncio.run(ask())


# --- ADP-01


@needs_providers
def test_ADP_01_results_of_parallel_calls_are_one_turn_for_gemini():
    """One model turn with two functionCall parts followed by one user turn with two functionResponse parts,
    same order.
    """
    messages = (user_message("u"), calling("a", "b"), answering(a="1", b="2"))
    turns = sent(gemini, messages=messages, tools=(LOOK,))["contents"][1:]
    assert [(turn["role"], [next(iter(part)) for part in turn["parts"]]) for turn in turns] == [
        ("model", ["functionCall", "functionCall"]),
        ("user", ["functionResponse", "functionResponse"]),
    ]
    assert [part["functionCall"]["args"]["q"] for part in turns[0]["parts"]] == ["a", "b"]
    assert [part["functionResponse"]["response"] for part in turns[1]["parts"]] == [
        {"return_value": "1"},
        {"return_value": "2"},
    ]


# --- ADP-03

NUMBERED = (
    user_message("u"),
    calling("find-0"),
    answering(**{"find-0": "eight hits"}),
    calling("find-0"),
    answering(**{"find-0": "no hit"}),
)


@needs_providers
@on_every_wire
def test_ADP_03_ids_that_return_in_a_later_turn_go_out_unique(wire):
    """Pairs are made by order of appearance; ids going out are unique; the first keeps its id and the new one
    is derived without randomness, so the cached prefix stays the same; both results are there.
    """
    body, again = (sent(wire, messages=NUMBERED, tools=(LOOK,)) for _ in range(2))
    ids = [call_id for call_id, _ in wire.calls(body)]
    assert ids == ["find-0", "find-0-2"]
    assert wire.results(body) == [("find-0", "eight hits"), ("find-0-2", "no hit")]
    assert again == body
    assert wire.calls(sent(wire, messages=NUMBERED[:3], tools=(LOOK,))) == wire.calls(body)[:1]


# --- ADP-08


@needs_providers
@on_every_wire
def test_ADP_08_no_option_for_tools_goes_out_without_tools(wire):
    """No tools, tool_choice or parallel_tool_calls key in the request."""
    body = sent(wire, tools=())
    assert not {"tools", "tool_choice", "parallel_tool_calls", "toolConfig", "tool_config"} & set(body)


# --- TLS-05

RECURSIVE = {
    "type": "object",
    "properties": {"root": {"$ref": "#/$defs/node"}},
    "$defs": {
        "node": {
            "type": "object",
            "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/node"}}},
            "allOf": [{"$ref": "#/$defs/node"}],
        }
    },
}


def nested(levels):
    schema = {"type": "object"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"kid": schema}}
    return schema


@needs_providers
@on_every_wire
def test_TLS_05_a_schema_that_refers_to_itself_is_sent_as_it_came(wire):
    """Counting, hinting, ... and sending all end; the schema is sent as it came."""
    tool = ToolDefinition(name="grow", description="Grows", input_schema=RECURSIVE)
    assert wire.tools(sent(wire, tools=(tool,))) == [("grow", RECURSIVE)]
    assert schema_hint(RECURSIVE)
    told = {"type": "function", "function": {"name": "grow", "parameters": RECURSIVE}}
    assert count_messages([{"role": "user", "content": "u"}], tools=[told], encoding="o200k_base") > 20
    assert not check_arguments({"root": {"kids": [{}]}}, RECURSIVE)


@needs_providers
@on_every_wire
def test_TLS_05_a_schema_of_a_hundred_thousand_levels_is_an_error_and_no_crash(wire):
    """Also for plain nesting 100,000 levels deep: an error, not a crash."""
    tool = ToolDefinition(name="deep", description="Is deep", input_schema=nested(100_000))
    with pytest.raises(ModelError, match="nested too deeply"):
        sent(wire, tools=(tool,))


# --- TLS-06

HALF = '{"path": "/a", "conte'
PLAN = {"thought": "t", "steps": [{"description": "Write it"}]}


def writing(written):
    async def execute(arguments, _context):
        written.append(arguments)

    return Tool(name="write", description="Writes", execute=execute)


@needs_providers
@pytest.mark.parametrize(
    "wire", [openai_chat, openai_responses, anthropic], ids=lambda wire: wire.NAME
)  # Gemini sends arguments whole
def test_TLS_06_half_a_call_is_not_run_and_leaves_nothing_broken(wire):
    """The call is not run; what is stored is valid (no call, or a call with repaired arguments and an error
    result); the model is told.
    """
    cut_off = Turn(calls=(Call(call_id="c1", name="write", pieces=(HALF,)),), cut_off=True)
    turns = [
        Turn(text=(json.dumps(PLAN),)),
        cut_off,
        Turn(text=("I will write less.",)),
        Turn(text=("Done.",)),
    ]
    written = []

    async def run():
        async with serving(*(Answer(wire.pieces(turn)) for turn in turns)) as (server, url):
            model = model_at(url, wire)
            agent = Agent(model, tools=[writing(written)], replan=False)
            return await agent.run("write a long file"), server.bodies

    result, bodies = asyncio.run(run())
    assert written == []
    assert [(call_id, json.loads(arguments)) for call_id, arguments in wire.calls(bodies[2])] == [("c1", {})]
    ((call_id, told),) = wire.results(bodies[2])
    assert call_id == "c1"
    assert "the call of 'write' was not made: your answer reached the cap on its length" in told
    assert result.error is None
    assert result.trace[0].tool_calls[0].ok is False


class CutOff(ScriptedModel):
    """A scripted model whose executor's first answer ends at the cap on its length."""

    async def stream(self, request):
        is_first = request.stage == "executor" and not self.requests_of("executor")
        async for part in super().stream(request):
            yield replace(part, finish_reason="max_tokens") if is_first and hasattr(part, "usage") else part


def executed(*calls):
    """What was written in a run whose calls come in an answer that was cut off, and the next request."""
    written = []
    model = CutOff(
        planner=[Scripted(data=PLAN)],
        executor=[Scripted(tool_calls=calls), "ok"],
        synthesizer=["ok"],
    )
    with model:
        asyncio.run(Agent(model, tools=[writing(written)], replan=False).run("write a long file"))
    return written, model.requests_of("executor")[1]


def test_TLS_06_a_call_that_was_cut_off_before_its_first_argument_is_not_run_either():
    """The call is not run."""
    written, _ = executed(ScriptedCall(name="write", arguments=""))
    assert written == []


def test_TLS_06_the_whole_calls_of_such_an_answer_are_run():
    """What is stored is valid; ... the model is told."""
    written, following = executed(
        ScriptedCall(name="write", arguments={"n": 1}), ScriptedCall(name="write", arguments=HALF)
    )
    assert written == [{"n": 1}]
    called, results = following.messages[-2:]
    assert [part.arguments for part in called.parts] == ['{"n": 1}', "{}"]
    assert [part.output.kind for part in results.parts] == ["json", "error-text"]
