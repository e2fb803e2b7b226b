"""Measured conversations planned at once, as flat arrays."""

from array import array

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import Change, FitPolicy, MessageKind, _native, fit, plan_batch
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.fit.limits import measure_of
from contextthrift.fit.measure import Measure
from contextthrift.fit.request import Request
from tests.fit.examples import examples
from tests.fit.messages import call, calls, long, result, says, system, user

USER, ASSISTANT, CALL, RESULT = (
    MessageKind.USER,
    MessageKind.ASSISTANT,
    MessageKind.CALL,
    MessageKind.RESULT,
)


def named(enum):
    return tuple(member.name.lower().replace("_", "-") for member in enum)


def test_the_codes_are_those_of_the_core():
    assert named(MessageKind) == _native.KINDS
    assert named(Change) == _native.CHANGES


def test_no_conversations_have_no_plans():
    plan = plan_batch([0], [], [], budgets=[])
    assert (plan.changes.size, plan.total_after.size, plan.fits.size) == (0, 0, 0)


def test_every_change_is_told_for_each_message():
    kinds = [USER, CALL, RESULT, ASSISTANT, USER, ASSISTANT, USER]
    costs = [10, 10, 90, 10, 10, 90, 10]
    stubs = [10, 10, 20, 10, 10, 90, 10]
    noted = [15, 10, 90, 10, 15, 90, 15]
    plan = plan_batch(
        [0, 7, 7, 14], costs * 2, kinds * 2, budgets=[160, 5, 45], stubs=stubs * 2, noted=noted * 2
    )
    none, stub, note, out = Change
    assert plan.changes.tolist() == [
        *(none, none, stub, none, none, none, none),
        *(none, out, out, out, out, out, note),
    ]
    assert plan.total_before.tolist() == [230, 0, 230]
    assert plan.total_after.tolist() == [160, 0, 25]
    assert plan.fits.tolist() == [True, True, True]
    assert plan.kept.tolist() == [True] * 8 + [False] * 5 + [True]


def test_what_does_not_fit_comes_down_to_the_floor_and_says_so():
    plan = plan_batch([0, 3], [10, 10, 10], [USER, ASSISTANT, USER], budgets=12, fixed=3)
    assert (plan.total_after.tolist(), plan.fits.tolist()) == ([13], [False])
    assert plan.kept.tolist() == [False, False, True]


def test_pinned_messages_stay():
    kinds = [USER, ASSISTANT] * 3 + [USER]
    plan = plan_batch([0, 7], [10] * 7, kinds, budgets=40, pinned=[0, 0, 0, 1, 0, 0, 0])
    assert plan.kept.tolist() == [True, False, False, True, False, False, True]


def test_the_policy_counts():
    kinds = [USER, ASSISTANT] * 3 + [USER]
    kept = {
        keep: plan_batch(
            [0, 7], [10] * 7, kinds, budgets=40, policy=FitPolicy(keep_first_user=keep)
        ).kept.tolist()
        for keep in (True, False)
    }
    assert kept == {
        True: [True, False, False, False, True, True, True],
        False: [False, False, False, False, True, True, True],
    }


turns = st.lists(
    st.tuples(st.integers(1, 90), st.lists(st.integers(1, 90), max_size=3), st.integers(0, 90)), max_size=6
)


def spoken(drawn):
    """A chat of as many turns; the numbers are lengths of texts."""
    made = [system()]
    for said, found, answered in drawn:
        made.append(user(long("reed", said)))
        for at, length in enumerate(found):
            made += [calls(call(f"c{at}")), result(f"c{at}", long("heron", length))]
        made.append(says(long("mud", answered)))
    return [*made, user("And now?")]


def columns(messages):
    """What is known of a chat once it is measured, as `fit` measures it."""
    measure = Measure(measure_of("fit", None, "o200k_base", None), None)
    request = Request.of(messages, measure, FitPolicy())
    listing = request.listing
    stubs = listing.stub_costs(request)
    noted, _ = listing.noted(request)
    return request.fixed, list(listing.costs), list(listing.kinds), list(stubs), list(noted)


@examples(60)
@given(st.lists(turns, max_size=6), st.integers(30, 500), st.integers(1, 3))
def test_it_decides_what_fit_decides(drawn, budget, threads):
    chats = [spoken(each) for each in drawn]
    measured = [columns(chat) for chat in chats]
    offsets = np.cumsum([0, *map(len, chats)])
    costs, kinds, stubs, noted = ([value for each in measured for value in each[at]] for at in range(1, 5))
    fixed = [each[0] for each in measured]
    plan = plan_batch(
        offsets, costs, kinds, budgets=budget, fixed=fixed, stubs=stubs, noted=noted, threads=threads
    )
    for at, chat in enumerate(chats):
        fitted = fit(chat, context_window=budget, encoding="o200k_base")
        if not fitted.fits:
            assert not plan.fits[at]
            continue
        changes = plan.changes[offsets[at] : offsets[at + 1]]
        if plan.fits[at]:
            assert np.flatnonzero(changes == Change.LEFT_OUT).tolist() == list(fitted.dropped)
            assert np.flatnonzero(changes == Change.STUB).tolist() == list(fitted.stubbed)
            assert plan.total_after[at] == fitted.trace.total_after
        assert plan.total_before[at] == fitted.trace.total_before


@pytest.mark.parametrize(
    "column",
    [
        lambda values: array("Q", values),
        lambda values: np.array(values, dtype=np.int64),
        lambda values: np.array([values, values], dtype=np.uint64).T[:, 0],
        tuple,
    ],
)
def test_columns_may_be_anything_that_numpy_takes(column):
    plan = plan_batch(column([0, 3]), column([10, 90, 10]), bytearray((1, 2, 1)), budgets=column([50]))
    assert plan.kept.tolist() == [True, False, True]


GOOD = {"offsets": [0, 2], "costs": [1, 2], "kinds": [1, 2], "budgets": 9}
RISE = "offsets must rise from 0 to the number of messages, which is 2"
ROW = "it must be whole numbers in a row"
WRONG = {
    "offsets that fall": ({"offsets": [0, 2, 1, 2], "budgets": 9}, RISE),
    "offsets that begin late": ({"offsets": [1, 2]}, RISE),
    "offsets that end early": ({"offsets": [0, 1]}, RISE),
    "no offsets": ({"offsets": []}, RISE),
    "costs of another length": ({"costs": [1]}, "costs has 1 values; it must have 2"),
    "a cost below 0": ({"costs": [1, -2]}, "costs[1] is -2; it must be from 0 to 9223372036854775807"),
    "broken costs": ({"costs": [1.5, 2]}, f"costs is 1-dimensional and of float64; {ROW}"),
    "a table": ({"costs": [[1, 2]]}, f"costs is 2-dimensional and of int64; {ROW}"),
    "an unknown kind": ({"kinds": [1, 7]}, "kinds[1] is 7; it must be from 0 to 6"),
    "names of kinds": ({"kinds": ["user", "user"]}, f"kinds is 1-dimensional and of <U4; {ROW}"),
    "budgets of another length": ({"budgets": [1, 2]}, "budgets has 2 values; it must have 1"),
    "stubs of another length": ({"stubs": [1]}, "stubs has 1 values; it must have 2"),
    "pins of another length": ({"pinned": [True]}, "pinned has 1 values; it must have 2"),
    "a total above 64 bits": (
        {"offsets": [0, 0, 2], "costs": [2**63 - 1] * 2, "fixed": 5},
        "the tokens of conversation 1 exceed 18446744073709551615",
    ),
    "no threads": ({"threads": 0}, "threads is 0; it must be a whole number from 1 to 2**63 - 1"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_column_that_cannot_be_meant_is_refused_in_words(what):
    given, message = WRONG[what]
    with pytest.raises(InvalidArgument) as error:
        plan_batch(**{**GOOD, **given})
    assert str(error.value) == message


def test_a_policy_that_asks_about_messages_is_refused():
    with pytest.raises(WrongType) as error:
        plan_batch(**GOOD, policy=FitPolicy(is_pinned=bool))
    assert (
        str(error.value)
        == "policy asks a function about messages, which plan_batch() does not see; see pinned="
    )
