"""When connections to a provider are closed, and when they are kept."""

import asyncio

import pytest

from contextthrift.abort import AbortSignal
from contextthrift.agent import Agent
from contextthrift.models import TextDelta
from tests.models.server.http import Answer, serving
from tests.models.server.turn import Turn
from tests.models.wires import model_at, needs_providers, on_every_wire, reply_of, request

pytestmark = needs_providers
AT_ONCE_S = 1.0


def hanging(wire):
    """An answer that stops in its middle and never ends."""
    return Answer(wire.pieces(Turn(text=("One ", "two")))[:-1], hangs=True)


def plan(wire):
    return Answer(wire.pieces(Turn(text=('{"thought": "Hello!", "steps": []}',))))


@on_every_wire
def test_cancelling_closes_the_connection(wire):
    async def cancel():
        async with serving(hanging(wire)) as (server, url):
            task = asyncio.create_task(reply_of(model_at(url, wire)))
            await server.hanging.wait()
            task.cancel()
            async with asyncio.timeout(AT_ONCE_S):
                await server.left.wait()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(cancel())


@on_every_wire
def test_cancelling_before_the_first_byte_closes_the_connection(wire):
    async def cancel():
        async with serving(Answer([], hangs=True)) as (server, url):
            task = asyncio.create_task(reply_of(model_at(url, wire)))
            await server.hanging.wait()
            task.cancel()
            async with asyncio.timeout(AT_ONCE_S):
                await server.left.wait()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(cancel())


@on_every_wire
def test_a_stream_that_is_not_read_to_its_end_closes_the_connection(wire):
    async def leave():
        async with serving(hanging(wire)) as (server, url):
            stream = model_at(url, wire).stream(request())
            async for part in stream:
                if isinstance(part, TextDelta):
                    break
            await stream.aclose()
            async with asyncio.timeout(AT_ONCE_S):
                await server.left.wait()

    asyncio.run(leave())


@on_every_wire
def test_an_aborted_run_closes_the_connection(wire):
    async def abort():
        async with serving(hanging(wire)) as (server, url):
            signal = AbortSignal()
            task = asyncio.create_task(Agent(model_at(url, wire)).run("hello there", signal=signal))
            await server.hanging.wait()
            signal.abort("the user left")
            async with asyncio.timeout(AT_ONCE_S):
                await server.left.wait()
            return await task

    assert asyncio.run(abort()).stopped


@on_every_wire
def test_a_model_that_is_entered_keeps_its_connection_and_one_that_is_not_keeps_none(wire):
    async def ask():
        answer = Answer(wire.pieces(Turn(text=("Hi",))))
        async with serving(*[answer] * 5) as (server, url):
            model = model_at(url, wire)
            async with model:
                for _ in range(3):
                    await reply_of(model)
            kept = server.connections
            await reply_of(model)
            await reply_of(model)
            return kept, server.connections

    assert asyncio.run(ask()) == (1, 3)


@on_every_wire
def test_an_agent_works_in_one_event_loop_after_the_other(wire):
    made = []

    async def run(port=0):
        async with serving(plan(wire), port=port) as (_, url):
            if not made:
                made.append(Agent(model_at(url, wire)))
            result = await made[0].run("hello there")
            return result.final, int(url.rpartition(":")[2])

    said, port = asyncio.run(run())
    again, _ = asyncio.run(run(port))
    assert (said, again) == ("Hello!", "Hello!")


@on_every_wire
def test_runs_side_by_side_share_connections_and_leave_none(wire):
    async def run():
        async with serving(*[plan(wire)] * 20) as (server, url):
            agent = Agent(model_at(url, wire))
            results = await asyncio.gather(*(agent.run("hello there") for _ in range(20)))
            for _ in range(50):
                if not server._open:
                    break
                await asyncio.sleep(0.02)
            return {result.final for result in results}, len(server._open)

    assert asyncio.run(run()) == ({"Hello!"}, 0)
