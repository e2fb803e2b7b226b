"""Scripts of all sorts: models that answer well, badly, not at all; tools that work, fail, take time."""

import asyncio
import json

from hypothesis import strategies as st

from contextthrift.agent import Limits
from contextthrift.exceptions import ModelError
from contextthrift.testing import Scripted, ScriptedCall
from contextthrift.tools import Tool
from contextthrift.usage import Usage

TOOLS = ("add", "find", "break", "wait", "stop")

texts = st.sampled_from(
    [
        "",
        "Done.",
        "<think>hm",
        "<think>a</think>b",
        "x [BLOCKER]",
        "[BLOCKER]",
        '{"reply": "r"}',
        "[1] is",
        "{",
        "\ud800",
    ]
)
names = st.sampled_from([*TOOLS, "unknown"])
arguments = st.sampled_from(["{}", '{"x": 1}', '{"x": "one"}', "", "no json", "[1]", '{"x":'])
usages = st.builds(
    lambda sent, answered: Usage.of(input_tokens=sent, output_tokens=answered),
    st.integers(0, 50),
    st.integers(0, 50),
)
errors = st.sampled_from(
    [
        ModelError("down"),
        ModelError("busy", status=503),
        ModelError("bad", status=400),
        ConnectionResetError("gone"),
    ]
)

plans = st.lists(st.sampled_from(["a", "b", " A ", "", "c"]), max_size=5)
actions = st.lists(
    st.fixed_dictionaries({"tool": names, "args": st.sampled_from([{}, {"x": 1}, {"x": "one"}])}), max_size=3
)
decisions = st.sampled_from(["continue", "revise", "finish", "maybe"])

objects = st.one_of(
    st.builds(
        lambda steps, thought: {"thought": thought, "steps": [{"description": s} for s in steps]},
        plans,
        texts,
    ),
    st.builds(lambda steps, reply: {"reply": reply, "plan": steps}, plans, texts),
    st.builds(lambda listed, reply: {"reply": reply, "actions": listed}, actions, texts),
    st.builds(lambda word, steps: {"decision": word, "reason": "r", "plan": steps}, decisions, plans),
)


def cut(text, at):
    """The text in two pieces."""
    return [text[:at], text[at:]]


spoken = st.one_of(
    texts, objects.map(json.dumps), objects.map(lambda found: f"Here: ```json\n{json.dumps(found)}\n```")
)

answers = st.one_of(
    st.builds(
        lambda text, at, listed, usage, thinking, pause: Scripted(
            text=cut(text, at),
            tool_calls=[ScriptedCall(name=name, arguments=written) for name, written in listed],
            usage=usage,
            thinking=thinking,
            pause_s=pause,
        ),
        spoken,
        st.integers(0, 20),
        st.lists(st.tuples(names, arguments), max_size=3),
        usages,
        texts,
        st.sampled_from([None, 0]),
    ),
    errors,
)

scripts = st.fixed_dictionaries(
    {
        stage: st.lists(answers, min_size=1, max_size=4)
        for stage in ("planner", "executor", "replanner", "synthesizer")
    }
)

configs = st.fixed_dictionaries(
    {
        "tool_mode": st.sampled_from(["native", "prompted"]),
        "tool_selection_strategy": st.sampled_from(["all", "plan-narrowed"]),
        "max_iterations": st.integers(1, 4),
        "max_steps_per_task": st.integers(1, 3),
        "max_revisions": st.integers(0, 2),
        "max_tool_calls": st.integers(0, 3),
        "max_plan_steps": st.integers(0, 4),
        "replan": st.booleans(),
        "replan_after": st.sampled_from(["failure", "always"]),
        "synthesize": st.booleans(),
        "llm_max_retries": st.integers(0, 1),
        "limits": st.builds(Limits, max_total_tokens=st.sampled_from([None, 40, 120])),
    }
)


def tools(signal):
    """The tools of a scene; ``stop`` fires the signal."""

    async def add(given, _context):
        return given["x"] + 1

    async def find(_given, _context):
        return {"rows": [1, 2]}

    async def fail(_given, _context):
        raise RuntimeError("locked")

    async def wait(_given, _context):
        await asyncio.sleep(0)
        return "waited"

    async def stop(_given, _context):
        signal.abort("a tool said so")
        await asyncio.sleep(0)
        return "stopped"

    integer = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
    return [
        Tool(name="add", description="d", input_schema=integer, execute=add),
        Tool(name="find", description="d", execute=find),
        Tool(name="break", description="d", execute=fail),
        Tool(name="wait", description="d", execute=wait, builtin=True),
        Tool(name="stop", description="d", execute=stop),
    ]
