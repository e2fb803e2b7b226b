"""Tools that the provider runs, programs, searches for tools, and calls that the provider has stored."""

import pytest

from contextthrift import FitPolicy, fit_request
from contextthrift.exceptions import InvalidMessages
from contextthrift.formats.notice import CUT_MARK
from tests.fit import native
from tests.fit.native import (
    HERON,
    anthropic,
    asks,
    function_item,
    gemini,
    item,
    model,
    output_item,
    output_message,
    reasoning,
    responses,
)
from tests.fit.test_format_rules import check_request
from tests.fit.walk import into

# --- a kept call keeps the definition of its tool

SERVED = {
    "web search of OpenAI's": (
        responses(item("user", "u"), {"type": "web_search_call", "id": "w", "status": "completed"}),
        [{"type": "web_search_preview_2025_03_11"}, {"type": "file_search", "vector_store_ids": []}],
        0,
    ),
    "an MCP server of OpenAI's": (
        responses(
            item("user", "u"),
            {"type": "mcp_call", "id": "m", "server_label": "birds", "name": "look", "arguments": "{}"},
        ),
        [{"type": "mcp", "server_label": "fish"}, {"type": "mcp", "server_label": "birds"}],
        1,
    ),
    "a program of OpenAI's": (
        responses(
            item("user", "u"),
            {"type": "program", "id": "p", "call_id": "p1", "code": "1", "fingerprint": "f"},
            {"type": "program_output", "id": "o", "call_id": "p1", "result": "1", "status": "completed"},
        ),
        [{"type": "programmatic_tool_calling"}, {"type": "web_search"}],
        0,
    ),
    "web search of Anthropic's": (
        anthropic(
            {"role": "user", "content": "u"},
            {
                "role": "assistant",
                "content": [
                    {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}},
                    {"type": "web_search_tool_result", "tool_use_id": "s", "content": []},
                ],
            },
        ),
        [
            {"type": "web_fetch_20250910", "name": "web_fetch"},
            {"type": "web_search_20250305", "name": "web_search"},
        ],
        1,
    ),
    "code that Anthropic runs": (
        anthropic(
            {"role": "user", "content": "u"},
            {
                "role": "assistant",
                "content": [
                    {"type": "server_tool_use", "id": "s", "name": "bash_code_execution", "input": {}}
                ],
            },
        ),
        [
            {"type": "code_execution_20250825", "name": "code_execution"},
            {"type": "web_search_20250305", "name": "web_search"},
        ],
        0,
    ),
    "an MCP server of Anthropic's": (
        anthropic(
            {"role": "user", "content": "u"},
            {
                "role": "assistant",
                "content": [
                    {"type": "mcp_tool_use", "id": "s", "name": "look", "server_name": "birds", "input": {}}
                ],
            },
        ),
        [
            {"type": "mcp_toolset", "mcp_server_name": "birds"},
            {"type": "mcp_toolset", "mcp_server_name": "fish"},
        ],
        0,
    ),
    "a tool that a search of Anthropic's found": (
        anthropic(
            {"role": "user", "content": "u"},
            {
                "role": "assistant",
                "content": [
                    {
                        "type": "tool_search_tool_result",
                        "tool_use_id": "s",
                        "content": {
                            "type": "tool_search_tool_search_result",
                            "tool_references": [{"type": "tool_reference", "tool_name": "look"}],
                        },
                    }
                ],
            },
        ),
        [
            {"name": "look", "input_schema": {"type": "object"}},
            {"name": "idle", "input_schema": {"type": "object"}},
        ],
        0,
    ),
    "code that Gemini runs": (
        gemini(
            asks("u"),
            model(
                {"executableCode": {"language": "PYTHON", "code": "1"}},
                {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}},
            ),
        ),
        [{"googleSearch": {}}, {"codeExecution": {}}],
        1,
    ),
}


@pytest.mark.parametrize(("request_given", "tools", "kept"), SERVED.values(), ids=SERVED.keys())
def test_a_kept_call_of_a_tool_that_the_provider_runs_keeps_its_definition(request_given, tools, kept):
    fitted = into(1, request_given.messages, tools=tools, **request_given.arguments)
    assert fitted.tools == [tools[kept]]


@pytest.mark.parametrize(("request_given", "tools", "kept"), SERVED.values(), ids=SERVED.keys())
def test_without_the_call_all_tools_go(request_given, tools, kept):
    fitted = into(1, request_given.messages[:1], tools=tools, **request_given.arguments)
    assert fitted.tools is None


# --- programs


def called_by(program, call):
    return {**call, "caller": {"type": "program", "caller_id": program}}


def program(identity):
    return {"type": "program", "id": f"i{identity}", "call_id": identity, "code": HERON, "fingerprint": "f"}


def program_output(identity):
    return {
        "type": "program_output",
        "id": f"o{identity}",
        "call_id": identity,
        "result": "1",
        "status": "completed",
    }


PROGRAM = [
    reasoning("r1"),
    program("p"),
    called_by("p", function_item("a")),
    called_by("p", output_item("a", HERON)),
    called_by("p", function_item("b")),
    called_by("p", output_item("b", HERON)),
    program_output("p"),
    output_message("done"),
]


def test_a_program_goes_with_all_that_it_calls():
    given = responses(item("user", "first"), *PROGRAM, output_message(HERON), item("user", "now"))
    kept = set()
    for window in range(1, 1_200, 5):
        fitted = into(window, given.messages, policy=FitPolicy(gap_note=False), **given.arguments)
        kept.add(tuple(sorted(set(range(1, 9)) - set(fitted.dropped))))
    assert kept == {(), tuple(range(1, 9))}


def test_a_program_that_waits_for_its_second_call_is_the_newest_unit():
    given = responses(item("user", "first"), output_message(HERON), item("user", "now"), *PROGRAM[:5])
    fitted = into(1, given.messages, **given.arguments)
    assert set(fitted.dropped) == {0, 1}
    check_request(responses(item("user", "first"), output_message(HERON), item("user", "now")))


# --- searches for tools that the caller runs

SEARCH = {"type": "tool_search_call", "call_id": "s", "execution": "client", "arguments": {"goal": "birds"}}
FOUND = {
    "type": "tool_search_output",
    "call_id": "s",
    "execution": "client",
    "status": "completed",
    "tools": [{"type": "function", "name": "look", "parameters": {"type": "object"}}],
}


def test_a_search_that_nobody_answered_found_nothing():
    given = responses(item("user", "first"), SEARCH, item("user", "go on"))
    fitted = into(10_000, given.messages, **given.arguments)
    nothing = {**FOUND, "status": "incomplete", "tools": []}
    assert fitted.messages == [given.messages[0], SEARCH, nothing, given.messages[2]]


def test_a_search_waits_where_nobody_spoke_after_it():
    given = responses(item("user", "first"), SEARCH)
    assert into(10_000, given.messages, **given.arguments).messages == given.messages


def test_what_a_search_found_goes_with_it_and_is_never_edited():
    given = responses(item("user", "first"), SEARCH, FOUND, output_message(HERON), item("user", "go on"))
    for window in range(1, 200, 3):
        fitted = into(window, given.messages, **given.arguments)
        assert (SEARCH in fitted.messages) == (FOUND in fitted.messages)
        assert fitted.stubbed == ()


def test_a_search_that_openai_runs_waits_for_nobody():
    search = {**SEARCH, "execution": "server", "call_id": None}
    given = responses(item("user", "first"), search, item("user", "go on"))
    assert into(10_000, given.messages, **given.arguments).messages == given.messages


# --- calls that the provider has stored

STORED = {"model": "gpt-4o", "previous_response_id": "resp_1", "input": [output_item("a", "reeds")]}


@pytest.mark.parametrize("before", [{"previous_response_id": "resp_1"}, {"conversation": "conv_1"}])
def test_a_result_may_answer_a_call_that_the_provider_has_stored(before):
    asked = item("user", "and now?")
    request = {
        "model": "gpt-4o",
        "input": [output_item("a", "reeds"), output_item("b", "mud"), asked],
        **before,
    }
    assert fit_request(request) == request


def test_without_a_stored_response_it_is_an_orphan():
    request = {"model": "gpt-4o", "input": [output_item("a", "reeds"), item("user", "and now?")]}
    assert fit_request(request)["input"] == [item("user", "and now?")]
    with pytest.raises(InvalidMessages, match=r"^messages\[0\] is an orphaned result"):
        fit_request(request, policy=FitPolicy(on_orphan="error"))


def test_results_of_stored_calls_stay_and_are_shortened():
    long = "".join(f"{n} reeds " for n in range(900))
    request = STORED | {"input": [output_item("a", long), output_item("b", long), item("user", "and now?")]}
    fitted = fit_request(request, context_window=1_500, output_reserve=0)
    first, second, asked = fitted["input"]
    assert [first["call_id"], second["call_id"], asked] == ["a", "b", item("user", "and now?")]
    assert CUT_MARK in first["output"]
    assert CUT_MARK in second["output"]


def test_a_second_result_of_one_call_is_an_orphan_all_the_same():
    twice = [
        item("user", "u"),
        function_item("a"),
        output_item("a", "x"),
        output_item("a", "y"),
        item("user", "v"),
    ]
    assert fit_request(STORED | {"input": twice})["input"] == [*twice[:3], twice[4]]


# --- images of a result that is shortened

LONG = "".join(f"{n} herons " for n in range(900))
PICTURED = {
    "openai": (
        {"role": "user", "content": "u"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "a", "type": "function", "function": {"name": "look", "arguments": "{}"}}],
        },
        {
            "role": "tool",
            "tool_call_id": "a",
            "content": [
                {"type": "text", "text": LONG},
                {"type": "image_url", "image_url": {"url": native.URL, "detail": "low"}},
            ],
        },
    ),
    "openai-responses": (
        item("user", "u"),
        function_item("a"),
        output_item("a", [native.input_text(LONG), {**native.input_image(), "detail": "low"}]),
    ),
    "anthropic": (
        {"role": "user", "content": "u"},
        native.uses("a"),
        {"role": "user", "content": [native.answered("a", [native.block(LONG), native.picture(100, 100)])]},
    ),
    "gemini": (
        asks("u"),
        model(native.function_call(q=1)),
        asks(
            {
                "functionResponse": {
                    "name": "look",
                    "response": {"result": LONG},
                    "parts": [native.inline_picture(100, 100)],
                }
            }
        ),
    ),
}


def pictures(value):
    text = str(value)
    return sum(text.count(mark) for mark in ("image_url': {", "'input_image'", "'image'", "inlineData"))


@pytest.mark.parametrize("name", PICTURED)
def test_a_shortened_result_keeps_its_images_and_its_stub_has_none(name):
    messages = list(PICTURED[name])
    fitted = into(1, messages, format=name)
    assert fitted.trace.cuts[-1].action == "stub"
    assert pictures(fitted.messages) == 0
    before = fitted.trace.cuts[-1].tokens_before - fitted.trace.cuts[-1].tokens_after
    shortened = into(fitted.trace.total_after + before, messages, format=name)
    assert shortened.trace.cuts[-1].action == "shorten"
    assert CUT_MARK.strip() in str(shortened.messages).replace("\\n", "\n")
    assert pictures(shortened.messages) == pictures(messages) == 1
