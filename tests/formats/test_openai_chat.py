"""OpenAI chat: what is read of each message, and how each edit looks."""

import json

import pytest

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.notice import ARGUMENT_MARK, GAP_NOTE, MEDIA_NOTE, NOT_RUN
from contextthrift.formats.openai import OpenAIChat
from contextthrift.formats.reading import Call, Reading
from tests.formats.doubles import KINDS, as_dicts

CHAT = OpenAIChat()
MEDIA_COST = 85
"""An image of low detail."""
each_kind = pytest.mark.parametrize("kind", KINDS)


def function(identity, arguments, name="look"):
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": arguments}}


def custom(identity, text):
    return {"id": identity, "type": "custom", "custom": {"name": "sql", "input": text}}


def image(detail="low"):
    return {"type": "image_url", "image_url": {"url": "https://example.org/a.png", "detail": detail}}


READ = [
    ({"role": "developer", "content": "x"}, Reading("system", ("x",), 4)),
    ({"role": "user", "content": [{"type": "text", "text": "x"}]}, Reading("user", ("x",), 4)),
    ({"role": "user", "content": "x", "name": "ada"}, Reading("user", ("x", "ada"), 5)),
    ({"role": "assistant", "content": None}, Reading("assistant", (), 4)),
    (
        {"role": "assistant", "content": None, "refusal": "no", "reasoning_content": "hm"},
        Reading("assistant", ("no", "hm"), 4),
    ),
    (
        {
            "role": "assistant",
            "content": "x",
            "tool_calls": [function("a", '{"q":1}'), custom("b", "select")],
        },
        Reading(
            "assistant",
            ("x", "look", '{"q":1}', "sql", "select"),
            20,
            (Call("a", "look"), Call("b", "sql")),
            is_exact=False,
        ),
    ),
    (
        {"role": "assistant", "content": None, "function_call": {"name": "look", "arguments": "{}"}},
        Reading("assistant", ("look", "{}"), 12, (Call("function_call:look", "look"),), is_exact=False),
    ),
    (
        {"role": "function", "name": "look", "content": "x"},
        Reading("result", ("x", "look"), 13, answers="function_call:look", is_exact=False),
    ),
    (
        {"role": "tool", "tool_call_id": "a", "content": "x"},
        Reading("result", ("x",), 12, answers="a", is_exact=False),
    ),
    (
        {"role": "user", "content": [image(), {"type": "file", "file": {"file_id": "f"}}]},
        Reading("user", (), 4 + MEDIA_COST + 2_000, media=2, is_exact=False),
    ),
    (
        {"role": "user", "content": [{"type": "hologram", "depth": 3}]},
        Reading("user", ('{"type":"hologram","depth":3}',), 4, is_exact=False),
    ),
    (
        {"role": "assistant", "content": None, "audio": {"id": "a"}},
        Reading("assistant", (), 4 + 2_000, is_exact=False),
    ),
]


@each_kind
@pytest.mark.parametrize(("message", "reading"), READ)
def test_a_message_is_read(message, reading, kind):
    assert CHAT.read(kind(message), 0) == reading


@each_kind
def test_a_result_takes_another_text_and_keeps_its_other_fields(kind):
    message = {"role": "tool", "tool_call_id": "a", "content": [{"type": "text", "text": "x"}], "mine": 1}
    edited = CHAT.with_result(kind(message), "short")
    assert as_dicts(edited) == {**message, "content": "short"}


@each_kind
@pytest.mark.parametrize(
    ("content", "noted"),
    [
        ("now?", f"{GAP_NOTE}\n\nnow?"),
        ("", f"{GAP_NOTE}\n\n"),
        (None, [{"type": "text", "text": GAP_NOTE}]),
        ([image()], [{"type": "text", "text": GAP_NOTE}, image()]),
    ],
    ids=["text", "empty", "none", "parts"],
)
def test_a_note_comes_first(content, noted, kind):
    edited = CHAT.with_note(kind({"role": "user", "content": content, "mine": 1}))
    assert as_dicts(edited) == {"role": "user", "content": noted, "mine": 1}
    assert CHAT.with_note(edited) is edited


@each_kind
def test_media_give_way_to_notes_from_the_first_on(kind):
    cached = {"type": "file", "file": {"file_id": "f"}, "prompt_cache_breakpoint": {"mode": "explicit"}}
    message = {"role": "user", "content": [{"type": "text", "text": "x"}, cached, image()]}
    note = {"type": "text", "text": MEDIA_NOTE, "prompt_cache_breakpoint": {"mode": "explicit"}}
    edited = CHAT.without_media(kind(message), 1)
    assert as_dicts(edited) == {"role": "user", "content": [{"type": "text", "text": "x"}, note, image()]}


@each_kind
def test_texts_in_arguments_are_found_and_replaced_at_any_depth(kind):
    nested = json.dumps({"path": "a.py", "edits": [{"line": 3, "new": "pass"}]})
    calls = [function("a", nested), custom("b", "select"), function("d", '{"broken')]
    message = kind({"role": "assistant", "content": None, "tool_calls": calls})
    assert CHAT.arguments(message) == ["a.py", "pass", "select"]
    edited = as_dicts(CHAT.without_arguments(message, {1, 2}))
    first, second, third = edited["tool_calls"]
    assert json.loads(first["function"]["arguments"]) == {
        "path": "a.py",
        "edits": [{"line": 3, "new": ARGUMENT_MARK}],
    }
    assert (second, third) == (custom("b", ARGUMENT_MARK), calls[2])


@each_kind
def test_the_arguments_of_a_legacy_call_are_replaced_too(kind):
    call = {"name": "look", "arguments": '{"q": "long"}'}
    message = kind({"role": "assistant", "content": None, "function_call": call})
    edited = as_dicts(CHAT.without_arguments(message, {0}))
    assert edited["function_call"] == {"name": "look", "arguments": f'{{"q": "{ARGUMENT_MARK}"}}'}


@pytest.mark.parametrize("number", ["1e999", "NaN", "-Infinity"])
def test_arguments_with_numbers_that_json_cannot_write_are_left_alone(number):
    message = {"role": "assistant", "tool_calls": [function("a", f'{{"q": "long", "n": {number}}}')]}
    assert CHAT.arguments(message) == []


def test_arguments_stay_text_that_can_be_sent():
    message = {"role": "assistant", "tool_calls": [function("a", '{"q": "long", "half": "\\ud800"}')]}
    edited = CHAT.without_arguments(message, {0})["tool_calls"][0]["function"]["arguments"]
    assert edited.encode() == b'{"q": "[left out]", "half": "\\ud800"}'


def test_a_call_that_was_not_run_is_answered_in_its_own_way():
    assert CHAT.not_run(Call("a", "look")) == {"role": "tool", "tool_call_id": "a", "content": NOT_RUN}
    legacy = CHAT.not_run(Call("function_call:look", "look"))
    assert legacy == {"role": "function", "name": "look", "content": NOT_RUN}


def test_a_system_prompt_beside_the_messages_is_a_system_message():
    assert CHAT.system("x") == Reading("system", ("x",), 4)
    with pytest.raises(WrongType, match=r"^system is int; it must be a string or a list of text parts$"):
        CHAT.system(5)


TOOLS = [
    {"type": "function", "function": {"name": "look", "parameters": {}}},
    {"type": "custom", "custom": {"name": "sql"}},
]


def test_tools_are_named_measured_and_thinned():
    assert [CHAT.tool_name(tool, at) for at, tool in enumerate(CHAT.tools(TOOLS))] == ["look", "sql"]
    assert CHAT.tool_text(TOOLS[1]) == '{"type":"custom","custom":{"name":"sql"}}'
    assert CHAT.with_tools(TOOLS, {0, 1}) is TOOLS
    assert CHAT.with_tools(TOOLS, {1}) == [TOOLS[1]]
    with pytest.raises(InvalidMessages, match=r"^tools is int; it must be a list of tool definitions$"):
        CHAT.tools(5)


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        ("auto", set()),
        (None, set()),
        ({"type": "function", "function": {"name": "look"}}, {"look"}),
        ({"type": "custom", "custom": {"name": "sql"}}, {"sql"}),
        ({"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": TOOLS}}, {"look", "sql"}),
    ],
)
def test_a_choice_names_tools(choice, names):
    assert CHAT.forced_tools(choice) == names
