"""Runs recorded cases about whole runs of an agent, on a model with a script."""

import asyncio
from collections import defaultdict
from itertools import count

from contextthrift.abort import AbortSignal
from contextthrift.agent import Agent
from contextthrift.exceptions import ModelError
from contextthrift.memory import MemoryStore, StoredMessage
from contextthrift.testing import Scripted, ScriptedCall, ScriptedModel
from contextthrift.tools import Tool
from contextthrift.usage import Usage
from tests.vectors.agent_loop import PREDICATES
from tests.vectors.notation import known, named

REPLY = {"object", "text", "chunks", "reasoning", "tool_calls", "usage", "raises", "status", "abort"}
TOOL = {"returns", "raises", "seq", "strict", "read_only", "abort", "builtin"}


def run_agent(*, goal, case, script=None, tools=None, config=None, memory=None):
    return asyncio.run(
        scene(goal, case["expect"], script or {}, memory, tools=tools or {}, config=config or {})
    )


async def scene(goal, expect, script, memory, *, tools, config):
    signal, events = AbortSignal(), []
    model = ScriptedModel(route_of(script, signal))
    store = await store_of(memory) if memory is not None or "memory" in expect else None
    agent = Agent(
        model,
        tools=[tool_of(name, tool, signal) for name, tool in tools.items()],
        memory=store,
        retry_base_delay_s=0,
        **options_of(config),
    )
    result = await agent.run(goal, on_event=events.append, signal=signal)
    labels = [label(event) for event in events]
    return {
        "events": labels,
        "events_only": only(labels, events, expect.get("events_only")),
        "calls": [request.stage for request in model.requests],
        "result": told(result),
        "memory": [{"role": m.role, "content": m.content} for m in await store.load("default")]
        if store
        else None,
        "prompts": [holds(wanted, model) for wanted in expect.get("prompts", ())],
    }


# --- what the scene is made of


def route_of(script, signal):
    """Each stage's next reply; the last repeats, and a stage that has none says ok."""
    asked = defaultdict(int)

    def route(request):
        replies = script.get(request.stage, [{"text": "ok"}])
        reply = replies[min(asked[request.stage], len(replies) - 1)]
        asked[request.stage] += 1
        return answer_of(known(reply, REPLY, "reply"), signal)

    return route


def answer_of(reply, signal):
    if reply.get("abort") == "during":
        signal.abort()
        return Scripted(text="never", pause_s=30)
    if "abort" in reply:
        assert reply["abort"] == "after"
        signal.abort()
    usage = known(reply.get("usage", {"input": 10, "output": 5}), {"input", "output", "reasoning"}, "usage")
    return Scripted(
        text=reply.get("chunks", reply.get("text", "")),
        data=reply.get("object"),
        thinking=reply.get("reasoning", ""),
        tool_calls=[
            ScriptedCall(name=call["name"], arguments=call["args"]) for call in reply.get("tool_calls", ())
        ],
        usage=Usage.of(
            input_tokens=usage.get("input", 10),
            output_tokens=usage.get("output", 5),
            reasoning_tokens=usage.get("reasoning", 0),
        ),
        raises=ModelError(reply["raises"], status=reply.get("status")) if "raises" in reply else None,
    )


def tool_of(name, tool, signal):
    known(tool, TOOL, "tool")
    outcomes, made = tool.get("seq", [tool]), count()

    async def execute(_arguments, _context):
        outcome = outcomes[min(next(made), len(outcomes) - 1)]
        if tool.get("abort") or outcome.get("abort"):
            signal.abort()
        if "raises" in outcome:
            raise RuntimeError(outcome["raises"])
        return outcome.get("returns")

    strict = tool.get("strict", {})
    schema = {
        "type": "object",
        "properties": {key: {"type": word} for key, word in strict.items()},
        "required": list(strict),
    }
    return Tool(
        name=name,
        description=f"The tool {name}",
        input_schema=schema,
        execute=execute,
        read_only=tool.get("read_only", False),
        builtin=tool.get("builtin", False),
    )


def options_of(config):
    """The agent's options; the mode is native where a case says nothing else."""
    options = {"tool_mode": "native", **config}
    return {name: READERS.get(name, lambda value: value)(value) for name, value in options.items()}


def trigger_of(word):
    """A trigger as it stands in an agent's options: a word, or one of the named predicates."""
    return named(PREDICATES, word["predicate"], "predicate") if isinstance(word, dict) else word


def state_of(texts):
    """What describes the state: always the one text, or one after the other, the last again and again."""
    listed, asked = texts if isinstance(texts, list) else [texts], count()
    return lambda: listed[min(next(asked), len(listed) - 1)]


READERS = {"describe_state": state_of, "replan_after": trigger_of}


async def store_of(memory):
    store = MemoryStore()
    for message in memory or ():
        await store.append("default", StoredMessage(**known(message, {"role", "content"}, "message")))
    return store


# --- what came of it


def label(event):
    described = DESCRIBED.get(event.type)
    return f"{event.type}:{described(event)}" if described else event.type


DESCRIBED = {
    "usage": lambda event: event.phase,
    "retry": lambda event: event.phase,
    "error": lambda event: event.phase,
    "replan.decision": lambda event: event.mode,
    "budget.exceeded": lambda event: event.kind,
    "context.compacted": lambda event: event.scope,
    "step.tool-call": lambda event: event.name,
    "step.tool-result": lambda event: f"{event.name}:{'ok' if event.ok else 'fail'}",
    "tool.approval-requested": lambda event: event.name,
    "tool.approval-resolved": lambda event: f"{event.name}:{'yes' if event.approved else 'no'}",
    "skill.activated": lambda event: f"{event.name}:{event.by}",
    "subagent.event": lambda event: label(event.event),
}


def only(labels, events, wanted):
    if wanted is None:
        return None
    known(wanted, {"types", "sequence"}, "events_only")
    chosen = [text for text, event in zip(labels, events, strict=True) if event.type in wanted["types"]]
    return {"types": wanted["types"], "sequence": chosen}


def told(result):
    return {
        "goal": result.goal,
        "final": result.final,
        "steps": result.steps,
        "applied": result.applied,
        "stopped": result.stopped,
        "plan": [step.description for step in result.plan.steps],
        "trace": [
            {
                "summary": step.summary,
                "blocked": step.blocked,
                "calls": [[call.name, call.ok] for call in step.tool_calls],
            }
            for step in result.trace
        ],
        "total_tokens": result.usage.total_tokens,
        "usage": result.usage.to_dict(),
        "budget_exceeded": result.budget_exceeded and result.budget_exceeded.to_dict(),
        "skills": list(result.skills),
        "error": result.error and result.error.message,
        "compacted_history": result.compacted_history,
    }


def holds(wanted, model):
    """The check itself where the request is as it says, else the request's text."""
    known(wanted, {"stage", "nth", "part", "contains", "not_contains"}, "prompt")
    request = model.requests_of(wanted["stage"])[wanted["nth"]]
    user = "\n".join(message.text for message in request.messages)
    text = named(
        {"user": user, "system": request.system, "both": f"{request.system}\n{user}"},
        wanted.get("part", "both"),
        "part",
    )
    there = all(part in text for part in wanted.get("contains", ()))
    absent = not any(part in text for part in wanted.get("not_contains", ()))
    return wanted if there and absent else text


ADAPTERS = {"loop:run": run_agent}
