"""The agent's loop: what it costs besides its models and tools, and 200 runs at once.

    python -m benches.agent_loop             prints the table
    python -m benches.agent_loop --record    writes it into benches/results as well

CPU time of the whole process; models and tools answer at once, so all of it is the loop's own.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from typing import TYPE_CHECKING

from benches import record
from contextthrift.agent import Agent
from contextthrift.models import ModelLimits
from contextthrift.testing import Scripted, ScriptedCall, ScriptedModel
from contextthrift.tools import Tool

if TYPE_CHECKING:
    from contextthrift.models import ModelRequest
    from contextthrift.testing.scripted_model import ScriptedAnswer

STEPS = 8
ROUNDS = 10
DELTAS = 200
NAMES = [f"step {number}" for number in range(STEPS)]
PLAN = Scripted(data={"thought": "t", "steps": [{"description": name} for name in NAMES]})
WRITTEN_PLAN = Scripted(data={"reply": "r", "plan": NAMES})
ADD = Scripted(tool_calls=[ScriptedCall(name="add", arguments={"x": 1})])
BATCH = '{"reply": "adding", "actions": [{"tool": "add", "args": {"x": 1}}]}'


async def add(arguments: dict[str, int], _context: object) -> int:
    return arguments["x"] + 1


SCHEMA = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
TOOL = Tool(name="add", description="Add one", input_schema=SCHEMA, execute=add)


def native(request: ModelRequest) -> ScriptedAnswer:
    match request.stage:
        case "planner":
            return PLAN
        case "executor":
            return ADD if len(request.messages) == 1 else "added"
        case _:
            return "done"


def streaming(request: ModelRequest) -> ScriptedAnswer:
    if request.stage == "executor":
        return Scripted(text=["word "] * DELTAS)
    return native(request)


def prompted(request: ModelRequest) -> ScriptedAnswer:
    match request.stage:
        case "planner":
            return WRITTEN_PLAN
        case "executor":
            return BATCH if len(request.messages) == 1 else '{"reply": "added", "actions": []}'
        case _:
            return "done"


def per_step(agent: Agent, runs: int = 20) -> float:
    """CPU seconds of a step, the best of several rounds; planning and answering are shared out."""
    return min(asyncio.run(timed(agent, runs)) for _ in range(ROUNDS)) / (runs * STEPS)


async def timed(agent: Agent, runs: int) -> float:
    await agent.run("warm up first")
    started = time.process_time()
    for _ in range(runs):
        await agent.run("do it for me", on_event=lambda _event: None)
    return time.process_time() - started


async def at_once(agent: Agent, runs: int) -> float:
    started = time.process_time()
    await asyncio.gather(*(agent.run("do it for me", on_event=lambda _event: None) for _ in range(runs)))
    return time.process_time() - started


def main() -> None:
    rows = [("what", "CPU")]
    for label, route, mode in (
        ("a step of two rounds and a tool call, native", native, "native"),
        ("the same, prompted", prompted, "prompted"),
        (f"a step of one round with {DELTAS} pieces of text", streaming, "native"),
    ):
        agent = Agent(ScriptedModel(route), log_level="error", tools=[TOOL], tool_mode=mode)
        rows.append((label, f"{per_step(agent) * 1e3:.2f} ms"))
    for name, window in (("gpt-4o", 128_000), ("gpt-4o", 4_096), ("house-model", 4_096)):
        model = ScriptedModel(native, name=name, limits=ModelLimits(context_window_tokens=window))
        agent = Agent(model, log_level="error", tools=[TOOL])
        rows.append((f"the native step, {name}, window {window:,}", f"{per_step(agent) * 1e3:.2f} ms"))
    agent = Agent(ScriptedModel(native), log_level="error", tools=[TOOL])
    together = min((asyncio.run(at_once(agent, 200)) for _ in range(3)), default=math.inf)
    each = together / 200 / STEPS
    rows.append((f"200 runs of {STEPS} such steps at once, for each step", f"{each * 1e3:.2f} ms"))
    record.show("agent_loop", "The agent's loop", rows, write="--record" in sys.argv)


if __name__ == "__main__":
    main()
