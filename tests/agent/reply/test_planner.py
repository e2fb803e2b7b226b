import pytest

from contextthrift.agent.reply import PlannerReply, normalize_steps, parse_planner_response


def test_skills_are_read_like_steps():
    text = '{"reply": "r", "plan": [], "skills": ["triage", " Triage ", 1, "report"]}'
    assert parse_planner_response(text) == PlannerReply(reply="r", skills=("triage", "report"))


def test_structured_spelling_is_read():
    text = '{"thought": "t", "steps": ["A", {"description": "B", "expected_outcome": "x"}, {"x": 1}, "b"]}'
    assert parse_planner_response(text) == PlannerReply(reply="t", plan=("A", "B"))


def test_own_spelling_goes_before_the_structured_one():
    text = '{"reply": "", "thought": "t", "plan": ["A"], "steps": ["B"]}'
    assert parse_planner_response(text) == PlannerReply(plan=("A",))


def test_object_that_nobody_asked_for_is_passed_over():
    text = 'With {"id": 7} and {}: {"reply": "r", "plan": ["A"]}'
    assert parse_planner_response(text) == PlannerReply(reply="r", plan=("A",))
    assert parse_planner_response('The row is {"id": 7}.') == PlannerReply(reply='The row is {"id": 7}.')


def test_twenty_pieces_are_tried():
    assert parse_planner_response("{x}" * 19 + '{"reply":"r"}') == PlannerReply(reply="r")
    assert parse_planner_response("Hm " + "{x}" * 20 + '{"reply":"r"}') == PlannerReply()


def test_a_reply_that_is_json_again_is_not_shown():
    assert parse_planner_response('{"reply": " {\\"plan\\": []}", "plan": ["A"]}') == PlannerReply(
        plan=("A",)
    )


def test_fences_within_a_reply_survive():
    text = '{"reply": "Run ```json\\n1\\n```", "plan": []}'
    assert parse_planner_response(text) == PlannerReply(reply="Run ```json\n1\n```")


def test_fences_of_prose_survive():
    text = "Run this:\n```json\n1\n```"
    assert parse_planner_response(text) == PlannerReply(reply=text)


@pytest.mark.parametrize(
    ("text", "reply", "plan"),
    [
        ('{"reply": "r", "plan": ["A", "B",],}', "r", ("A", "B")),
        ('{"reply": "two\nlines", "plan": ["A\tb"]}', "two\nlines", ("A\tb",)),
        ('{"reply": "r", "plan": ["A", "B\\', "r", ("A",)),
        ('{"plan": ["\\u00c4 \\q"], "reply": "cut', "", ("\\u00c4 \\q",)),
        ('{"plan": ["A"], "skills": ["S"], "reply": r}', "", ("A",)),
        ('{"plan": ["A", ["B"], {"description": "C"}, "D"', "", ("A", "D")),
        ('{"thought": "t", "steps": [{"description": "A"}, "B", {"description": "C', "t", ("A", "B")),
        ('{"plan": "do it", "x": ["A"], "y":', "", ()),
        ('{"plan": [NaN, "A"]}', "", ("A",)),
    ],
)
def test_complete_strings_of_broken_json_are_saved(text, reply, plan):
    saved = parse_planner_response(text)
    assert (saved.reply, saved.plan) == (reply, plan)


def test_saved_fields_do_not_leak_into_each_other():
    saved = parse_planner_response('{"plan": ["A"], "skills": ["S", "T"], "note": ["N"')
    assert saved == PlannerReply(plan=("A",), skills=("S", "T"))


def test_a_reply_alone_is_not_saved():
    assert parse_planner_response('{"reply": "whole", "skills": [') == PlannerReply()


@pytest.mark.parametrize("items", [None, "abc", {"a": 1}, 3])
def test_what_is_no_list_has_no_steps(items):
    assert normalize_steps(items) == ()


def test_a_cap_of_nothing_leaves_nothing():
    assert normalize_steps(["a"], 0) == ()


def test_steps_are_compared_without_regard_to_case():
    assert normalize_steps(["Straße", "STRASSE", "straße 2"]) == ("Straße", "straße 2")
