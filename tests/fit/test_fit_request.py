"""Whole requests of each SDK: what is found in them, what is left of them."""

import copy

import pytest

from contextthrift import FitPolicy, fit_request
from contextthrift.exceptions import InvalidArgument, InvalidMessages, UnknownFormat, WindowRefused

LONG = "heron " * 60

CHAT = {
    "model": "gpt-4o",
    "messages": [
        {"role": "user", "content": LONG},
        {"role": "assistant", "content": LONG},
        {"role": "user", "content": "go on"},
    ],
    "max_completion_tokens": 20,
    "temperature": 0,
}
ANTHROPIC = {
    "model": "claude-sonnet-4-5",
    "system": "be brief",
    "messages": CHAT["messages"],
    "max_tokens": 20,
    "metadata": {"user_id": "u"},
}
RESPONSES = {
    "model": "gpt-4o",
    "instructions": "be brief",
    "input": CHAT["messages"],
    "max_output_tokens": 20,
    "store": False,
}
GEMINI = {
    "model": "gemini-2.5-pro",
    "contents": [
        {"role": "user", "parts": [{"text": LONG}]},
        {"role": "model", "parts": [{"text": LONG}]},
        {"role": "user", "parts": [{"text": "go on"}]},
    ],
    "config": {"system_instruction": "be brief", "max_output_tokens": 20, "temperature": 0},
}
REQUESTS = {"chat": CHAT, "anthropic": ANTHROPIC, "responses": RESPONSES, "gemini": GEMINI}
MESSAGES = {"chat": "messages", "anthropic": "messages", "responses": "input", "gemini": "contents"}
FORMATS = {"chat": "openai", "anthropic": "anthropic", "responses": "openai-responses", "gemini": "gemini"}

TOOL = {"name": "look", "description": "looks " * 20}
TOOLS = {
    "chat": [{"type": "function", "function": TOOL | {"parameters": {"type": "object", "properties": {}}}}],
    "anthropic": [TOOL | {"input_schema": {"type": "object", "properties": {}}}],
    "responses": [{"type": "function", **TOOL, "parameters": {"type": "object", "properties": {}}}],
    "gemini": [{"function_declarations": [TOOL]}],
}


def with_tools(name, **more):
    request = copy.deepcopy(REQUESTS[name])
    holder = request["config"] if name == "gemini" else request
    holder |= {"tools": TOOLS[name], **more}
    return request


@pytest.mark.parametrize("name", REQUESTS)
def test_what_fits_is_left_alone(name):
    fitted = fit_request(REQUESTS[name])
    assert fitted == REQUESTS[name]
    assert fitted is not REQUESTS[name]
    assert fitted[MESSAGES[name]] is REQUESTS[name][MESSAGES[name]]


@pytest.mark.parametrize("name", REQUESTS)
def test_what_does_not_fit_is_cut_and_all_else_stays(name):
    before = copy.deepcopy(REQUESTS[name])
    traces = []
    policy = FitPolicy(gap_note=False, keep_first_user=False)
    window = 100 if name == "gemini" else 150
    fitted = fit_request(REQUESTS[name], context_window=window, policy=policy, on_trace=traces.append)
    assert fitted[MESSAGES[name]] == before[MESSAGES[name]][2:]
    assert {**fitted, MESSAGES[name]: None} == {**before, MESSAGES[name]: None}
    assert REQUESTS[name] == before
    assert traces[0].format == FORMATS[name]
    assert (traces[0].reserve, traces[0].reserve_source) == (20, "given")


@pytest.mark.parametrize("name", ["anthropic", "responses", "gemini"])
def test_the_system_prompt_is_counted(name):
    def total(request):
        traces = []
        fit_request(request, on_trace=traces.append)
        return traces[0].total_before

    request = copy.deepcopy(REQUESTS[name])
    holder = request["config"] if name == "gemini" else request
    key = {"anthropic": "system", "responses": "instructions", "gemini": "system_instruction"}[name]
    holder[key] = "be brief " * 100
    assert total(request) > total(REQUESTS[name]) + 150


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("chat", {"tool_choice": "auto", "parallel_tool_calls": False}),
        ("anthropic", {"tool_choice": {"type": "auto"}}),
        ("responses", {"tool_choice": "auto", "parallel_tool_calls": False, "max_tool_calls": 3}),
        ("gemini", {"tool_config": {"function_calling_config": {"mode": "AUTO"}}}),
    ],
)
def test_an_emptied_tool_list_takes_its_kin_along(name, more):
    request = with_tools(name, **more)
    assert fit_request(request) == request
    without = {*more, "tools"}
    window = 1_000
    while "tools" in (fitted := fit_request(request, context_window=window)).get("config", fitted):
        window -= 20
    left = fitted["config"] if name == "gemini" else fitted
    assert not without & set(left)
    kept = REQUESTS[name]["config"] if name == "gemini" else REQUESTS[name]
    assert set(kept) <= set(left)


def test_a_forced_tool_stays_and_the_request_is_refused_instead():
    request = with_tools("chat", tool_choice={"type": "function", "function": {"name": "look"}})
    with pytest.raises(WindowRefused, match=r"^the least that can be sent is "):
        fit_request(request, context_window=60)


def test_an_output_schema_is_counted_in_every_sdk():
    schema = {"type": "object", "properties": {f"field_{n}": {"type": "string"} for n in range(40)}}
    fields = {
        "chat": {"response_format": {"type": "json_schema", "json_schema": {"name": "s", "schema": schema}}},
        "anthropic": {"output_format": {"type": "json_schema", "schema": schema}},
        "responses": {"text": {"format": {"type": "json_schema", "name": "s", "schema": schema}}},
    }
    for name, more in fields.items():
        with pytest.raises(WindowRefused):
            fit_request(REQUESTS[name] | more, context_window=300)
        fit_request(REQUESTS[name], context_window=300)
    with pytest.raises(WindowRefused):
        fit_request(GEMINI | {"config": GEMINI["config"] | {"response_schema": schema}}, context_window=300)


def test_a_text_alone_is_a_message_where_the_sdk_takes_one():
    assert fit_request({"model": "gpt-4o", "input": "hello"}) == {"model": "gpt-4o", "input": "hello"}
    request = {"model": "gemini-2.5-pro", "contents": "hello"}
    assert fit_request(request) == request


def test_a_reserve_as_large_as_the_window_is_refused():
    with pytest.raises(InvalidArgument, match=r"^output_reserve is 20; it must be below the context window"):
        fit_request(CHAT, context_window=20)


def test_what_is_no_request_says_so():
    with pytest.raises(InvalidMessages, match=r"^the request is list; it must be a dict"):
        fit_request([])
    with pytest.raises(UnknownFormat) as unknown:
        fit_request({"prompt": "x"})
    assert str(unknown.value) == (
        "the request has 'prompt'; its messages must stand under contents or input or messages"
    )
