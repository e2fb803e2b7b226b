"""The doors of an agent: created at once or awaited, run from async code or from a script."""

import asyncio
import os
import signal
import subprocess
import sys
import time

import pytest

import contextthrift
from contextthrift.agent import Agent, RunResult, create_agent
from contextthrift.exceptions import InvalidArgument, LoopIsRunning, WrongType
from contextthrift.models import ModelLimits
from contextthrift.testing import ScriptedModel
from contextthrift.tools import Tool
from tests.agent.scripts import calls, plan, script


def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


def working():
    return script(planner=[plan("add")], executor=[calls(("add", {"a": 2})), "It is 3."], synthesizer=["3."])


def test_functions_are_tools():
    agent = Agent(working(), tools=[add])
    result = agent.run_sync("add one to two")
    assert (result.final, result.trace[0].tool_calls[0].output) == ("3.", 3)
    assert [tool.name for tool in agent.tools] == ["add"]


def test_a_mapping_names_its_tools():
    again = Tool(name="other", description="d")
    tools = Agent(ScriptedModel(), tools={"plus": add, "again": again, "other": again}).tools
    assert [(tool.name, tool.description) for tool in tools] == [
        ("plus", "Add two numbers."),
        ("again", "d"),
        ("other", "d"),
    ]


@pytest.mark.parametrize(
    ("tools", "error", "message"),
    [
        ([add, add], InvalidArgument, "two tools have the name 'add'; give each its own"),
        ([lambda: 1], InvalidArgument, "has no name that a model could call"),
        (
            [Agent],
            WrongType,
            r"tools\[0\] must be a function or a Tool of contextthrift.tools; got the class Agent",
        ),
        ({"a b": add}, InvalidArgument, "a tool cannot be called 'a b'"),
        ({"x": 5}, WrongType, r"tools\['x'\] must be a function or a Tool of contextthrift.tools; got int"),
    ],
)
def test_what_is_no_tool_is_refused_when_the_agent_is_made(tools, error, message):
    with pytest.raises(error, match=message):
        Agent(ScriptedModel(), tools=tools)


class Local(ScriptedModel):
    """A model that must be asked for its window."""

    async def reported_window(self):
        return 4_096


def test_an_agent_that_is_awaited_knows_its_windows():
    made = asyncio.run(create_agent(Local(planner=[plan(thought="Hi!")]), tools=[add]))
    assert isinstance(made, Agent)
    assert made.context_window_tokens == 4_096
    assert Agent(Local()).context_window_tokens != 4_096
    assert made.run_sync("hello there").final == "Hi!"


def test_creating_an_agent_refuses_what_an_agent_refuses():
    with pytest.raises(InvalidArgument, match="did you mean 'max_iterations'"):
        asyncio.run(create_agent(model=ScriptedModel(), max_iteration=3))
    with pytest.raises(InvalidArgument, match="'gpt-5.2' has no provider in front"):
        asyncio.run(create_agent("gpt-5.2"))


def test_a_script_gets_the_same_result_and_events_as_async_code():
    heard, awaited = [], []
    result = Agent(working(), tools=[add]).run_sync("add one to two", on_event=heard.append)
    other = asyncio.run(Agent(working(), tools=[add]).run("add one to two", on_event=awaited.append))
    assert isinstance(result, contextthrift.RunResult is RunResult and RunResult)
    assert (result.final, result.usage) == (other.final, other.usage)
    assert [event.type for event in heard] == [event.type for event in awaited]
    failing = Agent(script(planner=[ValueError("no")]))
    assert str(failing.run_sync("one two three").error.exception) == "no"
    with pytest.raises(ValueError, match="no"):
        failing.run_sync("one two three", raise_on_error=True)
    with pytest.raises(WrongType, match="goal must be a str; got int"):
        failing.run_sync(5)


def test_one_agent_runs_again_and_again_from_a_script():
    agent = Agent(script(planner=[plan(thought="Hi!")]), memory=contextthrift.MemoryStore())
    assert [agent.run_sync("hello there").final for _ in range(3)] == ["Hi!"] * 3


def test_a_synchronous_run_is_refused_inside_an_event_loop():
    async def scene():
        with pytest.raises(LoopIsRunning) as raised:
            Agent(ScriptedModel()).run_sync("hello there")
        return str(raised.value)

    message = asyncio.run(scene())
    assert message == ("agent.run_sync(...) cannot wait where an event loop runs; write await agent.run(...)")


CTRL_C = """
import sys, time
from contextthrift import Agent
from contextthrift.testing import Scripted, ScriptedCall, ScriptedModel

def wait() -> str:
    print("waiting", flush=True)
    time.sleep(60)

plan = Scripted(data={"thought": "t", "steps": [{"description": "wait"}]})
model = ScriptedModel(planner=[plan], executor=[Scripted(tool_calls=[ScriptedCall(name="wait")])])
try:
    Agent(model, tools=[wait]).run_sync("wait for it", on_event=lambda event: print(event.type, flush=True))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of another kind")
def test_ctrl_c_ends_a_synchronous_run_though_a_tool_hangs_in_its_thread():
    with subprocess.Popen([sys.executable, "-c", CTRL_C], stdout=subprocess.PIPE, text=True) as process:
        lines = []
        for line in process.stdout:
            lines.append(line.strip())
            if lines[-1] == "waiting":
                break
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=50)[0].split()
    assert rest == ["stopped", "interrupted"]
    assert process.returncode == 0
    assert time.monotonic() - began < 50


def test_the_window_of_a_model_counts_for_create_agent_too():
    model = ScriptedModel(limits=ModelLimits(context_window_tokens=9_000))
    assert asyncio.run(create_agent(model=model)).context_window_tokens == 9_000
