"""What is sent to a model fits its window, and what fits is sent as it is."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift.abort import AbortSignal
from contextthrift.agent import Agent, Policy
from contextthrift.agent.config import resolve_config
from contextthrift.agent.delivery import Delivery
from contextthrift.agent.fitting import WindowFitting
from contextthrift.agent.log import Log
from contextthrift.agent.longest import Longest, most_tokens
from contextthrift.agent.measured import Measured, encoding_of
from contextthrift.agent.run import Run
from contextthrift.agent.windows import Windows
from contextthrift.exceptions import ContextWindowExceededError
from contextthrift.formats.notice import GAP_NOTE, stub_text
from contextthrift.models import (
    ModelLimits,
    ModelMessage,
    ModelRequest,
    ToolCallPart,
    ToolDefinition,
    ToolOutput,
    ToolResultPart,
    user_message,
)
from contextthrift.testing import Scripted, ScriptedModel
from contextthrift.tokens import get_encoding, prompt_limit
from tests.agent.requests import TEXTS, native_requests, prompted_requests, shaped_requests
from tests.agent.scripts import calls, plan, run, script, tool, types

NAMES = ["gpt-4o", "claude-sonnet-4-5", "nobody-knows-it"]
REQUESTS = st.one_of(native_requests(), prompted_requests(), shaped_requests())


def model_of(name, window, **limits):
    return ScriptedModel(name=name, limits=ModelLimits(context_window_tokens=window, **limits))


def request_tokens(request, model):
    encoding, is_exact = encoding_of(model)
    return Measured(encoding, is_exact=is_exact).of(request)


def fitted(request, model):
    """The request as the policy leaves it, or the error it raises."""
    try:
        return asyncio.run(before_call(request, model))
    except ContextWindowExceededError as error:
        return error


async def before_call(request, model):
    config, log = resolve_config(model, {}), Log("silent", None)
    delivery = Delivery("r", (), log)
    one = Run(
        id="r",
        config=config,
        tools=(),
        goal="g",
        session_id="s",
        signal=AbortSignal(),
        delivery=delivery,
        log=log,
    )
    return await WindowFitting(Windows(config)).before_call(one, request)


def ids(message, kind):
    return [part.call_id for part in message.parts if isinstance(part, kind)]


# --- properties


@given(REQUESTS, st.sampled_from(NAMES), st.integers(1, 3_000))
def test_nothing_is_ever_sent_over_the_window(request, name, window):
    model = model_of(name, window)
    sent = fitted(request, model)
    if isinstance(sent, ContextWindowExceededError):
        assert sent.context_window_tokens == window
        assert sent.prompt_tokens > prompt_limit(
            window - min(request.max_output_tokens, max(1, window // 2)), exact=False
        )
    else:
        assert request_tokens(sent, model) + sent.max_output_tokens <= window


@given(native_requests(), st.integers(1, 3_000))
def test_calls_and_their_results_stay_together_in_their_order(request, window):
    sent = fitted(request, model_of("gpt-4o", window))
    if isinstance(sent, ContextWindowExceededError):
        return
    task, *rest = sent.messages
    assert task.text.endswith(request.messages[0].text)
    assert task.parts[-1] == request.messages[0].parts[-1] or len(task.parts) == 1
    for answer, results in zip(rest[::2], rest[1::2], strict=True):
        assert (answer.role, results.role) == ("assistant", "tool")
        assert ids(answer, ToolCallPart) == ids(results, ToolResultPart)
        assert any(answer is given for given in request.messages)  # thinking and signatures as they were
    assert rest[-2:-1] == list(request.messages[-2:-1])


@given(REQUESTS, st.sampled_from(NAMES))
def test_what_fits_is_the_very_same_object(request, name):
    small = model_of(name, 10_000_000)
    assert fitted(request, small) is request
    window = prompt_window(request_tokens(request, small), request.max_output_tokens)
    assert fitted(request, model_of(name, window)) is request


def prompt_window(tokens, reply):
    """The smallest even window in which a prompt and its reply fit, with the margin."""
    window = 2 * reply
    while prompt_limit(window - reply, exact=False) < tokens:
        window += 1 + (tokens - prompt_limit(window - reply, exact=False)) // 2
    return window


@given(REQUESTS, st.integers(1, 3_000))
def test_a_larger_window_keeps_no_fewer_messages(request, window):
    smaller, larger = (fitted(request, model_of("gpt-4o", each)) for each in (window, window + 500))
    if not isinstance(smaller, ContextWindowExceededError):
        assert len(larger.messages) >= len(smaller.messages)


@given(REQUESTS, st.sampled_from(NAMES))
def test_the_longest_that_a_request_can_be_is_never_below_what_it_is(request, name):
    assert Longest().of(request) >= request_tokens(request, model_of(name, 1))


@given(TEXTS, st.sampled_from(["o200k_base", "cl100k_base", "p50k_base", "claude", "gemini", "chars4"]))
def test_no_text_has_more_tokens_than_bytes_and_for_claude_two_for_each_character_outside_ascii(text, name):
    more = 2 * sum(not character.isascii() for character in text) if name == "claude" else 0
    assert get_encoding(name).count(text) <= len(text.encode("utf-8", "replace")) + more <= most_tokens(text)


# --- single requests


def look(number, output="page " * 300):
    call = ToolCallPart(call_id=f"c{number}", name="look", arguments="{}")
    result = ToolResultPart(call_id=f"c{number}", name="look", output=ToolOutput(kind="text", value=output))
    return ModelMessage(role="assistant", parts=(call,)), ModelMessage(role="tool", parts=(result,))


def looked(times, **more):
    messages = (user_message("the task"), *(each for number in range(times) for each in look(number)))
    return ModelRequest(stage="executor", system="s", messages=messages, max_output_tokens=200, **more)


def outputs(request):
    return [
        part.output.value
        for message in request.messages
        for part in message.parts
        if isinstance(part, ToolResultPart)
    ]


def needed(request):
    """The window that prompt and reply just fit."""
    return request_tokens(request, model_of("gpt-4o", 1)) + request.max_output_tokens


def test_the_oldest_results_become_stubs_first():
    request = looked(5)
    sent = fitted(request, model_of("gpt-4o", needed(request) - 400))
    page = "page " * 300
    assert outputs(sent) == [stub_text("look")] * 2 + [page] * 3
    assert sent.messages[0] is request.messages[0]
    assert sent.messages[5:] == request.messages[5:]
    assert all(now is was for now, was in zip(sent.messages[5:], request.messages[5:], strict=True))


def test_where_rounds_are_left_out_the_task_says_so():
    sent = fitted(looked(40), model_of("gpt-4o", 700))
    assert sent.messages[0].text == f"{GAP_NOTE}\n\nthe task"
    assert 1 < len(sent.messages) < 40


def test_an_error_stays_one_when_it_is_shortened():
    messages = (user_message("the task"), *look(0))
    [result] = messages[-1].parts
    failed = replace(result, output=ToolOutput(kind="error-json", value={"why": "long " * 2_000}))
    request = ModelRequest(
        stage="executor", system="", max_output_tokens=100,
        messages=(*messages[:2], ModelMessage(role="tool", parts=(failed,))),
    )  # fmt: skip
    [shown] = fitted(request, model_of("gpt-4o", 1_000)).messages[-1].parts
    assert shown.output.kind == "error-text"
    assert len(shown.output.value) < 4_000


def test_the_reply_of_a_tiny_window_is_capped_at_half_of_it():
    request = ModelRequest(
        stage="executor", system="s", messages=(user_message("hi"),), max_output_tokens=1_200
    )
    assert fitted(request, model_of("gpt-4o", 1_024)).max_output_tokens == 512
    assert fitted(request, model_of("gpt-4o", 4_096)) is request


def test_thinking_has_room_in_the_window_as_well():
    request = looked(5, reasoning="low")
    assert fitted(request, model_of("gpt-4o", 100_000)) is request
    tight = needed(request) + 2_048
    assert fitted(request, model_of("gpt-4o", max(tight, 2 * (200 + 2_048)))) is request
    assert fitted(request, model_of("gpt-4o", 2 * (200 + 2_048) - 2_000)) is not request


def test_the_longest_input_of_a_model_counts_where_it_is_less():
    request = looked(5)
    longest = needed(request) - request.max_output_tokens - 400
    sent = fitted(request, model_of("gpt-4o", 100_000, max_input_tokens=longest))
    assert outputs(sent).count(stub_text("look")) == 2


def test_tools_count_and_are_never_left_out():
    wordy = tuple(
        ToolDefinition(name=f"t{number}", description="Says much. " * 40, input_schema={"type": "object"})
        for number in range(5)
    )
    request = looked(5, tools=wordy)
    model = model_of("gpt-4o", needed(request) - 400)
    assert fitted(replace(request, tools=()), model).messages is request.messages
    sent = fitted(request, model)
    assert sent.tools is wordy
    assert outputs(sent).count(stub_text("look")) == 2


def test_a_schema_that_cannot_be_written_is_told_and_the_request_sent_as_it_is():
    circle = {"type": "object"}
    circle["properties"] = circle
    tools = (ToolDefinition(name="t", description="d", input_schema=circle),)
    request = looked(1, tools=tools)
    assert fitted(request, model_of("gpt-4o", 4_096)) is request


def test_a_window_that_nobody_knows_changes_nothing():
    request = looked(50)
    assert fitted(request, ScriptedModel(name="gpt-4o")) is request


def test_a_request_that_cannot_fit_has_both_sizes_in_its_error():
    request = ModelRequest(
        stage="planner", system="word " * 500, messages=(user_message("hi"),), max_output_tokens=100
    )
    model = model_of("gpt-4o", 400)
    error = fitted(request, model)
    assert (error.prompt_tokens, error.context_window_tokens) == (request_tokens(request, model), 400)
    assert f"(prompt {error.prompt_tokens} tokens and 100 for the reply, window 400)" in str(error)


# --- in an agent


@pytest.mark.parametrize("tool_mode", ["native", "prompted"])
def test_a_call_over_the_window_never_leaves_the_machine(tool_mode):
    batch = [Scripted(data={"reply": "", "actions": [{"tool": "read", "args": {"n": n}}]}) for n in range(6)]
    written = Scripted(data={"reply": "r", "plan": ["read"]})
    model = script(
        planner=[plan("read") if tool_mode == "native" else written],
        executor=[*([calls("read")] * 6 if tool_mode == "native" else batch), "done"],
        synthesizer=["the answer"],
    )
    model.name, model.limits = "gpt-4o", ModelLimits(context_window_tokens=4_096)
    reading = tool("read", lambda _arguments, _context: "line of a page " * 400)
    result, events = run(model, tools=[reading], max_steps_per_task=7, tool_mode=tool_mode)
    assert (result.final, "error" in types(events)) == ("the answer", False)
    assert len(model.requests_of("executor")) == 7
    for request in model.requests:
        assert request_tokens(request, model) + request.max_output_tokens <= 4_096


def test_a_goal_that_is_too_long_ends_the_run_before_any_call():
    model = script(planner=[plan()])
    model.limits = ModelLimits(context_window_tokens=4_096)
    result, events = run(model, "word " * 5_000)
    assert (model.requests, types(events)) == ([], ["run.start", "error"])
    assert isinstance(result.error.exception, ContextWindowExceededError)


def test_fitting_can_be_switched_off():
    model = script(planner=[plan()])
    model.limits = ModelLimits(context_window_tokens=4_096)
    run(model, "word " * 5_000, fit_to_window=False)
    assert len(model.requests) > 0


def test_the_hosts_own_policies_come_first():
    class Wordy(Policy):
        pass

    agent = Agent(ScriptedModel(), policies=[Wordy()])
    assert [type(policy).__name__ for policy in agent.config.policies] == [
        "Wordy",
        "WindowFitting",
        "AttachmentRefusal",
    ]


def test_each_stage_has_the_window_of_its_own_model():
    planner = script(planner=[plan("look")])
    planner.limits = ModelLimits(context_window_tokens=1_000_000)
    small = script(executor=["found"], synthesizer=["so"])
    small.limits = ModelLimits(context_window_tokens=4_096)
    result, _ = run(small, "word " * 5_000, planner=planner, replan=False)
    assert len(planner.requests) == 1
    assert (small.requests, result.trace[0].blocked) == ([], True)
