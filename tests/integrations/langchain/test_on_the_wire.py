"""The total of the trace is that of the request as langchain-openai sends it, to both endpoints."""

import httpx
import pytest
from chats import tool_chat
from langchain.agents import create_agent
from langchain_openai import ChatOpenAI
from wire import Wire

from contextthrift import fit_request
from contextthrift.integrations.langchain import FitMiddleware


def search(query: str) -> str:
    """Searches the archive."""
    return query


@pytest.mark.parametrize(
    ("options", "slack"), [({}, 0), ({"use_responses_api": True}, 20), ({"truncation": "auto"}, 20)]
)
@pytest.mark.parametrize("seed", range(4))
def test_the_request_has_the_total_of_the_trace_and_needs_no_repair(options, slack, seed):
    wire, traces, seen = Wire(httpx), [], []
    client = httpx.Client(transport=httpx.MockTransport(wire))
    model = ChatOpenAI(model="gpt-4o", api_key="k", http_client=client, **options)
    middleware = FitMiddleware(context_window=2_000, output_reserve=200, on_trace=traces.append)
    agent = create_agent(model, tools=[search], system_prompt="Be brief.", middleware=[middleware])
    agent.invoke({"messages": tool_chat(seed, 30)})
    fit_request(wire.bodies[0], context_window=100_000, output_reserve=0, on_trace=seen.append)
    (sent,), (told,) = seen, traces
    assert sent.repairs == ()
    assert sent.total_before <= told.total_after <= sent.total_before + slack
    assert told.total_after <= 1_800
