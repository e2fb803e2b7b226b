"""Tools and models that swallow their cancellation: a run passes its deadline and its end anyway."""

import asyncio
import logging

import pytest

from contextthrift.abort import AbortSignal
from contextthrift.agent import Agent, grace
from contextthrift.models import CallableModel
from contextthrift.testing import Scripted
from tests.agent import order
from tests.agent.scripts import calls, plan, recorded, script, tool, types

LEFT = "the tool 't' does not end though it was cancelled; the run goes on without it"
MODES = ["native", "prompted"]


class Stubborn:
    """A tool that goes on whatever is done to it, until it is let go."""

    def __init__(self):
        self.begun, self.may_end, self.ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.cancelled = asyncio.Event()

    async def __call__(self, *_):
        self.begun.set()
        while not self.may_end.is_set():
            try:
                await self.may_end.wait()
            except asyncio.CancelledError:
                self.cancelled.set()
        self.ended.set()
        raise OSError("nobody hears of this")

    async def let_go(self):
        self.may_end.set()
        await asyncio.wait_for(self.ended.wait(), 5)
        await asyncio.sleep(0)


def agent_with(does, mode, **config):
    action = Scripted(data={"reply": "r", "actions": [{"tool": "t", "args": {}}]})
    stages = {
        "native": {"planner": [plan("a")], "executor": [calls("t"), "done"]},
        "prompted": {"planner": ['{"reply": "r", "plan": ["a"]}'], "executor": [action, "done"]},
    }
    model = script(**stages[mode], synthesizer=["S"])
    return Agent(model, tools=[tool("t", does)], tool_mode=mode, replan=False, **config)


@pytest.fixture
def short_grace(monkeypatch):
    monkeypatch.setattr(grace, "GRACE_S", 0.05)


@pytest.mark.parametrize("mode", MODES)
def test_a_step_passes_its_deadline_though_its_tool_does_not_end(mode, short_grace, caplog):
    async def scene():
        stubborn = Stubborn()
        result, events = await asyncio.wait_for(
            recorded(agent_with(stubborn, mode, chat_timeout_s=0.1)), timeout=5
        )
        assert stubborn.cancelled.is_set()
        await stubborn.let_go()
        return result, events

    with caplog.at_level(logging.WARNING, logger="contextthrift"):
        result, events = asyncio.run(scene())
    order.check(result, events)
    assert result.trace[0].blocked
    told = "the step took longer than 0.1 s (chat_timeout_s)"
    assert result.trace[0].summary == told
    assert [event.error for event in events if event.type == "error"] == [LEFT, told]
    assert [str(event.output) for event in events if event.type == "step.tool-result"] == [told]
    assert LEFT in caplog.text


@pytest.mark.parametrize("mode", MODES)
def test_a_signal_stops_a_run_whose_tool_does_not_end(mode, short_grace):
    async def scene():
        stubborn, signal = Stubborn(), AbortSignal()
        task = asyncio.create_task(recorded(agent_with(stubborn, mode), signal=signal))
        await stubborn.begun.wait()
        signal.abort()
        result, events = await asyncio.wait_for(task, 5)
        await stubborn.let_go()
        assert (result.stopped, result.final) == (True, "")
        assert [event.error for event in events if event.type == "error"] == [LEFT]
        assert types(events)[-1] == "stopped"

    asyncio.run(scene())


@pytest.mark.parametrize("mode", MODES)
def test_a_second_cancellation_of_the_run_waits_for_nothing(mode):
    async def scene():
        stubborn = Stubborn()
        task = asyncio.create_task(recorded(agent_with(stubborn, mode)))
        await stubborn.begun.wait()
        task.cancel()
        await stubborn.cancelled.wait()
        assert not task.done()
        task.cancel()
        _, waiting = await asyncio.wait({task}, timeout=5)
        await stubborn.let_go()
        assert (waiting, task.cancelled()) == (set(), True)

    asyncio.run(scene())


@pytest.mark.parametrize("mode", MODES)
def test_a_tool_has_time_to_clean_up_and_the_run_waits_for_it(mode):
    cleaned = []

    async def careful(*_):
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(0.1)
            cleaned.append(True)

    async def scene():
        result, events = await recorded(agent_with(careful, mode, chat_timeout_s=0.1))
        assert (result.trace[0].blocked, cleaned) == (True, [True])
        assert len([event for event in events if event.type == "error"]) == 1

    asyncio.run(scene())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("answers", ["with a result", "with an error"])
def test_a_tool_that_answers_its_cancellation_keeps_neither_deadline_nor_cancellation(mode, answers):
    async def cling(*_):
        begun.set()
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            if answers == "with an error":
                raise OSError("the line is dead") from None
        return "kept on"

    begun = asyncio.Event()

    async def scene():
        result, _ = await recorded(agent_with(cling, mode, chat_timeout_s=0.1))
        assert result.trace[0].summary == "the step took longer than 0.1 s (chat_timeout_s)"
        begun.clear()
        task = asyncio.create_task(recorded(agent_with(cling, mode)))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 5)

    asyncio.run(scene())


def test_a_model_that_answers_its_cancellation_does_not_keep_it():
    async def scene():
        begun = asyncio.Event()

        async def cling(_request):
            begun.set()
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                return "Hello."

        task = asyncio.create_task(Agent(CallableModel(function=cling)).run("hello"))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 5)

    asyncio.run(scene())


@pytest.mark.parametrize("mode", MODES)
def test_a_run_that_is_cancelled_as_its_tool_ends_is_cancelled(mode):
    async def scene():
        tasks = []

        def end(*_):
            tasks[0].cancel()
            return "done"

        tasks.append(asyncio.create_task(recorded(agent_with(end, mode))))
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(tasks[0], 5)

    asyncio.run(scene())
