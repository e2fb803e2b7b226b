"""Tools that break what can be broken: each call has one record, and the run goes on."""

import asyncio
import contextvars
import json
import threading

import pytest

from contextthrift.abort import AbortSignal
from contextthrift.agent import Agent
from contextthrift.exceptions import ToolError
from contextthrift.testing import Scripted
from contextthrift.tools import Tool, WrapperToolset
from contextthrift.usage import Usage
from tests.agent import order
from tests.agent.scripts import calls, plan, recorded, run, script, tool, types
from tests.agent.test_hostile_models import cancelled_within


class Wordless(Exception):
    def __str__(self):
        raise OSError("no words")


def in_thread(name, does):
    return Tool(name=name, description="d", execute=does)


def one_call(*tools, replan=False, **config):
    """Result and events of a run whose one step calls each tool once."""
    names = [each.name for each in tools]
    model = script(planner=[plan("a")], executor=[calls(*names), "done"], synthesizer=["S"])
    return run(model, tools=tools, replan=replan, **config)


def within_itself():
    value = {"a": 1}
    value["self"] = [value, value]
    return value


@pytest.mark.parametrize("mode", ["native", "prompted"])
@pytest.mark.parametrize(
    "value",
    [
        within_itself(),
        object(),
        {object(): {1, 2}, None: b"bytes"},
        float("nan"),
        10**5000,
        "\ud800",
        "x" * 1_000_000,
        [[]] * 100_000,
        Wordless("returned, not raised"),
        None,
    ],
    ids=lambda value: type(value).__name__,
)
def test_any_value_can_be_returned(mode, value):
    action = Scripted(data={"reply": "r", "actions": [{"tool": "t", "args": {}}]})
    stages = {
        "native": {"planner": [plan("a")], "executor": [calls("t"), "done"]},
        "prompted": {"planner": ['{"reply": "r", "plan": ["a"]}'], "executor": [action, "done"]},
    }
    model = script(**stages[mode], synthesizer=["S"])
    result, events = run(model, tools=[tool("t", lambda *_: value)], tool_mode=mode)
    assert result.trace[0].tool_calls[0].output is value
    assert (result.trace[0].summary, result.final) == ("done", "S")
    order.check(result, events)
    for event in events:
        json.dumps(event.to_dict(), allow_nan=False)
    for request in model.requests:
        for message in request.messages:
            for part in message.parts:
                if message.role == "tool":
                    json.dumps(part.output.value, allow_nan=False)


@pytest.mark.parametrize(
    "error",
    [Wordless(), RecursionError(), TimeoutError(), StopAsyncIteration(), AssertionError("x" * 100_000)],
)
def test_any_exception_is_told_to_the_model(error):
    def fail(*_):
        raise error

    result, events = one_call(tool("bad", fail), tool("good"))
    assert [(call.name, call.ok) for call in result.trace[0].tool_calls] == [("bad", False), ("good", True)]
    assert result.trace[0].tool_calls[0].output is error
    assert result.trace[0].summary == "done"
    order.check(result, events)


def test_a_thread_that_raises_stop_iteration_hangs_nothing():
    result, _ = one_call(in_thread("t", lambda *_: next(iter(()))))
    call = result.trace[0].tool_calls[0]
    assert (call.ok, type(call.output), str(call.output)) == (
        False,
        ToolError,
        "the tool raised StopIteration",
    )


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_order_to_leave_the_process_passes_through(error):
    def leave(*_):
        raise error

    with pytest.raises(error):
        one_call(tool("t", leave))


async def cancel_own_task(*_):
    asyncio.current_task().cancel()
    await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("mode", "does", "message"),
    [
        ("native", cancelled_within, "the tool 't' was cancelled, though the run was not told to stop"),
        ("prompted", cancelled_within, "the tool 't' was cancelled, though the run was not told to stop"),
        ("native", cancel_own_task, "the tool 't' was cancelled, though the run was not told to stop"),
        ("prompted", cancel_own_task, "the tool 't' was cancelled, though the run was not told to stop"),
    ],
)
def test_a_tool_whose_own_work_is_cancelled_has_failed_and_the_run_goes_on(mode, does, message):
    action = Scripted(data={"reply": "r", "actions": [{"tool": "t", "args": {}}]})
    stages = {
        "native": {"planner": [plan("a")], "executor": [calls("t"), "done"]},
        "prompted": {"planner": ['{"reply": "r", "plan": ["a"]}'], "executor": [action, "done"]},
    }
    model = script(**stages[mode], synthesizer=["S"])
    result, events = run(model, tools=[tool("t", does)], tool_mode=mode, replan=False)
    call = result.trace[0].tool_calls[0]
    assert (call.ok, str(call.output)) == (False, message)
    assert (result.stopped, result.final) == (False, "S")
    order.check(result, events)


def test_a_tool_that_swallows_its_cancellation_once_does_not_keep_a_run_from_stopping():
    async def scene():
        signal, begun = AbortSignal(), asyncio.Event()

        async def cling(*_):
            begun.set()
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                return "kept on"

        agent = Agent(script(planner=[plan("a")], executor=[calls("t")]), tools=[tool("t", cling)])
        task = asyncio.ensure_future(recorded(agent, signal=signal))
        await begun.wait()
        signal.abort()
        result, events = await asyncio.wait_for(task, 5)
        assert (result.stopped, types(events)[-2:]) == (True, ["step.tool-call", "stopped"])

    asyncio.run(scene())


def test_a_thread_that_blocks_does_not_keep_a_run_from_stopping():
    may_end, ended = threading.Event(), threading.Event()

    async def scene():
        signal, begun = AbortSignal(), asyncio.Event()
        loop, seen = asyncio.get_running_loop(), []

        def block(_arguments, context):
            loop.call_soon_threadsafe(begun.set)
            may_end.wait(30)
            seen.append(context.signal.aborted)
            context.add_usage(Usage.of(input_tokens=1, output_tokens=1))
            ended.set()

        agent = Agent(script(planner=[plan("a")], executor=[calls("t")]), tools=[in_thread("t", block)])
        task = asyncio.ensure_future(recorded(agent, signal=signal))
        await begun.wait()
        signal.abort()
        result, events = await asyncio.wait_for(task, 5)
        order.check(result, events)
        assert result.stopped
        return seen, result.usage, result

    seen, before, result = asyncio.run(scene())
    may_end.set()
    assert ended.wait(30)
    assert (seen, result.usage) == ([True], before)


def test_a_conversion_that_fails_leaves_the_result_as_it_is():
    def broken(_output):
        raise ValueError("cannot shorten")

    model = script(planner=[plan("a")], executor=[calls("t"), "done"], synthesizer=["S"])
    result, _ = run(model, tools=[tool("t", lambda *_: {"rows": 3}, to_model_output=broken)])
    told = model.requests_of("executor")[1].messages[2].parts[0]
    assert (told.output.kind, told.output.value) == ("json", {"rows": 3})
    assert result.trace[0].tool_calls[0].ok


# --- time


def test_a_step_that_takes_too_long_still_gives_each_call_a_result():
    async def hang(*_):
        await asyncio.sleep(3600)

    result, events = one_call(tool("slow", hang), tool("fast"), chat_timeout_s=0.1)
    order.check(result, events)
    results = [(event.name, event.ok) for event in events if event.type == "step.tool-result"]
    assert results == [("fast", True), ("slow", False)]
    assert result.trace[0].to_dict() | {"duration_s": 0} == {
        "step": result.trace[0].step.to_dict(),
        "summary": "the step took longer than 0.1 s (chat_timeout_s)",
        "tool_calls": [],
        "blocked": True,
        "duration_s": 0,
    }


def test_a_time_limit_of_a_tool_is_not_taken_for_that_of_the_step():
    async def slow(*_):
        async with asyncio.timeout(0.01):
            await asyncio.sleep(3600)

    result, _ = one_call(tool("t", slow), chat_timeout_s=30)
    assert [type(call.output) for call in result.trace[0].tool_calls] == [TimeoutError]
    assert result.trace[0].blocked is False


def test_time_off_the_clock_does_not_count_for_the_step_in_a_thread_either():
    def ask(_arguments, context):
        with context.off_the_clock():
            threading.Event().wait(0.4)
        return "yes"

    async def ask_here(_arguments, context):
        with context.off_the_clock():
            await asyncio.sleep(0.4)
        return "yes"

    result, _ = one_call(in_thread("ask", ask), tool("ask_here", ask_here), chat_timeout_s=0.3)
    assert [call.output for call in result.trace[0].tool_calls] == ["yes", "yes"]


# --- what a tool is given


def test_a_tool_sees_the_context_variables_of_whoever_runs_the_agent():
    user = contextvars.ContextVar("user", default="nobody")

    async def scene():
        user.set("Zoë")
        model = script(planner=[plan("a")], executor=[calls("here", "there"), "done"])
        tools = [tool("here", lambda *_: user.get()), in_thread("there", lambda *_: user.get())]
        return await recorded(Agent(model, tools=tools))

    result, _ = asyncio.run(scene())
    assert [call.output for call in result.trace[0].tool_calls] == ["Zoë", "Zoë"]


def test_tokens_charged_from_a_thread_are_reported_and_counted():
    def delegate(_arguments, context):
        for _ in range(100):
            context.add_usage(Usage.of(input_tokens=1, output_tokens=1))

    result, events = one_call(*(in_thread(f"t{n}", delegate) for n in range(3)))
    subagents = [event.usage for event in events if event.type == "usage" and event.phase == "subagent"]
    assert sum(subagents, Usage()).total_tokens == 600
    assert sum((event.usage for event in events if event.type == "usage"), Usage()) == result.usage


def test_what_a_tool_leaves_running_cannot_speak_after_the_run():
    async def scene():
        left = []

        async def leave(_arguments, context):
            async def later():
                await asyncio.sleep(0.05)
                context.add_usage(Usage.of(input_tokens=7, output_tokens=7))
                with context.off_the_clock():
                    return "late"

            left.append(asyncio.ensure_future(later()))

        model = script(planner=[plan("a")], executor=[calls("t"), "done"])
        result, events = await recorded(Agent(model, tools=[tool("t", leave)]))
        before = len(events)
        assert await left[0] == "late"
        assert len(events) == before
        order.check(result, events)

    asyncio.run(scene())


# --- toolsets around toolsets


class Passing(WrapperToolset):
    pass


class Broken(WrapperToolset):
    def tools(self, context):
        raise RuntimeError("no list today")


def test_a_hundred_wrappers_pass_a_call_on():
    result, _ = one_call(tool("t"), toolset_wrappers=[Passing] * 100)
    assert result.trace[0].tool_calls[0].output == "ok"


def test_too_many_wrappers_fail_the_step_and_not_the_process():
    result, events = one_call(tool("t"), toolset_wrappers=[Passing] * 5_000)
    assert result.trace[0].blocked
    assert result.final == "S"
    order.check(result, events)


def test_a_wrapper_without_a_list_of_tools_fails_the_step():
    result, events = one_call(tool("t"), toolset_wrappers=[Broken])
    assert (result.trace[0].summary, result.final) == ("no list today", "S")
    order.check(result, events)
