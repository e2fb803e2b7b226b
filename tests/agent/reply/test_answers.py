"""Decisions, plain texts and streamed answers, where the properties say too little."""

import pytest

from contextthrift.agent.reply import (
    AnswerFilter,
    ReplannerReply,
    looks_like_json,
    parse_plain_text,
    parse_replanner_response,
)
from tests.agent.reply.texts import streamed


def test_a_revision_has_its_steps():
    text = 'I think {so}. {"decision": "revise", "reason": "r", "plan": [" A ", "a", "B"]}'
    assert parse_replanner_response(text) == ReplannerReply(decision="revise", reason="r", plan=("A", "B"))


@pytest.mark.parametrize("word", ['"stop"', '"Finish"', '" finish"', "null", "[]", '["finish"]'])
def test_any_other_decision_is_to_continue(word):
    assert parse_replanner_response(f'{{"decision": {word}}}') == ReplannerReply()


@pytest.mark.parametrize(
    "text", ['[["a"]]', '[{"a"', '["a', "[ ]", "[", " [\n", "[1, 2]", "[null]", '"args":']
)
def test_looks_like_json(text):
    assert looks_like_json(text)


@pytest.mark.parametrize(
    "text", ["[docs](url)", "[1][2]", "[a, b]", "a {b}", '"tool"', '"Plan": 1', "plan: 1", " "]
)
def test_does_not_look_like_json(text):
    assert not looks_like_json(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('Sure! {"reply": "Hi"}', "Hi"),
        ('{"reply": "Use ```sh\\nls\\n```"}', "Use ```sh\nls\n```"),
        ('{"reply": 3}', ""),
        ('{"reply": "Hi', ""),
        ('["Hi"]', ""),
        ('```json\n{"port": 80}\n```', ""),
        ('```json\n{"port": 80}\n```\nSave it.', '```json\n{"port": 80}\n```\nSave it.'),
        ("<think>a", ""),
    ],
)
def test_plain_text_is_what_a_person_may_read(text, shown):
    assert parse_plain_text(text) == shown


@pytest.mark.parametrize(
    "pieces",
    [
        ['{"reply"', ': "Hi"}'],
        [" \n", "{"],
        ["[", "\n", "{", '"tool": 1}]'],
        ["["],
        ["[1]", "\n"],
        ["<think>a</think>", "[", "]"],
        ['I send "tool": ', "1"],
    ],
)
def test_nothing_of_json_is_shown(pieces):
    assert streamed(AnswerFilter(), pieces) == ""


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        (["[", "docs](url) say"], ["", "[docs](url) say", ""]),
        (["[1]", " ", " says"], ["", "", "[1]  says", ""]),
        (["[1", "] says"], ["[1", "] says", ""]),
        (["  ", "\nHi", " \n", "you "], ["", "Hi", " \n", "you ", ""]),
        (["<th", "e"], ["", "<the", ""]),
        (["Hi <"], ["Hi ", "<"]),
        (["\n<"], ["", "<"]),
        (["One ", "{two}"], ["One ", "{two}", ""]),
        (["", "  "], ["", "", ""]),
    ],
)
def test_an_answer_is_shown_piece_by_piece(pieces, shown):
    answer = AnswerFilter()
    assert [*map(answer.feed, pieces), answer.finish()] == shown
