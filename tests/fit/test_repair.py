import pytest

from contextthrift import FitPolicy, fit
from contextthrift.exceptions import InvalidMessages
from contextthrift.formats.notice import NOT_RUN
from tests.fit.messages import calls, developer, result, says, system, user
from tests.reference import conversation

WIDE = 1_000_000


def repaired(messages, **policy):
    return fit(messages, context_window=WIDE, estimate_tokens="chars4", policy=FitPolicy(**policy))


def facts(fitted):
    """What repair did, without its wording."""
    return [(repair.action, repair.index) for repair in fitted.trace.repairs]


def not_run(identity):
    return {"role": "tool", "tool_call_id": identity, "content": NOT_RUN}


def test_a_list_in_order_stays_as_it_is():
    messages = [system(), user("u"), calls("a"), result("a", "x"), says("done")]
    fitted = repaired(messages)
    assert fitted.messages == messages
    assert all(out is given for out, given in zip(fitted.messages, messages, strict=True))
    assert fitted.messages is not messages
    assert fitted.trace.repairs == ()


def test_a_late_result_moves_behind_its_call():
    messages = [user("u"), calls("a"), says("wait"), user("v"), result("a", "x"), says("done")]
    fitted = repaired(messages)
    assert [messages.index(message) for message in fitted.messages] == [0, 1, 4, 2, 3, 5]
    assert fitted.messages[2] is messages[4]
    assert facts(fitted) == [("moved", 4)]
    assert fitted.dropped == ()


def test_a_result_behind_a_system_message_moves_before_it():
    messages = [user("u"), calls("a"), developer("Be quick."), result("a", "x"), says("done")]
    fitted = repaired(messages)
    assert [messages.index(message) for message in fitted.messages] == [0, 1, 3, 2, 4]
    assert facts(fitted) == [("moved", 3)]


def test_a_call_waits_behind_a_result_that_moves_away_from_it():
    messages = [user("u"), calls("a"), calls("b"), result("a", "x")]
    fitted = repaired(messages)
    assert fitted.messages == [messages[0], messages[1], messages[3], messages[2]]
    assert facts(fitted) == [("moved", 3)]


def test_a_call_waits_behind_an_orphan():
    messages = [user("u"), calls("a"), result("gone", "x")]
    fitted = repaired(messages)
    assert fitted.messages == messages[:2]
    assert facts(fitted) == [("dropped", 2)]


def test_parallel_results_in_another_order_are_not_moved():
    messages = [user("u"), calls("a", "b"), result("b", "y"), result("a", "x")]
    fitted = repaired(messages)
    assert fitted.messages == messages
    assert fitted.trace.repairs == ()


def test_a_result_goes_to_the_nearest_call_with_its_id():
    messages = [user("u"), calls("a"), result("a", "x"), user("v"), calls("a"), user("w"), result("a", "y")]
    fitted = repaired(messages)
    assert fitted.messages == [*messages[:5], messages[6], messages[5]]


def test_two_calls_with_one_id_take_two_results_and_no_third():
    messages = [user("u"), calls("a", "a"), result("a", "x"), result("a", "y"), result("a", "z"), user("v")]
    fitted = repaired(messages)
    assert fitted.messages == [*messages[:4], messages[5]]
    assert facts(fitted) == [("dropped", 4)]
    assert fitted.dropped == (4,)


def test_a_result_too_many_never_goes_to_an_earlier_call_with_its_id():
    messages = [user("u"), calls("a"), user("v"), calls("a"), result("a", "x"), result("a", "y"), user("w")]
    fitted = repaired(messages)
    assert fitted.messages == [
        user("u"),
        calls("a"),
        not_run("a"),
        user("v"),
        calls("a"),
        result("a", "x"),
        user("w"),
    ]
    assert sorted(facts(fitted)) == [("answered", 1), ("dropped", 5)]


@pytest.mark.parametrize(
    ("messages", "orphan"),
    [
        ([result("a", "x"), user("u"), calls("a"), result("a", "y")], 0),
        ([user("u"), calls("a"), result("a", "x"), result("gone", "y")], 3),
        ([user("u"), result("a", "x"), says("done")], 1),
    ],
    ids=["before its call", "with an unknown id", "without any call"],
)
def test_an_orphan_is_dropped(messages, orphan):
    fitted = repaired(messages)
    assert fitted.messages == messages[:orphan] + messages[orphan + 1 :]
    assert fitted.dropped == (orphan,)
    assert facts(fitted) == [("dropped", orphan)]


def test_an_unanswered_call_gets_a_result_that_says_so():
    messages = [user("u"), calls("a", "b"), result("b", "y"), user("v")]
    fitted = repaired(messages)
    assert fitted.messages == [user("u"), calls("a", "b"), result("b", "y"), not_run("a"), user("v")]
    assert facts(fitted) == [("answered", 1)]
    assert fitted.dropped == fitted.stubbed == ()


def test_one_result_answers_one_of_two_calls_with_its_id():
    fitted = repaired([user("u"), calls("a", "a"), result("a", "x"), user("v")])
    assert fitted.messages == [user("u"), calls("a", "a"), result("a", "x"), not_run("a"), user("v")]
    assert facts(fitted) == [("answered", 1)]


def test_several_unanswered_calls_get_their_results_in_the_order_of_the_calls():
    fitted = repaired([user("u"), calls("a", "b", "a"), user("v")])
    assert fitted.messages[2:5] == [not_run("a"), not_run("b"), not_run("a")]


@pytest.mark.parametrize("behind", [[], [system("Be quick.")], [developer("Be quick."), system("Now.")]])
def test_a_call_at_the_end_waits(behind):
    messages = [user("u"), calls("a", "b"), *behind]
    fitted = repaired(messages)
    assert fitted.messages == messages
    assert fitted.trace.repairs == ()


def test_a_call_answered_in_part_does_not_wait():
    fitted = repaired([user("u"), calls("a", "b"), result("a", "x")])
    assert fitted.messages == [user("u"), calls("a", "b"), result("a", "x"), not_run("b")]


def test_a_stray_result_and_an_open_call_are_both_mended_and_mended_once():
    messages = [user("u"), result("gone", "stray"), says("x"), calls("c9"), user("still there?")]
    fitted = repaired(messages)
    assert fitted.messages == [user("u"), says("x"), calls("c9"), not_run("c9"), user("still there?")]
    again = repaired(fitted.messages)
    assert again.messages == fitted.messages
    assert again.trace.repairs == ()


def test_one_object_at_two_places_is_told_apart_by_its_place():
    answer, question = result("a", "x"), user("u")
    messages = [question, calls("a"), answer, question, calls("a"), question, answer]
    fitted = repaired(messages)
    assert fitted.messages == [question, calls("a"), answer, question, calls("a"), answer, question]


def test_repair_leaves_the_input_alone():
    messages = [
        result("gone", "x"),
        user("u"),
        calls("a"),
        says("wait"),
        result("a", "y"),
        calls("b"),
        user("v"),
    ]
    before = [dict(message) for message in messages]
    repaired(messages)
    assert messages == before


# --- on_orphan="error"


def test_an_orphan_raises_with_its_index_when_told_to():
    messages = [user("u"), calls("a"), result("a", "x"), result("gone", "y")]
    with pytest.raises(InvalidMessages) as caught:
        repaired(messages, on_orphan="error")
    assert str(caught.value) == (
        "messages[3] is an orphaned result: no call 'gone' waits for it (on_orphan='error')"
    )


def test_an_unanswered_call_raises_with_its_messages_index_when_told_to():
    with pytest.raises(InvalidMessages) as caught:
        repaired([system(), user("u"), calls("a", "b"), result("b", "y"), user("v")], on_orphan="error")
    assert str(caught.value) == (
        "messages[2] has an unanswered call: its call 'a' of look has no result (on_orphan='error')"
    )


def test_the_first_orphan_is_named():
    with pytest.raises(InvalidMessages, match=r"^messages\[0\] "):
        repaired([result("a", "x"), user("u"), result("b", "y")], on_orphan="error")


def test_a_late_result_is_no_orphan():
    messages = [user("u"), calls("a"), says("wait"), result("a", "x")]
    assert repaired(messages, on_orphan="error").messages == [
        messages[0],
        messages[1],
        messages[3],
        messages[2],
    ]


def test_a_waiting_call_is_no_fault():
    messages = [user("u"), calls("a")]
    assert repaired(messages, on_orphan="error").messages == messages


# --- the whole of it


def test_the_floor_of_a_repaired_list_holds_the_added_results():
    messages = [user("u"), says("x" * 400), user("v"), calls("a", "b"), result("a", "y")]
    fitted = fit(messages, context_window=1, estimate_tokens="chars4")
    assert fitted.messages == [user("v"), calls("a", "b"), result("a", "y"), not_run("b")]
    entries = conversation.repair(messages, NOT_RUN)
    assert fitted.messages == [entries[position].message for position in conversation.floor(entries)]
