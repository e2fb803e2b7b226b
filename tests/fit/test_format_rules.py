"""The rules of `fit` in all four formats: recorded conversations, examples and generated ones."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import FitPolicy, Memory, Retrievable
from tests.fit import format_rules, native, traces
from tests.fit.conversations import CONVERSATIONS
from tests.fit.convert import VARIANTS, converted, to_chat
from tests.fit.examples import examples
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


def is_observation(message):
    """Whether the terminal speaks in a user's message, as in some of the coding agent's runs."""
    text = str(message.get("content", message.get("parts")))
    return message["role"] == "user" and "bash-$" in text and "ISSUE" not in text


PASSAGES = [Retrievable(content=f"passage {n} " * 40, score=n % 5) for n in range(6)]
MEMORIES = [Memory(content=f"memory {n} " * 30, importance=n % 3) for n in range(4)]
WIDER = {
    "with memories and passages": {"memories": MEMORIES, "retrievables": PASSAGES},
    "by a query": {"query": "Which flight did I book, and what does the failing test say?"},
    "newest turns kept": {"policy": FitPolicy(keep_last_turns=2, gap_note=False)},
    "large arguments left out": {"policy": FitPolicy(max_argument_tokens=10)},
    "observations of users": {"policy": FitPolicy(is_tool_output=is_observation)},
}


@pytest.mark.parametrize("options", WIDER.values(), ids=WIDER.keys())
@pytest.mark.parametrize(("variant", "name"), [*product(VARIANTS, NAMES[9::37]), ("chat", NAMES[-1])])
def test_recorded_conversations_keep_the_rules_with_every_option(variant, name, options):
    messages = traces.conversations()[name]
    request = to_chat(messages) if variant == "chat" else converted(variant, messages)
    everywhere = check_request(request, **options)
    whole = everywhere.outcomes[everywhere.total].fitted
    assert whole.trace.cuts == ()


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


later_policies = st.fixed_dictionaries(
    {},
    optional={"keep_last_turns": st.integers(0, 3), "max_argument_tokens": st.sampled_from([0, 5, 50])},
)


@st.composite
def policy_options(draw):
    """A policy where something is chosen, and now and then what stands beside the messages."""
    chosen = draw(st.one_of(st.just({}), policies))
    chosen |= draw(st.one_of(st.just({}), later_policies))
    beside = draw(st.sampled_from([{}, {}, {"query": "heron"}, {"memories": MEMORIES[:2]}]))
    return {"policy": FitPolicy(**chosen), **beside} if chosen else beside


@pytest.mark.timeout(400)  # a failing example is made small for up to five minutes
@examples(60)
@pytest.mark.parametrize("name", ["openai", "anthropic", "gemini", "openai-responses"])
@given(data=st.data())
def test_generated_conversations_keep_the_rules(name, data):
    check_request(data.draw(native.requests(name)), **data.draw(policy_options()))


@pytest.mark.parametrize("name", NAMES[::40])
def test_the_rules_of_all_formats_hold_for_chat_too(name):
    check_request(to_chat(traces.conversations()[name]))
