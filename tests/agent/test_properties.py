"""Whatever models and tools do, a run keeps its rules and comes to an end."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from contextthrift.abort import AbortSignal
from contextthrift.agent import Agent
from tests.agent import order, strategies
from tests.agent.scripts import recorded, script


class Quiet:
    """A log that nobody reads."""

    def error(self, message):
        pass

    warning = info = debug = error


def agent_on(answers, config, signal):
    tools = strategies.tools(signal)
    return Agent(script(**answers), tools=tools, retry_base_delay_s=0, logger=Quiet(), **config)


@given(strategies.scripts, strategies.configs, st.sampled_from(["do it", "do it for me"]))
def test_any_run_keeps_the_rules_of_its_events(answers, config, goal):
    signal = AbortSignal()
    agent = agent_on(answers, config, signal)
    result, events = asyncio.run(asyncio.wait_for(recorded(agent, goal, signal=signal), 60))
    order.check(result, events)
    assert result.steps <= config["max_iterations"]
    assert len({event.run_id for event in events}) == 1


@given(strategies.scripts, strategies.configs, st.integers(0, 40))
def test_any_run_can_be_stopped_at_any_event(answers, config, number):
    signal, events = AbortSignal(), []
    agent = agent_on(answers, config, signal)

    def hear(event):
        events.append(event)
        if len(events) == number:
            signal.abort("the listener said so")

    result = asyncio.run(asyncio.wait_for(agent.run("do it for me", on_event=hear, signal=signal), 60))
    order.check(result, events)


@given(strategies.scripts, strategies.configs, st.integers(0, 25))
def test_any_run_can_be_cancelled_at_any_turn_of_the_loop(answers, config, turns):
    async def scene():
        events = []
        agent = agent_on(answers, config, AbortSignal())
        task = asyncio.ensure_future(agent.run("do it for me", on_event=events.append))
        for _ in range(turns):
            await asyncio.sleep(0)
        was_done = task.done()
        task.cancel()
        try:
            await asyncio.wait_for(task, 60)
        except asyncio.CancelledError:
            assert not events or events[-1].type in {"stopped", "final", "error"}
        else:
            assert was_done
        assert [each for each in asyncio.all_tasks() if each is not asyncio.current_task()] == []

    asyncio.run(scene())


@given(strategies.scripts, strategies.configs)
def test_every_event_can_be_sent_over_a_wire(answers, config):
    import json

    signal = AbortSignal()
    _, events = asyncio.run(recorded(agent_on(answers, config, signal), "do it for me", signal=signal))
    for event in events:
        sent = json.loads(json.dumps(event.to_dict(wire=True)))
        assert sent["type"] == event.type
        assert not [name for name in sent if "_" in name]
