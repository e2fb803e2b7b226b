"""Many runs in one process: nothing is left, and the loop itself takes little."""

import asyncio
import gc
import os
import threading
import time

from contextthrift.agent import Agent
from tests.agent.scripts import calls, plan, script, tool

STEPS = 8


def open_files():
    return len(os.listdir("/proc/self/fd"))


def model():
    answers = {"planner": [plan(*(f"step {n}" for n in range(STEPS)))], "synthesizer": ["S"]}

    def executor(request):
        return calls(("add", {"x": 1})) if len(request.messages) == 1 else "added"

    scripted = script(**answers)
    route = scripted._route
    scripted._route = lambda request: executor(request) if request.stage == "executor" else route(request)
    return scripted


async def pause(arguments, _context):
    await asyncio.sleep(0)
    return arguments


def test_two_hundred_runs_at_once_leave_nothing_behind():
    async def scene():
        agent = Agent(model(), tools=[tool("add", pause)])
        await agent.run("warm up first")
        threads, files = threading.active_count(), open_files()
        results = await asyncio.gather(
            *(agent.run("do it for me", on_event=lambda _event: None) for _ in range(200))
        )
        streams = [agent.stream("do it for me") for _ in range(20)]
        for stream in streams:
            async for _ in stream:
                pass
        gc.collect()
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        assert left == []
        assert (threading.active_count(), open_files()) == (threads, files)
        return results

    results = asyncio.run(scene())
    assert all((result.steps, result.applied, result.final) == (STEPS, STEPS, "S") for result in results)


def test_a_step_of_the_loop_costs_less_than_its_share():
    """At most 3 ms of CPU on a machine that counts to 100,000 in 3 ms: a ratio, as machines differ."""

    async def many():
        agent = Agent(model(), tools=[tool("add", pause)])
        await agent.run("warm up first")
        start = time.process_time()
        for _ in range(20):
            await agent.run("do it for me")
        return (time.process_time() - start) / (20 * STEPS)

    per_step = asyncio.run(many())
    assert per_step < counting_time()


def counting_time():
    """CPU seconds of counting to 100,000, the best of some tries: about 3 ms where this was written."""

    def count():
        start, total = time.process_time(), 0
        for number in range(100_000):
            total += number
        return time.process_time() - start

    return min(count() for _ in range(10))
