import pytest

from tests.fit.conversations import CONVERSATIONS
from tests.fit.messages import calls, is_pinned, result, says, summary, system, user
from tests.reference import conversation

A_RESULT_ADDED = None


def repaired(messages):
    """Where each message of the repaired list stood, None for a result that repair added."""
    return [entry.source for entry in conversation.repair(messages)]


def floor_of(messages, **predicates):
    entries = conversation.repair(messages)
    return [entries[position].source for position in conversation.floor(entries, **predicates)]


@pytest.mark.parametrize(
    ("name", "sources"),
    [
        ("late result", [0, 1, 4, 2, 3, 5, 6]),
        ("late results of two messages", [0, 1, 3, 2, 4, 5, 6]),
        ("one id twice in one message", [0, 1, 2, 3, 4, 5]),
        ("one id in two turns", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("one id in two turns, the earlier call unanswered", [0, 1, A_RESULT_ADDED, 2, 3, 4, 6]),
        ("a third result for two calls", [0, 1, 2, 3, 5]),
        ("orphan before any call", [1, 2, 3, 4]),
        ("orphan with an unknown id", [0, 1, 2, 4]),
        ("only an orphan", []),
        ("unanswered in the middle", [0, 1, 2, A_RESULT_ADDED, 3, 4]),
        ("waiting at the end", [0, 1, 2, 3]),
        ("half answered at the end", [0, 1, 2, 3, 4, A_RESULT_ADDED]),
        ("waiting behind its own late result", [0, 1, 3, 2]),
        ("waiting before an orphan", [0, 1, 2]),
        ("system message between call and result", [0, 1, 2, 4, 3, 5, 6]),
        ("system message after a waiting call", [0, 1, 2, 3]),
        ("parallel results in another order", [0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ],
)
def test_repair_moves_drops_and_adds_results(name, sources):
    assert repaired(CONVERSATIONS[name]) == sources


def test_an_added_result_names_its_call_and_its_owner():
    added = conversation.repair(
        [user("u"), calls("a", "b"), result("b", "x"), user("v")], not_run="was not run"
    )[3]
    assert added.message == {"role": "tool", "tool_call_id": "a", "content": "was not run"}
    assert (added.source, added.owner) == (None, 1)


@pytest.mark.parametrize("messages", CONVERSATIONS.values(), ids=CONVERSATIONS.keys())
def test_repairing_twice_changes_nothing_more(messages):
    once = [entry.message for entry in conversation.repair(messages)]
    assert [entry.source for entry in conversation.repair(once)] == list(range(len(once)))


def test_orphans_are_the_results_that_answer_no_call():
    assert conversation.orphans(CONVERSATIONS["a third result for two calls"]) == [4]
    assert conversation.orphans(CONVERSATIONS["late result"]) == []


def test_a_result_never_goes_to_an_earlier_message_when_the_nearest_is_served():
    messages = [calls("a"), calls("a"), result("a", "x"), result("a", "y")]
    assert conversation.orphans(messages) == [3]


def test_a_unit_is_an_assistant_message_with_its_results_or_one_message():
    entries = conversation.repair(
        [system(), user("u"), calls("a", "b"), result("b", "x"), result("a", "y"), says("z")]
    )
    assert conversation.units(entries) == [[1], [2, 3, 4], [5]]


def test_units_leave_out_system_and_summary_messages():
    entries = conversation.repair(CONVERSATIONS["summary in the middle"])
    assert conversation.units(entries) == [[1], [2], [4], [5, 6], [7], [8]]


@pytest.mark.parametrize(
    ("name", "turns"),
    [
        ("greeting", [[[1]], [[2], [3]], [[4], [5]]]),
        ("no user", [[[0], [1, 2], [3]]]),
        ("consecutive user messages", [[], [[0], [1], [2]], [[3], [4], [5]]]),
        ("system message between user messages", [[], [[0], [2], [3]]]),
        ("only system messages", [[]]),
        ("summary first", [[], [[2], [3]], [[4], [5]]]),
    ],
)
def test_a_turn_begins_at_a_user_message_behind_another_role(name, turns):
    assert conversation.turns(conversation.repair(CONVERSATIONS[name])) == turns


@pytest.mark.parametrize(
    ("name", "sources"),
    [
        ("late result", [6]),
        ("waiting at the end", [2, 3]),
        ("half answered at the end", [2, 3, 4, A_RESULT_ADDED]),
        ("system message after a waiting call", [0, 2, 3]),
        ("developer messages in the middle", [0, 2, 5, 6, 7]),
        ("greeting", [0, 4, 5]),
        ("no user", [3]),
        ("no user, one call", [0, 1]),
        ("consecutive user messages", [3, 4, 5]),
        ("ends with consecutive user messages", [2, 3]),
        ("summary in the middle", [0, 3, 7, 8]),
        ("summary last", [2, 3, 4]),
        ("only system messages", [0, 1, 2]),
        ("only an orphan", []),
    ],
)
def test_the_floor_is_system_summary_current_question_and_newest_unit(name, sources):
    assert floor_of(CONVERSATIONS[name]) == sources


def test_a_pinned_message_keeps_its_unit_and_the_first_user_message_if_it_would_else_come_first():
    assert floor_of(CONVERSATIONS["pinned"], is_pinned=is_pinned) == [0, 1, 3, 4, 5, 6, 8, 10]


def test_a_pinned_user_message_lets_the_first_one_go():
    messages = [user("u"), says("x"), user("v", pinned=True), says("y"), user("w")]
    assert floor_of(messages, is_pinned=is_pinned) == [2, 4]


def test_a_summary_by_the_assistant_keeps_the_first_user_message_unless_it_opens_the_list():
    assert floor_of([user("u"), says("x"), summary(role="assistant"), user("v")]) == [0, 2, 3]
    assert floor_of([summary(role="assistant"), user("u"), says("x"), user("v")]) == [0, 3]


def test_the_predicate_says_what_a_summary_is():
    messages = [user("u"), says("so far: birds", brief=True), user("v")]
    assert floor_of(messages, is_summary=lambda message: message.get("brief") is True) == [0, 1, 2]
