"""What a call raises when a provider refuses, fails or breaks off, for each wire form."""

import asyncio

import pytest

from contextthrift.exceptions import ModelDisconnected, ModelError
from contextthrift.models import TextDelta, is_retriable
from tests.models.server.http import Answer, refusal, serving
from tests.models.server.turn import Turn
from tests.models.wires import LOOK, model_at, needs_providers, on_every_wire, parts_of, request

pytestmark = needs_providers
TURN = Turn(text=("One ", "two ", "three"))

OVERFLOWS = {
    "openai-chat": "This model's maximum context length is 128000 tokens. Your messages resulted in 131000.",
    "openai-responses": "Your input exceeds the context window of this model. Please adjust your input.",
    "anthropic": "prompt is too long: 215000 tokens > 200000 maximum",
    "google": "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
}


async def read(model, seen):
    async for part in model.stream(request(tools=(LOOK,))):
        seen.append(part)


def raised(wire, *script, seen=None):
    """The error of a call, and how many requests the server got for it."""

    async def ask():
        async with serving(*script) as (server, url):
            with pytest.raises(ModelError) as caught:
                await read(model_at(url, wire), [] if seen is None else seen)
            return caught.value, len(server.received)

    return asyncio.run(ask())


@on_every_wire
def test_too_many_requests_has_the_wait_that_is_asked_for_and_the_client_does_not_try_again(wire):
    error, asked = raised(wire, refusal(429, wire.error("slow down"), retry_after=7))
    assert (error.status, error.retry_after_s, is_retriable(error), asked) == (429, 7.0, True, 1)


@on_every_wire
@pytest.mark.parametrize("status", [500, 503, 529])
def test_a_servers_trouble_is_worth_another_try_and_the_client_does_not_make_it(wire, status):
    error, asked = raised(wire, refusal(status, wire.error("overloaded")))
    assert (error.status, is_retriable(error), asked) == (status, True, 1)


@on_every_wire
def test_a_refusal_says_who_refused_and_why(wire):
    error, _ = raised(wire, refusal(400, wire.error("no images, please")))
    name = wire.MODEL.partition(":")[2]
    provider = wire.MODEL.partition(":")[0].removesuffix("-chat")
    assert (error.status, is_retriable(error)) == (400, False)
    assert str(error) == f"{provider}/{name} answered 400: no images, please"


@on_every_wire
def test_a_page_of_html_in_place_of_an_answer_is_an_error_with_its_status(wire):
    error, _ = raised(wire, refusal(502, b"<html><h1>Bad Gateway</h1></html>"))
    assert (error.status, is_retriable(error)) == (502, True)
    assert "Bad Gateway" in str(error)


@on_every_wire
def test_the_text_of_an_overflow_and_its_status_are_kept(wire):
    error, _ = raised(wire, refusal(400, wire.error(OVERFLOWS[wire.NAME], "context_length_exceeded")))
    assert error.status == 400
    assert OVERFLOWS[wire.NAME] in str(error)


@on_every_wire
def test_an_error_in_the_middle_of_a_stream_is_raised_after_what_came_before_it(wire):
    seen = []
    pieces = [*wire.pieces(TURN)[:-2], wire.broken_stream("the server is overloaded")]
    error, _ = raised(wire, Answer(pieces), seen=seen)
    assert "the server is overloaded" in str(error)
    assert is_retriable(error)
    assert any(isinstance(part, TextDelta) for part in seen)


@on_every_wire
@pytest.mark.parametrize("nonsense", [b"data: {not json\n\n", b"data: \xff\xfe\n\n", b"data: []\n\n"])
def test_nonsense_in_the_middle_of_a_stream_is_an_error_of_the_model(wire, nonsense):
    error, _ = raised(wire, Answer([*wire.pieces(TURN)[:-2], nonsense]))
    assert wire.MODEL.partition(":")[2] in str(error)


@on_every_wire
def test_a_connection_that_breaks_off_is_worth_another_try(wire):
    error, _ = raised(wire, Answer(wire.pieces(TURN)[:-2], breaks_off=True))
    assert isinstance(error, ModelDisconnected)
    assert is_retriable(error)


@on_every_wire
def test_a_stream_that_ends_too_early_is_no_answer(wire):
    events_of_the_end = {"openai-chat": 3, "openai-responses": 1, "anthropic": 2, "google": 1}[wire.NAME]
    error, _ = raised(wire, Answer(wire.pieces(TURN)[:-events_of_the_end]))
    assert isinstance(error, ModelDisconnected)


@on_every_wire
def test_a_server_that_is_not_there_is_worth_another_try(wire):
    async def ask():
        async with serving() as (_, url):
            pass
        with pytest.raises(ModelDisconnected) as caught:
            await parts_of(model_at(url, wire))
        return caught.value

    assert is_retriable(asyncio.run(ask()))


@on_every_wire
def test_an_error_does_not_show_the_key(wire):
    error, _ = raised(wire, refusal(401, wire.error("invalid key")))
    assert (error.status, is_retriable(error)) == (401, False)
    assert "key" not in str(error).replace("invalid key", "")
