"""Formats are recognised by their shape, and what was recognised is cut as what was named."""

import pytest

from contextthrift import count_messages, fit
from contextthrift.exceptions import ContextThriftError, UnknownFormat
from tests.fit import native, traces
from tests.fit.convert import VARIANTS, converted
from tests.fit.native_examples import EXAMPLES

NAMES = [
    name
    for name, messages in traces.conversations().items()
    if any(message["role"] == "tool" for message in messages)
][::20]


def without_format(request):
    return {name: value for name, value in request.arguments.items() if name != "format"}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", NAMES)
def test_a_conversation_with_calls_is_recognised(variant, name):
    request = converted(variant, traces.conversations()[name], traces.airline_tools(), "auto")
    named = fit(request.messages, context_window=3_000, estimate_tokens="chars4", **request.arguments)
    guessed = fit(request.messages, context_window=3_000, estimate_tokens="chars4", **without_format(request))
    assert guessed.messages == named.messages
    assert guessed.trace == named.trace


MIXED = {
    "parts among messages": [native.asks("u"), {"role": "user", "content": "u"}],
    "items among contents": [native.asks("u"), native.function_item("a")],
    "results of one and calls of another": [
        {"role": "user", "content": "u"},
        native.uses("a"),
        {"role": "tool", "tool_call_id": "a", "content": "x"},
    ],
    "nothing known": [{"speaker": "me", "says": "u"}],
}


@pytest.mark.parametrize("messages", MIXED.values(), ids=MIXED.keys())
def test_a_mixed_or_unknown_shape_is_an_error_that_says_what_was_seen(messages):
    with pytest.raises(ContextThriftError) as caught:
        fit(messages, context_window=1_000, estimate_tokens="chars4")
    assert "messages" in str(caught.value)


@pytest.mark.parametrize("name", ["openai", "anthropic", "gemini", "openai-responses"])
def test_an_unknown_format_names_all_known_ones(name):
    with pytest.raises(UnknownFormat) as caught:
        fit([], context_window=1, estimate_tokens="chars4", format="telegram")
    assert name in str(caught.value)


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_counted_does_not_change_what_is_given(name):
    request = EXAMPLES[name]
    before = repr(request)
    assert count_messages(request.messages, estimate_tokens="chars4", **request.arguments) > 0
    assert repr(request) == before


SYSTEMS = {
    "anthropic": [{"type": "text", "text": native.HERON}, {"type": "text", "text": "x"}],
    "gemini": {"parts": [{"text": native.HERON}]},
}


@pytest.mark.parametrize(("name", "system"), SYSTEMS.items(), ids=SYSTEMS.keys())
def test_a_system_prompt_in_the_formats_own_shape_is_counted_by_its_text(name, system):
    messages = [native.asks("u")] if name == "gemini" else [{"role": "user", "content": "u"}]
    arguments = {"estimate_tokens": "chars4", "format": name}
    bare = count_messages(messages, **arguments)
    as_text = count_messages(messages, system=native.HERON, **arguments)
    assert 0 < as_text - bare <= count_messages(messages, system=system, **arguments) - bare + 1
