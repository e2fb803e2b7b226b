"""What the host gives an agent (state, store, trigger, handlers, log) may fail or hang; the run goes on."""

import asyncio
import threading

import pytest

from contextthrift.abort import AbortSignal
from contextthrift.agent import Agent
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.memory import MemoryStore, StoredMessage
from contextthrift.testing import Scripted, ScriptedModel
from tests.agent import order
from tests.agent.scripts import calls, decision, failing, plan, recorded, run, script, tool, types
from tests.agent.test_abort import FOR_EVER, others, started
from tests.agent.test_handlers import Sink
from tests.agent.test_hostile_models import cancelled_within


class Wordless(Exception):
    def __str__(self):
        raise OSError("no words")


async def hang(*_):
    await asyncio.sleep(3600)


async def raise_wordless(*_):
    raise Wordless


# --- the state


@pytest.mark.parametrize("describe", [hang, cancelled_within, raise_wordless])
def test_a_state_that_hangs_or_fails_is_as_none(describe):
    sink = Sink()
    model = script(planner=[plan("a")], synthesizer=["S"])
    result, events = run(model, describe_state=describe, chat_timeout_s=0.05, logger=sink)
    assert (result.final, result.trace[0].blocked) == ("S", False)
    assert len([line for line in sink.lines if "describe_state" in line]) == 3
    order.check(result, events)


def test_an_abort_ends_the_wait_for_the_state():
    async def scene():
        signal = AbortSignal()
        agent = Agent(script(), describe_state=hang, chat_timeout_s=0)
        task, events = await started(agent, "run.start", signal=signal)
        await asyncio.sleep(0)
        signal.abort()
        assert (await asyncio.wait_for(task, 5)).stopped
        assert types(events) == ["run.start", "stopped"]
        assert others() == set()

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("state", "shown"), [({"rows": 3}, "{'rows': 3}"), (17, "17"), ("", None), (" ", None)]
)
def test_a_state_that_is_no_text_is_written_as_one_and_a_blank_one_has_no_section(state, shown):
    model = script(planner=[plan("a")])
    run(model, describe_state=lambda: state)
    for request in model.requests:
        assert ("STATE" in request.messages[0].text) is (shown is not None)
        assert shown is None or shown in request.messages[0].text


def test_the_state_is_asked_for_before_each_call_but_once_for_a_step():
    asked = []
    model = ScriptedModel(
        planner=[plan(), plan("a")],
        executor=[calls("t"), "[BLOCKER]"],
        replanner=[decision("continue")],
        synthesizer=["S"],
    )
    with model:
        run(model, "do it for me", tools=[tool("t")], describe_state=lambda: asked.append(1))
    assert len(asked) == 5


# --- the store


class Store(MemoryStore):
    """A store whose ``load`` is the given one."""

    def __init__(self, load):
        super().__init__()
        self.load = load


async def garbage(_session):
    return [{"role": "user", "content": "a mapping is no message"}]


async def nothing(_session):
    return None


@pytest.mark.parametrize("load", [garbage, nothing, cancelled_within, raise_wordless, lambda _session: []])
def test_a_store_that_answers_nonsense_counts_as_an_empty_one(load):
    result, events = run(script(planner=[plan("a")], synthesizer=["S"]), memory=Store(load))
    assert (result.final, result.error) == ("S", None)
    order.check(result, events)


def test_a_failed_and_a_stopped_run_leave_the_goal_without_an_answer():
    async def scene():
        signal, store = AbortSignal(), MemoryStore()
        failed = await Agent(script(planner=[ValueError("no")]), memory=store).run("one two three")
        task, _ = await started(Agent(script(planner=[FOR_EVER]), memory=store), "run.start", signal=signal)
        signal.abort()
        return failed, await task, await store.load("default")

    failed, stopped, stored = asyncio.run(scene())
    assert (failed.final, stopped.stopped) == ("no", True)
    assert [(message.role, message.content) for message in stored] == [
        ("user", "one two three"),
        ("user", "do it for me"),
    ]


def test_a_direct_answer_is_stored_under_the_session_of_the_run():
    async def scene():
        store = MemoryStore()
        agent = Agent(script(planner=[plan(thought="Hi!")]), memory=store, session_id="of the agent")
        await agent.run("hello", session_id="of the run")
        await agent.run("hello")
        return await store.list_sessions(), await store.load("of the run")

    sessions, stored = asyncio.run(scene())
    assert sessions == ["of the agent", "of the run"]
    assert [(message.role, message.content) for message in stored] == [
        ("user", "hello"),
        ("assistant", "Hi!"),
    ]


# --- the trigger


async def late(_result):
    raise TimeoutError("the host's own")


@pytest.mark.parametrize("trigger", [late, raise_wordless, cancelled_within])
def test_a_trigger_that_fails_is_logged_and_the_rule_of_failures_holds(trigger):
    sink = Sink()
    model = ScriptedModel(
        planner=[plan("a", "b")],
        executor=["[BLOCKER]", "fine"],
        replanner=[decision("continue")],
        synthesizer=["S"],
    )
    with model:
        run(model, replan_after=trigger, logger=sink)
    assert len([line for line in sink.lines if line.startswith("replan_after raised ")]) == 2


def test_an_abort_ends_the_wait_for_the_trigger():
    async def scene():
        signal = AbortSignal()
        agent = Agent(script(planner=[plan("a", "b")]), replan_after=hang, chat_timeout_s=0)
        task, events = await started(agent, "step.complete", signal=signal)
        await asyncio.sleep(0)
        signal.abort()
        assert (await asyncio.wait_for(task, 5)).stopped
        assert types(events)[-2:] == ["step.complete", "stopped"]

    asyncio.run(scene())


def test_always_asks_after_each_step_that_can_be_followed_by_another():
    model = ScriptedModel(
        planner=[plan("a", "b")],
        executor=["x", "y"],
        replanner=[decision("continue"), decision("finish")],
        synthesizer=["S"],
    )
    with model:
        result, _ = run(model, replan_after="always")
    assert result.steps == 2


# --- handlers


def raise_cancelled(_event):
    raise asyncio.CancelledError


@pytest.mark.parametrize("handler", [raise_cancelled, cancelled_within, raise_wordless])
def test_a_handler_cannot_end_a_run_by_what_it_raises(handler):
    sink, seen = Sink(), []

    def hear(event):
        seen.append(event)
        return handler(event)

    agent = Agent(script(planner=[plan("a")], synthesizer=["S"]), logger=sink)
    result = asyncio.run(agent.run("do it for me", on_event=hear))
    assert (result.stopped, result.final) == (False, "S")
    assert len([line for line in sink.lines if "an event handler" in line]) == len(seen)


@pytest.mark.parametrize("number", range(1, 12))
def test_a_handler_may_cancel_the_very_task_it_is_called_in(number):
    async def scene():
        events = []

        def hear(event):
            events.append(event.type)
            if len(events) == number:
                task.cancel()

        agent = Agent(script(planner=[plan("a")], executor=[calls("t"), "done"]), tools=[tool("t")])
        task = asyncio.ensure_future(agent.run("do it for me", on_event=hear, session_id="s"))
        await asyncio.wait({task}, timeout=5)
        assert task.cancelled() or (task.done() and events[-1] == "final")
        assert events[-1] in {"stopped", "final"}
        assert events.count("stopped") <= 1
        assert others() == set()

    asyncio.run(scene())


def test_a_handler_may_run_the_agent_again():
    async def scene():
        agent = Agent(script(planner=[plan(thought="Hi!")]))
        inner = []

        async def again(event):
            if event.type == "final":
                inner.append(await agent.run("hello"))

        result = await agent.run("hello", on_event=again)
        return result, inner

    result, inner = asyncio.run(scene())
    assert (result.final, [each.final for each in inner]) == ("Hi!", ["Hi!"])


# --- the log


class BrokenSink:
    def error(self, message):
        raise OSError("disk is full")

    warning = info = debug = error


def test_a_log_that_fails_ends_no_run():
    model = script(planner=[plan("a")], executor=[calls("t"), "x"], synthesizer=["S"])
    result, _ = run(
        model, tools=[failing("t", Wordless())], replan=False, logger=BrokenSink(), log_level="debug"
    )
    assert result.final == "S"


class Levels:
    """A sink that knows the level of each line."""

    def __init__(self):
        self.lines = []

    def __getattr__(self, level):
        return lambda message: self.lines.append((level, message))


def test_the_log_tells_the_run_at_its_levels():
    sink = Levels()
    model = script(
        planner=[plan("Find it", {"description": "Say it", "suggested_tools": ["ghost"]})],
        executor=[calls(("find", {"q": "x"}), "bad"), "Found 3.", "Said."],
        replanner=[decision("continue")],
        synthesizer=["S"],
    )
    tools = [tool("find", lambda *_: {"rows": 3}), failing("bad", KeyError("k"))]
    run(model, "find all of it", tools=tools, logger=sink, log_level="debug")
    ready = (
        "agent ready: tools find, bad; strategy all; window 128000 tokens; planner native, executor native"
    )
    lines = [line for line in sink.lines if not line[1].startswith(("run ", "the "))]
    assert [line for line in lines if line[0] != "debug"] == [
        ("info", ready),
        ("warning", "step s2 suggests tools that do not exist: ghost"),
        ("info", "plan: Find it; Say it"),
        ("info", "calling find with {'q': 'x'}"),
        ("info", "calling bad with {}"),
        ("info", "step 1 of 2: Find it — Found 3. [1 tool call(s) ok, 1 failed]"),
        ("warning", "step 2 called no tool: Say it"),
        ("info", "step 2 of 2: Say it — Said."),
    ]
    assert ("warning", "the tool bad failed: KeyError: 'k'") in sink.lines
    assert ("debug", "find gave {'rows': 3}") in lines
    told = [line for level, line in sink.lines if level == "debug"]
    assert [
        word for word in ("planner", "executor", "synthesizer") if any(word in line for line in told)
    ] == [
        "planner",
        "executor",
        "synthesizer",
    ]


def test_a_line_below_the_level_is_not_even_made_into_text():
    class Unwritable:
        def __str__(self):
            raise AssertionError("nobody reads this")

    model = script(planner=[plan("a")], executor=[calls("t"), "x"], synthesizer=["S"])
    result, _ = run(model, tools=[tool("t", lambda *_: Unwritable())], log_level="silent")
    assert result.final == "S"


# --- where an agent runs


def test_an_agent_is_bound_to_no_event_loop():
    agent = Agent(
        script(planner=[plan("a")], executor=[calls("t"), "done"], synthesizer=["S"]),
        tools=[tool("t")],
        memory=MemoryStore(),
    )
    finals = [asyncio.run(agent.run("do it for me")).final for _ in range(2)]
    thread = threading.Thread(target=lambda: finals.append(asyncio.run(agent.run("do it for me")).final))
    thread.start()
    thread.join(30)
    assert finals == ["S"] * 3


def test_runs_in_a_loop_that_debugs_leave_no_complaint(recwarn):
    async def scene():
        agent = Agent(
            script(planner=[plan("a")], executor=[calls("t", "bad"), "done"], synthesizer=["S"]),
            tools=[tool("t"), failing("bad", RuntimeError("x"))],
            memory=MemoryStore(),
        )
        asyncio.get_running_loop().slow_callback_duration = 60
        await agent.run("do it for me", on_event=cancelled_within)
        async with agent.stream("do it for me") as stream:
            async for event in stream:
                if event.type == "step.start":
                    break
        return [event.type async for event in agent.stream("do it for me")][-1]

    assert asyncio.run(scene(), debug=True) == "final"
    assert list(recwarn) == []


# --- options of a run


def test_an_option_that_no_run_has_is_refused_with_the_nearest_one():
    agent = Agent(ScriptedModel())
    wanted = "a run has no option 'sesion_id'; did you mean 'session_id'?"
    with pytest.raises(InvalidArgument, match=wanted.replace("?", r"\?")):
        asyncio.run(agent.run("do it", sesion_id="x"))
    with pytest.raises(InvalidArgument, match="a run has no option 'sesion_id'"):
        agent.stream("do it", sesion_id="x")


def test_a_history_that_is_none_is_refused_before_the_run_begins():
    agent, events = Agent(ScriptedModel()), []
    with pytest.raises(WrongType, match=r"history\[1\] must be a StoredMessage; got dict"):
        asyncio.run(
            agent.run(
                "do it",
                history=[StoredMessage(role="user", content="x"), {"role": "user", "content": "y"}],
                on_event=events.append,
            )
        )
    assert events == []


def test_scripted_usage_of_a_step_is_the_sum_of_its_rounds():
    from contextthrift.usage import Usage

    spent = Usage.of(input_tokens=7, output_tokens=3, reasoning_tokens=2, cached_input_tokens=5)
    model = script(
        planner=[plan("a")],
        executor=[calls("t", usage=spent), calls("t", usage=spent), Scripted(text="x", usage=spent)],
    )
    _, events = run(model, tools=[tool("t")])
    assert [event.usage for event in events if event.type == "usage"][1] == spent + spent + spent


def test_a_thousand_runs_at_once_each_have_their_own_result():
    async def scene():
        agent = Agent(
            script(planner=[plan("a")], executor=[calls("t")], synthesizer=["S"]),
            tools=[tool("t", lambda arguments, context: context.deps)],
            max_steps_per_task=1,
        )
        results = await asyncio.gather(*(recorded(agent, deps=number) for number in range(1_000)))
        assert others() == set()
        return results

    results = asyncio.run(scene())
    assert [result.trace[0].tool_calls[0].output for result, _ in results] == list(range(1_000))
    assert len({events[0].run_id for _, events in results}) == 1_000
