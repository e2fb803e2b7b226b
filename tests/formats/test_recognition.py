"""Which format messages have: told from what only one of them has, or asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift.exceptions import InvalidMessages, UnknownFormat
from contextthrift.formats import FORMATS, LOOKED_AT, format_of
from tests.formats.doubles import KINDS

ASKED = {"role": "user", "content": "hi"}
ANSWERED = {"role": "assistant", "content": [{"type": "text", "text": "ho"}]}


def said(*blocks, role="assistant"):
    return {"role": role, "content": list(blocks)}


SIGNS = [
    ("openai", {"role": "tool", "tool_call_id": "a", "content": "x"}),
    ("openai", {"role": "function", "name": "look", "content": "x"}),
    ("openai", {"role": "assistant", "content": None, "tool_calls": []}),
    ("openai", {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}}),
    ("openai", {"role": "assistant", "content": "x", "reasoning_content": "hm"}),
    ("openai", said({"type": "image_url", "image_url": {"url": "https://h"}}, role="user")),
    ("openai", said({"type": "input_audio", "input_audio": {"data": "AAAA"}}, role="user")),
    ("openai-responses", {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}),
    ("openai-responses", {"type": "apply_patch_call_output", "call_id": "a", "status": "completed"}),
    ("openai-responses", {"type": "reasoning", "id": "r", "summary": []}),
    ("openai-responses", {"type": "message", "role": "user", "content": "hi"}),
    ("openai-responses", {"id": "msg_1"}),
    ("openai-responses", said({"type": "input_text", "text": "hi"}, role="user")),
    ("anthropic", said({"type": "tool_use", "id": "a", "name": "f", "input": {}})),
    ("anthropic", said({"type": "tool_result", "tool_use_id": "a"}, role="user")),
    ("anthropic", said({"type": "thinking", "thinking": "", "signature": "s"})),
    ("anthropic", said({"type": "code_execution_tool_result", "tool_use_id": "a", "content": {}})),
    ("anthropic", said({"type": "image", "source": {"type": "url", "url": "https://h"}}, role="user")),
    ("gemini", {"role": "user", "parts": [{"text": "hi"}]}),
    ("gemini", {"parts": [{"functionResponse": {"name": "f", "response": {}}}]}),
    ("gemini", {"role": "model", "parts": None}),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("name", "message"), SIGNS)
def test_one_sign_among_plain_messages_tells_the_format(name, message, kind):
    messages = [kind(ASKED), kind(ANSWERED), kind(message)] if name != "gemini" else [kind(message)]
    assert format_of(messages).name == name


@pytest.mark.parametrize(
    "messages",
    [[], [ASKED], [ASKED, ANSWERED], [{"role": "developer", "content": "x"}, ASKED]],
    ids=["none", "a text", "a text and blocks of text", "a developer"],
)
def test_messages_that_several_formats_have_are_chat(messages):
    assert format_of(messages).name == "openai"


@pytest.mark.parametrize("name", [each.name for each in FORMATS])
def test_a_format_can_be_asked_for(name):
    assert format_of([ASKED], name).name == name


def test_signs_of_two_formats_are_ambiguous():
    called = {"role": "assistant", "content": None, "tool_calls": [{"id": "a"}]}
    answered = said({"type": "tool_result", "tool_use_id": "a"}, role="user")
    with pytest.raises(UnknownFormat) as caught:
        format_of([ASKED, called, answered])
    assert str(caught.value) == (
        "the format is ambiguous: messages[1] has tool_calls (openai) and messages[2] has a block of type "
        "'tool_result' (anthropic); name one with format="
    )


@pytest.mark.parametrize(
    ("message", "seen"),
    [
        ({"content": "x"}, "a dict with the fields 'content'"),
        ({"id": "chat-1", "messages": [ASKED]}, "a dict with the fields 'id', 'messages'"),
        ({}, "a dict with the fields none"),
        ("hello", "str"),
        (7, "int"),
        (
            {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "x"}]},
            "a dict with the fields",
        ),
        ({"type": "human", "content": "x", "tool_calls": []}, "a dict with the fields"),
    ],
    ids=["no role", "a conversation", "nothing", "a text", "a number", "pydantic-ai", "LangChain"],
)
def test_an_unknown_shape_is_told(message, seen):
    with pytest.raises(UnknownFormat) as caught:
        format_of([message])
    assert str(caught.value).startswith(f"no known format has messages like these: messages[0] is {seen}")


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(UnknownFormat) as caught:
        format_of([ASKED], "telegram")
    assert str(caught.value) == (
        "no format is called 'telegram'; it must be auto or openai or openai-responses or anthropic or gemini"
    )


@pytest.mark.parametrize("part", [None, 5, "x", {"type": ["x"]}, {"type": None}])
def test_an_odd_part_is_no_sign(part):
    assert format_of([{"role": "user", "content": [part]}]).name == "openai"


def test_messages_must_be_a_list():
    with pytest.raises(InvalidMessages, match=r"^messages is str; it must be a list of messages$"):
        format_of("hello")


class Looked(dict):
    """A dict that is asked for its fields one by one, since it might be more than one."""


odd_fields = st.dictionaries(
    st.sampled_from(("role", "content", "type", "parts", "id", "kind", "tool_calls", "refusal", "name", 5)),
    st.sampled_from((None, "user", "assistant", "tool", "model", "message", [], [{"type": "tool_use"}], 5)),
    max_size=4,
)
many = st.sampled_from((1, 1, 1, LOOKED_AT - 1, LOOKED_AT, LOOKED_AT + 1))
messages = st.one_of(
    odd_fields,
    st.sampled_from([message for _, message in SIGNS]),
    st.just(ASKED),
    st.just({"role": "tool", "tool_call_id": "a", "content": "x"}),
)


@given(st.lists(st.tuples(messages, many), max_size=5))
def test_chats_that_are_told_in_one_walk_are_what_they_are_message_by_message(drawn):
    listed = [message for message, times in drawn for _ in range(times)]
    told = [outcome(each) for each in (listed, [Looked(message) for message in listed])]
    assert told[0] == told[1]


def outcome(messages):
    try:
        return format_of(messages).name
    except UnknownFormat as error:
        return str(error).replace("Looked", "dict")
