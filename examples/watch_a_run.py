"""Follows a run as it happens, and stops it in the middle: what a user interface does.

Takes a model's name as own_agent.py does.
"""

import asyncio
import sys

from contextthrift import Agent
from contextthrift.events import PlanCreated, StepStart, StepTextDelta, Stopped
from contextthrift.testing import Scripted, ScriptedModel

PLAN = {"thought": "Two things to say.", "steps": [{"description": "Count"}, {"description": "Count on"}]}
script = ScriptedModel(
    planner=[Scripted(data=PLAN)],
    executor=[
        Scripted(text=["one ", "two ", "three"], pause_s=0.01),
        Scripted(text=["four ", "five ", "six"], pause_s=5),
    ],
)


async def main() -> None:
    """Prints the events, and stops the run at the second step."""
    agent = Agent(sys.argv[1] if len(sys.argv) > 1 else script)
    async with agent.stream("Count to six, in two steps") as stream:
        async for event in stream:
            match event:
                case PlanCreated(plan=plan):
                    print("plan:", "; ".join(step.description for step in plan.steps))
                case StepStart(index=2):
                    stream.abort("seen enough")
                case StepTextDelta(delta=piece):
                    print("text:", piece)
                case Stopped():
                    print("stopped")
        result = await stream.result()
    print(f"steps done: {len(result.trace)}, stopped: {result.stopped}")


asyncio.run(main())
