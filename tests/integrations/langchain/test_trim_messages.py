"""The drop-in beside LangChain's own function."""

import json

import pytest
from chats import plain_chat, recorder, tool_chat
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
    convert_to_openai_messages,
)
from langchain_core.messages import trim_messages as theirs
from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI
from langgraph.graph import START, MessagesState, StateGraph

from contextthrift import FitPolicy, count_messages, fit
from contextthrift.exceptions import InvalidArgument, InvalidMessages, WindowRefused, WrongType
from contextthrift.integrations.langchain import pre_model_hook, trim_messages

GIF = "data:image/gif;base64,R0lGODlhgALgAQ=="


def exactly(messages):
    return count_messages(convert_to_openai_messages(messages), model="gpt-4o")


@pytest.mark.parametrize("budget", [40, 100, 300, 900, 5_000])
def test_a_plain_chat_is_trimmed_as_langchain_does_with_an_exact_counter(budget):
    chat = [SystemMessage("Be brief."), *plain_chat(20)]
    ours = trim_messages(chat, max_tokens=budget, model="gpt-4o", start_on="human", include_system=True)
    others = theirs(chat, max_tokens=budget, token_counter=exactly, start_on="human", include_system=True)
    assert ours == others
    assert all(any(message is one for one in chat) for message in ours)


def test_len_counts_messages():
    chat = plain_chat(20)
    assert trim_messages(chat, max_tokens=5, token_counter=len) == theirs(
        chat, max_tokens=5, token_counter=len
    )


def test_a_function_of_one_message_is_asked_about_each():
    def words(message: BaseMessage) -> int:
        return len(message.text.split())

    chat = plain_chat(20)
    kept = trim_messages(chat, max_tokens=150, token_counter=words)
    assert [each.id for each in kept] == ["h18", "a18", "h19", "a19", "now"]


@pytest.mark.parametrize("seed", range(8))
def test_what_openai_is_sent_needs_no_repair_and_is_within_the_budget(seed):
    chat, wire, traces = tool_chat(seed), ChatOpenAI(model="gpt-4o", api_key="k"), []
    for budget in range(400, 6_000, 450):
        kept = trim_messages(
            chat, max_tokens=budget, model="gpt-4o", start_on="human", on_trace=traces.append
        )
        payload = wire._get_request_payload(kept)["messages"]
        again = fit(payload, model="gpt-4o", context_window=budget, output_reserve=0)
        assert again.trace.repairs == ()
        assert again.messages == payload
        assert again.trace.total_before == traces[-1].total_after <= budget


@pytest.mark.parametrize("seed", range(8))
def test_what_anthropic_is_sent_needs_no_repair_and_is_within_the_budget(seed):
    chat, wire, traces = tool_chat(seed), ChatAnthropic(model="claude-sonnet-4-5", api_key="k"), []
    for budget in range(900, 9_000, 700):
        kept = trim_messages(chat, max_tokens=budget, token_counter=wire, on_trace=traces.append)
        payload = wire._get_request_payload(kept)["messages"]
        again = fit(payload, model="claude-sonnet-4-5", context_window=budget, output_reserve=0)
        assert again.trace.repairs == ()
        assert again.trace.cuts == ()
        assert again.trace.total_before <= traces[-1].total_after <= 1.02 * again.trace.total_before


def test_signed_thinking_is_kept_whole_or_dropped_whole():
    signed = AIMessage(
        [
            {"type": "thinking", "thinking": "hm " * 50, "signature": "c2ln" * 100},
            {"type": "text", "text": "let me look"},
            {"type": "tool_use", "id": "c1", "name": "search", "input": {"query": "long " * 80}},
        ],
        tool_calls=[{"name": "search", "args": {"query": "long " * 80}, "id": "c1"}],
    )
    result = ToolMessage("found " * 400, tool_call_id="c1")
    chat = [HumanMessage("q " * 30), signed, result, AIMessage("so it is"), HumanMessage("and now?")]
    policy = FitPolicy(max_argument_tokens=10)
    seen = set()
    for budget in range(60, 1_400, 10):
        kept = trim_messages(chat, max_tokens=budget, model="claude-sonnet-4-5", policy=policy)
        thinking = [each for each in kept if isinstance(each, AIMessage) and each.tool_calls]
        assert all(each is signed for each in thinking)
        assert len(thinking) == sum(isinstance(each, ToolMessage) for each in kept)
        seen.add(len(kept))
    assert seen >= {2, 5}


def test_large_arguments_of_unsigned_calls_are_left_out_on_a_copy():
    call = {"name": "write", "args": {"path": "a.py", "text": "line " * 300}, "id": "c1", "type": "tool_call"}
    made = AIMessage("", tool_calls=[call], id="ai")
    chat = [
        HumanMessage("write"),
        made,
        ToolMessage("ok", tool_call_id="c1"),
        AIMessage("done"),
        HumanMessage("now?"),
    ]
    kept = trim_messages(
        chat, max_tokens=120, model="gpt-4o", policy=FitPolicy(max_argument_tokens=20, gap_note=False)
    )
    assert kept[1].tool_calls[0]["args"] == {"path": "a.py", "text": "[left out]"}
    assert kept[1].id == "ai"
    assert made.tool_calls == [call]


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image_url", "image_url": {"url": GIF}},
        {"type": "image", "base64": GIF.partition(",")[2], "mime_type": "image/gif"},
        {"type": "image", "source_type": "base64", "data": GIF.partition(",")[2], "mime_type": "image/gif"},
        {
            "type": "image",
            "source": {"type": "base64", "data": GIF.partition(",")[2], "media_type": "image/gif"},
        },
        {"type": "image", "url": GIF},
    ],
)
def test_an_image_costs_what_it_costs_however_it_is_written_and_goes_first(block):
    chat = [
        HumanMessage([{"type": "text", "text": "see"}, block]),
        AIMessage("a cat"),
        HumanMessage("and now?"),
    ]
    wire = [
        {
            "role": "user",
            "content": [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": GIF}}],
        }
    ]
    wire += [{"role": "assistant", "content": "a cat"}, {"role": "user", "content": "and now?"}]
    traces = []
    whole = trim_messages(chat, max_tokens=9_000, model="gpt-4o", on_trace=traces.append)
    assert whole == chat
    assert traces[0].total_after == count_messages(wire, model="gpt-4o")
    less = trim_messages(chat, max_tokens=traces[0].total_after - 1, model="gpt-4o")
    assert less[0].content[1] == {
        "type": "text",
        "text": "[An image or a file was left out to fit the context window.]",
    }
    assert less[1:] == chat[1:]


def test_every_kind_of_message_and_what_stands_for_one_is_read():
    chat = [
        ("system", "Be brief."),
        {"role": "user", "content": "hi"},
        "a text is the user's",
        ChatMessage("as a reviewer", role="reviewer"),
        AIMessageChunk("ho"),
        AIMessage("", additional_kwargs={"function_call": {"name": "look", "arguments": "{}"}}),
        FunctionMessage("seen", name="look"),
    ]
    kept = trim_messages(chat, max_tokens=500, model="gpt-4o")
    assert [type(each).__name__ for each in kept] == [
        "SystemMessage",
        *2 * ["HumanMessage"],
        "ChatMessage",
        "AIMessageChunk",
        "AIMessage",
        "FunctionMessage",
    ]
    prompt = ChatPromptTemplate([("user", "hi {name}")]).invoke({"name": "ann"})
    assert trim_messages(prompt, max_tokens=50, model="gpt-4o") == [HumanMessage("hi ann")]


def test_broken_pairs_are_mended():
    call = {"name": "search", "args": {}, "id": "c1"}
    chat = [
        HumanMessage("a"),
        AIMessage("", tool_calls=[call]),
        HumanMessage("b"),
        ToolMessage("x", tool_call_id="zz"),
    ]
    kept = trim_messages(chat, max_tokens=500, model="gpt-4o")
    assert [type(each).__name__ for each in kept] == [
        "HumanMessage",
        "AIMessage",
        "ToolMessage",
        "HumanMessage",
    ]
    assert (kept[2].tool_call_id, kept[2].status, kept[2].name) == ("c1", "error", "search")


def test_end_on_leaves_out_what_stands_behind():
    chat = [*plain_chat(2), AIMessage("yes")]
    for end_on in ("human", HumanMessage, ["human", "tool"]):
        assert trim_messages(chat, max_tokens=900, model="gpt-4o", end_on=end_on) == theirs(
            chat, max_tokens=900, token_counter=exactly, end_on=end_on
        )


@pytest.mark.parametrize(
    ("counter", "encoding"),
    [
        ("approximate", "claude"),
        (recorder(), "claude"),
        (recorder(model_name="house"), "claude"),
        (recorder(model_name="gpt-4"), "cl100k_base"),
        (len, "custom"),
    ],
)
def test_a_counter_says_what_counts(counter, encoding):
    traces = []
    trim_messages([HumanMessage("hi")], max_tokens=50, token_counter=counter, on_trace=traces.append)
    assert traces[0].encoding == encoding


def test_it_is_a_runnable_and_a_hook_and_serves_a_node():
    chat, model = plain_chat(20), recorder(AIMessage("done"), AIMessage("done"))
    trimmer = trim_messages(max_tokens=200, model="gpt-4o")
    assert (trimmer | model).invoke(chat).content == "done"
    assert pre_model_hook(max_tokens=200, model="gpt-4o")({"messages": chat}) == {
        "llm_input_messages": model.calls[0]
    }
    graph = StateGraph(MessagesState)
    graph.add_node("chat", lambda state: {"messages": [model.invoke(trimmer.invoke(state["messages"]))]})
    graph.add_edge(START, "chat")
    state = graph.compile().invoke({"messages": chat})
    assert len(state["messages"]) == 42
    assert model.calls[1] == model.calls[0]


def test_langgraphs_prebuilt_agent_takes_the_hook():
    from langgraph.prebuilt import create_react_agent

    model = recorder(AIMessage("done"))
    with pytest.warns(DeprecationWarning, match="create_react_agent has been moved"):
        agent = create_react_agent(model, [], pre_model_hook=pre_model_hook(max_tokens=200, model="gpt-4o"))
    state = agent.invoke({"messages": plain_chat(20)})
    assert len(state["messages"]) == 42
    assert len(model.calls[0]) < 10


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"strategy": "first"}, "strategy is 'first'; only 'last' is known"),
        ({"allow_partial": True}, "allow_partial and text_splitter split messages"),
        ({"include_system": False}, "system messages always stay here"),
        ({"start_on": "ai"}, "start_on does not name the user"),
        ({"end_on": "person"}, "end_on has 'person'; it must be a class of messages or one of human, user"),
        ({"max_tokens": 0}, "max_tokens is 0"),
        ({"token_counter": len, "query": "auto"}, "query= reads texts, which a function of messages hides"),
        ({"model": None}, "needs a way to count"),
    ],
)
def test_what_cannot_be_meant_is_said_at_once(options, message):
    with pytest.raises(InvalidArgument, match=message):
        trim_messages(**{"max_tokens": 100, "model": "gpt-4o"} | options)


def test_other_mistakes_are_named():
    with pytest.raises(WrongType, match="token_counter is 'exact'; it must be"):
        trim_messages([], max_tokens=9, token_counter="exact")
    with pytest.raises(
        InvalidMessages, match=r"^messages\[0\] is RemoveMessage; it must be one of LangChain's"
    ):
        trim_messages([RemoveMessage(id="1")], max_tokens=9, model="gpt-4o")
    with pytest.raises(WindowRefused, match="the least that can be sent"):
        trim_messages([HumanMessage("word " * 50)], max_tokens=9, model="gpt-4o")


def test_calls_with_broken_arguments_are_sent_again_and_so_need_a_result():
    broken = {
        "name": "search",
        "args": '{"query": "x',
        "id": "c1",
        "error": "no JSON",
        "type": "invalid_tool_call",
    }
    chat = [HumanMessage("a"), AIMessage("", invalid_tool_calls=[broken]), HumanMessage("b")]
    kept = trim_messages(chat, max_tokens=500, model="gpt-4o")
    assert [type(each).__name__ for each in kept] == [
        "HumanMessage",
        "AIMessage",
        "ToolMessage",
        "HumanMessage",
    ]
    payload = ChatOpenAI(model="gpt-4o", api_key="k")._get_request_payload(kept)["messages"]
    assert fit(payload, model="gpt-4o").trace.repairs == ()


def test_one_of_anthropics_results_in_a_users_message_is_a_result():
    call = {"name": "search", "args": {}, "id": "c1", "type": "tool_call"}
    block = {"type": "tool_result", "tool_use_id": "c1", "content": "found " * 300, "is_error": False}
    chat = [
        HumanMessage("a"),
        AIMessage("", tool_calls=[call]),
        HumanMessage([block]),
        AIMessage("b"),
        HumanMessage("c"),
    ]
    kept = trim_messages(chat, max_tokens=220, model="claude-sonnet-4-5")
    stub = "[Result of search left out to fit the context window.]"
    assert kept[2].content == [{**block, "content": stub}]
    assert [kept[at] is chat[at] for at in range(5)] == [True, True, False, True, True]


def test_reasoning_that_openai_wants_back_is_counted_and_stays_whole():
    reasoning = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x" * 4_000}
    call = {"name": "search", "args": {"query": "long " * 60}, "id": "c1", "type": "tool_call"}
    written = json.dumps(call["args"])
    block = {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "search", "arguments": written}
    thought = AIMessage([reasoning, block], tool_calls=[call], response_metadata={"model_provider": "openai"})
    result = ToolMessage("found", tool_call_id="c1")
    chat = [HumanMessage("a"), thought, result, AIMessage("b"), HumanMessage("c")]
    wire, traces = ChatOpenAI(model="gpt-4o", api_key="k", use_responses_api=True), []
    policy = FitPolicy(max_argument_tokens=10, gap_note=False)
    assert trim_messages(chat, max_tokens=9_000, token_counter=wire, on_trace=traces.append) == chat
    items = wire._get_request_payload(chat)["input"]
    sent = count_messages(items, model="gpt-4o", format="openai-responses")
    assert sent <= traces[0].total_after <= sent + 10
    less = trim_messages(chat, max_tokens=400, token_counter=wire, policy=policy)
    assert less == [chat[0], chat[3], chat[4]]
    old = AIMessage("", tool_calls=[call], additional_kwargs={"reasoning": reasoning})
    trim_messages([chat[0], old, result], max_tokens=9_000, model="gpt-4o", on_trace=traces.append)
    assert traces[-1].total_after > 800


def test_a_query_keeps_the_turns_that_matter():
    chat = []
    for topic in ["the harbour of Lisbon", "cooking rice", "fixing a bicycle", "tax returns"]:
        chat += [
            HumanMessage(f"Tell me about {topic}. " + "word " * 30),
            AIMessage(f"About {topic}: " + "fine " * 30),
        ]
    chat.append(HumanMessage("How deep is the harbour of Lisbon?"))
    assert trim_messages(chat, max_tokens=200, model="gpt-4o") == chat[4:]
    kept = trim_messages(chat, max_tokens=200, model="gpt-4o", query="auto")
    assert kept == [*chat[:2], *chat[6:]]


def test_hidden_thinking_of_other_shapes_is_read():
    for block in (
        {"type": "redacted_thinking", "data": "x" * 500},
        {"type": "reasoning", "reasoning": "hm", "extras": {"signature": "x" * 500}},
    ):
        traces = []
        chat = [HumanMessage("a"), AIMessage([block, {"type": "text", "text": "b"}]), HumanMessage("c")]
        trim_messages(chat, max_tokens=900, model="claude-sonnet-4-5", on_trace=traces.append)
        assert 120 < traces[0].total_after < 160


def test_files_cost_by_their_kind_and_text_files_their_text():
    def total(block):
        traces = []
        trim_messages([HumanMessage([block])], max_tokens=99_000, model="gpt-4o", on_trace=traces.append)
        return traces[0].total_after

    assert total({"type": "file", "base64": "eA==", "mime_type": "application/pdf"}) == 2_007
    assert total({"type": "audio", "base64": "eA==", "mime_type": "audio/wav"}) == 2_007
    assert (
        total({"type": "text-plain", "text": "hi there"}) == total({"type": "text", "text": "hi there"}) == 9
    )
    document = {
        "type": "document",
        "source": {"type": "text", "data": "hi there", "media_type": "text/plain"},
    }
    assert total(document) == 9
    assert total({"cachePoint": {"type": "default"}}) > 9


def test_arguments_that_the_content_repeats_stay():
    call = {"name": "write", "args": {"text": "line " * 300}, "id": "c1", "type": "tool_call"}
    block = {"type": "tool_use", "id": "c1", "name": "write", "input": call["args"]}
    made = AIMessage([block], tool_calls=[call])
    chat = [
        HumanMessage("write"),
        made,
        ToolMessage("ok", tool_call_id="c1"),
        AIMessage("done"),
        HumanMessage("now?"),
    ]
    policy = FitPolicy(max_argument_tokens=20, gap_note=False)
    kept = trim_messages(chat, max_tokens=250, model="claude-sonnet-4-5", policy=policy)
    assert kept == [chat[0], chat[3], chat[4]]
