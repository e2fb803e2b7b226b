"""Messages of one role that a cut or a repair made neighbours: what is joined, and how it is read."""

import pytest

from contextthrift import FitPolicy
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from tests.fit.native import (
    HERON,
    answered,
    anthropic,
    asks,
    block,
    function_call,
    function_response,
    gemini,
    model,
    uses,
)
from tests.fit.test_format_rules import check_request
from tests.fit.walk import into
from tests.fit.windows import fit_everywhere

SUMMARY = {**asks("Earlier: birds."), "id": "__compact-summary"}


def says(text):
    return {"role": "assistant", "content": text}


def user(text):
    return {"role": "user", "content": text}


def fits(request, **options):
    """What came out of every window, the smallest first."""
    arguments = {"estimate_tokens": "chars4", **request.arguments, **options}
    return [each.fitted for each in fit_everywhere(request.messages, arguments).outcomes.values()]


# --- gap notes

TOLD_TWICE = gemini(
    SUMMARY,
    model({"text": HERON}),
    asks("first"),
    model({"text": HERON}),
    model({"text": HERON}),
    asks("second"),
    model({"text": HERON}),
    asks("now?"),
)


def test_users_messages_that_a_cut_brings_together_have_one_note():
    noted = [[str(each).count(GAP_NOTE) for each in fitted.messages] for fitted in fits(TOLD_TWICE)]
    assert [0, 1] in noted
    assert max(max(times) for times in noted) == 1
    check_request(TOLD_TWICE)


def test_a_note_that_came_with_the_messages_is_not_repeated():
    given = gemini(asks(GAP_NOTE, "first"), model({"text": HERON}), asks("now?"))
    times = [str(fitted.messages).count(GAP_NOTE) for fitted in fits(given)]
    assert set(times) == {0, 1}


def test_a_note_behind_joined_words_is_found():
    given = gemini(SUMMARY, model({"text": HERON}), asks("first", GAP_NOTE, "second"), model({"text": "so"}))
    assert all(str(fitted.messages).count(GAP_NOTE) == 1 for fitted in fits(given))


# --- results of one answer in two messages

TWO_MESSAGES = {
    "anthropic": anthropic(
        user(HERON),
        uses("a", "b"),
        {"role": "user", "content": [answered("a", HERON), block("quickly")]},
        {"role": "user", "content": [answered("b", HERON), block("please")]},
        user("and then?"),
    ),
    "gemini": gemini(
        asks(HERON),
        model(function_call("look", "a"), function_call("look", "b")),
        asks(function_response(HERON, identity="a"), "quickly"),
        asks(function_response(HERON, identity="b"), "please"),
        asks("and then?"),
    ),
}


@pytest.mark.parametrize("request_given", TWO_MESSAGES.values(), ids=TWO_MESSAGES.keys())
def test_results_with_words_between_them_stand_in_one_message_before_all_words(request_given):
    *_, widest = fits(request_given)
    _, _, results, last = widest.messages
    blocks = results.get("content") or results["parts"]
    assert [each.get("type") or next(iter(each)) for each in blocks] in (
        ["tool_result", "tool_result", "text", "text"],
        ["functionResponse", "functionResponse", "text", "text"],
    )
    assert last is request_given.messages[-1]
    check_request(request_given)


# --- what the policy sets apart


def test_a_summary_is_joined_with_no_question():
    given = gemini(SUMMARY, model({"text": HERON}), asks("first"), model({"text": HERON}), asks("now?"))
    smallest, *_ = fits(given)
    assert smallest.messages == [SUMMARY, asks("now?")]
    assert smallest.messages[0] is SUMMARY
    check_request(given)


def test_a_pinned_message_is_joined_with_no_other():
    pinned = {**user("remember"), "pinned": True}
    given = anthropic(user("first"), says(HERON), pinned, says(HERON), user("now?"))
    smallest, *_ = fits(given, policy=FitPolicy(is_pinned=lambda message: message.get("pinned")))
    assert smallest.messages == [pinned, user("now?")]
    assert smallest.messages[0] is pinned


def test_words_behind_the_results_of_a_pinned_call_stay_a_question():
    call = {**uses("a"), "pinned": True}
    given = anthropic(
        user("first"),
        call,
        {"role": "user", "content": [answered("a", "x")]},
        says(HERON),
        user("now?"),
        says(HERON),
        says("done"),
    )
    smallest, *_ = fits(given, policy=FitPolicy(is_pinned=lambda message: message.get("pinned")))
    assert smallest.messages == [*given.messages[:3], user("now?"), says("done")]


# --- calls that were not run, and results that came late


def test_words_behind_a_call_that_was_not_run_begin_a_turn_also_in_the_next_fit():
    given = anthropic(user("first"), uses("a"), user("do this instead"), says(HERON), says(HERON), says("so"))
    smallest, *_ = fits(given)
    assert smallest.messages == [user("do this instead"), says("so")]
    once = into(10_000, given.messages, **given.arguments).messages
    not_run = {"type": "tool_result", "tool_use_id": "a", "content": NOT_RUN, "is_error": True}
    assert once[2] == {"role": "user", "content": [not_run, block("do this instead")]}
    again = into(1, once, **given.arguments)
    assert again.messages == [{"role": "user", "content": [block("do this instead")]}, says("so")]
    check_request(given)


def test_our_own_result_never_becomes_a_stub():
    given = anthropic(user("first"), uses("a"), user("second"), says("x"), user("now?"))
    options = {"policy": FitPolicy(keep_last_turns=2), "estimate_tokens": lambda text, _: text.count("c")}
    assert all(fitted.stubbed == () for fitted in fits(given, **options))


def test_words_behind_a_late_result_go_with_it_as_they_will_in_the_next_fit():
    given = anthropic(
        user("first"),
        uses("a"),
        user("quickly"),
        says("wait"),
        {"role": "user", "content": [answered("a", HERON)]},
        says("done"),
    )
    smallest, *_, widest = fits(given)
    assert widest.messages[2] == {"role": "user", "content": [answered("a", HERON), block("quickly")]}
    assert smallest.messages == [user("first"), says("done")]
    check_request(given)


KEPT_TURN = gemini(
    asks("one"),
    model({"text": HERON}),
    asks("two"),
    model(function_call("look", "a")),
    asks(function_response(HERON, identity="a")),
    model(function_call("look", "b")),
    asks(function_response(HERON, identity="b")),
    asks(function_response("an orphan", identity="gone")),
    asks("three"),
    model({"text": "so"}),
)


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_turns_that_are_kept_are_those_of_the_list_as_it_is_sent(turns):
    check_request(KEPT_TURN, policy=FitPolicy(keep_last_turns=turns))
