"""Options of an agent: the same names everywhere, and what cannot be meant is refused."""

import asyncio
import re
from dataclasses import fields
from pathlib import Path

import pytest

import contextthrift
from contextthrift.agent import Agent, AgentConfig, AgentOptions, Limits, Policy, RunOptions, RunResult
from contextthrift.agent.config import resolve_config
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.memory import MemoryStore
from contextthrift.testing import ScriptedModel
from contextthrift.tools import WrapperToolset
from tests.agent.scripts import plan, run, script

CAPS = (
    "the settings are max_input_tokens, max_output_tokens, max_reasoning_tokens, max_total_tokens, per_call"
)


def test_options_and_configuration_have_the_same_names():
    names = [each.name for each in fields(AgentConfig)]
    assert names == ["model", *AgentOptions.__annotations__]


def test_the_page_of_the_agent_names_every_option_and_every_field_of_a_result():
    page = (Path(__file__).parents[2] / "docs" / "agent.md").read_text(encoding="utf-8")
    named = {name for code in re.findall("`([^`\n]+)`", page) for name in re.findall(r"\w+", code)}
    names = {*AgentOptions.__annotations__, *RunOptions.__annotations__, *RunResult.__annotations__}
    assert names - named == set()


def test_an_option_that_is_none_counts_as_left_out():
    names = dict.fromkeys(AgentOptions.__annotations__)
    model = ScriptedModel()
    assert resolve_config(model, names) == resolve_config(model, {})


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"max_iteration": 3},
            InvalidArgument,
            "an agent has no option 'max_iteration'; did you mean 'max_iterations'?",
        ),
        ({"max_iterations": 0}, InvalidArgument, "max_iterations must be a whole number, 1 or more; got 0"),
        (
            {"max_revisions": True},
            InvalidArgument,
            "max_revisions must be a whole number, 0 or more; got True",
        ),
        (
            {"chat_timeout_s": float("nan")},
            InvalidArgument,
            "chat_timeout_s must be a number of seconds, 0 or more; got nan",
        ),
        (
            {"tool_mode": "both"},
            InvalidArgument,
            "tool_mode must be one of auto, native, prompted; got 'both'",
        ),
        (
            {"replan_after": ["always"]},
            InvalidArgument,
            "replan_after must be failure, always or a function; got ['always']",
        ),
        ({"describe_state": "open"}, WrongType, "describe_state must be a function; got str"),
        ({"system_prompt": 3}, WrongType, "system_prompt must be a str; got int"),
        ({"session_id": 3}, WrongType, "session_id must be a str; got int"),
        ({"temperature": "hot"}, WrongType, "temperature must be a number; got 'hot'"),
        ({"synthesize": 1}, WrongType, "synthesize must be True or False; got 1"),
        ({"limits": 5}, WrongType, "limits must be Limits or a mapping; got int"),
        ({"limits": {"tokens": 5}}, InvalidArgument, f"limits has no setting 'tokens'; {CAPS}"),
        (
            {"limits": Limits(max_total_tokens="5")},
            InvalidArgument,
            "limits.max_total_tokens must be a whole number of tokens, or None; got '5'",
        ),
        (
            {"thinking": 5},
            WrongType,
            "thinking must be a bool, a level, a ThinkingConfig or a mapping; got int",
        ),
        (
            {"thinking": {"levels": "low"}},
            InvalidArgument,
            "thinking has no setting 'levels'; did you mean 'level'?",
        ),
        (
            {"stage_thinking": {"plan": "low"}},
            InvalidArgument,
            "stage_thinking has no stage 'plan'; did you mean 'planner'?",
        ),
        (
            {"tools": ["add"]},
            WrongType,
            "tools[0] must be a function or a Tool of contextthrift.tools; got str",
        ),
        (
            {"tools": [contextthrift.Tool(name="add", description="Adds")]},
            WrongType,
            (
                "tools[0] must be a function or a Tool of contextthrift.tools; "
                "got contextthrift.context.items.Tool"
            ),
        ),
        ({"tools": 5}, WrongType, "tools must be a list; got int"),
        ({"toolset_wrappers": WrapperToolset}, WrongType, "toolset_wrappers must be a list; got type"),
        (
            {"policies": Policy()},
            WrongType,
            "policies must be a list; got contextthrift.agent.policy.Policy",
        ),
        (
            {"prompts": {"planner": "Plan."}},
            WrongType,
            "prompts must be a Prompts of contextthrift.agent.prompts; got dict",
        ),
        (
            {"memory": MemoryStore},
            WrongType,
            "memory must be a store, not the class of one; write MemoryStore()",
        ),
        ({"memory": {}}, WrongType, "memory must be a store such as MemoryStore(); got dict without load"),
        (
            {"toolset_wrappers": [5]},
            WrongType,
            (
                "toolset_wrappers[0] must be a WrapperToolset's class, or a function from toolset to "
                "toolset; got int"
            ),
        ),
        ({"available_tools": "add"}, WrongType, "a list of names is expected; got the text 'add'"),
        (
            {"log_level": "loud"},
            InvalidArgument,
            "log_level must be one of silent, error, warn, info, debug; got 'loud'",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(options, error, message):
    with pytest.raises(error) as caught:
        Agent(ScriptedModel(), **options)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"signal": asyncio.Event()}, "signal must be an AbortSignal of contextthrift.abort; got Event"),
        ({"session_id": 3}, "session_id must be a str; got int"),
    ],
)
def test_an_option_of_a_run_that_has_another_type_is_refused(options, message):
    model = ScriptedModel()
    for door in (Agent(model).run_sync, Agent(model).stream):
        with pytest.raises(WrongType) as caught:
            door("one two three", **options)
        assert str(caught.value) == message
    assert model.requests == []


def test_limits_may_be_a_mapping():
    result, _ = run(
        script(planner=[plan("a", "b")]), limits={"max_total_tokens": 15, "per_call": {"planner": 9}}
    )
    assert result.budget_exceeded.to_dict() == {"kind": "total", "tokens": 15, "cap": 15}


def test_the_caps_of_calls_and_the_thinking_of_stages_reach_the_requests():
    model = script(planner=[plan("a")])
    run(
        model,
        limits=Limits(per_call={"executor": 77}),
        budgets={"executor": 5, "synthesizer": 6},
        thinking="low",
        stage_thinking={"planner": False, "executor": "high"},
        temperature=0.5,
        client_name="mine",
    )
    told = [
        (
            request.stage,
            request.max_output_tokens,
            request.reasoning,
            request.temperature,
            request.client_name,
        )
        for request in model.requests
    ]
    assert told == [
        ("planner", 800, None, 0.5, "mine"),
        ("executor", 77, "high", 0.5, "mine"),
        ("synthesizer", 6, "low", 0.5, "mine"),
    ]


def test_stages_without_a_model_of_their_own_share_the_agents():
    model, planner, writer = (ScriptedModel() for _ in range(3))
    config = resolve_config(model, {"planner": planner, "synthesizer": writer})
    stages = ("planner", "executor", "replanner", "synthesizer", "compaction")
    assert [config.model_of(stage) for stage in stages] == [planner, model, planner, writer, writer]
    assert all(resolve_config(model, {}).model_of(stage) is model for stage in stages)


def test_a_listener_that_is_no_function_is_refused():
    agent = Agent(ScriptedModel())
    with pytest.raises(WrongType, match="on_event must be a function; got int"):
        asyncio.run(agent.run("do it for me", on_event=3))
