"""Short ways to write scripted models, tools and runs."""

import asyncio

from contextthrift.agent import Agent
from contextthrift.testing import Scripted, ScriptedCall, ScriptedModel
from contextthrift.tools import Tool


def plan(*steps, thought="t", **more):
    """A planner's structured answer."""
    listed = [step if isinstance(step, dict) else {"description": step} for step in steps]
    return Scripted(data={"thought": thought, "steps": listed, **more})


def decision(word, *steps, reason="r"):
    """A replanner's structured answer."""
    return Scripted(data={"decision": word, "reason": reason, "plan": list(steps)})


def calls(*wanted, text="", **more):
    """An executor's answer that calls tools: names, or pairs of name and arguments."""
    pairs = [each if isinstance(each, tuple) else (each, {}) for each in wanted]
    made = [ScriptedCall(name=name, arguments=arguments) for name, arguments in pairs]
    return Scripted(text=text, tool_calls=made, **more)


def tool(name, does=lambda arguments, context: "ok", **more):
    """A tool that does what a function of arguments and context says, at once."""

    async def execute(arguments, context):
        answer = does(arguments, context)
        return await answer if asyncio.iscoroutine(answer) else answer

    return Tool(name=name, description=f"The tool {name}", execute=execute, **more)


def failing(name, error):
    """A tool that raises."""

    def fail(_arguments, _context):
        raise error

    return tool(name, fail)


async def recorded(agent, goal="do what is wanted", **options):
    """The result of a run and its events."""
    events = []
    result = await agent.run(goal, on_event=events.append, **options)
    return result, events


def run(model, goal="do what is wanted", *, options=None, **config):
    """Result and events of one run of a fresh agent on a scripted model."""
    config.setdefault("retry_base_delay_s", 0)
    return asyncio.run(recorded(Agent(model, **config), goal, **(options or {})))


def script(**stages):
    """A scripted model; a stage with one answer gives it again and again."""
    positions = dict.fromkeys(stages, 0)

    def route(request):
        answers = stages.get(request.stage, ["ok"])
        position = min(positions.get(request.stage, 0), len(answers) - 1)
        positions[request.stage] = position + 1
        return answers[position]

    return ScriptedModel(route)


def types(events):
    return [event.type for event in events]
