"""Streams of events under readers of all sorts."""

import asyncio
import gc
import threading

import pytest

from contextthrift.agent import Agent
from contextthrift.exceptions import WrongType
from contextthrift.testing import ScriptedModel
from tests.agent.scripts import plan, script
from tests.agent.test_abort import FOR_EVER, others


def answering():
    return Agent(script(planner=[plan("a")], synthesizer=["S"]))


def waiting():
    return Agent(script(planner=[plan("a")], executor=[FOR_EVER]))


def test_a_goal_that_is_no_text_is_refused_at_once():
    with pytest.raises(WrongType, match="goal must be a str; got int"):
        Agent(ScriptedModel()).stream(5)


def test_a_stream_of_a_blank_goal_has_no_events_and_an_empty_result():
    async def scene():
        stream = answering().stream("  ")
        return [event async for event in stream], await stream.result()

    events, result = asyncio.run(scene())
    assert (events, result.final) == ([], "")


def test_the_result_can_be_asked_for_before_any_event():
    async def scene():
        stream = answering().stream("do it for me")
        result = await stream.result()
        return result.final, [event.type async for event in stream][-1]

    assert asyncio.run(scene()) == ("S", "final")


def test_two_readers_share_the_events_and_both_come_to_an_end():
    async def scene():
        stream = answering().stream("do it for me")

        async def read():
            return [event.type async for event in stream]

        one, other = await asyncio.wait_for(asyncio.gather(read(), read()), 5)
        return one, other, (await stream.result()).final

    one, other, final = asyncio.run(scene())
    assert final == "S"
    assert sorted([*one, *other]).count("final") == 1


def test_what_comes_out_of_a_run_reaches_its_reader():
    def broken(_toolset):
        raise RuntimeError("cannot wrap")

    async def scene():
        stream = Agent(ScriptedModel(), toolset_wrappers=[broken]).stream("do it for me")
        with pytest.raises(RuntimeError, match="cannot wrap"):
            async for _ in stream:
                pass
        with pytest.raises(RuntimeError, match="cannot wrap"):
            await stream.result()

    asyncio.run(scene())


def test_a_reader_that_is_cancelled_loses_no_event():
    async def scene():
        stream = answering().stream("do it for me")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await anext(stream)
        return [event.type async for event in stream]

    words = asyncio.run(scene())
    assert (words[0], words[-1]) == ("run.start", "final")


def test_an_exception_in_the_block_stops_the_run_and_passes_through():
    async def scene():
        stream = waiting().stream("do it for me")

        async def read():
            async with stream:
                async for event in stream:
                    if event.type == "step.start":
                        raise KeyError("reader")

        with pytest.raises(KeyError, match="reader"):
            await read()
        assert others() == set()
        return await stream.result()

    assert asyncio.run(scene()).stopped


def test_aborting_a_stream_ends_it_with_stopped():
    async def scene():
        stream, words = waiting().stream("do it for me"), []
        async for event in stream:
            words.append(event.type)
            if event.type == "step.start":
                stream.abort("enough")
        return words, await stream.result()

    words, result = asyncio.run(scene())
    assert (words[-1], result.stopped) == ("stopped", True)


def test_a_stream_that_is_never_read_leaves_nothing():
    async def scene():
        answering().stream("do it for me")
        gc.collect()
        assert others() == set()

    asyncio.run(scene())


def test_a_stream_dropped_in_another_thread_stops_its_run():
    async def scene():
        streams = [waiting().stream("do it for me")]
        async for event in streams[0]:
            if event.type == "step.start":
                break
        del event

        def drop():
            streams.clear()
            gc.collect()

        thread = threading.Thread(target=drop)
        thread.start()
        await asyncio.wait(others(), timeout=5)
        thread.join()
        assert others() == set()

    asyncio.run(scene())


def test_a_stream_may_outlive_its_loop():
    async def begun():
        stream = waiting().stream("do it for me")
        async for event in stream:
            if event.type == "step.start":
                return stream
        return None

    stream = asyncio.run(begun())
    stream.abort()
    del stream
    gc.collect()


def test_an_agent_can_be_closed_in_another_loop_than_its_streams():
    async def begun(agent):
        stream = agent.stream("do it for me")
        await anext(stream)
        return stream

    agent, loop = waiting(), asyncio.new_event_loop()
    stream = loop.run_until_complete(begun(agent))
    asyncio.run(agent.aclose())
    loop.run_until_complete(stream.aclose())
    loop.close()
    assert agent.config.model.requests
