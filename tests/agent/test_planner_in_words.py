"""A planner that answers in plain words: how often it is asked, and what is taken for the answer."""

import pytest

from contextthrift.models import CallableModel, Reply, assistant_reply
from tests.agent.scripts import run, script, tool, types

TOOLS = [tool("look")]
POEM = "Still stands the heron in the reeds."


@pytest.mark.parametrize("mode", ["native", "prompted"])
@pytest.mark.parametrize(
    ("goal", "tools"),
    [("hello there", TOOLS), ("hello there", []), ("write me a poem", [])],
    ids=["small talk", "small talk without tools", "a goal without tools"],
)
def test_what_no_tool_can_serve_is_answered_at_once(mode, goal, tools):
    with script(planner=[f"<think>Easy.</think> {POEM}"]) as model:
        result, events = run(model, goal, tools=tools, tool_mode=mode)
    assert (result.final, result.steps) == (POEM, 0)
    assert types(events) == ["run.start", "usage", "final"]


def test_a_goal_that_tools_may_serve_is_asked_about_in_words_and_then_with_a_hint_in_words():
    written = '{"reply": "r", "plan": ["Look"]}'
    with script(planner=["I looked.", "I did.", written], executor=["done"], synthesizer=["S"]) as model:
        result, events = run(model, "look for the heron", tools=TOOLS, replan=False)
    shapes = [request.output_schema is not None for request in model.requests_of("planner")]
    assert (shapes, result.steps, result.final) == ([True, False, False], 1, "S")
    assert types(events)[:5] == ["run.start", "retry", "usage", "usage", "plan.created"]


def test_the_first_words_stand_where_no_plan_comes():
    with script(planner=["I looked.", "I did look.", "I said so."]) as model:
        result, _ = run(model, "look for the heron", tools=TOOLS)
    assert (result.final, result.steps) == ("I did look.", 0)


@pytest.mark.parametrize("broken", ['{"thought": "a plan", "steps": [', '{"a": [1, 2', ""])
def test_json_that_cannot_be_read_is_no_answer_in_words(broken):
    with script(planner=[broken, '{"reply": "Hello!", "plan": []}']) as model:
        result, events = run(model, "hello there")
    assert (result.final, types(events)) == ("Hello!", ["run.start", "retry", "usage", "final"])


def test_words_that_were_cut_off_are_no_answer():
    asked = []

    def answer(request):
        asked.append(request)
        if len(asked) > 1:
            return '{"reply": "Hello!", "plan": []}'
        return Reply(message=assistant_reply(POEM).message, finish_reason="length")

    result, _ = run(CallableModel(function=answer), "hello there")
    assert (result.final, len(asked)) == ("Hello!", 2)
