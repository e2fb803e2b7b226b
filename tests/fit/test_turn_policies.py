"""Which turns stay: the newest ones by number, those near a query, and user messages that are tool output."""

import pytest

from contextthrift import FitPolicy
from contextthrift.exceptions import InvalidArgument, WrongType
from tests.fit import pieces
from tests.fit.convert import VARIANTS, converted
from tests.fit.messages import calls, long, result, says, system, user
from tests.fit.test_format_rules import check_request
from tests.fit.walk import NO_NOTES, WHOLE, chain, into, steps

# --- keep_last_turns

TURNS = [
    user("first"),
    says(long("one")),
    user("second"),
    calls("a"),
    result("a", long("heron")),
    says(long("two")),
    user("third"),
    calls("b"),
    result("b", long("reed")),
    says(long("three")),
    user("fourth"),
    says("four"),
]
STARTS = (0, 2, 6, 10)


def keeping(number, **choices):
    return FitPolicy(keep_last_turns=number, gap_note=False, **choices)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 9])
def test_the_newest_earlier_turns_are_in_the_floor(number):
    fitted = into(1, TURNS, policy=keeping(number))
    first = STARTS[max(0, len(STARTS) - 1 - number)]
    assert not fitted.fits
    kept = [place for place in range(len(TURNS)) if place not in fitted.dropped]
    assert kept == list(range(first, len(TURNS)))


def test_their_results_still_become_stubs():
    fitted = into(1, TURNS, policy=keeping(1))
    assert fitted.stubbed == (8,)
    assert fitted.messages[0] is TURNS[6]


def test_turns_before_them_go_as_ever():
    walked = steps(TURNS, policy=keeping(1))
    dropped = [(stage, gone) for stage, gone, _ in walked if gone]
    assert dropped == [
        ("earlier-units", [3, 4]),
        ("earlier-turns", [1]),
        ("earlier-turns", [2, 5]),
        ("first-user", [0]),
    ]


def test_none_is_kept_by_default():
    assert steps(TURNS, policy=keeping(0)) == steps(TURNS, policy=NO_NOTES)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_newest_earlier_turns_stay_in_every_format(variant):
    request = converted(variant, TURNS)
    fitted = into(1, request.messages, policy=keeping(1), **request.arguments)
    wanted = converted(variant, TURNS[6:])
    assert said(request.format, fitted.messages) == said(request.format, wanted.messages)


def said(name, messages):
    found = pieces.pieces(name, messages)
    return [(piece.kind, piece.text) for piece in found if piece.kind in {"text", "call"}]


@pytest.mark.parametrize("number", [-1, 1.5, True, None, "1"])
def test_keep_last_turns_must_be_a_whole_number(number):
    with pytest.raises((InvalidArgument, WrongType), match=r"^policy\.keep_last_turns"):
        FitPolicy(keep_last_turns=number)


# --- tool output in user messages


def is_observation(message):
    return message["role"] == "user" and str(message["content"]).startswith("OBSERVATION")


def observed(word, times=60):
    return user(f"OBSERVATION {long(word, times)}")


OBSERVED = [
    system(),
    user("first task"),
    says("ls"),
    observed("reeds"),
    says("done"),
    user("second task"),
    says("open a"),
    observed("heron"),
    says("open b"),
    observed("mud"),
    says("open c"),
    observed("ice"),
    says("open d"),
    observed("fog"),
    says("open e"),
    observed("rain", 10),
]
OBSERVING = FitPolicy(is_tool_output=is_observation, gap_note=False)


def test_tool_output_in_user_messages_becomes_stubs_in_the_stages_of_results():
    walked = [(stage, stubs) for stage, _, stubs in steps(OBSERVED, policy=OBSERVING) if stubs]
    assert walked[:3] == [("earlier-results", [3]), ("current-results", [7]), ("current-results", [9])]
    remaining = [stubs for stage, stubs in walked if stage == "remaining-results"]
    assert remaining == [[11], [13]]


def test_such_a_stub_is_a_short_user_message_of_one_fixed_form():
    fitted = next(
        into(window, OBSERVED, policy=OBSERVING)
        for window in range(2_000, 0, -1)
        if into(window, OBSERVED, policy=OBSERVING).stubbed == (3, 7, 9)
    )
    stubs = [fitted.messages[place] for place in (3, 7, 9)]
    assert stubs[0] == stubs[1] == stubs[2]
    assert stubs[0]["role"] == "user"
    assert len(stubs[0]["content"]) < len(OBSERVED[3]["content"])
    assert fitted.messages[1] is OBSERVED[1]


def test_tool_output_begins_no_turn():
    fitted = into(1, OBSERVED, policy=OBSERVING)
    assert OBSERVED[5] in fitted.messages
    dropped = [gone for stage, gone, _ in steps(OBSERVED, policy=OBSERVING) if stage == "earlier-turns"]
    assert all(not {5, 7, 9} & set(gone) for gone in dropped)


def test_without_the_predicate_no_user_text_is_stubbed():
    assert into(1, OBSERVED).stubbed == ()


def test_an_error_of_the_predicate_passes_through():
    def broken(_):
        raise LookupError("no such message")

    with pytest.raises(LookupError, match=r"^no such message$"):
        into(1, OBSERVED, policy=FitPolicy(is_tool_output=broken))


@pytest.mark.parametrize("choice", [5, "heron"])
def test_the_predicate_must_be_a_function(choice):
    with pytest.raises((InvalidArgument, WrongType), match=r"^policy\.is_tool_output"):
        FitPolicy(is_tool_output=choice)


# --- query

ASKED = [
    says(long("Welcome to the bird hotline")),
    user("What do herons eat?"),
    says(long("Herons eat fish and frogs.", 9)),
    user("How do I book a train to Oslo?"),
    says(long("Trains to Oslo are booked online.", 9)),
    user("And how deep is the pond?"),
    says(long("The pond is two metres deep.", 9)),
    user("Where do reeds grow?"),
    says(long("Reeds grow in mud.", 9)),
    user("Which trains go to Oslo?"),
]


def dropped_turns(messages, **options):
    """The places of what goes in the stage of whole turns, step by step."""
    return [
        sorted(cut.index for cut in made if cut.action == "drop")
        for made in chain(messages, **options)
        if made[0].stage == "earlier-turns"
    ]


def test_without_a_query_the_oldest_turn_goes_first():
    assert dropped_turns(ASKED, policy=NO_NOTES) == [[0], [2], [3, 4], [5, 6], [7, 8]]


def test_with_a_query_the_turn_nearest_to_it_goes_last_but_for_the_newest():
    order = dropped_turns(ASKED, policy=NO_NOTES, query="trains to Oslo")
    assert order[0] == [0]
    assert order[-2:] == [[3, 4], [7, 8]]


def test_turns_equally_near_go_by_age():
    assert dropped_turns(ASKED, policy=NO_NOTES, query="trains to Oslo")[1:3] == [[2], [5, 6]]


def test_a_query_that_no_turn_speaks_of_changes_nothing():
    assert dropped_turns(ASKED, policy=NO_NOTES, query="zeppelins") == dropped_turns(ASKED, policy=NO_NOTES)


def test_a_query_changes_only_the_order_of_turns():
    with_query = {made[0].stage for made in chain(WHOLE, query="mud")}
    assert with_query == {made[0].stage for made in chain(WHOLE)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_query_counts_in_every_format(variant):
    messages = ASKED[1:]
    request = converted(variant, messages)
    order = dropped_turns(request.messages, policy=NO_NOTES, query="trains to Oslo", **request.arguments)
    assert order == [[1], [4, 5], [2, 3], [6, 7]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_tool_output_in_user_messages_becomes_a_stub_in_every_format(variant):
    request = converted(variant, OBSERVED)
    policy = FitPolicy(is_tool_output=lambda message: "OBSERVATION" in str(message), gap_note=False)
    everywhere = check_request(request, policy=policy)
    stubbed = {each.fitted.stubbed for each in everywhere.outcomes.values()}
    assert stubbed > {()}
