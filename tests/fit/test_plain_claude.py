"""A list of Claude's messages that needs no repair is read at once, and fitted as if each was read alone."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import FitPolicy, fit, fit_batch
from contextthrift.exceptions import InvalidMessages
from contextthrift.fit.policy import SUMMARY_ID, is_summary
from contextthrift.formats.anthropic import Anthropic
from contextthrift.formats.json_text import json_text
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.plain_chat import format_and_chat
from contextthrift.formats.plain_claude import plain_claude
from tests.fit.alike import assert_alike
from tests.fit.conversations import LONE_SURROGATE
from tests.fit.convert import converted
from tests.fit.examples import examples
from tests.fit.messages import long, user
from tests.fit.native import answered, block, document, picture, redacted, requests, thinking, use, uses
from tests.fit.strategies import orderly
from tests.fit.test_plain import CHAT as OPENAI


def says(*blocks):
    return {"role": "assistant", "content": list(blocks) if blocks[1:] else blocks[0]}


def results(*made, **extra):
    return {"role": "user", "content": list(made), **extra}


CHAT = [
    user("Which birds nest in reed?"),
    uses("a", "b", before=[thinking(), redacted(), thinking("", ""), block("Looking."), block("")]),
    results(answered("b", long("heron")), answered("a", [block(long("reed")), block("")], is_error=False)),
    says("Herons."),
    user(f"{GAP_NOTE}\n\nAnd in mud?", id="m1", x_trace={"n": [1]}),
    says(block("None."), block(long("mud", 9))),
    user("Why?"),
    user("Tell me."),
    says(thinking("They do.", None), block("So.")),
    user([block("And"), {**block(long("reed", 5)), "cache_control": {"type": "ephemeral"}}, block("")]),
    uses("e"),
    results({"type": "tool_result", "tool_use_id": "e"}),
    uses("f"),
    results(answered("f", None)),
    says([]),
    user([]),
    says("Yes."),
    user([block(f"{GAP_NOTE} Well?")]),
    uses("a", "a", "b"),
    results(answered("a", f"{NOT_RUN} At all."), answered("a", LONE_SURROGATE), answered("b", [])),
    says("So."),
    user("Go on."),
    uses("d"),
]
"""Everything that is read at once."""

LOOKS = uses("a")

ODD = {
    "an image": [user([block("hi"), picture(), picture()])],
    "an image in a result": [LOOKS, results(answered("a", [block(long("mud")), picture()]))],
    "a document": [user([document(long("reed"))])],
    "an empty text": [user("")],
    "no content": [{"role": "assistant"}],
    "a content of None": [{"role": "assistant", "content": None}],
    "a tuple of blocks": [user((block("reed"), block("mud")))],
    "a text of another type": [user(type("Text", (str,), {})(long("reed")))],
    "a block that nobody knows": [user([{"type": "hologram", "data": long("reed")}])],
    "a search that Anthropic runs": [
        says(
            {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "reed"}},
            {"type": "web_search_tool_result", "tool_use_id": "s", "content": []},
            block("Found."),
        )
    ],
    "a call of a toolset": [
        says(block("hm"), {**use("a"), "toolset_name": "files"}),
        results(answered("a", long("mud"))),
    ],
    "a signature that is no text": [says(thinking(signature=b"sig"), block("so"))],
    "another kind of dict": [type("Message", (dict,), {})(user(long("hi")))],
}
"""What is read by the format, by what it holds."""

LEFT = {
    "a result without a call": [results(answered("gone", "x"))],
    "a result too many": [LOOKS, results(answered("a", "x"), answered("a", "y"))],
    "a call without a result": [LOOKS, user("hi")],
    "a call of two without a result": [uses("a", "b"), results(answered("b", "x"))],
    "words behind a result": [LOOKS, results(answered("a", long("reed")), block("and?"))],
    "words before a result": [LOOKS, results(block("and?"), answered("a", long("reed")))],
    "an image behind a result": [LOOKS, results(answered("a", long("reed")), picture())],
    "an image in one of two results": [
        uses("a", "b"),
        results(answered("a", [picture()]), answered("b", long("mud"))),
    ],
    "a system message": [{"role": "system", "content": "Be kind."}],
    "a summary": [user("Earlier: birds.", id=SUMMARY_ID)],
    "compacted history": [says({"type": "compaction", "content": "Birds.", "signature": "s"}, block("so"))],
}
"""What is to be mended or stands apart from what is beside it, by what it holds."""


def read(messages, encoding=None):
    return plain_claude(Anthropic(), messages, SUMMARY_ID, is_summary, encoding)


def within(messages):
    """A conversation in which they stand twice, in the middle and at the end of a turn."""
    middle = [user("?"), *messages, says("last")]
    return [user("first"), says("second"), *middle, user("And?"), *messages, says("so")]


def test_a_list_of_all_that_is_plain_is_read_at_once():
    provider, chat = format_and_chat(CHAT, "auto", None, summary_id=SUMMARY_ID, is_summary=is_summary)
    assert (provider.name, chat.odd) == ("anthropic", [])
    assert chat.parts[:5] == [(0, 0), (1, 0), (2, 0), (2, 1), (3, 0)]


@pytest.mark.parametrize("encoding", ["chars4", "o200k_base", "claude"])
def test_it_is_fitted_as_one_that_is_read_message_by_message(encoding):
    assert_alike(CHAT, encoding=encoding)


@pytest.mark.parametrize("query", ["reed", "auto"])
def test_it_is_fitted_so_for_a_query(query):
    assert_alike(CHAT, query=query)


@pytest.mark.parametrize("messages", ODD.values(), ids=ODD)
@pytest.mark.parametrize("encoding", ["chars4", "o200k_base"])
def test_what_is_odd_is_read_by_the_format_and_fitted_alike(messages, encoding):
    assert read(within(messages)).odd
    assert_alike(within(messages), encoding=encoding, format="anthropic")


@pytest.mark.parametrize("messages", LEFT.values(), ids=LEFT)
def test_what_is_to_be_mended_or_stands_apart_is_left_to_the_format(messages):
    assert read(within(messages)) is None
    assert_alike(within(messages), format="anthropic")


def test_what_the_assistant_says_before_the_user_is_left_to_the_format():
    assert read([says("Hello!"), *CHAT]) is None
    assert read([says("Hello!"), says("Anybody?")]) is not None
    assert_alike([says("Hello!"), *CHAT])


def test_a_message_that_cannot_be_read_is_named():
    with pytest.raises(InvalidMessages, match=r"^messages\[1\]\.content\[0\] needs an id and a name; "):
        fit([user("hi"), uses(None)], context_window=99, encoding="chars4", format="anthropic")


def test_no_messages_at_all_are_fitted_alike():
    assert_alike([], format="anthropic")


def test_what_is_pinned_stays_alike():
    pinned = {id(message) for message in CHAT[::3]}
    assert_alike(CHAT, FitPolicy(is_pinned=lambda message: id(message) in pinned))


def test_where_a_cut_made_users_neighbours_they_are_one_message():
    chat = [user("task"), says(long("heron")), user("then"), says("so")]
    [fitted] = fit_batch([chat], context_window=42, encoding="chars4", format="anthropic")
    assert [message["role"] for message in fitted.messages] == ["user", "assistant"]
    assert [part["text"] for part in fitted.messages[0]["content"]] == ["task", f"{GAP_NOTE}\n\nthen"]


@given(request=requests("anthropic"))
@examples(60)
def test_generated_requests_are_fitted_alike(request):
    assert_alike(request.messages, format="anthropic")


@given(messages=orderly())
@examples(40)
def test_generated_chats_are_fitted_alike(messages):
    assert_alike(converted("anthropic", messages).messages, format="anthropic")


def test_a_chat_of_openai_is_none_of_claudes():
    provider, chat = format_and_chat(OPENAI, "auto", None, summary_id=SUMMARY_ID, is_summary=is_summary)
    assert (provider.name, chat.parts) == ("openai", [])


numbers = st.integers() | st.floats() | st.sampled_from((1e300, -0.0, 5e-324, 1e16, 2**70, math.inf))
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text() | st.sampled_from(("\x7f\x00\x1f\b\f", '"\\/', "\ud83d")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner),
    max_leaves=12,
)


@given(value=st.dictionaries(st.text(), values))
@examples(200)
def test_the_input_of_a_call_is_written_as_pythons_json(value):
    called = says(block("hm"), {**use("a"), "input": value})
    assert read([user("hi"), called]).texts[-1] == json_text(value).encode("utf-16", "surrogatepass").decode(
        "utf-16", "replace"
    )


def test_deep_input_is_written_by_python():
    deep = {"q": 1}
    for _ in range(300):
        deep = {"q": deep}
    assert_alike([user("hi"), says(block("hm"), use("a", deep=deep)), results(answered("a", long("mud")))])
