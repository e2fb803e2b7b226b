"""Real runs of the Agents SDK with its own scripted model; what it is sent is what the filter left."""

import asyncio

import pytest
from agents import Agent, ModelSettings, RunConfig, Runner, SQLiteSession, function_tool
from agents.testing import ScriptedModel, assistant_message, function_call
from pydantic import BaseModel

from contextthrift import FitPolicy, count_messages
from contextthrift.exceptions import InvalidArgument, UnknownModel, WindowRefused
from contextthrift.integrations.openai_agents import FitInput

NOTELESS = FitPolicy(gap_note=False)


def chat(turns, words=40):
    items = []
    for number in range(turns):
        items.append({"role": "user", "content": f"question {number} " + "word " * words})
        items.append({"role": "assistant", "content": f"answer {number} " + "word " * words})
    return [*items, {"role": "user", "content": "and now?"}]


@function_tool
def read_page(number: int) -> str:
    """Reads one page of the book."""
    return f"page {number}: " + "lorem ipsum " * 400


def run(model, items, fit_input, **agent):
    config = RunConfig(call_model_input_filter=fit_input, tracing_disabled=True)
    return asyncio.run(Runner.run(Agent(name="reader", model=model, **agent), items, run_config=config))


def test_the_model_is_sent_what_fits_and_the_result_keeps_everything():
    model, traces = ScriptedModel([[assistant_message("done")]]), []
    given = chat(30)
    fit_input = FitInput(context_window=600, encoding="o200k_base", policy=NOTELESS, on_trace=traces.append)
    result = run(model, given, fit_input, instructions="Answer briefly.")
    (call,) = model.calls
    assert [item for item in given if item in call.input] == call.input
    assert call.input[0] == given[0]
    assert call.input[-1] == given[-1]
    assert len(call.input) < 20
    (trace,) = traces
    assert trace.fits
    assert trace.format == "openai-responses"
    assert trace.total_after == count_messages(
        call.input, system=call.system_instructions, encoding="o200k_base", format="openai-responses"
    )
    assert result.to_input_list()[: len(given)] == given


def test_items_that_stay_are_the_very_objects():
    seen = []

    class Spy(FitInput):
        async def __call__(self, data):
            before = list(data.model_data.input)
            after = await FitInput.__call__(self, data)
            seen.append((before, after.input))
            return after

    model = ScriptedModel([[assistant_message("done")]])
    run(model, chat(30), Spy(context_window=600, encoding="o200k_base", policy=NOTELESS))
    ((before, after),) = seen
    assert 0 < len(after) < len(before)
    assert all(any(item is one for one in before) for item in after)


def test_old_results_of_tools_become_stubs_while_pairs_stay_whole():
    steps = [[function_call("read_page", {"number": n}, call_id=f"c{n}")] for n in range(6)]
    model, traces = ScriptedModel([*steps, [assistant_message("done")]]), []
    fit_input = FitInput(context_window=4_500, encoding="o200k_base", on_trace=traces.append)
    run(model, "Read the book.", fit_input, tools=[read_page])
    last = model.calls[-1].input
    calls = [item["call_id"] for item in last if item.get("type") == "function_call"]
    outputs = {item["call_id"]: item["output"] for item in last if item.get("type") == "function_call_output"}
    assert calls == list(outputs) == [f"c{n}" for n in range(6)]
    assert outputs["c0"] == "[Result of read_page left out to fit the context window.]"
    assert outputs["c5"].startswith("page 5: lorem")
    assert len(traces) == 7
    assert all(trace.fits for trace in traces)


def test_tools_handoffs_and_the_schema_are_counted_and_never_cut():
    class Answer(BaseModel):
        text: str

    other = Agent(name="helper", handoff_description="Knows the other book.")
    totals = []
    for extra in ({}, {"tools": [read_page]}, {"handoffs": [other]}, {"output_type": Answer}):
        model = ScriptedModel([[assistant_message('{"text": "done"}')]])
        fit_input = FitInput(
            context_window=100_000,
            encoding="o200k_base",
            on_trace=lambda trace: totals.append(trace.total_after),
        )
        run(model, "hi", fit_input, **extra)
    bare, *others = totals
    assert bare < min(others)
    with pytest.raises(WindowRefused, match="the least that can be sent"):
        run(ScriptedModel(), "hi", FitInput(context_window=60, encoding="o200k_base"), tools=[read_page])


def test_a_stored_conversation_keeps_the_results_that_answer_it():
    steps = [[function_call("read_page", {"number": 1}, call_id="c1")], [assistant_message("done")]]
    model = ScriptedModel(steps)
    config = RunConfig(
        call_model_input_filter=FitInput(context_window=9_000, encoding="o200k_base"), tracing_disabled=True
    )
    talk = Runner.run(
        Agent(name="reader", model=model, tools=[read_page]),
        "Read.",
        run_config=config,
        conversation_id="conv_1",
    )
    asyncio.run(talk)
    (result,) = model.calls[1].input
    assert result["type"] == "function_call_output"
    assert result["output"].startswith("page 1")


def test_reasoning_stays_with_what_follows_it():
    reasoning = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x" * 400}
    turn = [
        {"role": "user", "content": "first " + "word " * 300},
        reasoning,
        {"type": "function_call", "call_id": "c1", "name": "read_page", "arguments": "{}", "id": "fc_1"},
        {"type": "function_call_output", "call_id": "c1", "output": "long " * 400},
        {"role": "assistant", "content": "so it is"},
        {"role": "user", "content": "and now?"},
    ]
    for window in (1_000, 700, 500, 400):
        model = ScriptedModel([[assistant_message("done")]])
        run(model, turn, FitInput(context_window=window, encoding="o200k_base", policy=NOTELESS))
        kinds = [item.get("type") for item in model.calls[0].input]
        assert ("reasoning" in kinds) == ("function_call" in kinds) == ("function_call_output" in kinds)


def test_the_window_comes_from_the_name_of_the_agents_model():
    traces = []

    class Named(ScriptedModel):
        model = "gpt-4o"

    run(Named([[assistant_message("done")]]), "hi", FitInput(on_trace=traces.append))
    assert (traces[0].model, traces[0].window, traces[0].encoding) == ("gpt-4o", 128_000, "o200k_base")
    settings = ModelSettings(max_tokens=900)
    model = Named([[assistant_message("done")]])
    run(model, "hi", FitInput(on_trace=traces.append), model_settings=settings)
    assert (traces[1].reserve, traces[0].reserve) == (900, 16_384)


def test_it_works_streamed_and_with_a_session():
    async def talk():
        session = SQLiteSession("s")
        model = ScriptedModel([[assistant_message("yes " * 100)] for _ in range(20)])
        config = RunConfig(
            call_model_input_filter=FitInput(context_window=700, encoding="o200k_base"), tracing_disabled=True
        )
        for number in range(20):
            run = Runner.run_streamed(
                Agent(name="a", model=model), f"question {number}", session=session, run_config=config
            )
            async for _ in run.stream_events():
                pass
        return await session.get_items(), model.calls[-1].input

    stored, sent = asyncio.run(talk())
    assert len(stored) == 40
    assert len(sent) < 14


def test_an_unknown_window_is_an_error_that_says_what_to_give():
    with pytest.raises(InvalidArgument, match=r"^the window of the model is not known; give context_window="):
        run(ScriptedModel([[assistant_message("done")]]), "hi", FitInput())
    with pytest.raises(UnknownModel, match="no model is called 'gpt-4oo'"):
        FitInput(model="gpt-4oo")
    with pytest.raises(InvalidArgument, match="it must be below the context window"):
        FitInput(context_window=1_000, output_reserve=1_000, encoding="o200k_base")
