"""What goes back to a provider with the results of its calls, for each wire form."""

import asyncio
import json
from dataclasses import replace

from contextthrift.models import FilePart, ModelMessage, ToolOutput, ToolResultPart, user_message
from tests.models.server import anthropic, gemini, openai_chat, openai_responses
from tests.models.server.http import Answer, serving
from tests.models.server.turn import Call, Turn
from tests.models.wires import LOOK, model_at, needs_providers, on_every_wire, reply_of, request

pytestmark = needs_providers

CALLS = (
    Call(call_id="c1", name="look", pieces=('{"q": "a"}',)),
    Call(call_id="c2", name="look", pieces=('{"q": "b"}',)),
)


def result(call, value, kind="text"):
    return ToolResultPart(call_id=call.call_id, name=call.name, output=ToolOutput(kind=kind, value=value))


def answered(reply, *results):
    """The request that follows a reply with calls."""
    tool_turn = ModelMessage(role="tool", parts=results)
    asked = request(
        tools=(LOOK,), reasoning="high", provider_options={"openai": {"reasoning_summary": "auto"}}
    )
    return replace(asked, messages=(*asked.messages, reply.message, tool_turn))


def second_request(wire, turn, results):
    """The body of the request that carries the results of a turn back."""

    async def ask():
        async with serving(Answer(wire.pieces(turn)), Answer(wire.pieces(Turn(text=("ok",))))) as (
            server,
            url,
        ):
            model = model_at(url, wire, wire.THINKER)
            reply = await reply_of(model, request(tools=(LOOK,), reasoning="high"))
            await reply_of(model, answered(reply, *results(reply)))
            return server.bodies[1]

    return asyncio.run(ask())


def both(reply):
    return [result(call, f"found {call.call_id}") for call in reply.tool_calls]


@on_every_wire
def test_calls_and_results_go_back_in_the_order_of_the_calls(wire):
    body = second_request(wire, Turn(calls=CALLS), both)
    assert [(call_id, json.loads(written)) for call_id, written in wire.calls(body)] == [
        ("c1", {"q": "a"}),
        ("c2", {"q": "b"}),
    ]
    assert wire.results(body) == [("c1", "found c1"), ("c2", "found c2")]


def test_anthropic_gets_its_signed_thinking_back_unchanged_and_first():
    turn = Turn(thinking=("Let me", " see."), signature="sig-1", text=("Looking.",), calls=CALLS[:1])
    body = second_request(anthropic, turn, both)
    assert body["messages"][1]["content"] == [
        {"type": "thinking", "thinking": "Let me see.", "signature": "sig-1"},
        {"type": "text", "text": "Looking."},
        {"type": "tool_use", "id": "c1", "name": "look", "input": {"q": "a"}},
    ]


def test_openai_gets_its_encrypted_reasoning_and_the_ids_of_its_items_back():
    turn = Turn(thinking=("Let me see.",), signature="enc-1", text=("Looking.",), calls=CALLS)
    body = second_request(openai_responses, turn, both)
    summary = [{"type": "summary_text", "text": "Let me see."}]
    items = body["input"][2:]
    assert items[0] == {"type": "reasoning", "id": "rs_1", "summary": summary, "encrypted_content": "enc-1"}
    assert [(item["type"], item.get("id")) for item in items[1:4]] == [
        ("message", "msg_1"),
        ("function_call", "fc_0"),
        ("function_call", "fc_1"),
    ]


def test_gemini_gets_the_signature_back_on_the_call_it_came_with():
    body = second_request(gemini, Turn(thinking=("Hm.",), signature="c2ln", calls=CALLS), both)
    calls = [part for part in body["contents"][1]["parts"] if "functionCall" in part]
    assert [part.get("thoughtSignature") for part in calls] == ["c2ln", None]


def test_a_servers_own_reasoning_field_goes_back_under_its_name():
    body = second_request(openai_chat, Turn(thinking=("Hm.",), calls=CALLS[:1]), both)
    assert body["messages"][2]["reasoning_content"] == "Hm."


@on_every_wire
def test_what_a_provider_wants_back_is_small_and_survives_json(wire):
    async def ask():
        turn = Turn(thinking=("Hm.",), text=("Looking.",), calls=CALLS)
        async with serving(Answer(wire.pieces(turn))) as (_, url):
            return await reply_of(model_at(url, wire, wire.THINKER), request(reasoning="low"))

    kept = [part.opaque for part in asyncio.run(ask()).message.parts]
    assert any(kept)
    assert json.loads(json.dumps(kept)) == kept
    assert sum("response" in each["pydantic_ai"] for each in kept if each) == 1


def test_a_failed_call_is_marked_as_failed_where_the_provider_has_a_mark():
    body = second_request(
        anthropic,
        Turn(calls=CALLS[:1]),
        lambda reply: [result(reply.tool_calls[0], "no such file", "error-text")],
    )
    (block,) = body["messages"][-1]["content"]
    assert (block["is_error"], anthropic.results(body)) == (True, [("c1", "no such file")])


@on_every_wire
def test_a_result_that_is_data_goes_out_as_json(wire):
    body = second_request(
        wire, Turn(calls=CALLS[:1]), lambda reply: [result(reply.tool_calls[0], [{"n": 1}, None], "json")]
    )
    ((_, sent),) = wire.results(body)
    assert (json.loads(sent) if isinstance(sent, str) else sent) == [{"n": 1}, None]


@on_every_wire
def test_an_image_goes_out_behind_the_text_that_speaks_of_it(wire):
    async def ask():
        picture = FilePart(media_type="image/png", data=b"\x89PNG")
        async with serving(Answer(wire.pieces(Turn(text=("A dot.",))))) as (server, url):
            await reply_of(model_at(url, wire), request(messages=(user_message("What is it?", picture),)))
            return json.dumps(server.bodies[0])

    sent = asyncio.run(ask())
    assert sent.index("What is it?") < sent.index("iVBORw")  # the first bytes of the image in base64


@on_every_wire
def test_a_message_that_another_adapter_made_is_taken(wire):
    async def ask():
        from contextthrift.models import ToolCallPart, assistant_reply

        call = ToolCallPart(call_id="x1", name="look", arguments='{"q": "a"}')
        reply = assistant_reply("Looking.", tool_calls=(call,))
        async with serving(Answer(wire.pieces(Turn(text=("ok",))))) as (server, url):
            await reply_of(model_at(url, wire), answered(reply, result(call, "found")))
            return server.bodies[0]

    assert wire.results(asyncio.run(ask())) == [("x1", "found")]


def replayed(from_wire, to_wire, turn):
    """The body that a second server gets with what a model of the first said."""

    async def ask():
        async with serving(Answer(from_wire.pieces(turn))) as (_, url):
            reply = await reply_of(model_at(url, from_wire, from_wire.THINKER), request(reasoning="high"))
        async with serving(Answer(to_wire.pieces(Turn(text=("ok",))))) as (server, url):
            await reply_of(model_at(url, to_wire, to_wire.THINKER), answered(reply, *both(reply)))
            return server.bodies[0]

    return asyncio.run(ask())


def test_ids_of_items_that_one_server_stores_do_not_go_to_another():
    turn = Turn(thinking=("Hm.",), text=("Looking.",), calls=CALLS[:1])
    items = replayed(openai_responses, openai_responses, turn)["input"]
    assert [item["id"] for item in items if item.get("id")] == ["rs_1"]  # encrypted, it stores nothing


@on_every_wire
def test_signatures_of_one_provider_do_not_go_to_another(wire):
    giver = gemini if wire is anthropic else anthropic
    turn = Turn(thinking=("Hm.",), signature="c2lnbmVk", text=("Looking.",), calls=CALLS[:1])
    body = replayed(giver, wire, turn)
    assert "c2lnbmVk" not in json.dumps(body)
    assert wire.results(body) == [("c1", "found c1")]
