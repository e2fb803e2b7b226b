"""Fields that a format reads and that hold a type which no provider takes: told with their place."""

import pytest

from contextthrift import count_messages, fit
from contextthrift.exceptions import InvalidMessages

CALLED = {"role": "assistant", "content": None}
HI = {"role": "user", "content": "hi"}


def call(arguments, kind="function", name="arguments"):
    return {
        "role": "assistant",
        "tool_calls": [{"id": "a", "type": kind, kind: {"name": "f", name: arguments}}],
    }


def blocks(role, *given):
    return {"role": role, "content": list(given)}


def parts(role, *given):
    return {"role": role, "parts": list(given)}


OPENAI = [
    *[
        ({"role": role, "content": "hi", "tool_calls": 3}, "tool_calls is int; it must be a list of calls")
        for role in ("system", "developer", "user", "assistant")
    ],
    (HI | {"tool_calls": ""}, "tool_calls is str; it must be a list of calls"),
    (CALLED | {"tool_calls": {}}, "tool_calls is dict; it must be a list of calls"),
    (HI | {"name": 3}, "name is int; it must be text"),
    (HI | {"tool_call_id": ["a"]}, "tool_call_id is list; it must be text"),
    (HI | {"function_call": "auto"}, "function_call is str; it must be an object"),
    (CALLED | {"function_call": {}}, "function_call has no name"),
    (CALLED | {"refusal": True}, "refusal is bool; it must be text"),
    (CALLED | {"reasoning_content": ["so"]}, "reasoning_content is list; it must be text"),
    (CALLED | {"audio": "UklGRg=="}, "audio is str; it must be an object"),
    (call(3), "tool_calls[0].function.arguments is int; it must be text or an object"),
    (call(["x"]), "tool_calls[0].function.arguments is list; it must be text or an object"),
    (call(3, "custom", "input"), "tool_calls[0].custom.input is int; it must be text or an object"),
    (
        CALLED | {"function_call": {"name": "f", "arguments": 3}},
        "function_call.arguments is int; it must be text or an object",
    ),
]
RESPONSES = [
    (
        {"type": "function_call", "call_id": "a", "name": "f", "arguments": 3},
        "arguments is int; it must be text or an object",
    ),
    (
        {"type": "custom_tool_call", "call_id": "a", "name": "f", "input": ["x"]},
        "input is list; it must be text or an object",
    ),
    (
        {"type": "reasoning", "id": "a", "summary": [], "encrypted_content": 3},
        "encrypted_content is int; it must be text or bytes",
    ),
]
ANTHROPIC = [
    *[
        (
            blocks("assistant", {"type": "tool_use", "id": "a", "name": "f", "input": given}),
            f"content[0].input is {kind}; it must be an object",
        )
        for given, kind in (('{"n": 1}', "str"), (3, "int"), ([1], "list"))
    ],
    (
        blocks("assistant", {"type": "thinking", "thinking": 3, "signature": "x"}),
        "content[0].thinking is int; it must be text",
    ),
    (
        blocks("assistant", {"type": "thinking", "thinking": "so", "signature": 3}),
        "content[0].signature is int; it must be text or bytes",
    ),
    (
        blocks("assistant", {"type": "redacted_thinking", "data": {}}),
        "content[0].data is dict; it must be text or bytes",
    ),
    (blocks("assistant", {"type": "compaction", "content": 3}), "content[0].content is int; it must be text"),
    (
        blocks("assistant", {"type": "compaction", "encrypted_content": 3}),
        "content[0].encrypted_content is int; it must be text or bytes",
    ),
    (blocks("user", {"type": "image", "source": "aGk="}), "content[0].source is str; it must be an object"),
    (
        blocks("user", {"type": "document", "source": "aGk="}),
        "content[0].source is str; it must be an object",
    ),
    (
        blocks("user", {"type": "document", "source": {}, "title": 3}),
        "content[0].title is int; it must be text",
    ),
    (
        blocks("user", {"type": "search_result", "source": 3, "content": []}),
        "content[0].source is int; it must be text",
    ),
    (
        blocks(
            "user", {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "image", "source": 3}]}
        ),
        "content[0].content[0].source is int; it must be an object",
    ),
]
GEMINI = [
    (
        parts("model", {"functionCall": {"name": "f", "args": "{}"}}),
        "parts[0].functionCall.args is str; it must be an object",
    ),
    (
        parts("model", {"function_call": {"name": "f", "id": 3}}),
        "parts[0].function_call.id is int; it must be text",
    ),
    (
        parts("user", {"function_response": {"name": "f", "response": "ok"}}),
        "parts[0].function_response.response is str; it must be an object",
    ),
    (
        parts("user", {"functionResponse": {"name": "f", "id": 3}}),
        "parts[0].functionResponse.id is int; it must be text",
    ),
    (
        parts("user", {"functionResponse": {"name": "f", "parts": [{"inlineData": 3}]}}),
        "parts[0].functionResponse.parts[0].inlineData is int; it must be an object",
    ),
    (parts("user", {"inline_data": "aGk="}), "parts[0].inline_data is str; it must be an object"),
    (parts("user", {"fileData": "gs://a"}), "parts[0].fileData is str; it must be an object"),
    (
        parts("model", {"text": "so", "thoughtSignature": 3}),
        "parts[0].thoughtSignature is int; it must be text or bytes",
    ),
    (
        parts("model", {"executableCode": {"code": 3}}),
        "parts[0].executableCode.code is int; it must be text",
    ),
    (
        parts("model", {"code_execution_result": {"output": 3}}),
        "parts[0].code_execution_result.output is int; it must be text",
    ),
]
EVERY = [
    (name, *case)
    for name, cases in (
        ("openai", OPENAI),
        ("openai-responses", RESPONSES),
        ("anthropic", ANTHROPIC),
        ("gemini", GEMINI),
    )
    for case in cases
]


@pytest.mark.parametrize(
    ("name", "message", "told"), EVERY, ids=[f"{name}: {told}" for name, _, told in EVERY]
)
def test_a_field_of_a_type_that_no_provider_takes_is_told_with_its_place(name, message, told):
    for count in (count_messages, lambda messages, **how: fit(messages, context_window=9_999, **how)):
        with pytest.raises(InvalidMessages) as refused:
            count([message], encoding="chars4", format=name)
        assert str(refused.value) == f"messages[0].{told}"


@pytest.mark.parametrize(
    ("name", "message", "told"), [case for case in EVERY if case[0] in {"openai", "anthropic"}], ids=str
)
def test_so_it_is_in_a_chat_that_is_read_at_once(name, message, told):
    with pytest.raises(InvalidMessages) as refused:
        count_messages([HI, CALLED | {"content": "yes"}, HI, message], encoding="chars4", format=name)
    assert str(refused.value) == f"messages[3].{told}"


def test_arguments_that_are_an_object_count_as_their_json():
    given, written = call({"n": 1}), call('{"n":1}')
    assert count_messages([given], encoding="chars4") == count_messages([written], encoding="chars4")


@pytest.mark.parametrize(
    "fields",
    [{"tool_calls": []}, {"tool_calls": None}, {"tool_calls": [1]}, {"tool_call_id": "a"}, {"colour": 3}],
    ids=str,
)
def test_fields_of_another_role_and_those_that_nobody_knows_pass_and_count_nothing(fields):
    message = HI | fields
    fitted = fit([message], context_window=99, encoding="chars4")
    assert fitted.messages == [message]
    assert fitted.trace.total_after == count_messages([HI], encoding="chars4")
