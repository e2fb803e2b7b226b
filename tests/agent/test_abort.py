"""Stopping a run: by its signal, by cancelling its task, by leaving its stream. Nothing is left behind."""

import asyncio
import gc
import threading

import pytest

from contextthrift.abort import AbortSignal
from contextthrift.agent import Agent
from contextthrift.exceptions import Aborted
from contextthrift.memory import MemoryStore
from contextthrift.testing import Scripted, ScriptedModel
from tests.agent.scripts import calls, plan, script, tool, types

FOR_EVER = Scripted(text="never", pause_s=3600)


def others():
    return {task for task in asyncio.all_tasks() if task is not asyncio.current_task()}


async def started(agent, word, **options):
    """A run that has sent an event of the type, with its events."""
    events, sent = [], asyncio.Event()

    def hear(event):
        events.append(event)
        if event.type == word:
            sent.set()

    task = asyncio.ensure_future(agent.run("do it for me", on_event=hear, **options))
    await sent.wait()
    return task, events


@pytest.mark.parametrize(
    ("stages", "word"),
    [
        ({"planner": [FOR_EVER]}, "run.start"),
        ({"planner": [plan("a")], "executor": [FOR_EVER]}, "step.start"),
        ({"planner": [plan("a")], "executor": [calls("hang")]}, "step.tool-call"),
        ({"planner": [plan("a", "b")], "executor": ["[BLOCKER]"], "replanner": [FOR_EVER]}, "step.complete"),
        ({"planner": [plan("a")], "synthesizer": [FOR_EVER]}, "step.complete"),
    ],
)
def test_a_signal_ends_whatever_is_waited_for(stages, word):
    async def scene():
        signal = AbortSignal()
        ended = []

        async def hang(_arguments, context):
            try:
                await asyncio.sleep(3600)
            finally:
                ended.append(context.signal.aborted)

        agent = Agent(script(**stages), tools=[tool("hang", hang)])
        task, events = await started(agent, word, signal=signal)
        signal.abort("enough")
        result = await asyncio.wait_for(task, 5)
        assert result.stopped
        assert (result.final, result.error) == ("", None)
        assert events[-1].type == "stopped"
        assert types(events).count("stopped") == 1
        assert ended == ([True] if word == "step.tool-call" else [])
        assert others() == set()

    asyncio.run(scene())


def test_a_signal_fired_before_makes_no_call():
    signal = AbortSignal()
    signal.abort()
    model, events, store = ScriptedModel(), [], MemoryStore()

    async def scene():
        result = await Agent(model, memory=store).run("do it for me", on_event=events.append, signal=signal)
        return result, await store.load("default")

    result, stored = asyncio.run(scene())
    assert (result.stopped, types(events), model.requests) == (True, ["run.start", "stopped"], [])
    assert [message.content for message in stored] == ["do it for me"]


def test_a_retry_delay_ends_at_once():
    async def scene():
        signal, broken = AbortSignal(), ConnectionResetError("gone")
        agent = Agent(script(planner=[broken]), retry_base_delay_s=3600)
        task, events = await started(agent, "retry", signal=signal)
        signal.abort()
        assert (await asyncio.wait_for(task, 5)).stopped
        assert types(events) == ["run.start", "retry", "stopped"]

    asyncio.run(scene())


def test_cancelling_the_task_winds_the_run_up_and_passes_through():
    async def scene():
        agent = Agent(script(planner=[plan("a")], executor=[FOR_EVER]))
        task, events = await started(agent, "step.start")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert types(events)[-1] == "stopped"
        assert others() == set()

    asyncio.run(scene())


def test_a_timeout_around_a_run_is_the_callers():
    async def scene():
        agent = Agent(script(planner=[FOR_EVER]))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await agent.run("do it for me")
        assert others() == set()

    asyncio.run(scene())


def test_one_signal_stops_many_runs():
    async def scene():
        signal = AbortSignal()
        agent = Agent(script(planner=[FOR_EVER]))
        tasks = [(await started(agent, "run.start", signal=signal))[0] for _ in range(20)]
        signal.abort()
        assert all(result.stopped for result in await asyncio.gather(*tasks))

    asyncio.run(scene())


def test_a_signal_from_another_thread_stops_a_run():
    async def scene():
        signal = AbortSignal()
        agent = Agent(script(planner=[FOR_EVER]))
        task, _ = await started(agent, "run.start", signal=signal)
        await asyncio.to_thread(signal.abort_threadsafe, "from afar")
        assert (await asyncio.wait_for(task, 5)).stopped
        assert signal.reason == "from afar"

    asyncio.run(scene())


def test_one_signal_stops_runs_in_several_loops():
    signal, ready, stopped = AbortSignal(), threading.Barrier(3), []

    async def scene():
        agent = Agent(script(planner=[FOR_EVER]))
        task, _ = await started(agent, "run.start", signal=signal)
        await asyncio.sleep(0.05)
        await asyncio.to_thread(ready.wait, 10)
        await signal.wait()
        stopped.append((await asyncio.wait_for(task, 5)).stopped)

    threads = [threading.Thread(target=asyncio.run, args=(scene(),)) for _ in range(2)]
    for thread in threads:
        thread.start()
    ready.wait(10)
    signal.abort_threadsafe("all of you")
    for thread in threads:
        thread.join(10)
    assert stopped == [True, True]


# --- prompted batches


def test_a_prompted_batch_ends_behind_the_call_in_flight():
    async def scene():
        signal, made = AbortSignal(), []

        def stop(_arguments, _context):
            made.append("stop")
            signal.abort()
            return "done"

        batch = '{"reply": "two", "actions": [{"tool": "stop", "args": {}}, {"tool": "never", "args": {}}]}'
        model = script(planner=['{"reply": "r", "plan": ["a", "b"]}'], executor=[batch])
        agent = Agent(model, tools=[tool("stop", stop), tool("never")], tool_mode="prompted")
        events = []
        result = await agent.run("do it for me", on_event=events.append, signal=signal)
        assert (made, result.stopped, result.steps) == (["stop"], True, 1)
        assert types(events)[-3:] == ["usage", "step.complete", "stopped"]
        assert [(call.name, call.ok) for call in result.trace[0].tool_calls] == [("stop", True)]

    asyncio.run(scene())


def test_a_hanging_prompted_call_is_recorded_as_failed():
    async def scene():
        signal = AbortSignal()

        async def hang(_arguments, _context):
            await asyncio.sleep(3600)

        batch = '{"reply": "one", "actions": [{"tool": "hang", "args": {}}]}'
        model = script(planner=['{"reply": "r", "plan": ["a"]}'], executor=[batch])
        agent = Agent(model, tools=[tool("hang", hang)], tool_mode="prompted")
        task, events = await started(agent, "step.tool-call", signal=signal)
        signal.abort("enough")
        result = await asyncio.wait_for(task, 5)
        assert [(call.name, call.ok, str(call.output)) for call in result.trace[0].tool_calls] == [
            ("hang", False, "enough")
        ]
        assert types(events)[-1] == "stopped"

    asyncio.run(scene())


# --- streams


def test_a_stream_gives_the_events_and_then_the_result():
    async def scene():
        agent = Agent(script(planner=[plan("a")], synthesizer=["S"]))
        stream = agent.stream("do it for me")
        words = [event.type async for event in stream]
        assert (words[0], words[-1]) == ("run.start", "final")
        assert (await stream.result()).final == "S"
        assert [event async for event in stream] == []
        assert others() == set()

    asyncio.run(scene())


def test_leaving_the_block_of_a_stream_stops_the_run_and_waits_for_it():
    async def scene():
        agent = Agent(script(planner=[plan("a")], executor=[FOR_EVER]))
        async with agent.stream("do it for me") as stream:
            async for event in stream:
                if event.type == "step.start":
                    break
        assert others() == set()
        assert (await stream.result()).stopped

    asyncio.run(scene())


def test_dropping_a_stream_stops_the_run():
    async def scene():
        agent = Agent(script(planner=[plan("a")], executor=[FOR_EVER]))
        async for event in agent.stream("do it for me"):
            if event.type == "step.start":
                break
        gc.collect()
        for _ in range(50):
            await asyncio.sleep(0)
        assert others() == set()

    asyncio.run(scene())


def test_closing_the_agent_ends_its_streams():
    async def scene():
        async with Agent(script(planner=[FOR_EVER])) as agent:
            streams = [agent.stream("do it for me") for _ in range(3)]
            for stream in streams:
                await anext(stream)
        assert others() == set()
        assert [stream async for stream in streams[0]][-1].type == "stopped"

    asyncio.run(scene())


def test_a_slow_reader_slows_nothing():
    async def scene():
        agent = Agent(script(planner=[plan("a")], executor=[Scripted(text=["x"] * 2_000)], synthesizer=["S"]))
        stream = agent.stream("do it for me")
        first = await anext(stream)
        assert (await stream.result()).final == "S"
        rest = [event.type async for event in stream]
        assert (first.type, rest.count("step.text-delta")) == ("run.start", 2_000)

    asyncio.run(scene())


# --- the signal itself


def test_work_that_ends_as_the_signal_fires_keeps_its_result():
    async def scene():
        signal = AbortSignal()
        async with signal.scope():
            signal.abort()
            done = True
        assert done
        await asyncio.sleep(0)
        with pytest.raises(Aborted):
            async with signal.scope():
                pass

    asyncio.run(scene())


def test_a_cancellation_from_outside_wins_over_the_signal():
    async def scene():
        signal = AbortSignal()

        async def wait():
            async with signal.scope():
                await asyncio.sleep(3600)

        task = asyncio.ensure_future(wait())
        await asyncio.sleep(0)
        signal.abort()
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises((asyncio.CancelledError, Aborted)):
            await task

    asyncio.run(scene())


def test_a_scope_leaves_no_cancellation_behind():
    async def scene():
        signal = AbortSignal()
        asyncio.get_running_loop().call_later(0.01, signal.abort)
        with pytest.raises(Aborted, match="the run was aborted"):
            async with signal.scope():
                await asyncio.sleep(3600)
        assert asyncio.current_task().cancelling() == 0
        await asyncio.sleep(0.01)

    asyncio.run(scene())


def test_waiting_for_a_signal_ends_when_it_fires():
    async def scene():
        signal = AbortSignal()
        asyncio.get_running_loop().call_soon(signal.abort, "now")
        await asyncio.wait_for(signal.wait(), 5)
        await signal.wait()
        assert signal.reason == "now"

    asyncio.run(scene())
