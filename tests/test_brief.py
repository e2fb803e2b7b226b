"""What is printed of values that hold conversations: short, whatever they hold."""

import pytest

from contextthrift import (
    BatchPlan,
    Fitted,
    FitTrace,
    Message,
    MessageKind,
    RunResult,
    Turn,
    WorkingSet,
    fit,
    plan_batch,
    subtract_to_fit,
)
from contextthrift.agent.result import ErrorInfo
from contextthrift.events import FinalTextDelta, Plan, ToolCallRecord
from contextthrift.models import FilePart
from contextthrift.usage import Usage
from tests.agent.scripts import calls, plan, run, script, tool

LONG = "herons nest in colonies " * 20_000


def long_chat():
    return [{"role": role, "content": LONG[:2_000]} for _ in range(40) for role in ("user", "assistant")]


def test_a_fit_is_one_line_of_sizes_and_counts():
    fitted = fit(long_chat(), context_window=9_000, encoding="o200k_base", tools=[{"name": "look"}])
    assert type(fitted) is Fitted
    trace = fitted.trace
    cut = f"{len(fitted.dropped)} left out, 0 stubs"
    assert repr(fitted) == f"<Fitted {len(fitted.messages)} messages ({cut}), 1 tool; {trace.summary()}>"
    assert str(fitted) == repr(fitted)
    assert type(trace) is FitTrace
    assert repr(trace) == f"<FitTrace {trace.summary()}, {len(fitted.dropped)} cuts>"
    assert len(repr(fitted)) < 200
    assert "\n" in str(trace)


def test_a_working_set_and_the_trace_of_its_pass_are_one_line_each():
    working = WorkingSet(messages=[Message(id=str(at), content=LONG) for at in range(3)])
    assert repr(working) == "<WorkingSet 3 messages, 0 memories, 0 retrievables, 0 thoughts, 0 tool_calls>"
    trace = subtract_to_fit(working, 99, (), estimate_tokens="chars4")
    assert repr(trace) == (
        f"<ThriftTrace {trace.total_before:,} -> {trace.total_after:,} tokens, REFUSED a budget of 64 "
        "(window 99, reserve 35)>"
    )


def test_a_plan_of_a_batch_is_one_line():
    kinds = [MessageKind.USER, MessageKind.ASSISTANT] * 5_000
    made = plan_batch([0, 10_000], [7] * 10_000, kinds, budgets=100_000)
    assert type(made) is BatchPlan
    assert repr(made) == (
        "<BatchPlan 1 of 1 conversations fit, 10,000 of 10,000 messages kept, 70,000 -> 70,000 tokens>"
    )


def test_a_run_is_one_line_with_the_answers_beginning():
    model = script(planner=[plan("look")], executor=[calls("look"), LONG], synthesizer=[LONG])
    result, events = run(model, tools=[tool("look", lambda arguments, context: LONG)])
    assert type(result) is RunResult
    answer = f"{LONG[:100]!r}... {len(result.final):,} characters"
    spent = f"{result.usage.total_tokens:,} tokens"
    assert repr(result) == f"<RunResult {answer}, 1 steps, 1 tool calls, {spent}>"
    assert max(len(repr(event)) for event in events) < 1_500
    assert result.to_dict()["trace"][0]["tool_calls"][0]["output"] == LONG


@pytest.mark.parametrize(
    ("error", "stopped", "told"),
    [
        (RuntimeError("the disk is full"), False, ", failed in plan: 'the disk is full'"),
        (None, True, ", stopped"),
    ],
)
def test_a_run_without_an_answer_says_why(error, stopped, told):
    result = RunResult(
        goal="g",
        final="",
        plan=Plan(thought="", steps=()),
        trace=(),
        applied=0,
        stopped=stopped,
        usage=Usage(),
        skills=(),
        budget_exceeded=None,
        error=error and ErrorInfo(phase="plan", message=str(error), exception=error),
    )
    assert repr(result) == f"<RunResult '', 0 steps, 0 tool calls, 0 tokens{told}>"


def test_a_short_value_is_printed_whole():
    event = FinalTextDelta(delta="It says 3.")
    assert repr(event) == "FinalTextDelta(type='final.text-delta', run_id='', delta='It says 3.')"
    called = ToolCallRecord(name="add", input={"b": 1, "a": 2}, ok=True, output=3)
    assert "input={'b': 1, 'a': 2}" in repr(called)
    assert "output=3" in repr(called)


@pytest.mark.parametrize(
    "value",
    [
        FilePart(media_type="image/png", data=b"0" * 9_000_000),
        Turn(qa=LONG, created_at="10:00", messages=tuple(range(99_999))),
        Message(id="1", content=LONG),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_that_holds_much_is_short(value):
    assert len(repr(value)) < 1_500
    assert repr(value).startswith(f"{type(value).__name__}(")


def test_a_value_that_contains_itself_can_be_printed():
    output = {}
    called = ToolCallRecord(name="look", input={}, ok=True, output=output)
    output["called"] = called
    assert "..." in repr(called)
