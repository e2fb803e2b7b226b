"""A list that needs no repair is read at once, and is to `fit` what it is when each message is read alone."""

import json
import pickle
import sys
from array import array
from dataclasses import asdict, replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import FitPolicy, _native, fit
from contextthrift.exceptions import InvalidMessages
from contextthrift.fit.plain import counted
from contextthrift.fit.policy import SUMMARY_ID, is_summary
from contextthrift.formats import format_of
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.openai import OpenAIChat
from contextthrift.formats.plain_chat import format_and_chat, plain_chat
from tests.fit.alike import assert_alike
from tests.fit.conversations import LONE_SURROGATE
from tests.fit.examples import examples
from tests.fit.messages import (
    call,
    calls,
    developer,
    image_part,
    long,
    result,
    says,
    summary,
    system,
    text_part,
    user,
)
from tests.fit.strategies import IDS, TOOL_NAMES, call_lists, contents, orderly, texts, user_contents
from tests.formats import images

CHAT = [
    system(),
    summary(),
    developer(name="ada"),
    user("Which birds nest in reed?"),
    system([text_part("Be kind."), text_part("")]),
    calls("a", call("b", "find"), content="Looking.", refusal=None, audio=None),
    result("b", long("heron")),
    result("a", long("reed"), name="look"),
    says("Herons.", reasoning_content="They do.", id="m1", x_trace={"n": [1]}),
    user(f"{GAP_NOTE}\n\nAnd in mud?", name="ada"),
    says(None, refusal="No."),
    user("Why?"),
    user("Tell me."),
    says([text_part(long("mud", 9)), text_part("so")], id=SUMMARY_ID),
    user([text_part("And"), text_part(long("reed", 5), cache_control={"type": "ephemeral"})], name="ada"),
    calls("e", id=SUMMARY_ID),
    result("e", [text_part(long("heron")), text_part("egret")]),
    user([]),
    says("Yes."),
    user([text_part(f"{GAP_NOTE} Well?")]),
    says([]),
    calls(call("a", "send"), call("a", "find")),
    result("a", f"{NOT_RUN} At all."),
    result("a", "egret"),
    says("", tool_calls=[]),
    user("Go on."),
    calls("d"),
]
"""Everything that a plain chat can hold."""

PART = text_part("reed")
IMAGE = image_part(images.data_url(images.png(640, 480)))

ODD = {
    "half a surrogate pair in a text": [user(LONE_SURROGATE)],
    "half a surrogate pair in a result": [calls("a"), result("a", LONE_SURROGATE + long("mud"))],
    "half a surrogate pair in arguments": [calls(call("a", arguments=LONE_SURROGATE)), result("a", "x")],
    "half a surrogate pair in a name": [user(long("hi"), name=LONE_SURROGATE)],
    "half a surrogate pair in a key": [user("hi", **{LONE_SURROGATE: 1})],
    "an image": [user([text_part("hi"), IMAGE, image_part()])],
    "an image alone": [user([image_part()])],
    "an image in a result": [calls("a"), result("a", [text_part(long("mud")), IMAGE])],
    "no content": [{"role": "user"}],
    "a content of None": [system(None)],
    "a result without content": [calls("a"), result("a", None)],
    "a tuple of parts": [user((PART, PART))],
    "a refusal as a part": [says([{"type": "refusal", "refusal": "No."}])],
    "a part that nobody knows": [user([{"type": "hologram", "data": long("reed")}])],
    "a text of another type": [user(type("Text", (str,), {})(long("reed")))],
    "an id that is no text": [user("hi", id=7)],
    "a name of another type": [user("hi", name=type("Text", (str,), {})("ada"))],
    "a key that is no text": [{"role": "user", "content": "hi", 7: 7}],
    "fields that other formats have": [user("hi", type="human"), says("ho", parts="none")],
    "a recording": [says("hi", audio={"id": "a"})],
    "a deprecated call": [
        says(None, function_call={"name": "look", "arguments": "{}"}),
        {"role": "function", "name": "look", "content": long("reed")},
    ],
    "a call of a custom tool": [
        says(None, tool_calls=[{"id": "a", "type": "custom", "custom": {"name": "sql", "input": "x"}}]),
        result("a", long("mud")),
    ],
    "arguments that are no text": [calls(call("a", arguments={"q": 1})), result("a", long("mud"))],
    "a tuple of calls": [says(None, tool_calls=(call("a"),)), result("a", "x")],
    "another kind of dict": [type("Message", (dict,), {})(user(long("hi")))],
    "an object": [SimpleNamespace(role="user", content=long("hi"), name="ada")],
    "an object with calls": [
        SimpleNamespace(role="assistant", content=None, tool_calls=[call("a"), call("b")]),
        result("b", long("reed")),
        SimpleNamespace(role="tool", tool_call_id="a", content=long("mud")),
    ],
    "an object that is the summary": [SimpleNamespace(role="user", id=SUMMARY_ID, content="Earlier: birds.")],
    "a result that was not run": [
        says(None, tool_calls=(call("a"),)),
        SimpleNamespace(role="tool", tool_call_id="a", content=NOT_RUN),
    ],
}
"""What is read by the format, by what it holds."""

BROKEN = {
    "a result without a call": [user("hi"), result("gone", "x")],
    "a result too many": [calls("a"), result("a", "x"), result("a", "y")],
    "a call without a result": [calls("a"), user("hi")],
    "a call of two without a result": [calls("a", "b"), result("b", "x")],
    "a result behind a system message": [calls("a"), system(), result("a", "x")],
    "a result behind a summary": [calls("a"), summary(), result("a", "x")],
    "half a surrogate pair in a tool's name": [calls(call("a", LONE_SURROGATE)), result("a", long("mud"))],
}
"""What is to be mended or cannot be read at once, by what it holds."""


def read(messages):
    return plain_chat(OpenAIChat(), messages, SUMMARY_ID, is_summary)


def test_texts_are_kept_unless_their_lengths_say_it_all():
    by_length = plain_chat(OpenAIChat(), CHAT, SUMMARY_ID, is_summary, "chars4")
    assert by_length.texts == []
    lengths, texts_counted = _native.chat_counts([by_length, read(CHAT)], "chars4", False)
    assert lengths == texts_counted
    assert "Herons." in read(CHAT).texts


def recognised(messages, model=None):
    return format_and_chat(messages, "auto", model, summary_id=SUMMARY_ID, is_summary=is_summary)


def columns(chat):
    """Everything that a chat tells of its messages."""
    if chat is None:
        return None
    [counts] = counted([chat], "o200k_base", here=True)
    costs, stubs = array("Q", chat.costs(counts)), array("Q", range(len(chat.tools)))
    stub_costs = chat.stub_costs(costs, counts, stubs)
    noted = _native.noted_costs([chat], "o200k_base", (GAP_NOTE, GAP_NOTE), [costs], [counts])
    told = (
        chat.kinds,
        chat.flags,
        chat.texts,
        chat.tools,
        chat.openings,
        chat.odd,
        chat.media,
        chat.is_inexact,
    )
    answered = [chat.tool_of(place) for place, _ in enumerate(chat.kinds)]
    return told, answered, costs, stub_costs, noted


@pytest.mark.parametrize("messages", [CHAT, *ODD.values(), *BROKEN.values(), []])
def test_a_chat_is_recognised_and_read_as_in_two_steps(messages):
    provider, chat = recognised(messages)
    assert provider.name == format_of(messages).name
    assert columns(chat) == columns(read(messages))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("anthropic", user([{"type": "tool_result", "tool_use_id": "a", "content": "x"}])),
        ("openai-responses", user("hi", type="message")),
        ("gemini", {"role": "user", "content": "hi", "parts": []}),
    ],
)
def test_what_another_format_has_is_no_chat(name, message):
    assert recognised([user("first"), message])[0].name == name


@pytest.mark.parametrize("model", [None, "gpt-5.2"])
def test_a_list_of_plain_messages_is_recognised_by_the_walk_that_reads_it(monkeypatch, model):
    monkeypatch.setattr("contextthrift.formats.plain_chat.format_of", None)
    provider, chat = recognised(CHAT, model)
    assert (provider.name, provider.model) == ("openai", model)
    assert columns(chat) == columns(read(CHAT))


def test_a_chat_of_all_that_is_plain_is_read_at_once():
    assert read(CHAT).odd == []


@pytest.mark.parametrize("encoding", ["chars4", "o200k_base", "claude"])
def test_it_is_fitted_as_one_that_is_read_message_by_message(encoding):
    assert_alike(CHAT, encoding=encoding)


@pytest.mark.parametrize("query", ["reed", "auto"])
def test_it_is_fitted_so_for_a_query(query):
    assert_alike(CHAT, query=query)


@pytest.mark.parametrize("messages", ODD.values(), ids=ODD)
@pytest.mark.parametrize("encoding", ["chars4", "o200k_base", "claude"])
def test_what_is_odd_is_read_by_the_format_and_fitted_alike(messages, encoding):
    chat = [user("first"), says("second"), *messages, says("last"), user("And?"), *messages, says("so")]
    assert read(chat).odd
    assert_alike(chat, encoding=encoding)


@pytest.mark.parametrize("what", ["an image alone", "half a surrogate pair in a key"])
def test_what_is_odd_may_stand_anywhere(what):
    """Messages are read by blocks of sixteen, and a block ends before one that is odd."""
    plain = [says(long(str(place), 3)) if place % 2 else user(str(place)) for place in range(40)]
    for place in range(0, 24, 2):
        odd = ODD[what]
        chat = [*plain[:place], *odd, *plain[place : place + 17], *odd, *odd, *plain[place + 17 :]]
        assert sorted(read(chat).odd) == [place, place + 18, place + 19]
        assert_alike(chat)


def test_names_of_fields_need_not_be_the_same_objects():
    chat = CHAT * 3
    assert columns(read(list(map(json.loads, map(json.dumps, chat))))) == columns(read(chat))


def test_without_the_lock_of_the_interpreter_each_message_is_read_alone(monkeypatch):
    read_at_once = fit(CHAT, context_window=300, encoding="chars4")
    monkeypatch.setattr(sys, "_is_gil_enabled", lambda: False, raising=False)
    monkeypatch.delattr(_native, "read_chat")
    assert read(CHAT) is None
    assert fit(CHAT, context_window=300, encoding="chars4") == read_at_once


@pytest.mark.parametrize("messages", BROKEN.values(), ids=BROKEN)
def test_what_is_to_be_mended_is_left_to_the_format(messages):
    assert read(messages) is None
    assert_alike([user("first"), says("second"), *messages, says("last")])


def test_an_odd_message_that_cannot_be_read_is_named():
    with pytest.raises(InvalidMessages, match=r"^messages\[1\]\.content is int; "):
        fit([user("hi"), user(7), calls("a")], context_window=99, encoding="chars4", format="openai")


def test_what_is_pinned_stays_alike():
    pinned = {id(message) for message in CHAT[::3]}
    assert_alike(CHAT, FitPolicy(is_pinned=lambda message: id(message) in pinned))


@given(messages=orderly())
@examples(40)
def test_generated_chats_are_fitted_alike(messages):
    assert_alike(messages)


names = st.none() | st.sampled_from(TOOL_NAMES)
identities = st.sampled_from((None, None, None, "m1", SUMMARY_ID))


@st.composite
def plain_messages(draw):
    """Messages in any order, but for each call a result behind it."""
    messages = []
    for role in draw(st.lists(st.sampled_from(("user", "user", "assistant", "system", "call")), min_size=1)):
        if role != "call":
            drawn = draw(user_contents if role == "user" else contents)
            messages.append({"role": role, "content": drawn, "name": draw(names), "id": draw(identities)})
            continue
        made = draw(call_lists)
        messages.append(calls(*made, content=draw(st.none() | texts), id=draw(identities)))
        messages += [result(one["id"], draw(contents)) for one in draw(st.permutations(made))]
    waiting = draw(st.lists(st.sampled_from(IDS), max_size=2))
    return [*messages, calls(*waiting)] if waiting else messages


@given(messages=plain_messages())
@examples(40)
def test_generated_plain_chats_are_read_at_once_and_fitted_alike(messages):
    assert read(messages) is not None
    assert_alike(messages)


def without_none(message):
    return {name: value for name, value in message.items() if value is not None and name != "id"}


@given(messages=plain_messages())
@examples(40)
def test_fields_of_none_and_ids_of_no_summary_change_nothing(messages):
    named = [message | {"id": "m1"} for message in messages]
    assert columns(read(named)) == columns(recognised([without_none(message) for message in messages])[1])


def test_the_cuts_are_there_however_they_are_asked_for():
    def trace():
        return fit(CHAT, context_window=60, encoding="chars4").trace

    cuts = trace().cuts
    assert cuts
    assert asdict(trace())["cuts"] == tuple(asdict(cut) for cut in cuts)
    assert pickle.loads(pickle.dumps(trace())).cuts == cuts
    assert replace(trace(), window=7).cuts == cuts
    assert trace() == trace()
    with pytest.raises(AttributeError, match="cats"):
        trace().cats  # noqa: B018 - it is looked up to be refused
