"""Agents of LangChain and deepagents with the middleware; what their model is sent is what it left."""

import asyncio

import pytest
from chats import plain_chat, recorder
from langchain.agents import create_agent
from langchain.agents.structured_output import ProviderStrategy, ToolStrategy
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_openai import ChatOpenAI
from pydantic import BaseModel

from contextthrift import FitPolicy, count_messages
from contextthrift.exceptions import InvalidArgument, InvalidMessages, UnknownModel, WindowRefused
from contextthrift.integrations.langchain import FitMiddleware

NOTELESS = FitPolicy(gap_note=False)


@tool
def search(query: str) -> str:
    """Searches the archive."""
    return "found " * 500


@tool
def unused(query: str) -> str:
    """Is never called, and has a description of some length."""
    return query


def fitting(**options):
    return FitMiddleware(**{"context_window": 600, "encoding": "o200k_base", "policy": NOTELESS} | options)


def test_the_model_is_sent_what_fits_and_the_state_keeps_everything():
    model, traces, given = recorder(AIMessage("done")), [], plain_chat(30)
    agent = create_agent(model, system_prompt="Be brief.", middleware=[fitting(on_trace=traces.append)])
    state = agent.invoke({"messages": given})
    (sent,) = model.calls
    assert sent[0] == SystemMessage("Be brief.")
    assert [each.id for each in sent[1:]] == [
        "h0",
        *(f"{who}{n}" for n in range(23, 30) for who in "ha"),
        "now",
    ]
    assert [each.id for each in state["messages"][:-1]] == [each.id for each in given]
    (trace,) = traces
    assert (trace.format, trace.exact, trace.fits) == ("langchain", True, True)


def test_messages_that_stay_are_the_states_own_objects():
    seen = []

    class Watched(FitMiddleware):
        def wrap_model_call(self, request, handler):
            return FitMiddleware.wrap_model_call(
                self, request, lambda fitted: seen.append((request, fitted)) or handler(fitted)
            )

    middleware = Watched(context_window=600, encoding="o200k_base", policy=NOTELESS)
    create_agent(recorder(AIMessage("done")), middleware=[middleware]).invoke({"messages": plain_chat(30)})
    ((before, after),) = seen
    assert 0 < len(after.messages) < len(before.messages)
    assert all(any(message is one for one in before.messages) for message in after.messages)
    assert after.state is before.state
    assert after.runtime is before.runtime


def test_old_results_become_stubs_with_their_other_fields():
    calls = [
        AIMessage("", tool_calls=[{"name": "search", "args": {"query": str(n)}, "id": f"c{n}"}])
        for n in range(6)
    ]
    model = recorder(*calls, AIMessage("done"))
    agent = create_agent(model, tools=[search], middleware=[fitting(context_window=2_500)])
    state = agent.invoke({"messages": [("user", "look around")]})
    last = model.calls[-1]
    results = [each for each in last if isinstance(each, ToolMessage)]
    stored = [each for each in state["messages"] if isinstance(each, ToolMessage)]
    assert results[0].content == "[Result of search left out to fit the context window.]"
    assert results[-1].content == "found " * 500
    assert [each.model_copy(update={"content": ""}) for each in results] == [
        each.model_copy(update={"content": ""}) for each in stored
    ]
    assert all(each.content == "found " * 500 for each in stored)


def test_it_works_asynchronously_and_streamed():
    async def talk():
        model = recorder(AIMessage("done"), AIMessage("done"))
        agent = create_agent(model, middleware=[fitting()])
        await agent.ainvoke({"messages": plain_chat(30)})
        async for _ in agent.astream({"messages": plain_chat(30)}):
            pass
        return [len(sent) for sent in model.calls]

    first, second = asyncio.run(talk())
    assert first == second < 20


def test_the_total_is_that_of_the_request_as_openai_is_sent_it():
    totals = []
    middleware = fitting(context_window=100_000, on_trace=lambda trace: totals.append(trace.total_after))
    chat = [HumanMessage("hi", name="ann"), AIMessage("ho"), HumanMessage("look")]
    model = recorder(
        AIMessage("", tool_calls=[{"name": "search", "args": {"query": "a b"}, "id": "c"}]), AIMessage("ok")
    )
    create_agent(model, tools=[search], system_prompt="Be brief.", middleware=[middleware]).invoke(
        {"messages": chat}
    )
    wire = ChatOpenAI(model="gpt-4o", api_key="k")
    for sent, total in zip(model.calls, totals, strict=True):
        payload = wire._get_request_payload(sent)
        tools = [convert_to_openai_tool(search)]
        assert total == count_messages(payload["messages"], tools=tools, encoding="o200k_base")


def test_a_tool_that_was_never_called_goes_before_the_request_is_refused():
    model = recorder(AIMessage("ok"))
    agent = create_agent(model, tools=[search, unused], middleware=[fitting(context_window=70)])
    agent.invoke({"messages": [("user", "hi")]})
    assert len(model.calls) == 1
    assert [[each.name for each in tools] for tools, _ in model.bound] in ([["search"]], [["unused"]], [])


def test_the_schema_of_the_answer_is_counted():
    class Answer(BaseModel, frozen=True):
        text: str

    totals, called = [], AIMessage("", tool_calls=[{"name": "Answer", "args": {"text": "x"}, "id": "c"}])
    for response_format, answer in (
        (None, AIMessage("x")),
        (Answer, called),
        (ToolStrategy(Answer), called),
        (ProviderStrategy(Answer), AIMessage('{"text": "x"}')),
    ):
        middleware = fitting(context_window=9_000, on_trace=lambda trace: totals.append(trace.total_after))
        agent = create_agent(recorder(answer), middleware=[middleware], response_format=response_format)
        assert agent.invoke({"messages": [("user", "hi")]}).get("structured_response") in {
            None,
            Answer(text="x"),
        }
    bare, *others = totals
    assert all(total > bare + 10 for total in others)
    assert len(others) == 3


def test_a_summary_that_a_summarization_middleware_wrote_always_stays():
    summary = HumanMessage("Summary: " + "fact " * 50, additional_kwargs={"lc_source": "summarization"})
    model = recorder(AIMessage("done"))
    policy = FitPolicy(gap_note=False, keep_first_user=False)
    middleware = fitting(context_window=300, policy=policy)
    create_agent(model, middleware=[middleware]).invoke({"messages": [summary, *plain_chat(20)]})
    first, second, *others = model.calls[0]
    assert first.content == summary.content
    assert second.id == "h17"
    assert len(others) == 6


def test_the_window_is_that_of_the_models_name_or_of_its_profile():
    traces = []
    for fields, expected in (
        (
            {"profile": {"max_input_tokens": 9_000, "max_output_tokens": 1_000}},
            (None, 9_000, 1_000, "claude"),
        ),
        ({"profile": {"max_input_tokens": 9_000}}, (None, 9_000, 2_250, "claude")),
        ({"model_name": "gpt-4o"}, ("gpt-4o", 128_000, 16_384, "o200k_base")),
    ):
        agent = create_agent(
            recorder(AIMessage("x"), **fields), middleware=[FitMiddleware(on_trace=traces.append)]
        )
        agent.invoke({"messages": [("user", "hi")]})
        trace = traces[-1]
        assert (trace.model, trace.window, trace.reserve, trace.encoding) == expected


def test_a_window_that_nobody_knows_is_an_error_that_says_what_to_give():
    agent = create_agent(recorder(AIMessage("x")), middleware=[FitMiddleware()])
    with pytest.raises(InvalidArgument, match=r"^the window of the model is not known; give context_window="):
        agent.invoke({"messages": [("user", "hi")]})
    with pytest.raises(UnknownModel, match="no model is called 'gpt-4oo'"):
        FitMiddleware(model="gpt-4oo")
    with pytest.raises(InvalidArgument, match="has no setting 'windows'"):
        FitMiddleware(windows=3)


def test_a_request_that_cannot_fit_is_refused_and_its_trace_told():
    traces = []
    agent = create_agent(recorder(), middleware=[fitting(context_window=50, on_trace=traces.append)])
    with pytest.raises(WindowRefused, match="the least that can be sent is"):
        agent.invoke({"messages": [("user", "word " * 100)]})
    assert [trace.fits for trace in traces] == [False]


def test_results_in_a_users_blocks_are_told_to_be_tool_messages():
    blocks = [{"type": "tool_result", "tool_use_id": f"c{n}", "content": "x"} for n in range(2)]
    calls = [{"name": "search", "args": {}, "id": f"c{n}"} for n in range(2)]
    agent = create_agent(recorder(), middleware=[fitting()])
    with pytest.raises(InvalidMessages, match=r"^messages\[2\] holds 2 tool_result blocks; give each"):
        agent.invoke({"messages": [HumanMessage("a"), AIMessage("", tool_calls=calls), HumanMessage(blocks)]})


def test_deepagents_take_it_as_they_take_any_middleware():
    from deepagents import create_deep_agent

    model, traces = recorder(AIMessage("done")), []
    agent = create_deep_agent(
        model=model, tools=[search], middleware=[fitting(context_window=12_000, on_trace=traces.append)]
    )
    state = agent.invoke({"messages": plain_chat(300)})
    assert len(state["messages"]) == 602
    assert len(model.calls[0]) < 300
    assert traces[0].fits
