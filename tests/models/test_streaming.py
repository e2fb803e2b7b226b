"""What comes out of the adapter while a model answers, for each wire form."""

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from contextthrift.models import TextDelta, ThinkingDelta, ToolCallDelta, ToolCallPart
from contextthrift.models.base import Reply
from contextthrift.usage import Usage
from tests.models.server import anthropic, gemini, openai_chat
from tests.models.server.http import Answer, serving, split
from tests.models.server.turn import Call, Turn
from tests.models.wires import model_at, needs_providers, on_every_wire, parts_of, reply_of, request

pytestmark = needs_providers

UNREAD = {"google": "\x85\u2028\u2029"}
"""Characters that a client takes for the end of a line where they stand in JSON as they are."""

TURN = Turn(
    thinking=("Zuerst ", "prüfen 🧐."),
    text=("Ich ", "schaue ", "nach: 東京 😀"),
    calls=(
        Call(call_id="c1", name="look", pieces=('{"q": ', '"Zü', 'rich"}')),
        Call(call_id="c2", name="look", pieces=('{"q": "東京"}',)),
    ),
)


def streamed(wire, turn, *, small=False):
    async def ask():
        pieces = split(wire.pieces(turn)) if small else wire.pieces(turn)
        async with serving(Answer(pieces)) as (_, url):
            return await parts_of(model_at(url, wire, wire.THINKER), request(reasoning="high"))

    return asyncio.run(ask())


@on_every_wire
def test_an_answer_in_small_pieces_that_cut_through_characters_comes_whole(wire):
    *deltas, reply = streamed(wire, TURN, small=True)
    assert "".join(part.text for part in deltas if isinstance(part, ThinkingDelta)) == "Zuerst prüfen 🧐."
    assert "".join(part.text for part in deltas if isinstance(part, TextDelta)) == "Ich schaue nach: 東京 😀"
    assert reply.text == "Ich schaue nach: 東京 😀"
    assert [(call.call_id, call.name, call.arguments) for call in reply.tool_calls] == [
        ("c1", "look", '{"q": "Zürich"}'),
        ("c2", "look", '{"q": "東京"}'),
    ]


@on_every_wire
def test_however_a_stream_is_cut_the_same_answer_comes_of_it(wire):
    characters = st.characters(codec="utf-8", exclude_characters=UNREAD.get(wire.NAME, ""))
    texts = st.lists(st.text(characters, min_size=1, max_size=12), min_size=1, max_size=4)

    @settings(max_examples=12)
    @given(texts, st.integers(1, 40))
    def check(texts, size):
        async def ask():
            turn = Turn(text=tuple(texts), calls=TURN.calls)
            async with serving(Answer(split(wire.pieces(turn), size))) as (_, url):
                return await reply_of(model_at(url, wire))

        reply = asyncio.run(ask())
        assert reply.text == "".join(texts)
        assert [call.arguments for call in reply.tool_calls] == [call.arguments for call in TURN.calls]

    check()


@on_every_wire
def test_slow_pieces_come_whole(wire):
    async def ask():
        async with serving(Answer(split(wire.pieces(TURN), 200), pause_s=0.002)) as (_, url):
            return await reply_of(model_at(url, wire))

    assert asyncio.run(ask()).text == "".join(TURN.text)


@on_every_wire
def test_deltas_come_in_the_order_of_the_answer_and_the_reply_comes_last_and_once(wire):
    kinds = [type(part) for part in streamed(wire, TURN)]
    assert list(dict.fromkeys(kinds)) == [ThinkingDelta, TextDelta, ToolCallDelta, Reply]
    assert kinds.count(Reply) == 1


@on_every_wire
def test_pieces_of_arguments_name_their_call(wire):
    deltas = [part for part in streamed(wire, TURN) if isinstance(part, ToolCallDelta)]
    written = {}
    for delta in deltas:
        written[delta.call_id, delta.name] = written.get((delta.call_id, delta.name), "") + delta.arguments
    assert written == {("c1", "look"): '{"q": "Zürich"}', ("c2", "look"): '{"q": "東京"}'}
    assert len(deltas) > 2 or wire is gemini  # it sends arguments whole


@on_every_wire
def test_a_piece_is_given_on_while_the_rest_is_still_to_come(wire):
    async def first_text():
        pieces = wire.pieces(Turn(text=("Slowly",)))
        async with serving(Answer(pieces[:-1], hangs=True)) as (server, url):
            stream = model_at(url, wire).stream(request())
            async for part in stream:
                if isinstance(part, TextDelta):
                    assert not server.left.is_set()
                    await stream.aclose()
                    return part.text
        return None

    assert asyncio.run(first_text()) == "Slowly"


@on_every_wire
def test_usage_counts_caches_in_the_input_and_thinking_in_the_output(wire):
    turn = Turn(text=("Hi",), input_tokens=100, cached=40, output_tokens=30, reasoning=12)
    assert streamed(wire, turn)[-1].usage == Usage(
        input_tokens=140, output_tokens=42, total_tokens=182, reasoning_tokens=12, cached_input_tokens=40
    )


def test_usage_of_anthropic_counts_what_was_written_to_a_cache():
    usage = streamed(anthropic, Turn(text=("Hi",), input_tokens=10, cached=40, written=50))[-1].usage
    assert (usage.input_tokens, usage.cached_input_tokens, usage.cache_write_tokens) == (100, 40, 50)


@on_every_wire
def test_the_finish_reason_is_the_providers_own_word(wire):
    said = {"openai-chat": "stop", "openai-responses": "completed", "anthropic": "end_turn", "google": "STOP"}
    reply = streamed(wire, Turn(text=("Hi",)))[-1]
    assert (reply.finish_reason, reply.is_cut_off) == (said[wire.NAME], False)


@on_every_wire
def test_an_answer_that_reached_its_cap_says_so(wire):
    said = {"openai-chat": "length", "openai-responses": "max_output_tokens", "anthropic": "max_tokens"}
    reply = streamed(wire, Turn(text=("Hi and",), cut_off=True))[-1]
    assert (reply.finish_reason, reply.is_cut_off) == (said.get(wire.NAME, "MAX_TOKENS"), True)


def test_inline_thinking_stays_in_the_text():
    turn = Turn(text=("<thi", "nk>Hm", ".</th", "ink>It is 4."))
    assert streamed(openai_chat, turn)[-1].text == "<think>Hm.</think>It is 4."


@on_every_wire
def test_a_call_without_arguments_is_a_call(wire):
    reply = streamed(wire, Turn(calls=(Call(call_id="c1", name="now", pieces=("{}",)),)))[-1]
    (call,) = reply.message.parts
    assert isinstance(call, ToolCallPart)
    assert (call.name, call.arguments.replace("{}", "")) == ("now", "")


@on_every_wire
def test_no_tokens_reported_is_told_once(wire, caplog):
    async def ask_twice():
        pieces = wire.pieces(Turn(text=("Hi",), input_tokens=0, cached=0, output_tokens=0, reasoning=0))
        async with serving(Answer(pieces), Answer(pieces)) as (_, url):
            model = model_at(url, wire)
            return [await reply_of(model), await reply_of(model)]

    replies = asyncio.run(ask_twice())
    told = [record.message for record in caplog.records if "no tokens" in record.message]
    assert [reply.usage for reply in replies] == [Usage(), Usage()]
    assert len(told) == 1
