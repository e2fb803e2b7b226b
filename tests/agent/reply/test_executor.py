import pytest

from contextthrift.agent.reply import Action, ExecutorReply, parse_executor_response, split_blocker

A, B = Action(tool="a"), Action(tool="b")


@pytest.mark.parametrize(
    "text",
    [
        '[{"tool": "a"}, {"tool": "b", "args": null}]',
        '```json\n[{"tool": "a"}, {"tool": "b"}]\n```',
        'See [1] and [2]: [{"tool": "a"}, {"tool": "b"}] now',
        '[{"tool": "a"}, 3, {"tool": 3}, {"args": {}}, {"tool": "b"}]',
        '{"actions": [{"tool": "a"}, "x", {"tool": "b"}]}',
        'First [{"tool": "a"}, {"tool": "b"}], then {"actions": [{"tool": "c"}]}',
        'Of [{"x": 1}] I make {"actions": [{"tool": "a"}, {"tool": "b"}]}',
        'Given [here: {"actions": [{"tool": "a"}, {"tool": "b"}]}',
    ],
)
def test_actions_are_found(text):
    assert parse_executor_response(text) == ExecutorReply(actions=(A, B))


@pytest.mark.parametrize(
    "text", ['{"tool": "a"}', 'I call {"tool": "a", "args": {}}.', '{"x": 1} {"tool": "a"}']
)
def test_single_bare_action_is_read(text):
    assert parse_executor_response(text) == ExecutorReply(actions=(A,))


def test_a_bare_action_may_have_a_reply():
    assert parse_executor_response('{"reply": "r", "tool": "a"}') == ExecutorReply(reply="r", actions=(A,))


@pytest.mark.parametrize(
    "text",
    [
        '[{"tool": "a"}, {"tool": "b", "ar',
        '[{"tool": "a"}, {"tool": "b",}]',
        'Calling: [{"tool": "a"}, {"tool": "b"}',
        '[1, {"tool": "a"}, {"tool":',
        '{"actions": [{"tool": "a"}], "reply": "cut',
        '{"x": {"tool": "a"}',
        '{"reply": "", "actions": {"tool": "a"}}',
        '"{}"',
        '{"actions": [{"tool": "a"}], "x": NaN}',
        '{"actions": [{"tool": "a", "args": {"x": 1e999}}]}',
    ],
)
def test_a_batch_runs_whole_or_not_at_all(text):
    assert parse_executor_response(text).actions == ()


def test_prose_with_an_object_of_no_interest_is_the_reply():
    text = 'The server answered {"id": 7} at once.'
    assert parse_executor_response(text) == ExecutorReply(reply=text)


@pytest.mark.parametrize("text", ["[1, 2]", '```json\n{"id": 7}\n```', '```\n{"id": 7', '{"id": 7}'])
def test_json_alone_is_no_reply(text):
    assert parse_executor_response(text) == ExecutorReply()


@pytest.mark.parametrize("text", ['```json\n{"id": 7}\n```\nis the row', "42", '"yes"', "null"])
def test_other_text_is_the_reply(text):
    assert parse_executor_response(text) == ExecutorReply(reply=text)


def test_each_reply_has_arguments_of_its_own():
    first, second = parse_executor_response('[{"tool": "a"}, {"tool": "a"}]').actions
    first.args["x"] = 1
    assert second == A


def test_blocker_is_taken_out_wherever_it_stands():
    assert split_blocker("Locked [BLOCKER] since May. [BLOCKER]") == ("Locked  since May.", True)
    assert split_blocker("[BLOCKER]") == ("", True)
