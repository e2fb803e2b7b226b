"""The rules of `fit` in all four formats: recorded conversations, examples and generated ones."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contextthrift import FitPolicy
from tests.fit import format_rules, native, traces
from tests.fit.conversations import CONVERSATIONS
from tests.fit.convert import VARIANTS, converted, to_chat
from tests.fit.messages import forced, is_pinned, tool
from tests.fit.native_examples import EXAMPLES
from tests.fit.strategies import TOOL_NAMES, policies
from tests.fit.windows import fit_everywhere

NAMES = list(traces.conversations())
MEASURE = {"estimate_tokens": "chars4"}

# --- the rules, over all windows of one request


def check(messages, arguments):
    """Rules 1 to 9 in every window, and rule 8 between neighbours."""
    everywhere = fit_everywhere(messages, arguments)
    for window, outcome in everywhere.outcomes.items():
        for rule in format_rules.EACH:
            try:
                rule(outcome)
            except AssertionError as fault:
                fault.add_note(f"{rule.__name__}, window {window} of {everywhere.smallest, everywhere.total}")
                raise
        assert outcome.fitted.fits == (window >= everywhere.smallest), f"fits is wrong at {window}"
    for smaller, larger in pairwise(everywhere.outcomes.values()):
        format_rules.rule_8(smaller, larger)
    everywhere.untouched.check()
    return everywhere


def check_request(request, **options):
    return check(request.messages, {**MEASURE, **request.arguments, **options})


# --- recorded conversations

THIRDS = [
    (variant, name)
    for place, name in enumerate(NAMES)
    for at, variant in enumerate(VARIANTS)
    if at % 6 == place % 6 or place % 20 == 0
]
"""Each conversation in one format's shape in turn, and every twentieth in all of them."""


@pytest.mark.parametrize(("variant", "name"), THIRDS)
def test_recorded_conversations_keep_the_rules(variant, name):
    everywhere = check_request(converted(variant, traces.conversations()[name]))
    assert everywhere.smallest < everywhere.total
    *_, widest = everywhere.outcomes.values()
    assert widest.fitted.trace.cuts == ()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", NAMES[7::40])
def test_recorded_conversations_keep_the_rules_with_tools_and_exact_counts(variant, name):
    request = converted(variant, traces.conversations()[name], traces.airline_tools(), "auto")
    check(request.messages, {"encoding": "o200k_base", **request.arguments})


# --- examples

SMALL = {name: messages for name, messages in CONVERSATIONS.items() if len(messages) < 100}
CROWDED = {name: messages for name, messages in CONVERSATIONS.items() if len(messages) >= 100}
TOOLS = [tool("idle"), *map(tool, TOOL_NAMES)]
OPTIONS = {
    "as it comes": {},
    "pinned": {"policy": FitPolicy(is_pinned=is_pinned)},
    "without notes": {"policy": FitPolicy(gap_note=False, this_turn_result_keep=0)},
    "first user not kept": {"policy": FitPolicy(keep_first_user=False)},
}


def spoken(request):
    """Whether anything is left of an example that has only what the format has no place for."""
    return bool(request.messages)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
def test_examples_keep_the_rules(name, variant, options):
    request = converted(variant, SMALL[name])
    if spoken(request):
        check_request(request, **options)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("variant", VARIANTS)
def test_examples_keep_the_rules_with_tools(name, variant):
    request = converted(variant, SMALL[name], TOOLS, forced("find"))
    if spoken(request):
        check_request(request)


@pytest.mark.parametrize("name", CROWDED)
@pytest.mark.parametrize("variant", VARIANTS)
def test_crowds_of_calls_keep_the_rules(name, variant):
    check_request(converted(variant, CROWDED[name]))


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_turn_of_500_calls_keeps_the_rules(variant):
    check_request(converted(variant, native.a_turn_of(500)))


@pytest.mark.parametrize("given_request", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_what_only_one_format_has_keeps_the_rules(given_request):
    check_request(given_request)


# --- generated ones


@st.composite
def policy_options(draw):
    chosen = draw(st.one_of(st.just({}), policies))
    return {"policy": FitPolicy(**chosen)} if chosen else {}


@settings(max_examples=100, deadline=None)
@pytest.mark.parametrize("name", ["openai", "anthropic", "gemini", "openai-responses"])
@given(data=st.data())
def test_generated_conversations_keep_the_rules(name, data):
    check_request(data.draw(native.requests(name)), **data.draw(policy_options()))


@pytest.mark.parametrize("name", NAMES[::40])
def test_the_rules_of_all_formats_hold_for_chat_too(name):
    check_request(to_chat(traces.conversations()[name]))
