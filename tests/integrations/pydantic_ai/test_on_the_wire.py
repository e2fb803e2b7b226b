"""The total of the trace is that of the request as pydantic-ai sends it, for both of OpenAI's endpoints."""

import asyncio

import httpx
import pytest
from chats import tool_chat
from openai import AsyncOpenAI
from pydantic_ai import Agent
from pydantic_ai.models.fallback import FallbackModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.providers.openai import OpenAIProvider
from wire import Wire

from contextthrift import fit_request
from contextthrift.integrations.pydantic_ai import FitRequest


def search(query: str) -> str:
    """Searches the archive."""
    return query


@pytest.mark.parametrize(
    "wrap", [lambda model: model, WrapperModel, lambda model: FallbackModel(model, model)]
)
@pytest.mark.parametrize(("kind", "slack"), [(OpenAIChatModel, 0), (OpenAIResponsesModel, 20)])
@pytest.mark.parametrize("seed", range(3))
def test_the_request_has_the_total_of_the_trace_and_needs_no_repair(wrap, kind, slack, seed):
    wire, traces, seen = Wire(httpx), [], []

    async def talk():
        async with httpx.AsyncClient(transport=httpx.MockTransport(wire)) as client:
            provider = OpenAIProvider(openai_client=AsyncOpenAI(api_key="k", http_client=client))
            capability = FitRequest(context_window=2_000, output_reserve=200, on_trace=traces.append)
            model = wrap(kind("gpt-4o", provider=provider))
            agent = Agent(model, instructions="Be brief.", tools=[search], capabilities=[capability])
            await agent.run("and now?", message_history=tool_chat(seed, 30))

    asyncio.run(talk())
    fit_request(wire.bodies[0], context_window=100_000, output_reserve=0, on_trace=seen.append)
    (sent,), (told,) = seen, traces
    assert told.model == "gpt-4o"
    assert sent.repairs == ()
    assert sent.total_before <= told.total_after <= sent.total_before + slack
    assert told.total_after <= 1_800
