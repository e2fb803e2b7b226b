"""The rules of `fit` on recorded conversations, on examples written by hand and on generated ones."""

from functools import cache
from itertools import pairwise
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import FitPolicy, fit
from tests.fit import cuts, rules, traces
from tests.fit.conversations import CONVERSATIONS, HUGE
from tests.fit.examples import examples
from tests.fit.messages import forced, is_pinned, tool
from tests.fit.strategies import TOOL_NAMES, chaotic, orderly, policies, tool_options
from tests.fit.windows import fit_all, into, total_cost
from tests.reference import conversation

NAMES = list(traces.conversations())
EXACT = [name for position, name in enumerate(NAMES) if position % 10 == 0]

# --- the rules, each over all windows of one conversation


def each(rule):
    """The rule of one fitted list, checked in every window."""

    def in_every_window(fits):
        for window, fitted in fits.fitted.items():
            try:
                rule(fits.messages, fitted, {"context_window": window, "output_reserve": 0, **fits.arguments})
            except AssertionError as fault:
                fault.add_note(f"in a window of {window}, floor {fits.floor}, total {fits.total}")
                raise

    return in_every_window


def rule_5(fits):
    fits.untouched.check()


def rule_8(fits):
    in_order = list(fits.fitted.items())
    for (low, smaller), (high, larger) in pairwise(in_order):
        try:
            rules.rule_8(fits.messages, smaller, larger)
        except AssertionError as fault:
            fault.add_note(f"in windows of {low} and {high}")
            raise


def refuses_below_the_smallest_total_only(fits):
    for window, fitted in fits.fitted.items():
        assert fitted.fits == (window >= fits.smallest), (
            f"smallest is {fits.smallest}, fits is {fitted.fits} at {window}"
        )
        assert fitted.fits or window < fits.floor, f"refused at {window}, though the floor costs {fits.floor}"


RULES = {rule.__name__: each(rule) for rule in rules.EACH + cuts.EACH}
RULES |= {rule.__name__: rule for rule in (rule_5, rule_8, refuses_below_the_smallest_total_only)}


def check_all(messages, arguments):
    fits = fit_all(messages, arguments)
    for rule in RULES.values():
        rule(fits)


# --- recorded conversations


@cache
def recorded(name, measure):
    arguments = {"estimate_tokens": "chars4"} if measure == "chars4" else {"encoding": measure}
    return fit_all(traces.conversations()[name], arguments)


@cache
def recorded_with_tools(name):
    arguments = {"encoding": "o200k_base", "tools": traces.airline_tools(), "tool_choice": "auto"}
    return fit_all(traces.conversations()[name], arguments)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_recorded_conversations_keep_the_rules(rule, name):
    rule(recorded(name, "chars4"))


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_recorded_conversations_keep_the_rules_with_exact_counts(rule, name):
    rule(recorded(name, "cl100k_base"))


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_recorded_conversations_keep_the_rules_with_tools(rule, name):
    rule(recorded_with_tools(name))


def test_half_the_room_keeps_at_least_two_fifths():
    """Over all conversations: in a single one the last step, a long result, may be more than half of it."""
    all_fits = [recorded(name, "chars4") for name in NAMES]
    above = [fits.at_share(50).trace.total_after - fits.floor for fits in all_fits]
    sheddable = [fits.total - fits.floor for fits in all_fits]
    assert sum(above) >= 0.40 * sum(sheddable)
    assert fmean(left / of for left, of in zip(above, sheddable, strict=True)) >= 0.40


def test_recorded_conversations_are_cut_in_the_smaller_windows():
    for name in NAMES:
        shares = [
            len(recorded(name, "chars4").at_share(percent).trace.cuts) for percent in (0, 25, 50, 75, 100)
        ]
        assert shares == sorted(shares, reverse=True)
        assert shares[0] > 0
        assert shares[-1] == 0


@pytest.mark.parametrize("name", EXACT)
def test_what_was_fitted_before_keeps_the_rules_in_smaller_windows(name):
    before = recorded(name, "chars4").at_share(50)
    check_all(before.messages, {"estimate_tokens": "chars4"})


# --- examples written by hand

TOOLS = {"tools": [tool("idle"), *map(tool, TOOL_NAMES)], "tool_choice": forced("find")}
ARGUMENTS = {
    "as it comes": {"estimate_tokens": "chars4"},
    "o200k": {"encoding": "o200k_base"},
    "with tools": {"encoding": "cl100k_base", **TOOLS},
    "pinned": {"estimate_tokens": "chars4", "policy": FitPolicy(is_pinned=is_pinned)},
    "without notes": {
        "estimate_tokens": "chars4",
        "policy": FitPolicy(gap_note=False, this_turn_result_keep=0),
    },
    "first user not kept": {"estimate_tokens": "chars4", "policy": FitPolicy(keep_first_user=False)},
    "with a system prompt": {"estimate_tokens": "chars4", "system": "You are terse."},
}


@pytest.mark.parametrize("messages", CONVERSATIONS.values(), ids=CONVERSATIONS.keys())
@pytest.mark.parametrize("arguments", ARGUMENTS.values(), ids=ARGUMENTS.keys())
def test_examples_keep_the_rules(messages, arguments):
    check_all(messages, arguments)


@pytest.mark.parametrize("messages", HUGE.values(), ids=HUGE.keys())
def test_five_megabytes_keep_the_rules(messages):
    check_all(messages, {"estimate_tokens": "chars4"})


@pytest.mark.parametrize("messages", CONVERSATIONS.values(), ids=CONVERSATIONS.keys())
def test_a_wide_window_gives_the_repaired_list(messages):
    fitted = fit(messages, context_window=10**9, estimate_tokens="chars4")
    sources = [entry.source for entry, _ in rules.survivors(messages, fitted)]
    assert sources == [entry.source for entry in conversation.repair(messages)]
    rules.nothing_was_cut(messages, fitted, {})


@pytest.mark.parametrize("name", ["pinned", "parts", "summary in the middle", "names", "long newest results"])
def test_every_single_window_keeps_at_least_what_a_smaller_one_kept(name):
    messages, arguments = CONVERSATIONS[name], ARGUMENTS["pinned"]
    windows = range(1, total_cost(messages, arguments) + 1)
    fitted = [into(window, messages, arguments) for window in windows]
    for smaller, larger in pairwise(fitted):
        rules.rule_8(messages, smaller, larger)
    for each_fitted in fitted:
        cuts.last_step_was_needed(messages, each_fitted, arguments)
    assert [each_fitted.fits for each_fitted in fitted] == sorted(each_fitted.fits for each_fitted in fitted)
    assert fitted[-1].trace.cuts == ()


# --- generated conversations


def words(text, _encoding):
    return len(text.split())


def words_and_a_fee(text, _encoding):
    return 5 + len(text.split())


ESTIMATE = st.just({"estimate_tokens": "chars4"})
OTHER_MEASURES = st.sampled_from(
    [
        {"encoding": "cl100k_base"},
        {"encoding": "o200k_base"},
        {"estimate_tokens": words},
        {"estimate_tokens": words_and_a_fee},
    ]
)


@st.composite
def arguments_with(draw, measures):
    """Arguments of `fit`: a measure, now and then tools, and a policy where something is chosen."""
    arguments = {**draw(measures), **draw(st.one_of(st.just({}), tool_options()))}
    policy = draw(policies)
    return {**arguments, "policy": FitPolicy(**policy)} if policy else arguments


@examples(80)
@given(chaotic(), arguments_with(ESTIMATE))
def test_messages_in_any_order_keep_the_rules(messages, arguments):
    check_all(messages, arguments)


@examples(40)
@given(chaotic(), arguments_with(OTHER_MEASURES))
def test_messages_in_any_order_keep_the_rules_in_any_measure(messages, arguments):
    check_all(messages, arguments)


@examples(80)
@given(orderly(), arguments_with(ESTIMATE))
def test_disturbed_turns_keep_the_rules(messages, arguments):
    check_all(messages, arguments)


@examples(40)
@given(orderly(), arguments_with(OTHER_MEASURES))
def test_disturbed_turns_keep_the_rules_in_any_measure(messages, arguments):
    check_all(messages, arguments)
