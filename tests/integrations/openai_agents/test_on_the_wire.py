"""The total of the trace is that of the request as the Agents SDK sends it."""

import asyncio

import httpx2
import pytest
from agents import Agent, RunConfig, Runner, WebSearchTool, function_tool
from agents.models.openai_responses import OpenAIResponsesModel
from openai import AsyncOpenAI
from wire import Wire

from contextthrift import fit_request
from contextthrift.integrations.openai_agents import FitInput


@function_tool
def search(query: str) -> str:
    """Searches the archive."""
    return query


def tool_chat(turns):
    chat = []
    for n in range(turns):
        chat += [
            {"role": "user", "content": f"question {n} " + "word " * 20},
            {"type": "function_call", "call_id": f"c{n}", "name": "search", "arguments": '{"query": "x"}'},
            {"type": "function_call_output", "call_id": f"c{n}", "output": "found " * 100},
            {"role": "assistant", "content": f"answer {n}"},
        ]
    return [*chat, {"role": "user", "content": "and now?"}]


@pytest.mark.parametrize("window", [1_000, 2_000, 4_000])
def test_the_request_has_the_total_of_the_trace_and_needs_no_repair(window):
    wire, traces, seen = Wire(httpx2), [], []

    async def talk():
        async with httpx2.AsyncClient(transport=httpx2.MockTransport(wire)) as client:
            model = OpenAIResponsesModel("gpt-4o", AsyncOpenAI(api_key="k", http_client=client))
            other = Agent(name="helper", handoff_description="Knows the other book.")
            agent = Agent(
                name="a",
                instructions="Be brief.",
                model=model,
                tools=[search, WebSearchTool()],
                handoffs=[other],
            )
            fit_input = FitInput(context_window=window, output_reserve=200, on_trace=traces.append)
            config = RunConfig(tracing_disabled=True, call_model_input_filter=fit_input)
            await Runner.run(agent, tool_chat(30), run_config=config)

    asyncio.run(talk())
    fit_request(wire.bodies[0], context_window=100_000, output_reserve=0, on_trace=seen.append)
    (sent,), (told,) = seen, traces
    assert told.model == "gpt-4o"
    assert sent.repairs == ()
    assert sent.total_before == told.total_after <= window - 200
