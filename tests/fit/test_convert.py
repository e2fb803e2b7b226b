"""The converters, the reader of pieces and the checkers of validity, checked by themselves."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fit import native, pieces, traces, validity
from tests.fit.conversations import CONVERSATIONS
from tests.fit.convert import VARIANTS, converted
from tests.fit.examples import examples
from tests.fit.messages import forced, tool
from tests.fit.native_examples import EXAMPLES
from tests.fit.outcome import Given
from tests.fit.strategies import chaotic
from tests.fit.to_responses import parted
from tests.reference import conversation

NAMES = list(traces.conversations())


def said(name, messages):
    """The texts, the names of the tools called and the results' texts of a list."""
    return [
        (piece.kind, piece.name if piece.kind == "call" else piece.text)
        for piece in pieces.pieces(name, messages)
        if piece.kind in {"text", "call", "result"} and piece.speaker != "system" and piece.text
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_recorded_conversations_are_valid_in_every_shape(variant):
    for messages in traces.conversations().values():
        request = converted(variant, messages)
        validity.check(request.format, request.messages)
        assert request.format == "openai-responses" or not validity.neighbours(
            request.format, request.messages
        )
        assert all(map(bool, map(validity.body, request.messages))) or request.format == "openai-responses"


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_said_is_lost(variant):
    for messages in traces.conversations().values():
        request = converted(variant, parted(messages))
        assert said(request.format, request.messages) == said("openai", parted(messages))


@pytest.mark.parametrize("variant", ["anthropic", "gemini", "responses", "responses, reasoning"])
@examples(60)
@given(messages=chaotic())
def test_results_belong_to_the_same_calls_in_every_shape(variant, messages):
    plain = [message for message in messages if message["role"] in {"assistant", "tool", "user"}]
    request = converted(variant, parted(plain))
    assert answered(request.format, request.messages) == answered("openai", parted(plain))


def answered(name, messages):
    """For each result in order, the id and the arguments of the calls of the message it belongs to."""
    listed = pieces.turns_of(name, messages)
    owners = conversation.owners(listed)
    return [
        (
            listed[place]["tool_call_id"],
            None if owner is None else tuple(conversation.call_ids(listed[owner])),
        )
        for place, owner in owners.items()
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_tools_and_the_choice_of_one_have_the_shape_of_the_format(variant):
    request = converted(variant, [CONVERSATIONS["names"][1]], [tool("look")], forced("look"))
    schema = tool("look")["function"]["parameters"]
    described = {"name": "look", "description": "Does what its name says."}
    expected = {
        "anthropic": ([{**described, "input_schema": schema}], {"type": "tool", "name": "look"}),
        "gemini": (
            [{"functionDeclarations": [{**described, "parameters": schema}]}],
            {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["look"]}},
        ),
        "openai-responses": (
            [{"type": "function", **described, "parameters": schema}],
            {"type": "function", "name": "look"},
        ),
    }
    assert (request.arguments["tools"], request.arguments["tool_choice"]) == expected[request.format]


def test_a_conversation_in_each_shape():
    chat = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "first"},
        CONVERSATIONS["late result"][1],
        {"role": "tool", "tool_call_id": "a", "content": "x"},
        {"role": "user", "content": "now?"},
    ]
    result = {"type": "tool_result", "tool_use_id": "a", "content": "x"}
    use = {"type": "tool_use", "id": "a", "name": "look", "input": {}}
    begun = [{"role": "user", "content": "first"}, {"role": "assistant", "content": [use]}]
    now = {"type": "text", "text": "now?"}
    assert converted("anthropic", chat).messages == [
        *begun,
        {"role": "user", "content": [result]},
        {"role": "user", "content": "now?"},
    ]
    assert converted("anthropic, merged", chat).messages == [
        *begun,
        {"role": "user", "content": [result, now]},
    ]
    assert converted("anthropic", chat).arguments == {"format": "anthropic", "system": "Be brief."}
    assert converted("gemini", chat).messages == [
        {"role": "user", "parts": [{"text": "first"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "look", "args": {}, "id": "a"}}]},
        {
            "role": "user",
            "parts": [{"functionResponse": {"name": "look", "response": {"result": "x"}, "id": "a"}}],
        },
        {"role": "user", "parts": [{"text": "now?"}]},
    ]
    assert [item["type"] for item in converted("responses, reasoning", chat).messages] == [
        "message",
        "message",
        "reasoning",
        "function_call",
        "function_call_output",
        "message",
    ]


# --- the checkers refuse what the providers refuse


def without(place, messages):
    return messages[:place] + messages[place + 1 :]


def with_last_block_first(place, messages):
    changed = deepcopy(messages)
    changed[place]["content"] = changed[place]["content"][::-1]
    return changed


def with_text(place, block, messages):
    changed = deepcopy(messages)
    changed[place]["content"][block]["text"] = ""
    return changed


def with_thinking(field, value, messages):
    changed = deepcopy(messages)
    changed[1]["content"][0][field] = value
    return changed


ROUND = EXAMPLES["thinking in an unfinished round"].messages
ASIDE = EXAMPLES["words behind results"].messages
SIGNED = EXAMPLES["signatures on calls"].messages
REASONED = EXAMPLES["reasoning before calls and answers"].messages

REFUSED = {
    "a call without its result": ("anthropic", ROUND, without(2, ROUND)),
    "a result without its call": ("anthropic", ROUND, without(1, ROUND)),
    "the assistant first": ("anthropic", ROUND, ROUND[3:]),
    "words before results": ("anthropic", ASIDE, with_last_block_first(2, ASIDE)),
    "an empty text": ("anthropic", ASIDE, with_text(2, 1, ASIDE)),
    "changed thinking": ("anthropic", ROUND, with_thinking("thinking", "let me", ROUND)),
    "another signature": ("anthropic", ROUND, with_thinking("signature", "", ROUND)),
    "thinking of the current turn gone": (
        "anthropic",
        ROUND,
        [ROUND[0], {**ROUND[1], "content": ROUND[1]["content"][1:]}, *ROUND[2:]],
    ),
    "no content": ("anthropic", ROUND, [{"role": "user", "content": []}, *ROUND[1:]]),
    "the assistant twice": ("anthropic", ASIDE, [*ASIDE[:5], ASIDE[5], ASIDE[5], *ASIDE[6:]]),
    "the user twice": ("anthropic", ASIDE, [ASIDE[0], *ASIDE]),
    "too few function responses": (
        "gemini",
        SIGNED,
        [*SIGNED[:2], {**SIGNED[2], "parts": SIGNED[2]["parts"][:1]}, *SIGNED[3:]],
    ),
    "a lost thought signature": (
        "gemini",
        SIGNED,
        [*SIGNED[:3], native.model({"text": native.HERON}), *SIGNED[4:]],
    ),
    "a call first": ("gemini", SIGNED, SIGNED[1:]),
    "no parts": ("gemini", SIGNED, [native.asks(), *SIGNED[1:]]),
    "a call without its output": ("openai-responses", REASONED, without(4, REASONED)),
    "an output without its call": ("openai-responses", REASONED, without(2, REASONED)),
    "a call without its reasoning": ("openai-responses", REASONED, without(1, REASONED)),
    "reasoning without what followed it": ("openai-responses", REASONED, without(7, REASONED)),
    "reasoning at the end": ("openai-responses", REASONED, REASONED[:7]),
}


@pytest.mark.parametrize(("name", "given_messages", "sent"), REFUSED.values(), ids=REFUSED.keys())
def test_what_the_provider_refuses_is_refused(name, given_messages, sent):
    validity.check(name, given_messages)
    with pytest.raises(AssertionError):
        validity.check(name, sent, given_messages)


BROKEN = {
    "words before results",
    "results of two messages in one that comes late",
    "results of one message in two with words behind them",
    "an orphan beside a result",
    "a result missing beside another",
    "instructions among items",
    "words of the user that a cut brings together",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_valid_or_broken_on_purpose(name):
    request = EXAMPLES[name]
    if name in BROKEN:
        with pytest.raises(AssertionError):
            validity.check(request.format, request.messages)
    else:
        validity.check(request.format, request.messages)


@pytest.mark.parametrize("name", ["openai", "anthropic", "gemini", "openai-responses"])
@examples(50)
@given(data=st.data())
def test_generated_requests_can_be_read_and_repaired(name, data):
    request = data.draw(native.requests(name))
    given_list = Given(request.format, request.messages)
    left = {index for entry in given_list.entries for index in entry.message.get("sources", ())}
    orphaned = {given_list.said[place]["sources"][0] for place in conversation.orphans(given_list.said)}
    assert left | orphaned == set(range(len(request.messages)))
