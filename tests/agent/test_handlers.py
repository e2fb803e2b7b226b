"""Those who listen to a run: in order, and without any power over it."""

import asyncio

from contextthrift.agent import Agent
from contextthrift.testing import ScriptedModel
from tests.agent.scripts import calls, plan, script, tool, types


class Sink:
    def __init__(self):
        self.lines = []

    def error(self, message):
        self.lines.append(message)

    warning = info = debug = error


def test_a_coroutine_handler_gets_every_event_in_order_before_the_run_returns():
    heard = []

    async def slow(event):
        await asyncio.sleep(0.001)
        heard.append(event.type)

    told = []

    async def scene():
        agent = Agent(script(planner=[plan("a")], synthesizer=["S"]))
        await agent.run("do it for me", on_event=slow)
        heard_first = list(heard)
        await agent.run("do it for me", on_event=told.append)
        return heard_first

    assert asyncio.run(scene()) == types(told)


def test_a_handler_that_raises_is_logged_and_called_again():
    sink, seen = Sink(), []

    def broken(event):
        seen.append(event.type)
        raise RuntimeError("no paper")

    async def broken_later(event):
        broken(event)

    for handler in (broken, broken_later):
        seen.clear()
        sink.lines.clear()
        agent = Agent(script(planner=[plan("a")], synthesizer=["S"]), logger=sink)
        result = asyncio.run(agent.run("do it for me", on_event=handler))
        assert result.final == "S"
        assert seen[-1] == "final"
        assert len([line for line in sink.lines if "no paper" in line]) == len(seen)


def test_a_tool_may_emit_from_its_thread():
    from contextthrift.events import ModelLoad
    from contextthrift.tools import Tool

    def load(_arguments, context):
        context.emit(ModelLoad(progress=0.5, text="half"))
        return "ok"

    tool_in_thread = Tool(name="load", description="d", execute=load)
    events = []
    model = script(planner=[plan("a")], executor=[calls("load"), "done"], synthesizer=["S"])
    result = asyncio.run(Agent(model, tools=[tool_in_thread]).run("do it for me", on_event=events.append))
    assert result.trace[0].tool_calls[0].ok
    words = types(events)
    assert words.index("step.tool-call") < words.index("model.load") < words.index("final")


def test_two_runs_at_once_never_hear_each_other():
    async def scene():
        agent = Agent(script(planner=[plan("a")], executor=[calls("wait"), "x"]), tools=[tool("wait", pause)])
        heard = [[] for _ in range(10)]
        await asyncio.gather(*(agent.run(f"goal number {n}", on_event=heard[n].append) for n in range(10)))
        return heard

    async def pause(_arguments, _context):
        await asyncio.sleep(0)

    heard = asyncio.run(scene())
    ids = [{event.run_id for event in events} for events in heard]
    assert all(len(each) == 1 for each in ids)
    assert len(set.union(*ids)) == 10
    assert [events[0].goal for events in heard] == [f"goal number {n}" for n in range(10)]


def test_the_log_says_what_was_worked_around():
    sink = Sink()
    with ScriptedModel(planner=["{}", '{"reply": "hello"}']) as model:
        asyncio.run(Agent(model, logger=sink, log_level="warn").run("hello there"))
    assert [line for line in sink.lines if "structured" in line]
    silent = Sink()
    with ScriptedModel(planner=["{}", '{"reply": "hello"}']) as model:
        asyncio.run(Agent(model, logger=silent, log_level="silent").run("hello there"))
    assert silent.lines == []
