"""OpenAI Responses: what is read of each item, which belong together, and how each edit looks."""

import pytest

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.notice import ARGUMENT_MARK, GAP_NOTE, MEDIA_NOTE, NOT_RUN
from contextthrift.formats.reading import Call, Reading
from contextthrift.formats.responses import OpenAIResponses
from contextthrift.formats.responses_results import BLANK_SCREEN
from tests.formats.doubles import KINDS, as_dicts

RESPONSES = OpenAIResponses()
HIDDEN = "e" * 100
"""Encrypted, 20 tokens of text by the estimate."""
each_kind = pytest.mark.parametrize("kind", KINDS)


def called(identity="c", arguments='{"q":"long"}', **extra):
    return {"type": "function_call", "call_id": identity, "name": "look", "arguments": arguments, **extra}


def answered(identity="c", output="x", **extra):
    return {"type": "function_call_output", "call_id": identity, "output": output, **extra}


def picture():
    return {"type": "input_image", "image_url": "https://example.org/a.png", "detail": "low"}


def inexact(role, texts, flat, *rest, **more):
    return Reading(role, texts, flat, *rest, is_exact=False, **more)


THOUGHT = {"type": "reasoning", "id": "r", "summary": [{"type": "summary_text", "text": "hm"}]}
SAID = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "hi"}]}
READ = [
    ({"role": "developer", "content": "x"}, inexact("system", ("x",), 6)),
    ({"type": "message", "role": "user", "content": "x"}, inexact("user", ("x",), 6)),
    ({"role": "user", "content": [picture()]}, inexact("user", (), 91, media=1)),
    (SAID, inexact("assistant", ("hi",), 6)),
    (THOUGHT, inexact("assistant", ("hm",), 6)),
    ({**THOUGHT, "encrypted_content": HIDDEN}, inexact("assistant", ("hm",), 26, is_signed=True)),
    (called(), inexact("assistant", ("look", '{"q":"long"}'), 12, (Call("c", "look"),))),
    (called(namespace="crm"), inexact("assistant", ("look", '{"q":"long"}'), 12, (Call("c", "crm"),))),
    (answered(), inexact("result", ("x",), 12, answers="c")),
    (answered(output=[picture()]), inexact("result", (), 97, answers="c", media=1)),
    (
        {"type": "custom_tool_call", "call_id": "c", "name": "sql", "input": "x"},
        inexact("assistant", ("sql", "x"), 12, (Call("custom_tool_call:c", "sql"),)),
    ),
    (
        {"type": "custom_tool_call_output", "call_id": "c", "output": "x"},
        inexact("result", ("x",), 12, answers="custom_tool_call:c"),
    ),
    (
        {"type": "shell_call", "call_id": "c", "action": {"commands": ["ls"]}},
        inexact(
            "assistant",
            ('{"type":"shell_call","call_id":"c","action":{"commands":["ls"]}}',),
            12,
            (Call("shell_call:c", "shell"),),
        ),
    ),
    (
        {"type": "shell_call_output", "call_id": "c", "output": [{"stdout": "a", "stderr": "b"}]},
        inexact("result", ("a", "b"), 12, answers="shell_call:c"),
    ),
    (
        {"type": "computer_call_output", "call_id": "c", "output": {"type": "computer_screenshot"}},
        inexact("result", (), 12 + 1_445, answers="computer_call:c", media=1),
    ),
    (
        {"type": "mcp_approval_request", "id": "q", "name": "n", "server_label": "crm", "arguments": "{}"},
        inexact(
            "assistant",
            ('{"type":"mcp_approval_request","id":"q","name":"n","server_label":"crm","arguments":"{}"}',),
            12,
            (Call("mcp_approval_request:q", "crm"),),
        ),
    ),
    (
        {"type": "mcp_approval_response", "approval_request_id": "q", "approve": True},
        inexact("result", (), 12, answers="mcp_approval_request:q"),
    ),
    (
        {"type": "local_shell_call_output", "id": "c", "output": "x"},
        inexact("result", ("x",), 12, answers="local_shell_call:c"),
    ),
    (
        {"type": "compaction", "id": "k", "encrypted_content": HIDDEN},
        inexact("system", ('{"type":"compaction","id":"k"}',), 32),
    ),
    (
        {"type": "web_search_call", "id": "w", "status": "completed"},
        inexact(
            "assistant",
            ('{"type":"web_search_call","id":"w","status":"completed"}',),
            12,
            uses=frozenset({"web_search"}),
        ),
    ),
    (
        {"type": "image_generation_call", "id": "i", "result": "R0lGODlhgALgAQ=="},
        inexact(
            "assistant",
            ('{"type":"image_generation_call","id":"i"}',),
            12 + 425,
            uses=frozenset({"image_generation"}),
        ),
    ),
    ({"id": "m"}, inexact("assistant", ('{"id":"m"}',), 12)),
    ({"type": "hologram"}, inexact("assistant", ('{"type":"hologram"}',), 12)),
]


@each_kind
@pytest.mark.parametrize(("item", "reading"), READ)
def test_an_item_is_read(item, reading, kind):
    assert RESPONSES.read(kind(item), 0) == reading


@each_kind
def test_the_items_of_one_answer_continue_each_other(kind):
    asked = {"role": "user", "content": "x"}
    items = [asked, THOUGHT, called(), called("d"), answered(), answered("d"), THOUGHT, SAID, asked]
    found = RESPONSES.fragments([kind(item) for item in items])
    continuing = [at for at, each in enumerate(found) if each.reading.continues]
    assert continuing == [2, 3, 7]


def test_a_result_that_only_a_reference_can_call_is_linked_to_it():
    items = [called("d"), answered("d"), {"id": "fc_1"}, answered("c", name="find"), answered("d")]
    made = [each.reading.calls for each in RESPONSES.fragments(items)]
    assert made == [(Call("d", "look"),), (), (Call("c", "find"),), (), ()]


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ({"content": "x"}, "messages[2] has no role and no type; an item has a type, or one of system,"),
        (5, "messages[2] is int without a role; an item has a type, or one of system,"),
        ({"role": "tool", "content": "x"}, "messages[2] has the role 'tool'; it must be one of system,"),
        (
            {"type": "function_call", "name": "x"},
            "messages[2] is a function_call without a name or a call_id",
        ),
        (
            {"type": "mcp_approval_response"},
            "messages[2] is a mcp_approval_response without a approval_request_id",
        ),
        (answered(output=5), "messages[2].output is int; it must be text, a list of parts, or null"),
    ],
)
def test_an_item_that_makes_no_sense_is_named(item, words):
    with pytest.raises(InvalidMessages) as caught:
        RESPONSES.read(item, 2)
    assert str(caught.value).startswith(words)


SHELL_OUTCOME = {"type": "exit", "exit_code": 0}
RESULTS = [
    (answered(output=[picture()], mine=1), answered(output="short", mine=1)),
    (
        {"type": "custom_tool_call_output", "call_id": "c", "output": "x"},
        {"type": "custom_tool_call_output", "call_id": "c", "output": "short"},
    ),
    (
        {
            "type": "shell_call_output",
            "call_id": "c",
            "output": [{"stdout": "a", "stderr": "b", "outcome": SHELL_OUTCOME}],
        },
        {
            "type": "shell_call_output",
            "call_id": "c",
            "output": [{"stdout": "short", "stderr": "", "outcome": SHELL_OUTCOME}],
        },
    ),
    (
        {"type": "apply_patch_call_output", "call_id": "c", "status": "completed", "output": "x"},
        {"type": "apply_patch_call_output", "call_id": "c", "status": "completed", "output": "short"},
    ),
    (
        {"type": "computer_call_output", "call_id": "c", "output": {"type": "computer_screenshot"}},
        {"type": "computer_call_output", "call_id": "c", "output": BLANK_SCREEN},
    ),
]


@each_kind
@pytest.mark.parametrize(("item", "expected"), RESULTS)
def test_a_result_takes_another_text_in_the_place_its_kind_has(item, expected, kind):
    edited = RESPONSES.with_result(kind(item), "short")
    assert as_dicts(edited) == expected
    assert RESPONSES.result_text(edited) == ("" if expected["type"].startswith("computer") else "short")


@each_kind
def test_a_black_screen_is_no_image_any_more_and_costs_less(kind):
    item = kind({"type": "computer_call_output", "call_id": "c", "output": {"type": "computer_screenshot"}})
    blank = RESPONSES.read(RESPONSES.without_media(item, 1), 0)
    assert blank == inexact("result", (), 12 + 255, answers="computer_call:c")
    assert blank.flat < RESPONSES.read(item, 0).flat


@pytest.mark.parametrize(
    ("call", "result"),
    [
        (Call("c", "look"), {"type": "function_call_output", "call_id": "c", "output": NOT_RUN}),
        (
            Call("custom_tool_call:c", "sql"),
            {"type": "custom_tool_call_output", "call_id": "c", "output": NOT_RUN},
        ),
        (
            Call("shell_call:c", "shell"),
            {
                "type": "shell_call_output",
                "call_id": "c",
                "output": [{"stdout": NOT_RUN, "stderr": "", "outcome": {"type": "exit", "exit_code": 1}}],
            },
        ),
        (
            Call("local_shell_call:c", "local_shell"),
            {"type": "local_shell_call_output", "id": "c", "output": NOT_RUN},
        ),
        (
            Call("apply_patch_call:c", "apply_patch"),
            {"type": "apply_patch_call_output", "call_id": "c", "status": "failed", "output": NOT_RUN},
        ),
        (
            Call("computer_call:c", "computer"),
            {"type": "computer_call_output", "call_id": "c", "output": BLANK_SCREEN},
        ),
        (
            Call("mcp_approval_request:q", "crm"),
            {
                "type": "mcp_approval_response",
                "approval_request_id": "q",
                "approve": False,
                "reason": NOT_RUN,
            },
        ),
        (Call("odd:id", "look"), {"type": "function_call_output", "call_id": "odd:id", "output": NOT_RUN}),
    ],
    ids=lambda each: each.id if isinstance(each, Call) else "",
)
def test_a_call_that_was_not_run_gets_a_result_of_its_kind(call, result):
    assert RESPONSES.not_run(call) == result
    assert RESPONSES.read(result, 0).answers == call.id


@each_kind
def test_a_note_comes_first(kind):
    edited = RESPONSES.with_note(kind({"role": "user", "content": [picture()]}))
    assert as_dicts(edited)["content"] == [{"type": "input_text", "text": GAP_NOTE}, picture()]
    assert RESPONSES.with_note(edited) is edited
    assert as_dicts(RESPONSES.with_note(kind({"role": "user", "content": "x"}))) == {
        "role": "user",
        "content": f"{GAP_NOTE}\n\nx",
    }


@each_kind
def test_media_of_messages_and_results_give_way_to_notes(kind):
    note = {"type": "input_text", "text": MEDIA_NOTE}
    message = RESPONSES.without_media(kind({"role": "user", "content": [picture(), picture()]}), 1)
    assert as_dicts(message)["content"] == [note, picture()]
    result = RESPONSES.without_media(kind(answered(output=[picture()])), 1)
    assert as_dicts(result) == answered(output=[note])


@each_kind
def test_arguments_are_replaced_in_functions_and_custom_tools(kind):
    call = kind(called())
    assert RESPONSES.arguments(call) == ["long"]
    edited = RESPONSES.without_arguments(call, {0})
    assert as_dicts(edited) == called(arguments=f'{{"q": "{ARGUMENT_MARK}"}}')
    custom = {"type": "custom_tool_call", "call_id": "c", "name": "sql", "input": "select"}
    assert RESPONSES.arguments(kind(custom)) == ["select"]
    assert as_dicts(RESPONSES.without_arguments(kind(custom), {0})) == {**custom, "input": ARGUMENT_MARK}


def test_instructions_are_a_text():
    assert RESPONSES.system("x") == inexact("system", ("x",), 6)
    with pytest.raises(WrongType, match=r"^system is list; the instructions of Responses must be a string$"):
        RESPONSES.system([])


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        ({"type": "function", "name": "look", "parameters": {}}, "look"),
        ({"type": "custom", "name": "sql"}, "sql"),
        ({"type": "namespace", "name": "crm", "tools": []}, "crm"),
        ({"type": "mcp", "server_label": "deepwiki"}, "deepwiki"),
        ({"type": "web_search"}, "web_search"),
        ({"type": "computer_use_preview"}, "computer"),
    ],
)
def test_a_tool_has_one_name_in_definition_and_choice(tool, name):
    assert RESPONSES.tool_name(tool, 0) == name
    assert RESPONSES.forced_tools(tool) == {name}
    assert RESPONSES.forced_tools({"type": "allowed_tools", "mode": "auto", "tools": [tool]}) == {name}


def test_choices_without_a_tool_force_none():
    assert [RESPONSES.forced_tools(choice) for choice in ("required", None, 5)] == [frozenset()] * 3


def test_a_tool_without_name_and_type_is_told():
    with pytest.raises(InvalidMessages, match=r"^tools\[1\] has no name and no type; a tool looks like "):
        RESPONSES.tool_name({}, 1)
