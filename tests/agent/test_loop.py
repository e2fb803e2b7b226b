"""The run as a whole: what follows what, and what the result says."""

import asyncio

import pytest

from contextthrift.agent import Agent, Limits, Policy
from contextthrift.exceptions import ModelError, WrongType
from contextthrift.memory import MemoryStore, StoredMessage
from contextthrift.models import ModelMessage
from contextthrift.testing import Scripted, ScriptedModel
from contextthrift.usage import Usage
from tests.agent.scripts import calls, decision, failing, plan, recorded, run, script, tool, types

SPENT = Usage.of(input_tokens=40, output_tokens=10)


def test_a_blank_goal_gives_an_empty_result_and_no_event():
    result, events = run(ScriptedModel(), "  \n ")
    assert events == []
    assert (result.goal, result.final, result.trace, result.stopped, result.error) == (
        "",
        "",
        (),
        False,
        None,
    )


def test_a_goal_that_is_no_text_is_refused():
    with pytest.raises(WrongType, match="goal must be a str; got int"):
        run(ScriptedModel(), 5)


def test_the_result_tells_the_whole_run():
    model = ScriptedModel(
        planner=[plan("Add it", "Check it")],
        executor=[calls(("add", {"x": 1})), "Added.", "Checked."],
        synthesizer=["All is well."],
    )
    with model:
        result, events = run(
            model, "  add one  ", tools=[tool("add", lambda arguments, _context: arguments["x"] + 1)]
        )
    assert (result.goal, result.final, result.output, result.final_output) == (
        "add one",
        *["All is well."] * 3,
    )
    assert [step.summary for step in result.trace] == ["Added.", "Checked."]
    assert result.trace[0].tool_calls[0].to_dict() == {
        "name": "add",
        "input": {"x": 1},
        "output": 2,
        "ok": True,
    }
    assert (result.steps, result.applied, result.usage.total_tokens) == (2, 1, 75)
    assert {event.run_id for event in events} == {events[0].run_id}
    assert events[0].run_id


def test_the_replanner_is_asked_after_the_last_step_failed_and_can_add_steps():
    model = ScriptedModel(
        planner=[plan("Ask A")],
        executor=["A is down [BLOCKER]", "B says 5"],
        replanner=[decision("revise", "Ask B")],
        synthesizer=["5"],
    )
    with model:
        result, events = run(model)
    revised = next(event for event in events if event.type == "plan.revised")
    assert [(step.id, step.description) for step in revised.plan.steps] == [("r1-1", "Ask B")]
    assert [(event.index, event.total) for event in events if event.type == "step.start"] == [(1, 1), (2, 2)]
    assert [step.description for step in result.plan.steps] == ["Ask A"]


def test_the_replanner_is_not_asked_when_no_step_can_follow():
    model = ScriptedModel(planner=[plan("a", "b")], executor=["[BLOCKER] x"], synthesizer=["S"])
    with model:
        result, events = run(model, max_iterations=1)
    assert "replan.decision" not in types(events)
    assert (result.steps, result.final) == (1, "S")


def test_an_exception_of_the_replanner_lets_the_plan_go_on():
    model = ScriptedModel(
        planner=[plan("a", "b")],
        executor=["[BLOCKER] x", "fine"],
        replanner=[ModelError("down"), ModelError("still down")],
        synthesizer=["S"],
    )
    with model:
        _, events = run(model)
    at = types(events).index("replan.decision")
    assert (events[at].mode, events[at].reason) == ("continue", "replanner unavailable")
    assert (events[at - 1].type, events[at - 1].phase, events[at - 1].usage) == ("usage", "replan", Usage())


def test_steps_left_over_do_not_make_a_run_a_failure():
    result, _ = run(script(planner=[plan("a", "b", "c")], synthesizer=["S"]), max_iterations=2)
    assert (result.steps, result.final, result.error) == (2, "S", None)


def test_the_first_thought_stands_when_the_second_plan_is_empty_too():
    model = ScriptedModel(planner=[plan(thought="first"), plan(thought="second")])
    with model:
        result, events = run(model, "tell me a joke")
    assert (result.final, result.usage.total_tokens) == ("first", 30)
    assert types(events) == ["run.start", "usage", "usage", "final"]


def test_progress_and_findings_reach_the_later_stages():
    model = ScriptedModel(
        planner=[plan("Look up", "Use it")],
        executor=[calls("find"), "Found the row.", "Used it."],
        synthesizer=["Done."],
    )
    with model:
        run(model, tools=[tool("find", lambda _arguments, _context: {"id": "row-17"})])
    second = model.requests_of("executor")[2].messages[0].text
    assert "Found the row." in second
    assert "row-17" in model.requests_of("synthesizer")[0].messages[0].text


def test_the_executor_sees_the_state_afresh_for_each_step():
    states = iter(["s-plan", "s-one", "s-two", "s-answer"])
    model = script(planner=[plan("a", "b")])
    run(model, describe_state=lambda: next(states))
    users = [request.messages[0].text for request in model.requests]
    assert [
        state in user for state, user in zip(["s-plan", "s-one", "s-two", "s-answer"], users, strict=True)
    ] == [True] * 4


def test_a_raising_describe_state_is_as_none():
    def broken():
        raise RuntimeError("no state")

    result, _ = run(script(planner=[plan("a")], synthesizer=["S"]), describe_state=broken)
    assert (result.final, result.error) == ("S", None)


def test_requests_only_grow_within_a_step_and_system_texts_never_change():
    states = iter(str(number) for number in range(100))
    model = script(planner=[plan("a", "b")], executor=[calls("t"), calls("t"), "x"], synthesizer=["S"])
    agent = Agent(model, tools=[tool("t")], describe_state=lambda: next(states), system_prompt="Be kind.")

    async def twice():
        await agent.run("one goal for you")
        await agent.run("quite another goal")

    asyncio.run(twice())
    for stage in ("planner", "executor", "synthesizer"):
        assert len({request.system for request in model.requests_of(stage)}) == 1
    first, second, third = (request.messages for request in model.requests_of("executor")[:3])
    assert (second[: len(first)], third[: len(second)]) == (first, second)
    assert all(request.system.startswith("Be kind.\n\n") for request in model.requests)


# --- limits


def test_a_total_cap_stops_before_the_next_step():
    model = script(
        planner=[Scripted(data={"thought": "", "steps": ["a", "b", "c"]}, usage=SPENT)],
        executor=[Scripted(text="x", usage=SPENT)],
        synthesizer=["S"],
    )
    result, events = run(model, limits=Limits(max_total_tokens=90))
    assert (result.steps, result.final) == (1, "S")
    assert result.budget_exceeded.to_dict() == {"kind": "total", "tokens": 100, "cap": 90}
    assert types(events).count("budget.exceeded") == 1


def test_a_cap_inside_a_step_ends_its_rounds():
    model = script(
        planner=[Scripted(data={"thought": "", "steps": ["a", "b"]}, usage=SPENT)],
        executor=[calls("t", usage=SPENT)],
        synthesizer=["S"],
    )
    result, _ = run(model, tools=[tool("t")], limits=Limits(max_total_tokens=120))
    assert len(model.requests_of("executor")) == 2
    assert (result.steps, result.final) == (1, "S")
    assert result.budget_exceeded.to_dict() == {"kind": "total", "tokens": 150, "cap": 120}


def test_a_cap_reached_by_the_last_step_is_reported():
    model = script(
        planner=[Scripted(data={"thought": "", "steps": ["a"]}, usage=SPENT)],
        executor=[Scripted(text="x", usage=SPENT)],
        synthesizer=["S"],
    )
    result, events = run(model, limits=Limits(max_total_tokens=90))
    assert result.budget_exceeded.to_dict() == {"kind": "total", "tokens": 100, "cap": 90}
    assert types(events)[-4:] == ["budget.exceeded", "final.text-delta", "usage", "final"]


def test_the_call_beyond_the_cap_is_refused_and_the_model_told():
    made = []
    model = script(planner=[plan("a")], executor=[calls("t", "t")], synthesizer=["S"])
    result, _ = run(model, tools=[tool("t", lambda *_: made.append(1))], max_tool_calls=1)
    assert len(made) == 1
    assert [call.ok for call in result.trace[0].tool_calls] == [True, False]
    assert "budget" in str(result.trace[0].tool_calls[1].output)
    assert result.budget_exceeded.to_dict() == {"kind": "tool-calls", "tokens": 1, "cap": 1}


def test_tokens_of_rounds_before_a_failure_are_charged():
    model = ScriptedModel(
        planner=[plan("a")],
        executor=[calls("t"), ModelError("bad request", status=400)],
        replanner=[decision("finish")],
        synthesizer=["S"],
    )
    with model:
        result, events = run(model, tools=[tool("t")])
    assert result.usage.total_tokens == 60
    failed = types(events).index("error")
    assert (events[failed - 1].type, events[failed - 1].phase) == ("usage", "execute")


def test_tokens_of_a_structured_attempt_that_failed_are_charged():
    with ScriptedModel(planner=['{"thought": "no steps"}', '{"reply": "hi", "plan": []}']) as model:
        result, events = run(model, "hello there")
    assert (result.final, result.usage.total_tokens) == ("hi", 30)
    assert types(events) == ["run.start", "retry", "usage", "final"]


# --- memory


def test_a_conversation_is_loaded_before_the_goal_is_added():
    store = MemoryStore()
    agent = Agent(script(planner=[plan("a")], synthesizer=["First.", "Second."]), memory=store)

    async def twice():
        await agent.run("one thing please")
        await agent.run("another thing please")
        return await store.load("default")

    stored = asyncio.run(twice())
    assert [(m.role, m.content) for m in stored] == [
        ("user", "one thing please"),
        ("assistant", "First."),
        ("user", "another thing please"),
        ("assistant", "Second."),
    ]
    second = agent.config.model.requests_of("planner")[1].messages[0].text
    assert second.count("another thing please") == 1
    assert "First." in second


def test_a_given_history_takes_the_place_of_the_stored_one():
    history = [StoredMessage(role="user", content="remember the red folder")]
    model = script(planner=[plan("a")])
    run(model, memory=MemoryStore(), options={"history": history})
    assert "remember the red folder" in model.requests_of("planner")[0].messages[0].text
    assert history == [StoredMessage(role="user", content="remember the red folder")]


class BrokenStore:
    async def load(self, session_id):
        raise OSError("disk is gone")

    async def append(self, session_id, message):
        raise OSError("disk is gone")


def test_a_store_that_fails_ends_no_run():
    result, _ = run(script(planner=[plan("a")], synthesizer=["S"]), memory=BrokenStore())
    assert (result.final, result.error) == ("S", None)


# --- policies


class Refusing(Policy):
    async def admit(self, run):
        raise ValueError("no videos, please")


def test_a_policy_can_refuse_a_run_before_any_call():
    store = MemoryStore()
    model = ScriptedModel()
    agent = Agent(model, policies=[Refusing()], memory=store)

    async def refused():
        return *await recorded(agent), await store.load("default")

    result, events, stored = asyncio.run(refused())
    assert types(events) == ["run.start", "error"]
    assert (result.final, result.error.phase, model.requests, stored) == ("no videos, please", "run", [], [])
    with pytest.raises(ValueError, match="no videos"):
        result.raise_for_error()


class Failing(Policy):
    async def after_answer(self, run):
        raise RuntimeError("cannot compact")


def test_what_follows_the_answer_cannot_take_it_back():
    result, _ = run(script(planner=[plan("a")], synthesizer=["S"]), policies=[Failing()])
    assert (result.final, result.error) == ("S", None)


# --- errors


def test_a_failed_run_says_so_and_can_raise():
    model = ScriptedModel(planner=[ModelError("provider down"), ModelError("provider down")])
    agent = Agent(model, retry_base_delay_s=0)
    with pytest.raises(ModelError, match="provider down"):
        asyncio.run(agent.run("do a thing", raise_on_error=True))
    result, events = run(ScriptedModel(planner=[ModelError("one"), ModelError("two")]))
    assert (result.final, result.error.message, events[-1].error) == ("two", "two", "two")


def test_a_failing_tool_is_told_to_the_model_and_healed_by_a_later_success():
    answers = iter([RuntimeError("locked"), "ok"])

    def flaky(_arguments, _context):
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    model = ScriptedModel(planner=[plan("a")], executor=[calls("t"), calls("t"), "done"], synthesizer=["S"])
    with model:
        result, _ = run(model, tools=[tool("t", flaky)])
    told = [message for message in model.requests_of("executor")[1].messages if message.role == "tool"]
    assert told == [
        ModelMessage(role="tool", parts=told[0].parts),
    ]
    assert (told[0].parts[0].output.kind, told[0].parts[0].output.value) == ("error-text", "locked")
    assert [call.ok for call in result.trace[0].tool_calls] == [False, True]


def test_an_answer_of_nothing_is_the_summaries():
    model = script(planner=[plan("a", "b")], executor=["Found 3.", ""], synthesizer=[""])
    result, _ = run(model)
    assert result.final == "Found 3."


def test_no_synthesizer_is_asked_when_there_is_to_be_none():
    with ScriptedModel(planner=[plan("a")], executor=["Found 3."]) as model:
        result, events = run(model, synthesize=False)
    assert (result.final, types(events)[-1]) == ("Found 3.", "final")


def test_a_failing_tool_of_one_name_is_not_healed_by_another():
    model = ScriptedModel(
        planner=[plan("a")],
        executor=[calls("bad", "good"), "done"],
        replanner=[decision("finish")],
        synthesizer=["S"],
    )
    with model:
        run(model, tools=[failing("bad", RuntimeError("no")), tool("good")])
