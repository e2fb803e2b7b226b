"""The double for models: what it says where the script is not what the run needs."""

import asyncio
import json

import pytest

from contextthrift.agent import Agent
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.testing import ScriptedModel, ScriptError


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ([], "the executor was asked once; the script has 0 answers for it"),
        (["Looked."], "the executor was asked 2 times; the script has 1 answer for it"),
    ],
)
def test_a_stage_without_answers_says_how_many_there_were(answers, message):
    plan = json.dumps({"thought": "t", "steps": ["Look", "Look again"][-len(answers) - 1 :]})
    model = ScriptedModel(planner=[plan], executor=answers, synthesizer=["S"])
    asyncio.run(Agent(model, replan=False).run("look at this"))
    with pytest.raises(ScriptError) as caught:
        model.finish()
    assert str(caught.value) == message


def test_a_count_of_answers_does_not_grow_with_the_questions():
    model = ScriptedModel()
    result = asyncio.run(Agent(model).run("look at this"))
    assert str(result.error.exception) == "the planner was asked 2 times; the script has 0 answers for it"


def test_a_stage_that_there_is_not_is_refused():
    with pytest.raises(InvalidArgument) as caught:
        ScriptedModel(plan=["Look"])
    assert str(caught.value) == "a script has no stage 'plan'; did you mean 'planner'?"


def test_an_answer_that_is_none_is_named():
    result = asyncio.run(Agent(ScriptedModel(route=lambda request: 5)).run("look at this"))
    assert str(result.error.exception) == ("an answer must be a Scripted, a str or an exception; got int")


def test_one_text_is_no_list_of_answers():
    with pytest.raises(WrongType) as caught:
        ScriptedModel(executor="done")
    assert str(caught.value) == "executor is one text; it must be a list of answers, such as ['done']"
