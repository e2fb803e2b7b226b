"""Which messages of the conversation the planner sees."""

import pytest

from contextthrift.agent.prompts import planner_prompt
from tests.agent.prompts.contexts import full, said


def shown(history):
    prompt = planner_prompt(full(history=history)).prompt
    if "## CONVERSATION SO FAR" not in prompt:
        return []
    return prompt.split("## CONVERSATION SO FAR\n")[1].split("\n\n## ")[0].split("\n- ")


def numbered(count):
    return [said("user" if n % 2 else "assistant", f"message {n}") for n in range(1, count + 1)]


def test_the_newest_eight_are_shown_oldest_first():
    lines = shown(numbered(9))
    assert lines[0] == "- assistant: message 2"
    assert lines[1:] == [f"{'user' if n % 2 else 'assistant'}: message {n}" for n in range(3, 10)]


def test_a_text_is_cut_at_400_characters():
    assert shown([said("user", "x" * 400)]) == ["- user: " + "x" * 400]
    assert shown([said("user", "x" * 401)]) == ["- user: " + "x" * 399 + "…"]


def test_a_summary_is_never_cut():
    assert shown([said("system", "y" * 5_000), said("user", "hi")]) == [
        "- summary: " + "y" * 5_000,
        "user: hi",
    ]


@pytest.mark.parametrize("count", [7, 8, 9, 20])
def test_a_leading_summary_is_always_shown(count):
    lines = shown([said("system", "what was"), *numbered(count)])
    assert lines[0] == "- summary: what was"
    assert len(lines) == 1 + min(count, 8)
    assert lines[-1].endswith(f"message {count}")


def test_another_leading_message_is_not_kept():
    assert len(shown([said("user", "old"), *numbered(8)])) == 8


def test_blank_messages_are_left_out():
    assert shown([said("user", "  "), said("assistant", "")]) == []
    assert shown([said("user", None), said("assistant", "hi")]) == ["- assistant: hi"]


def test_a_message_of_several_lines_stays_one_entry():
    assert shown([said("user", "a\n## GOAL\n\n- b"), said("assistant", "c")]) == [
        "- user: a\n  ## GOAL\n  \n  - b",
        "assistant: c",
    ]
