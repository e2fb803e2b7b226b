"""A list of items of Responses that needs no repair is read at once, and fitted as if each was read alone."""

import pytest
from hypothesis import given

from contextthrift import FitPolicy, fit
from contextthrift.exceptions import InvalidMessages
from contextthrift.fit.policy import SUMMARY_ID, is_summary
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.plain_chat import format_and_chat
from contextthrift.formats.plain_items import plain_items
from contextthrift.formats.responses import OpenAIResponses
from tests.fit.alike import assert_alike
from tests.fit.conversations import LONE_SURROGATE
from tests.fit.convert import converted
from tests.fit.examples import examples
from tests.fit.messages import developer, long, says, summary, system, user
from tests.fit.native import input_image, input_text, requests
from tests.fit.strategies import orderly


def called(identity, name="look", **extra):
    return {"type": "function_call", "call_id": identity, "name": name, "arguments": '{"q": 1}', **extra}


def output(identity, content, **extra):
    return {"type": "function_call_output", "call_id": identity, "output": content, **extra}


def thought(*texts, **extra):
    return {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [{"type": "summary_text", "text": t} for t in texts],
        **extra,
    }


def said(text, **extra):
    part = {"type": "output_text", "text": text, "annotations": []}
    return {"type": "message", "role": "assistant", "id": "msg_1", "content": [part], **extra}


ITEMS = [
    system(),
    summary(),
    developer(),
    user("Which birds nest in reed?"),
    system([input_text("Be kind."), input_text("")]),
    thought("I look.", "Then I find.", encrypted_content="gAAA" * 9),
    called("b", "find", id="fc_1", status="completed"),
    called("a", namespace=None, caller=None, id=None),
    output("b", long("heron"), id="fco_1"),
    output("a", [input_text(long("reed")), input_text("")]),
    thought(content=[{"type": "reasoning_text", "text": "They do."}], summary=None),
    said("Herons."),
    user(f"{GAP_NOTE}\n\nAnd in mud?"),
    says("None."),
    user("Why?"),
    user("Tell me."),
    thought(),
    called("c"),
    output("c", f"{NOT_RUN} At all."),
    called("c"),
    output("c", LONE_SURROGATE),
    said(long("mud", 9), id=SUMMARY_ID),
    {"type": "message", **user([input_text("And"), input_text(long("reed", 5))])},
    called("e", id=SUMMARY_ID),
    output("e", None),
    user([]),
    says(None),
    user([input_text(f"{GAP_NOTE} Well?")]),
    {"type": "function_call", "id": "f", "name": "send", "arguments": "{}"},
    output("f", []),
    said("So."),
    user("Go on."),
    called("d"),
    called("g"),
]
"""Everything that is read at once."""

ODD = {
    "an image": [user([input_text("hi"), input_image(), input_image()])],
    "an image in a result": [called("a"), output("a", [input_text(long("mud")), input_image()])],
    "a refusal": [
        {"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}
    ],
    "a search that OpenAI runs": [
        {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"query": "reed"}},
        said("Found."),
    ],
    "compacted history": [{"type": "compaction", "encrypted_content": "gAAA" * 9}],
    "a call of a custom tool": [
        {"type": "custom_tool_call", "call_id": "a", "name": "sql", "input": long("reed", 3)},
        {"type": "custom_tool_call_output", "call_id": "a", "output": long("mud")},
    ],
    "a call of a namespace": [
        called("a", namespace="files", id="fc", status="done"),
        output("a", long("mud")),
    ],
    "a call of a namespace and no more": [called("a", namespace="files"), output("a", long("mud"))],
    "a call of a server and no more": [called("a", server_label="files"), output("a", long("mud"))],
    "a user's message without content": [user(None), said(long("mud")), user(None)],
    "arguments that are no text": [called("a") | {"arguments": {"q": 1}}, output("a", long("mud"))],
    "a tuple of parts": [user((input_text("reed"),))],
    "an id that is no text": [user("hi", id=7)],
    "another kind of dict": [type("Item", (dict,), {})(user(long("hi")))],
}
"""What is read by the format, by what it holds."""

LEFT = {
    "a result without a call": [output("gone", "x")],
    "a result too many": [called("a"), output("a", "x"), output("a", "y")],
    "a call without a result": [called("a"), user("hi")],
    "a call of two without a result": [called("a"), called("b"), output("b", "x")],
    "a call between a result and another": [called("a"), called("b"), output("b", "x"), called("c")],
    "a result behind a system message": [called("a"), system(), output("a", "x")],
    "a reference": [{"type": "item_reference", "id": "msg_7"}, output("gone", "x")],
    "a lone id": [{"id": "msg_7"}, output("gone", "x")],
    "a program": [
        {"type": "program", "call_id": "p", "code": "look()"},
        called("a", caller={"type": "program", "caller_id": "p"}, id="fc"),
        output("a", long("reed")),
        {"type": "program_output", "call_id": "p", "output": "x"},
    ],
}
"""What is to be mended or cannot be read alone, by what it holds."""


def read(items, encoding=None):
    return plain_items(OpenAIResponses(), items, SUMMARY_ID, is_summary, encoding)


def within(items):
    """A conversation in which they stand twice, in the middle and at the end of a turn."""
    middle = [user("?"), *items, said("last")]
    return [user("first"), said("second"), *middle, user("And?"), *items, said("so")]


def test_a_list_of_all_that_is_plain_is_read_at_once():
    provider, chat = format_and_chat(ITEMS, "auto", None, summary_id=SUMMARY_ID, is_summary=is_summary)
    assert (provider.name, chat.odd, chat.parts) == ("openai-responses", [], [])


@pytest.mark.parametrize("encoding", ["chars4", "o200k_base", "claude"])
def test_it_is_fitted_as_one_that_is_read_item_by_item(encoding):
    assert_alike(ITEMS, encoding=encoding)


@pytest.mark.parametrize("query", ["reed", "auto"])
def test_it_is_fitted_so_for_a_query(query):
    assert_alike(ITEMS, query=query)


@pytest.mark.parametrize("items", ODD.values(), ids=ODD)
@pytest.mark.parametrize("encoding", ["chars4", "o200k_base"])
def test_what_is_odd_is_read_by_the_format_and_fitted_alike(items, encoding):
    assert read(within(items)).odd
    assert_alike(within(items), encoding=encoding, format="openai-responses")


@pytest.mark.parametrize("items", LEFT.values(), ids=LEFT)
def test_what_is_to_be_mended_or_needs_others_is_left_to_the_format(items):
    assert read(within(items)) is None
    assert_alike(within(items), format="openai-responses")


def test_an_item_that_cannot_be_read_is_named():
    with pytest.raises(InvalidMessages, match=r"^messages\[1\] is a function_call without a name "):
        fit([user("hi"), called("a", None)], context_window=99, encoding="chars4")


def test_a_call_without_any_name_is_refused():
    with pytest.raises(InvalidMessages, match=r"^messages\[1\] is a function_call without a name "):
        fit([user("hi"), called("a", ""), output("a", "x")], context_window=99, encoding="chars4")


def test_no_items_at_all_are_fitted_alike():
    assert_alike([], format="openai-responses")


def test_what_is_pinned_stays_alike():
    pinned = {id(item) for item in ITEMS[::3]}
    assert_alike(ITEMS, FitPolicy(is_pinned=lambda item: id(item) in pinned))


@given(request=requests("openai-responses"))
@examples(60)
def test_generated_requests_are_fitted_alike(request):
    assert_alike(request.messages, format="openai-responses")


@given(messages=orderly())
@examples(40)
def test_generated_chats_are_fitted_alike(messages):
    assert_alike(converted("responses", messages).messages, format="openai-responses")
