"""Large arguments of old calls: replaced by a marker, while the request is over its budget."""

import json

import pytest

from contextthrift import FitPolicy, count_messages
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.formats.notice import ARGUMENT_MARK
from tests.fit import pieces
from tests.fit.convert import VARIANTS, converted
from tests.fit.messages import call, calls, long, result, says, user
from tests.fit.walk import after, chain, into

TEXT = long("heron", 300)
SMALL = "nest.txt"


def writing(identity, **arguments):
    return calls(call(identity, "write", json.dumps(arguments)))


WRITTEN = [
    user("first"),
    writing("a", path=SMALL, text=TEXT),
    result("a", "written"),
    says("one"),
    user("second"),
    writing("b", path=SMALL, lines=[TEXT, "x"], deep={"text": TEXT, "n": 7, "keep": True}),
    result("b", long("saved")),
    says("two"),
    user("third"),
    writing("d", path=SMALL, text=TEXT),
    result("d", "written"),
    writing("e", path=SMALL, text=TEXT),
    result("e", "written"),
]
POLICY = FitPolicy(max_argument_tokens=50, gap_note=False)


def argument_steps(messages, **options):
    return [made for made in chain(messages, **options) if made[0].stage == "arguments"]


def arguments_of(message):
    return [json.loads(made["function"]["arguments"]) for made in message["tool_calls"]]


def after_arguments(messages, **options):
    """The fit that has just left out the last argument."""
    names = [made[0].stage for made in chain(messages, **options)]
    return after(len(names) - names[::-1].index("arguments"), messages, **options)


def test_large_arguments_of_earlier_turns_become_a_marker():
    fitted = after_arguments(WRITTEN, policy=POLICY)
    assert arguments_of(fitted.messages[1]) == [{"path": SMALL, "text": ARGUMENT_MARK}]
    [second] = arguments_of(fitted.messages[5])
    assert second["path"] == SMALL
    assert TEXT not in json.dumps(second)
    assert ARGUMENT_MARK in json.dumps(second)
    assert fitted.dropped == ()


def test_everything_else_of_the_call_stays():
    fitted = after_arguments(WRITTEN, policy=POLICY)
    for place in (1, 5):
        out, given = fitted.messages[place], WRITTEN[place]
        assert out is not given
        assert {**out, "tool_calls": None} == {**given, "tool_calls": None}
        assert out["tool_calls"][0]["id"] == given["tool_calls"][0]["id"]
        assert out["tool_calls"][0]["function"]["name"] == "write"


def test_arguments_of_the_current_turn_stay():
    for window in (1, 100, 300):
        for out in into(window, WRITTEN, policy=POLICY).messages:
            assert out.get("tool_calls") is None or out in WRITTEN[9:]


def test_arguments_go_after_the_results_and_before_units():
    names = [made[0].stage for made in chain(WRITTEN, policy=POLICY)]
    places = [place for place, name in enumerate(names) if name == "arguments"]
    assert places == list(range(places[0], places[-1] + 1))
    assert names[places[0] - 1] in {"earlier-results", "current-results"}
    assert names[places[-1] + 1] == "earlier-units"


def test_the_oldest_call_comes_first():
    made = argument_steps(WRITTEN, policy=POLICY)
    assert [step[0].index for step in made] == sorted(step[0].index for step in made)
    assert {step[0].index for step in made} == {1, 5}


def test_without_the_policy_no_argument_is_touched():
    assert argument_steps(WRITTEN) == []


def test_nothing_is_left_out_where_it_fits():
    total = count_messages(WRITTEN, estimate_tokens="chars4")
    fitted = into(total, WRITTEN, policy=POLICY)
    assert all(out is given for out, given in zip(fitted.messages, WRITTEN, strict=True))


def test_arguments_up_to_the_limit_stay():
    limit = count_messages([user(TEXT)], estimate_tokens="chars4")
    assert argument_steps(WRITTEN, policy=FitPolicy(max_argument_tokens=2 * limit)) == []


def test_arguments_that_are_no_json_stay_or_become_json():
    messages = [user("first"), calls(call("a", "write", TEXT)), result("a", "x"), says("one"), user("go on")]
    for position in range(len(chain(messages, policy=POLICY)) + 1):
        for out in after(position, messages, policy=POLICY).messages:
            for made in out.get("tool_calls") or []:
                text = made["function"]["arguments"]
                assert text == TEXT or json.loads(text) is not None


@pytest.mark.parametrize("variant", VARIANTS)
def test_arguments_are_left_out_in_every_format(variant):
    request = converted(variant, WRITTEN)
    fitted = after_arguments(request.messages, policy=POLICY, **request.arguments)
    before, now = (
        [piece for piece in pieces.pieces(request.format, listed) if piece.kind == "call"]
        for listed in (request.messages, fitted.messages)
    )
    assert [(piece.id, piece.name) for piece in now] == [(piece.id, piece.name) for piece in before]
    first, second, *current = now
    assert json.loads(first.text) == {"path": SMALL, "text": ARGUMENT_MARK}
    assert json.loads(second.text)["path"] == SMALL
    assert TEXT not in second.text
    assert [piece.text for piece in current] == [piece.text for piece in before[2:]]


@pytest.mark.parametrize("limit", [-1, 1.5, "50", True])
def test_the_limit_must_be_a_whole_number(limit):
    with pytest.raises((InvalidArgument, WrongType), match=r"^policy\.max_argument_tokens"):
        FitPolicy(max_argument_tokens=limit)
