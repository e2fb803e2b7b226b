"""Ids of calls that are the same in every request, and short where a provider wants them so."""

import re

from hypothesis import given
from hypothesis import strategies as st

from contextthrift.models import ModelMessage, ToolCallPart, ToolOutput, ToolResultPart, user_message
from contextthrift.models.call_ids import unique_call_ids
from contextthrift.models.short_call_ids import short_call_ids

IDS = st.text(st.sampled_from("ab0-_"), min_size=0, max_size=12)


def calling(*ids):
    parts = tuple(ToolCallPart(call_id=each, name="look", arguments="{}") for each in ids)
    return ModelMessage(role="assistant", parts=parts)


def answering(*ids):
    output = ToolOutput(kind="text", value="seen")
    return ModelMessage(
        role="tool", parts=tuple(ToolResultPart(call_id=each, name="look", output=output) for each in ids)
    )


def ids_of(messages, role):
    return [part.call_id for message in messages if message.role == role for part in message.parts]


ROUNDS = st.lists(st.lists(IDS, min_size=1, max_size=3), max_size=5).map(
    lambda rounds: [each for ids in rounds for each in (calling(*ids), answering(*ids))]
)


@given(ROUNDS)
def test_made_unique_and_short_every_result_still_has_its_call(messages):
    for renamed in (unique_call_ids(messages), short_call_ids(unique_call_ids(messages))):
        assert ids_of(renamed, "assistant") == ids_of(renamed, "tool")
        assert len(set(ids_of(renamed, "tool"))) == len(ids_of(messages, "tool"))


@given(ROUNDS, ROUNDS)
def test_what_comes_later_changes_nothing_of_what_was_sent_before(first, more):
    for rename in (unique_call_ids, lambda messages: short_call_ids(unique_call_ids(messages))):
        assert rename([*first, *more])[: len(first)] == rename(first)


@given(ROUNDS)
def test_short_ids_have_nine_letters_and_digits(messages):
    for each in ids_of(short_call_ids(messages), "tool"):
        assert re.fullmatch("[a-zA-Z0-9]{9}", each)


def test_an_id_that_is_short_already_stays():
    [said] = short_call_ids([calling("abcABC123", "abcABC1234")])
    assert said.parts[0].call_id == "abcABC123"
    assert said.parts[1].call_id != "abcABC123"


def test_an_id_that_another_ones_short_form_is_gets_a_form_of_its_own():
    [[short]] = [ids_of(short_call_ids([calling("call-1")]), "assistant")]
    both = ids_of(short_call_ids([calling("call-1", short)]), "assistant")
    assert both[0] == short
    assert len(set(both)) == 2
    assert all(re.fullmatch("[a-zA-Z0-9]{9}", each) for each in both)


def test_messages_without_calls_stay_as_they_are():
    message = user_message("hi")
    assert short_call_ids([message]) == (message,)
