"""Models that break what their seam promises: the run goes on, or says what was wrong."""

import asyncio

import pytest

from contextthrift.agent import Agent
from contextthrift.exceptions import ModelError
from contextthrift.models import Capabilities, ModelLimits, TextDelta, ToolCallPart, assistant_reply
from contextthrift.testing import Scripted, ScriptedCall, ScriptedModel
from tests.agent import order
from tests.agent.scripts import calls, plan, recorded, run, script, tool, types


class Odd:
    """A model that streams what a function of the request gives."""

    provider, name = "odd", "odd"
    limits, capabilities = ModelLimits(), Capabilities()

    def __init__(self, parts):
        self.parts = parts

    async def stream(self, request):
        for part in self.parts(request):
            yield part


def planning(executor):
    """Parts of a model that plans one step, carries it out as told, and answers S."""

    def parts(request):
        match request.stage:
            case "planner":
                return [assistant_reply('{"thought": "t", "steps": ["a"]}')]
            case "executor":
                return executor(request)
            case _:
                return [assistant_reply("S")]

    return Odd(parts)


def test_a_stream_without_a_reply_is_a_failed_call_that_names_the_model():
    result, events = run(Odd(lambda _request: []))
    assert result.final == "the stream of odd/odd ended without a Reply; a model yields one at its end"
    order.check(result, events)


def test_only_the_first_reply_counts_and_nothing_behind_it():
    parts = [assistant_reply("first"), TextDelta(text="late"), assistant_reply("second")]
    result, events = run(planning(lambda _request: parts))
    assert result.trace[0].summary == "first"
    assert "step.text-delta" not in types(events)


def test_parts_of_an_unknown_type_are_passed_over():
    result, _ = run(planning(lambda _request: ["text", None, 5, assistant_reply("fine")]))
    assert result.trace[0].summary == "fine"


@pytest.mark.parametrize("ids", [("", ""), ("same", "same"), ("call-1", "")])
def test_calls_without_an_id_of_their_own_get_one(ids):
    asked = []

    def executor(request):
        asked.append(request)
        parts = tuple(ToolCallPart(call_id=each, name="t", arguments="{}") for each in ids)
        return [assistant_reply("done") if len(asked) == 3 else assistant_reply(tool_calls=parts)]

    result, events = run(planning(executor), tools=[tool("t")])
    order.check(result, events)
    called = [event.call_id for event in events if event.type == "step.tool-call"]
    assert len(set(called)) == 4
    assert "" not in called
    said = [part.call_id for message in asked[2].messages[1::2] for part in message.parts]
    answered = [part.call_id for message in asked[2].messages[2::2] for part in message.parts]
    assert said == answered == called


@pytest.mark.parametrize(
    ("written", "recorded_input"),
    [
        (None, {}),
        ("null", {}),
        (" ", {}),
        ({"x": 1}, {"x": 1}),
        ('{"x": NaN}', '{"x": NaN}'),
        ("[" * 100_000, "[" * 100_000),
        ('{"x": "' + "y" * 1_000_000, '{"x": "' + "y" * 1_000_000),
        ("[1]", [1]),
    ],
)
def test_any_arguments_have_a_record(written, recorded_input):
    part = ToolCallPart(call_id="c", name="t", arguments=written)
    answers = iter([assistant_reply(tool_calls=(part,)), assistant_reply("done")])
    result, events = run(planning(lambda _request: [next(answers)]), tools=[tool("t")], replan=False)
    call = result.trace[0].tool_calls[0]
    assert (call.input, call.ok) == (recorded_input, isinstance(recorded_input, dict))
    assert result.trace[0].summary == "done"
    order.check(result, events)


@pytest.mark.parametrize("name", ["", "  ", "x" * 100_000, "\ud800"])
def test_any_name_that_is_no_tool_is_told_to_be_unknown(name):
    model = script(planner=[plan("a")], executor=[calls(name), "done"])
    result, _ = run(model, tools=[tool("t")], replan=False)
    call = result.trace[0].tool_calls[0]
    assert (call.name, call.ok) == (name, False)
    assert str(call.output).startswith("unknown tool")


# --- another try


def test_what_a_failed_try_held_back_does_not_hide_the_next():
    broken = Scripted(text="<think>half a thou", raises=ModelError("busy", status=503))
    bracket = Scripted(text="[", raises=ModelError("busy", status=503))
    model = ScriptedModel(
        planner=[plan("a")], executor=[broken, "Found 3."], synthesizer=[bracket, "Three were found."]
    )
    with model:
        result, events = run(model)
    assert [event.delta for event in events if event.type == "step.text-delta"] == ["Found 3."]
    assert [event.delta for event in events if event.type == "final.text-delta"] == ["Three were found."]
    assert [event.phase for event in events if event.type == "retry"] == ["execute", "synthesize"]
    assert result.final == "Three were found."


def test_a_round_that_has_shown_something_is_not_tried_again():
    shown = Scripted(text=["Found "], raises=ModelError("busy", status=503))
    with ScriptedModel(
        planner=[plan("a")], executor=[shown], replanner=[decision_continue()], synthesizer=["S"]
    ) as model:
        result, events = run(model)
    assert "retry" not in types(events)
    assert (result.trace[0].summary, result.trace[0].blocked) == ("busy", True)


def test_only_the_round_that_failed_is_tried_again():
    made = []
    model = ScriptedModel(
        planner=[plan("a")],
        executor=[calls("t"), ModelError("busy", status=429), "done"],
        synthesizer=["S"],
    )
    with model:
        result, events = run(model, tools=[tool("t", lambda *_: made.append(1))])
    assert made == [1]
    assert [(event.attempt, event.error) for event in events if event.type == "retry"] == [(1, "busy")]
    assert result.usage.total_tokens == 60


def decision_continue():
    return Scripted(data={"decision": "continue", "reason": "r"})


# --- cancellations and closing


async def cancelled_within(*_):
    future = asyncio.get_running_loop().create_future()
    future.cancel()
    await future


class Cancelling(Odd):
    async def stream(self, request):
        await cancelled_within()
        yield assistant_reply("never")


def test_a_model_whose_own_work_is_cancelled_has_failed():
    result, events = run(Cancelling(None))
    assert result.stopped is False
    assert result.final == "the call of odd/odd was cancelled, though the run was not told to stop"
    order.check(result, events)


class Clinging(Odd):
    async def stream(self, request):
        try:
            yield assistant_reply('{"thought": "Hello!", "steps": []}')
        finally:
            raise OSError("cannot close")


def test_a_stream_that_cannot_be_closed_keeps_its_reply():
    assert run(Clinging(None), "hello there")[0].final == "Hello!"


class Closing(Odd):
    closed = 0

    async def stream(self, request):
        try:
            for part in self.parts(request):
                yield part
        finally:
            await asyncio.sleep(0)
            self.closed += 1


def test_every_stream_is_closed_when_the_call_is_over():
    model = Closing(planning(lambda _request: [assistant_reply("x"), TextDelta(text="late")]).parts)
    run(model)
    assert model.closed == 3


def test_an_answer_of_a_million_characters_and_half_a_character_is_given():
    text = "x" * 1_000_000 + "\ud800"
    result, _ = run(script(planner=[plan(text)], executor=[text], synthesizer=[text]))
    assert result.final == text
    assert result.trace[0].summary == text


def test_a_model_that_raises_aborted_by_itself_does_not_stop_the_run():
    from contextthrift.exceptions import Aborted

    result, events = run(script(planner=[Aborted("not yours")]))
    assert (result.stopped, result.final) == (False, "not yours")
    order.check(result, events)


def test_thoughts_are_sent_where_they_are_wanted():
    model = script(
        planner=[plan("a")],
        executor=[Scripted(text="x", thinking=["hm, ", "", "well"])],
        synthesizer=[Scripted(text="S", thinking="so")],
    )
    for thinking, wanted in ((None, 3), ("high", 3), ({"level": "low", "include_thoughts": False}, 0)):
        result, events = run(model, thinking=thinking)
        assert len([word for word in types(events) if word.endswith("reasoning-delta")]) == wanted
        assert result.final == "S"


def test_a_tool_call_of_the_last_round_still_runs_and_its_text_counts():
    made = []
    model = script(planner=[plan("a")], executor=[calls("t", text="on it")], synthesizer=["S"])
    result, _ = run(model, tools=[tool("t", lambda *_: made.append(1))], max_steps_per_task=2)
    assert (len(made), result.trace[0].summary) == (2, "on it")


def test_the_ids_of_prompted_calls_are_unique_in_a_step():
    def batch(number):
        return Scripted(data={"reply": "r", "actions": [{"tool": "t", "args": {"n": number}}]})

    model = script(
        planner=['{"reply": "r", "plan": ["a"]}'], executor=[batch(1), batch(2), "done"], synthesizer=["S"]
    )
    result, events = run(model, tools=[tool("t")], tool_mode="prompted")
    order.check(result, events)
    assert [event.call_id for event in events if event.type == "step.tool-call"] == [
        "prompted-t-1",
        "prompted-t-2",
    ]


def test_scripted_calls_may_bring_ids_of_their_own():
    wanted = [ScriptedCall(name="t", call_id="mine")]
    model = script(planner=[plan("a")], executor=[Scripted(tool_calls=wanted), "done"])

    async def scene():
        return await recorded(Agent(model, tools=[tool("t")]))

    _, events = asyncio.run(scene())
    assert [event.call_id for event in events if event.type == "step.tool-result"] == ["mine"]
