"""What each stage cuts, in which order, and what the list looks like afterwards."""

import pytest

from contextthrift import FitPolicy, count_messages, fit
from contextthrift.formats.notice import stub_text
from tests.fit.messages import (
    call,
    calls,
    developer,
    is_pinned,
    long,
    result,
    says,
    summary,
    system,
    text_part,
    user,
)
from tests.fit.walk import NO_NOTES, WHOLE, after, into, steps

STUB = stub_text("look")


def stubbed(identity, tool_name="look", **extra):
    return result(identity, stub_text(tool_name), **extra)


def test_the_ladder_walks_its_stages_in_order():
    walked = steps(WHOLE, policy=NO_NOTES)
    assert walked[:16] == [
        ("earlier-results", [], [3]),
        ("earlier-results", [], [7]),
        ("earlier-results", [], [9]),
        ("current-results", [], [13]),
        ("current-results", [], [15]),
        ("earlier-units", [2, 3], []),
        ("earlier-units", [6, 7], []),
        ("earlier-units", [8, 9], []),
        ("earlier-turns", [4], []),
        ("earlier-turns", [5, 10], []),
        ("remaining-results", [], [17]),
        ("remaining-results", [], [19]),
        ("current-units", [12, 13], []),
        ("current-units", [14, 15], []),
        ("current-units", [16, 17], []),
        ("current-units", [18, 19], []),
    ]
    assert walked[16] == ("first-user", [1], [])
    assert {stage for stage, _, _ in walked[17:]} == {"newest-results"}
    assert walked[-1] == ("newest-results", [], [21])


def test_the_end_of_the_ladder_is_the_floor():
    fitted = into(1, WHOLE)
    assert fitted.messages == [WHOLE[0], WHOLE[11], WHOLE[20], stubbed("h")]
    assert fitted.dropped == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19)
    assert fitted.stubbed == (21,)
    assert fitted.trace.refused


def test_nothing_is_cut_when_it_fits_exactly():
    total = count_messages(WHOLE, estimate_tokens="chars4")
    fitted = into(total, WHOLE)
    assert fitted.messages == WHOLE
    assert all(out is given for out, given in zip(fitted.messages, WHOLE, strict=True))
    assert fitted.trace.cuts == fitted.trace.stages == ()
    assert into(total - 1, WHOLE).stubbed == (3,)


# --- results


def test_a_stubbed_result_keeps_its_call_and_its_other_fields():
    messages = [
        user("u"),
        calls(call("a", "find")),
        result("a", long("heron"), name="find", x_ms=4),
        user("v"),
    ]
    fitted = after(1, messages)
    assert fitted.messages == [
        messages[0],
        messages[1],
        stubbed("a", "find", name="find", x_ms=4),
        messages[3],
    ]
    assert messages[2]["content"] == long("heron")


def test_a_stub_names_the_tool_and_counts_nothing():
    assert "find" in stub_text("find")
    assert stub_text("find").replace("find", "look") == stub_text("look")
    assert not any(sign.isdigit() for sign in stub_text("find"))


def test_a_stub_is_written_only_where_it_costs_less():
    same_cost = "x" * len(STUB)
    messages = [
        user("u"),
        calls("a", "b"),
        result("a", same_cost),
        result("b", same_cost + "12345"),
        user("v"),
    ]
    assert steps(messages, policy=NO_NOTES)[0] == ("earlier-results", [], [3])
    assert ("earlier-results", [], [2]) not in steps(messages, policy=NO_NOTES)


def test_a_stub_is_never_stubbed_again():
    def longer_is_cheaper(text, _encoding):
        return max(0, 1000 - len(text))

    messages = [user("u"), calls("a"), result("a", STUB), says("x"), user("v")]
    out = fit(messages, context_window=1, estimate_tokens=longer_is_cheaper)
    assert out.stubbed == ()


def test_results_in_parts_are_stubbed_whole():
    messages = [user("u"), calls("a"), result("a", [text_part(long("x")), text_part(long("y"))]), user("v")]
    assert after(1, messages).messages == [messages[0], messages[1], stubbed("a"), messages[3]]


def test_the_last_working_unit_of_the_newest_earlier_turn_is_stubbed_last():
    messages = [
        user("u"),
        calls("a"),
        result("a", long("heron")),
        user("v"),
        calls("b", "c"),
        result("b", long("reed")),
        result("c", long("mud")),
        says("well"),
        user("w"),
    ]
    stubs = [stubs for stage, _, stubs in steps(messages) if stage == "earlier-results"]
    assert stubs == [[2], [5], [6]]


@pytest.mark.parametrize(
    ("keep", "early"), [(0, [2, 4, 6]), (1, [2, 4, 6]), (2, [2, 4]), (3, [2]), (4, []), (9, [])]
)
def test_this_turn_result_keep_counts_the_newest_results_of_the_turn(keep, early):
    messages = [
        user("u"),
        calls("a"),
        result("a", long("ice")),
        calls("b"),
        result("b", long("fog")),
        calls("c"),
        result("c", long("rain")),
        calls("d"),
        result("d", "hail"),
    ]
    walked = steps(messages, policy=FitPolicy(gap_note=False, this_turn_result_keep=keep))
    assert [stubs for stage, _, stubs in walked if stage == "current-results"] == [[index] for index in early]
    rest = [index for index in (2, 4, 6) if index not in early]
    assert [stubs for stage, _, stubs in walked if stage == "remaining-results"] == [
        [index] for index in rest
    ]


def test_results_of_parallel_calls_are_never_dropped_one_by_one():
    messages = [
        user("three things"),
        calls("a", "b", "d"),
        result("a", "x"),
        result("b", long("long", 400)),
        result("d", "z"),
        user("and?"),
    ]
    assert after(1, messages).messages == [*messages[:3], stubbed("b"), *messages[4:]]
    assert [dropped for _, dropped, _ in steps(messages, policy=NO_NOTES) if dropped] == [[1, 2, 3, 4], [0]]


# --- units and turns


def test_turn_zero_goes_before_all_other_turns():
    messages = [says(long("hello")), user("u"), says(long("one")), user("v"), says(long("two")), user("w")]
    assert steps(messages, policy=NO_NOTES) == [
        ("earlier-turns", [0], []),
        ("earlier-turns", [2], []),
        ("earlier-turns", [3, 4], []),
        ("first-user", [1], []),
    ]


def test_a_turn_keeps_its_user_messages_and_its_last_unit_until_it_goes_whole():
    messages = [
        user("u"),
        user("and"),
        says(long("one")),
        calls("a"),
        result("a", "x"),
        says(long("two")),
        user("v"),
        says("well"),
    ]
    assert steps(messages, policy=NO_NOTES) == [
        ("earlier-units", [2], []),
        ("earlier-units", [3, 4], []),
        ("earlier-turns", [1, 5], []),
        ("first-user", [0], []),
    ]


def test_without_a_user_the_newest_unit_is_all_that_must_stay():
    messages = [system(), says(long("one")), calls("a"), result("a", long("heron")), says("done")]
    assert into(1, messages).messages == [messages[0], messages[4]]


def test_system_developer_and_summary_messages_always_stay():
    messages = [
        system(),
        user("u"),
        says(long("one")),
        developer(),
        summary(),
        says(long("two")),
        user("v"),
        system("z"),
    ]
    assert into(1, messages).messages == [messages[0], messages[3], messages[4], messages[6], messages[7]]


def test_a_pinned_message_keeps_its_unit():
    messages = [
        user("u"),
        calls("a", "b"),
        result("a", "x"),
        result("b", "y", pinned=True),
        says(long("one")),
        user("v"),
    ]
    fitted = into(1, messages, policy=FitPolicy(is_pinned=is_pinned))
    assert fitted.messages == [messages[0], messages[1], messages[2], messages[3], messages[5]]


def test_the_first_user_message_stays_where_a_pinned_answer_would_else_come_first():
    messages = [user("u"), says(long("one")), says("x", pinned=True), user("v"), says(long("two")), user("w")]
    assert into(1, messages, policy=FitPolicy(is_pinned=is_pinned)).messages == [
        *messages[:1],
        messages[2],
        messages[5],
    ]


def test_a_pinned_question_before_a_pinned_answer_lets_the_first_user_message_go():
    messages = [user("u"), says(long("one")), user("v", pinned=True), says("x", pinned=True), user("w")]
    assert into(1, messages, policy=FitPolicy(is_pinned=is_pinned)).messages == messages[2:]


def test_a_conversation_that_opens_with_a_greeting_needs_no_user_message_in_front():
    messages = [says(long("hi")), user("u"), says("x", pinned=True), user("v"), says(long("two")), user("w")]
    assert into(1, messages, policy=FitPolicy(is_pinned=is_pinned)).messages == [messages[2], messages[5]]


def test_a_waiting_call_stays():
    messages = [user("u"), says(long("one")), user("v"), calls("a"), system("Be quick.")]
    assert into(1, messages).messages == messages[2:]


def test_the_first_user_message_goes_with_its_turn_when_it_is_not_kept():
    messages = [user("u"), says(long("one")), user("v"), says(long("two")), user("w")]
    assert steps(messages, policy=NO_NOTES) == [
        ("earlier-turns", [1], []),
        ("earlier-turns", [2, 3], []),
        ("first-user", [0], []),
    ]
    assert steps(messages, policy=FitPolicy(gap_note=False, keep_first_user=False)) == [
        ("earlier-turns", [0, 1], []),
        ("earlier-turns", [2, 3], []),
    ]


# --- the newest unit's results


def test_the_newest_results_are_shortened_to_head_and_tail_largest_first():
    small, large = "".join(f"{n} reeds " for n in range(300)), "".join(f"{n} herons " for n in range(300))
    messages = [user("u"), calls("a", "b"), result("a", small), result("b", large)]
    fitted = after(1, messages)
    assert fitted.messages[:3] == messages[:3]
    assert fitted.stubbed == fitted.dropped == ()
    shortened = fitted.messages[3]["content"]
    assert len(shortened) < len(large)
    assert shortened.startswith("0 herons 1 herons")
    assert shortened.endswith("298 herons 299 herons ")
    assert [cut.stage for cut in fitted.trace.cuts] == ["newest-results"]


def test_shortening_ends_in_stubs():
    messages = [user("u"), calls("a", "b"), result("a", long("heron", 400)), result("b", long("reed", 500))]
    fitted = into(1, messages)
    assert fitted.messages == [messages[0], messages[1], stubbed("a"), stubbed("b")]
    assert fitted.stubbed == (2, 3)


def test_shortening_takes_the_same_steps_in_every_window():
    messages = [user("u"), calls("a"), result("a", long("heron", 900))]
    whole = into(1, messages).trace.cuts
    assert [cut.action for cut in whole] == ["shorten", "shorten", "stub"]
    for window in range(20, count_messages(messages, estimate_tokens="chars4"), 97):
        cuts = into(window, messages).trace.cuts
        assert cuts == whole[: len(cuts)]


def test_a_shortened_result_is_not_shortened_again_in_the_same_window():
    messages = [user("u"), calls("a"), result("a", long("heron", 900))]
    once = after(1, messages)
    again = into(once.trace.budget, once.messages)
    assert again.messages[2] is once.messages[2]
