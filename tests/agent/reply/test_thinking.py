import re

import pytest
from hypothesis import given

from contextthrift.agent.reply import ThinkingFilter, strip_thinking
from tests.agent.reply.texts import anything, cut, streamed, tagged

FLAGS = re.IGNORECASE | re.ASCII | re.DOTALL
BLOCK = re.compile("<think>.*?</think>", FLAGS)
OPENING = re.compile("<think>", FLAGS)
CLOSING = re.compile("</think>", FLAGS)


def stripped(text):
    """The rule as it is told: slow where many tags are open, and obvious."""
    left = BLOCK.sub("", text)
    if closing := CLOSING.search(left):
        left = left[closing.end() :]
    opening = OPENING.search(left)
    return left[: opening.start()] if opening else left


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("", ""),
        ("<think>a\nb</think>\n\nc", "\n\nc"),
        ("<think>a</think>b<think>c</think>d", "bd"),
        ("<think>a<think>b</think>c", "c"),
        ("<think>a</think>b</think>c", "c"),
        ("a</think>b</think>c", "b</think>c"),
        ("a</think>b<think>c", "b"),
        ("a<thi<think>b</think>nk>c", "a"),
        ("<think >a</think >", "<think >a</think >"),
        ("a < b <thin", "a < b <thin"),
    ],
)
def test_thoughts_are_taken_out(text, visible):
    assert strip_thinking(text) == visible


@given(tagged)
def test_stripping_is_what_the_rule_says(text):
    assert strip_thinking(text) == stripped(text)


@given(anything)
def test_text_without_a_tag_is_left_alone(text):
    if not OPENING.search(text) and not CLOSING.search(text):
        assert strip_thinking(text) == text


@given(cut(tagged))
def test_pieces_show_the_stripped_text_wherever_it_is_cut(whole):
    text, pieces = whole
    shown = streamed(ThinkingFilter(), pieces)
    if CLOSING.search(BLOCK.sub("", text)):
        assert shown.endswith(strip_thinking(text))
    else:
        assert shown == strip_thinking(text)


@given(tagged)
def test_character_by_character_shows_the_same(text):
    if not CLOSING.search(BLOCK.sub("", text)):
        assert streamed(ThinkingFilter(), text) == strip_thinking(text)


def test_visible_text_is_shown_as_soon_as_no_tag_can_begin_in_it():
    thoughts = ThinkingFilter()
    pieces = ["On", "e <", "t", "hinking", " <th", "INK>", "two</", "think>", "three"]
    shown = ["On", "e ", "", "<thinking", " ", "", "", "", "three"]
    assert [thoughts.feed(piece) for piece in pieces] == shown
    assert thoughts.finish() == ""


def test_closing_tag_without_an_opening_one_takes_what_is_not_shown_yet():
    assert streamed(ThinkingFilter(), ["six by seven</think>42"]) == "42"
    assert streamed(ThinkingFilter(), ["six ", "by seven</th", "ink>42"]) == "six by seven42"


def test_end_within_a_thought_shows_nothing_more():
    assert streamed(ThinkingFilter(), ["42 <think>or", " is it </thin"]) == "42 "


def test_end_within_what_may_be_a_tag_shows_it():
    assert streamed(ThinkingFilter(), ["42 <thi"]) == "42 <thi"
