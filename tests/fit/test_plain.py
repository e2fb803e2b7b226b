"""Plain messages are read at once, and are to `fit` what they are when each is read by the format."""

import pickle
from dataclasses import asdict, replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import FitPolicy, fit
from contextthrift.fit.policy import SUMMARY_ID, is_summary
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.openai import OpenAIChat
from contextthrift.formats.plain_chat import plain_chat
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
from tests.fit.strategies import IDS, TOOL_NAMES, call_lists, orderly, texts

ONE_BY_ONE = FitPolicy(is_summary=partial(is_summary))
"""The usual policy, but with a function that has to see every message."""

CHAT = [
    system(),
    developer(name="ada"),
    user("Which birds nest in reed?"),
    calls("a", call("b", "find"), content="Looking.", refusal=None, audio=None),
    result("b", long("heron")),
    result("a", long("reed"), name="look"),
    says("Herons.", reasoning_content="They do.", id="m1", x_trace={"n": [1]}),
    user(f"{GAP_NOTE}\n\nAnd in mud?", name="ada"),
    says(None, refusal="No."),
    user("Why?"),
    user("Tell me."),
    calls(call("a", "send"), call("a", "find")),
    result("a", f"{NOT_RUN} At all."),
    result("a", LONE_SURROGATE),
    says("", tool_calls=[]),
    user("Go on."),
    calls("d"),
]
"""Everything that a plain chat can hold."""

OTHERS = {
    "a list of parts": [user([text_part("hi")])],
    "an image": [user([image_part()])],
    "no content": [{"role": "user"}],
    "a summary": [summary(), user("hi")],
    "an id that is no text": [user("hi", id=7)],
    "a name that is no text": [user("hi", name=7)],
    "a key that is no text": [{"role": "user", "content": "hi", 7: 7}],
    "a recording": [says("hi", audio={"id": "a"})],
    "a deprecated call": [says(None, function_call={"name": "look", "arguments": "{}"})],
    "a call of a custom tool": [
        says(None, tool_calls=[{"id": "a", "type": "custom", "custom": {"name": "sql", "input": "x"}}])
    ],
    "arguments that are no text": [calls(call("a", arguments={"q": 1}))],
    "a result without a call": [user("hi"), result("gone", "x")],
    "a result too many": [calls("a"), result("a", "x"), result("a", "y")],
    "a call without a result": [calls("a"), user("hi")],
    "a call of two without a result": [calls("a", "b"), result("b", "x")],
    "a result behind a system message": [calls("a"), system(), result("a", "x")],
    "a tuple of calls": [says(None, tool_calls=(call("a"),))],
    "another kind of dict": [type("Message", (dict,), {})(user("hi"))],
}
"""What is not plain, by what it holds."""


def read(messages):
    return plain_chat(OpenAIChat(), messages, SUMMARY_ID)


def outcome(messages, window, **options):
    fitted = fit(messages, context_window=window, **{"encoding": "chars4", **options})
    places = {id(message): place for place, message in enumerate(messages)}
    return fitted, [places.get(id(message)) for message in fitted.messages]


def assert_alike(messages, **options):
    total = outcome(messages, 10**6, **options)[0].trace.total_before
    for share in range(0, 101, 10):
        window = max(1, total * share // 100)
        assert outcome(messages, window, **options) == outcome(messages, window, policy=ONE_BY_ONE, **options)


def test_a_chat_of_all_that_is_plain_is_read_at_once():
    assert read(CHAT).texts[: len(CHAT)] == [message["content"] or "" for message in CHAT]


@pytest.mark.parametrize("encoding", ["chars4", "o200k_base", "claude"])
def test_it_is_fitted_as_one_that_is_read_message_by_message(encoding):
    assert_alike(CHAT, encoding=encoding)


@pytest.mark.parametrize("query", ["reed", "auto"])
def test_it_is_fitted_so_for_a_query(query):
    assert_alike(CHAT, query=query)


@pytest.mark.parametrize("messages", OTHERS.values(), ids=OTHERS)
def test_what_is_not_plain_is_left_to_the_format(messages):
    assert read(messages) is None
    assert_alike([user("first"), says("second"), *messages, says("last")])


@given(messages=orderly())
@examples(40)
def test_generated_chats_are_fitted_alike(messages):
    assert_alike(messages)


names = st.none() | st.sampled_from(TOOL_NAMES)


@st.composite
def plain_messages(draw):
    """Messages in any order, but for each call a result behind it."""
    messages = []
    for role in draw(st.lists(st.sampled_from(("user", "user", "assistant", "system", "call")), min_size=1)):
        if role != "call":
            messages.append({"role": role, "content": draw(texts), "name": draw(names)})
            continue
        made = draw(call_lists)
        messages.append(calls(*made, content=draw(st.none() | texts)))
        messages += [result(one["id"], draw(texts)) for one in draw(st.permutations(made))]
    waiting = draw(st.lists(st.sampled_from(IDS), max_size=2))
    return [*messages, calls(*waiting)] if waiting else messages


@given(messages=plain_messages())
@examples(40)
def test_generated_plain_chats_are_read_at_once_and_fitted_alike(messages):
    assert read(messages) is not None
    assert_alike(messages)


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
