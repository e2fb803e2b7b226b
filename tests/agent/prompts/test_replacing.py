"""A host's own prompts, and its words in front of ours."""

import pytest

from contextthrift.agent.prompts import (
    EMPTY_PLAN_RETRY_HINT,
    HISTORY_SUMMARY,
    STEPS_SUMMARY,
    Prompts,
    default_prompts,
    executor_prompt,
    planner_prompt,
    with_system,
)
from tests.agent.prompts.contexts import FULL, STAGES


def mine(context):
    return "Mine.", context.goal


@pytest.mark.parametrize("stage", STAGES)
def test_one_stage_is_replaced_and_the_others_stay(stage):
    prompts = Prompts(**{stage: mine})
    assert getattr(prompts, stage)(FULL) == ("Mine.", "<goal>")
    others = [name for name in STAGES if name != stage]
    assert [getattr(prompts, name) for name in others] == [
        getattr(default_prompts(), name) for name in others
    ]


@pytest.mark.parametrize("extra", [None, "", " \n "])
def test_no_words_of_the_host_leave_the_system_text_as_it_is(extra):
    assert with_system("BASE", extra) == "BASE"


def test_words_of_the_host_stand_first():
    assert with_system("BASE", "\n Answer in German. ") == "Answer in German.\n\nBASE"
    assert with_system("", "Answer in German.") == "Answer in German."


def test_the_hint_for_a_second_plan_stands_with_the_goal():
    system, prompt = planner_prompt(FULL)
    assert "<goal>\n\n<hint>\n\n## " in prompt
    assert "<hint>" not in system + executor_prompt(FULL).prompt


def test_texts_for_other_calls_are_whole():
    for text in (EMPTY_PLAN_RETRY_HINT, HISTORY_SUMMARY, STEPS_SUMMARY):
        assert text == text.strip()
        assert text.endswith(".")
