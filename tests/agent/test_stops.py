"""What still happens once a run is told to stop, stage by stage."""

import asyncio

import pytest

from contextthrift.abort import AbortSignal
from contextthrift.agent import Agent
from contextthrift.exceptions import ModelError
from contextthrift.testing import Scripted, ScriptedModel
from tests.agent import order
from tests.agent.scripts import decision, plan, recorded, types

PLANNED = ["run.start", "usage", "plan.created", "plan.step-added"]
STEP = ["step.start", "step.text-delta", "usage", "step.complete"]


def stopped_at(stage, stages, **config):
    """Result and events of a run whose signal fires as a stage is asked; the answer still arrives."""
    signal = AbortSignal()
    answers = {name: iter(listed) for name, listed in stages.items()}

    def route(request):
        if request.stage == stage:
            signal.abort("enough")
        return next(answers[request.stage])

    agent = Agent(ScriptedModel(route), retry_base_delay_s=0, **config)
    result, events = asyncio.run(recorded(agent, signal=signal))
    order.check(result, events)
    return result, types(events)


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("planner", ["run.start", "usage", "stopped"]),
        ("executor", [*PLANNED, "step.start", "stopped"]),
        ("replanner", [*PLANNED, *STEP, "usage", "replan.decision", "plan.revised", "stopped"]),
    ],
)
def test_a_stage_in_which_the_signal_fires_is_the_last(stage, words):
    result, seen = stopped_at(
        stage,
        {"planner": [plan("a")], "executor": ["no [BLOCKER]"], "replanner": [decision("revise", "b")]},
    )
    assert (seen, result.stopped) == (words, True)


def test_an_answer_that_arrives_after_the_signal_is_not_given():
    result, seen = stopped_at(
        "synthesizer", {"planner": [plan("a")], "executor": ["x"], "synthesizer": ["S"]}
    )
    assert (seen, result.final) == ([*PLANNED, *STEP, "final.text-delta", "usage", "stopped"], "")


@pytest.mark.parametrize("error", [ModelError("no"), ModelError("busy", status=503)])
def test_a_planner_that_fails_after_the_signal_is_not_asked_again(error):
    result, seen = stopped_at("planner", {"planner": [error]})
    assert (seen, result.stopped, result.error) == (["run.start", "stopped"], True, None)


def test_a_prompted_round_whose_answer_arrives_after_the_signal_runs_no_action():
    batch = Scripted(data={"reply": "on it", "actions": [{"tool": "t", "args": {}}]})
    stages = {"planner": [Scripted(data={"reply": "r", "plan": ["a", "b"]})], "executor": [batch]}
    result, seen = stopped_at("executor", stages, tool_mode="prompted")
    assert seen == [*PLANNED, "plan.step-added", *STEP, "stopped"]
    assert (result.trace[0].summary, result.trace[0].tool_calls) == ("on it", ())
