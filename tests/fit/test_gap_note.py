"""Where it is said that messages were left out."""

from contextthrift import count_messages
from contextthrift.formats.notice import GAP_NOTE
from tests.fit.messages import image_part, long, says, summary, text_part, user
from tests.fit.walk import GAPPED, NO_NOTES, after, into, stages


def noted(text):
    return f"{GAP_NOTE}\n\n{text}"


def test_a_gap_is_noted_in_the_next_turns_user_message():
    fitted = after(1, GAPPED)
    assert fitted.dropped == (1,)
    assert fitted.messages == [GAPPED[0], GAPPED[2], user(noted("v")), *GAPPED[4:]]
    assert GAPPED[3] == user("v")


def test_a_second_gap_at_the_same_place_is_not_noted_again():
    assert after(2, GAPPED).messages == [GAPPED[0], user(noted("v")), *GAPPED[4:]]


def test_the_note_moves_on_when_its_message_is_dropped():
    assert after(3, GAPPED).messages == [GAPPED[0], user(noted("w")), *GAPPED[6:]]


def test_a_gap_in_the_current_turn_shares_the_note_at_its_beginning():
    assert after(4, GAPPED).messages == [GAPPED[0], user(noted("w")), GAPPED[7]]


def test_a_gap_in_the_only_turn_is_noted_in_its_user_message():
    messages = [user("u"), says(long("one")), says(long("two")), says("done")]
    assert after(1, messages).messages == [user(noted("u")), messages[2], messages[3]]


def test_the_notes_go_last_of_all_drops():
    assert stages(GAPPED) == ["earlier-units", "earlier-turns", "current-units", "first-user", "gap-notes"]
    assert into(1, GAPPED).messages == [GAPPED[5], GAPPED[7]]
    assert into(1, GAPPED).messages[0] is GAPPED[5]


def test_the_note_is_a_part_where_the_content_is_in_parts():
    asked = user([image_part(), text_part("w")], name="ada")
    messages = [user("u"), says(long("one")), asked]
    assert after(1, messages).messages == [
        user("u"),
        user([text_part(GAP_NOTE), image_part(), text_part("w")], name="ada"),
    ]


def test_the_notes_cost_is_counted():
    fitted = after(1, GAPPED)
    assert fitted.trace.total_after == count_messages(fitted.messages, estimate_tokens="chars4")


def test_a_drop_that_saves_less_than_the_note_costs_has_no_note():
    messages = [user("u"), says("one"), says("two"), user("v"), says("well")]
    assert after(1, messages).messages == [messages[0], *messages[2:]]


def test_a_list_that_was_fitted_before_gets_no_second_note():
    once = after(1, GAPPED).messages
    again = into(count_messages(once, estimate_tokens="chars4") - 1, once)
    assert again.messages == [GAPPED[0], user(noted("v")), *GAPPED[4:]]


def test_a_note_of_the_callers_own_is_text_like_any_other():
    messages = [user("u"), says(long("one")), user(noted("v")), says("well")]
    assert into(1, messages).messages == messages[2:]


def test_without_a_user_message_there_is_no_note():
    messages = [says(long("one")), says(long("two")), says("done")]
    assert after(1, messages).messages == messages[1:]


def test_notes_can_be_switched_off():
    assert after(1, GAPPED, policy=NO_NOTES).messages == [GAPPED[0], *GAPPED[2:]]


def test_behind_a_summary_of_the_users_the_next_message_tells_of_the_gap():
    messages = [user("u"), says(long("one")), summary("birds"), user("v"), says("well")]
    assert after(1, messages).messages == [messages[0], messages[2], user(noted("v")), messages[4]]
