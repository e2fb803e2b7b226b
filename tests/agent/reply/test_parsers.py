"""What holds for every parser, whatever the text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift.agent.reply import (
    AnswerFilter,
    ExecutorReply,
    PlannerReply,
    ReplannerReply,
    looks_like_json,
    parse_executor_response,
    parse_plain_text,
    parse_planner_response,
    parse_replanner_response,
    split_blocker,
    strip_thinking,
)
from tests.agent.reply.texts import anything, cut, json_ish, streamed

TEXT_OF = {
    "planner": lambda text: parse_planner_response(text).reply,
    "executor": lambda text: parse_executor_response(text).reply,
    "replanner": lambda text: parse_replanner_response(text).reason,
    "plain text": parse_plain_text,
}
TEXTS_OF = pytest.mark.parametrize("said", TEXT_OF.values(), ids=TEXT_OF)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)
NAMES = st.sampled_from(["reply", "plan", "skills", "actions", "tool", "decision", "reason", "steps", "x"])
OBJECTS = st.dictionaries(NAMES, VALUES, max_size=5).map(json.dumps)
MILLION = 1_000_000
HOSTILE = {
    "braces": "{" * MILLION,
    "pairs of braces": "{}" * (MILLION // 2),
    "quotes": '"' * MILLION,
    "brackets": "[" * MILLION,
    "closing brackets": "[" + "]" * MILLION + "{",
    "deep lists": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"plan":' * 100_000 + "[]" + "}" * 100_000,
    "escaped quotes": '{"' + '\\"' * (MILLION // 2),
    "strings in an object": '{"' * (MILLION // 2),
    "opening tags": "<think>" * (MILLION // 8),
    "closing tags": "</think>" * (MILLION // 8),
    "fences": "```" * (MILLION // 3),
    "keys": '"plan":' * (MILLION // 7),
    "open plan": '{"plan":[' + '"a",' * (MILLION // 4),
    "open plan of objects": '{"plan":[' + '{"a",' * (MILLION // 5),
    "long number": "[" + "9" * MILLION + "]",
}


@TEXTS_OF
@given(text=anything | OBJECTS)
def test_no_parser_raises_or_says_an_object(said, text):
    assert not said(text).startswith("{")


@TEXTS_OF
@given(text=anything | OBJECTS)
def test_what_a_parser_says_is_trimmed(said, text):
    assert said(text) == said(text).strip()


@TEXTS_OF
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_million_hostile_characters_are_read_at_once(said, text):
    assert not said(text).startswith("{")


@given(text=json_ish)
def test_no_action_comes_out_of_an_object_that_is_cut_off(text):
    whole = '{"reply": "r", "actions": [{"tool": "a", "args": {}}], "note": ' + json.dumps(text) + "}"
    for end in range(len(whole)):
        assert parse_executor_response(whole[:end]).actions == ()


@given(OBJECTS.filter(lambda text: not {"<", "`"} & set(text)))
def test_parsers_read_the_same_object_in_a_fence(text):
    fenced = f"```json\n{text}\n```"
    assert parse_executor_response(fenced) == parse_executor_response(text)
    assert parse_planner_response(fenced) == parse_planner_response(text)
    assert parse_replanner_response(fenced) == parse_replanner_response(text)


@given(st.text(alphabet="ab .\n`#*é漢"))
def test_prose_is_the_reply_of_every_parser(text):
    assert parse_plain_text(text) == text.strip()
    assert parse_planner_response(text) == PlannerReply(reply=text.strip())
    assert parse_executor_response(text) == ExecutorReply(reply=text.strip())
    assert parse_replanner_response(text) == ReplannerReply()


@given(anything)
def test_a_plain_text_is_read_once(text):
    once = parse_plain_text(text)
    if once == strip_thinking(once):
        assert parse_plain_text(once) in {once, ""}


@given(anything)
def test_the_blocker_is_told_and_taken_out(text):
    summary, blocked = split_blocker(text)
    assert blocked == ("[BLOCKER]" in strip_thinking(text))
    assert summary == summary.strip()


@given(cut(anything))
def test_an_answer_is_shown_without_thoughts_from_its_first_visible_character(whole):
    text, pieces = whole
    shown = streamed(AnswerFilter(), pieces)
    visible = strip_thinking(text).strip()
    assert not shown[:1].isspace()
    assert not shown.startswith("{")
    if "think>" not in text.lower() and not looks_like_json(visible):
        assert shown.rstrip() == visible
