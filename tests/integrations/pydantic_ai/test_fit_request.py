"""Agents of pydantic-ai with the capability; what their model is sent is what it left."""

import asyncio
from dataclasses import dataclass, replace

import pytest
from chats import Recorder, answered, asked, plain_chat, tool_chat
from pydantic import BaseModel
from pydantic_ai import Agent, BinaryContent, ImageUrl, NativeOutput, ToolOutput
from pydantic_ai.capabilities import AbstractCapability, ProcessHistory
from pydantic_ai.messages import (
    CompactionPart,
    FilePart,
    ModelRequest,
    ModelResponse,
    NativeToolCallPart,
    NativeToolReturnPart,
    SystemPromptPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestContext, ModelRequestParameters
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.tools import ToolDefinition

from contextthrift import FitPolicy, count_messages, fit
from contextthrift.exceptions import InvalidArgument, InvalidMessages, UnknownModel, WindowRefused
from contextthrift.integrations.pydantic_ai import FitRequest, fit_history
from contextthrift.integrations.pydantic_ai.messages import Messages

NOTELESS = FitPolicy(gap_note=False)
GIF = b"GIF89a" + (640).to_bytes(2, "little") + (480).to_bytes(2, "little")


def fitting(**options):
    return FitRequest(**{"context_window": 600, "encoding": "o200k_base", "policy": NOTELESS} | options)


def run(model, prompt, capability, history=(), **options):
    agent = Agent(model, capabilities=[capability], **options)
    return asyncio.run(agent.run(prompt, message_history=list(history)))


def test_the_model_is_sent_what_fits_and_the_history_keeps_everything():
    model, traces, history = Recorder([TextPart("done")]), [], plain_chat(30)
    result = run(model, "and now?", fitting(on_trace=traces.append), history, instructions="Be brief.")
    (sent,) = model.calls
    said = [part.content.partition(" word")[0] for message in sent for part in message.parts]
    kept = [f"{what} {n}" for n in range(23, 30) for what in ("question", "answer")]
    assert said == ["question 0", *kept, "and now?"]
    assert len(result.all_messages()) == 62
    assert result.all_messages()[:60] == history
    (trace,) = traces
    assert (trace.format, trace.exact, trace.fits) == ("pydantic-ai", True, True)


def test_messages_and_parts_that_stay_are_the_runs_own_objects():
    seen = []

    class Watched(FitRequest):
        async def prepare_model_request(self, ctx, request_context):
            given = list(request_context.messages)
            after = await FitRequest.prepare_model_request(self, ctx, request_context)
            seen.append((given, request_context, list(after.messages), after))
            return after

    capability = Watched(context_window=1_200, encoding="o200k_base", policy=NOTELESS)
    run(Recorder([TextPart("done")]), "and now?", capability, tool_chat(3))
    ((given, before, left, after),) = seen
    assert len(left) == len(given)
    parts = {id(part) for message in given for part in message.parts}
    strangers = [part for message in left for part in message.parts if id(part) not in parts]
    edited = [message for message in left if not any(message is one for one in given)]
    assert len(edited) == 7
    assert all(any(part in strangers for part in message.parts) for message in edited)
    assert {part.content for part in strangers} == {"[Result of search left out to fit the context window.]"}
    assert (after.model, after.model_settings, after.streaming, after.attempt) == (
        before.model, before.model_settings, before.streaming, before.attempt,
    )  # fmt: skip


def test_old_results_become_stubs_with_their_other_fields():
    calls = [[ToolCallPart("search", {"query": str(n)}, f"c{n}")] for n in range(6)]
    model = Recorder(*calls, [TextPart("done")])

    def search(query: str) -> str:
        """Searches the archive."""
        return "found " * 500

    result = run(model, "look around", fitting(context_window=2_500), tools=[search])
    sent = [part for message in model.calls[-1] for part in message.parts if isinstance(part, ToolReturnPart)]
    stored = [
        part
        for message in result.all_messages()
        for part in message.parts
        if isinstance(part, ToolReturnPart)
    ]
    assert sent[0].content == "[Result of search left out to fit the context window.]"
    assert sent[-1].content == "found " * 500
    assert [(part.tool_call_id, part.timestamp) for part in sent] == [
        (part.tool_call_id, part.timestamp) for part in stored
    ]
    assert all(part.content == "found " * 500 for part in stored)


def test_it_works_streamed():
    async def talk():
        model = Recorder([TextPart("done")])
        agent = Agent(model, capabilities=[fitting()])
        async with agent.run_stream("and now?", message_history=plain_chat(30)) as result:
            await result.get_output()
        return model.calls

    (sent,) = asyncio.run(talk())
    assert len(sent) == 15


def openai_payload(messages):
    model = OpenAIChatModel("gpt-4o", provider=OpenAIProvider(api_key="k"))
    parameters = ModelRequestParameters()
    return asyncio.run(model._map_messages(model.prepare_messages(messages), parameters))


@pytest.mark.parametrize("seed", range(8))
def test_what_openai_is_sent_needs_no_repair_and_has_the_total_of_the_trace(seed):
    chat = tool_chat(seed)
    for budget in range(500, 6_000, 450):
        fitted = fit(chat, context_window=budget, encoding="o200k_base", format=Messages("gpt-4o"))
        assert fitted.fits
        payload = openai_payload(fitted.messages)
        again = fit(payload, model="gpt-4o", context_window=budget, output_reserve=0, format="openai")
        assert again.trace.repairs == ()
        assert again.trace.total_before == fitted.trace.total_after <= budget


@pytest.mark.parametrize("seed", range(8))
def test_what_anthropic_is_sent_needs_no_repair_and_has_about_the_total_of_the_trace(seed):
    chat = tool_chat(seed)
    wire = AnthropicModel("claude-sonnet-4-5", provider=AnthropicProvider(api_key="k"))
    for budget in range(900, 9_000, 700):
        fitted = fit(
            chat,
            context_window=budget,
            output_reserve=0,
            model="claude-sonnet-4-5",
            format=Messages("claude-sonnet-4-5"),
        )
        assert fitted.fits
        system, payload = asyncio.run(wire._map_message(fitted.messages, ModelRequestParameters(), {}))
        again = fit(
            payload,
            system=system,
            model="claude-sonnet-4-5",
            context_window=budget,
            output_reserve=0,
            format="anthropic",
        )
        assert again.trace.repairs == ()
        assert again.trace.total_before <= fitted.trace.total_after <= 1.03 * again.trace.total_before


def test_fitting_twice_changes_nothing():
    for seed in range(8):
        chat = tool_chat(seed)
        for budget in range(500, 6_000, 450):
            fitted = fit(chat, context_window=budget, encoding="o200k_base", format=Messages("gpt-4o"))
            again = fit(
                fitted.messages, context_window=budget, encoding="o200k_base", format=Messages("gpt-4o")
            )
            assert all(one is other for one, other in zip(again.messages, fitted.messages, strict=True))


def test_signed_thinking_is_kept_whole_or_dropped_whole():
    signed = ModelResponse(
        parts=[
            ThinkingPart("hm " * 50, signature="c2ln" * 100, provider_name="anthropic"),
            ToolCallPart("search", {"query": "long " * 80}, "c1"),
        ]
    )
    result = ModelRequest(parts=[ToolReturnPart("search", "found " * 400, "c1")])
    chat = [asked("q " * 30), signed, result, answered("so it is"), asked("and now?")]
    kept_sizes = set()
    for budget in range(60, 1_400, 60):
        policy = FitPolicy(max_argument_tokens=10)
        fitted = fit(chat, context_window=budget, encoding="o200k_base", policy=policy, format=Messages())
        thinking = [
            each for each in fitted.messages if any(isinstance(part, ThinkingPart) for part in each.parts)
        ]
        assert all(each is signed for each in thinking)
        results = [
            part for each in fitted.messages for part in each.parts if isinstance(part, ToolReturnPart)
        ]
        assert len(results) == len(thinking)
        kept_sizes.add(len(fitted.messages))
    assert {2, 5} <= kept_sizes


def test_large_arguments_of_unsigned_calls_are_left_out_on_a_copy():
    for args in ({"path": "a.py", "text": "line " * 300}, '{"path": "a.py", "text": "%s"}' % ("line " * 300)):
        made = ModelResponse(parts=[ToolCallPart("write", args, "c1")])
        chat = [
            asked("write"),
            made,
            ModelRequest(parts=[ToolReturnPart("write", "ok", "c1")]),
            answered("k"),
            asked("now?"),
        ]
        policy = FitPolicy(max_argument_tokens=20, gap_note=False)
        fitted = fit(chat, context_window=120, encoding="o200k_base", policy=policy, format=Messages())
        assert fitted.messages[1].parts[0].args_as_dict() == {"path": "a.py", "text": "[left out]"}
        assert made.parts[0].args == args


@pytest.mark.parametrize(
    "image", [BinaryContent(GIF, media_type="image/gif"), ImageUrl("data:image/gif;base64,R0lGODlhgALgAQ==")]
)
def test_an_image_costs_what_it_costs_and_goes_first(image):
    chat = [ModelRequest(parts=[UserPromptPart(["see", image])]), answered("a cat"), asked("and now?")]
    whole = fit(chat, context_window=9_000, model="gpt-4o", output_reserve=0, format=Messages("gpt-4o"))
    url = {"type": "image_url", "image_url": {"url": "data:image/gif;base64,R0lGODlhgALgAQ=="}}
    wire = [{"role": "user", "content": [{"type": "text", "text": "see"}, url]}]
    wire += [{"role": "assistant", "content": "a cat"}, {"role": "user", "content": "and now?"}]
    assert whole.trace.total_after == count_messages(wire, model="gpt-4o")
    less = fit(
        chat,
        context_window=whole.trace.total_after - 1,
        model="gpt-4o",
        output_reserve=0,
        format=Messages("gpt-4o"),
    )
    assert less.messages[0].parts[0].content == [
        "see",
        "[An image or a file was left out to fit the context window.]",
    ]
    assert less.messages[1] is chat[1]


def test_a_request_of_several_parts_is_cut_part_by_part():
    chat = [
        ModelRequest(parts=[SystemPromptPart("Be brief."), UserPromptPart("first " + "word " * 100)]),
        ModelResponse(parts=[ToolCallPart("search", {}, "c1"), ToolCallPart("search", {}, "c2")]),
        ModelRequest(
            parts=[
                ToolReturnPart("search", "found " * 200, "c1"),
                ToolReturnPart("search", "again", "c2", outcome="retried"),
                UserPromptPart("and quickly"),
            ]
        ),
        answered("so it is"),
        asked("and now?"),
    ]
    policy = FitPolicy(gap_note=False, keep_first_user=False)
    sizes = {}
    for budget in range(30, 420, 10):
        fitted = fit(chat, context_window=budget, encoding="o200k_base", policy=policy, format=Messages())
        sizes[len(fitted.messages)] = fitted
    assert sizes[2].messages[0].parts == [chat[0].parts[0]]
    assert sizes[2].messages[1] is chat[4]
    stubbed = next(each for each in sizes.values() if len(each.messages) == 5)
    assert [part.part_kind for part in stubbed.messages[2].parts] == [*2 * ["tool-return"], "user-prompt"]


def test_tools_output_tools_and_schemas_are_counted():
    class Answer(BaseModel, frozen=True):
        text: str

    def search(query: str) -> str:
        """Searches the archive."""
        return query

    totals = []
    for options, parts in (
        ({}, [TextPart("x")]),
        ({"tools": [search]}, [TextPart("x")]),
        ({"output_type": ToolOutput(Answer, name="answer")}, [ToolCallPart("answer", {"text": "x"})]),
        ({"output_type": NativeOutput(Answer)}, [TextPart('{"text": "x"}')]),
        ({"instructions": "Be brief, and say what you do not know."}, [TextPart("x")]),
    ):
        profile = {"supports_json_schema_output": True}
        capability = fitting(context_window=9_000, on_trace=lambda trace: totals.append(trace.total_after))
        run(Recorder(parts, profile=profile), "hi", capability, **options)
    bare, *others = totals
    assert all(total > bare + 9 for total in others)


def test_a_tool_that_was_never_called_goes_before_the_request_is_refused():
    def search(query: str) -> str:
        """Searches the archive, which has many and many things in it that one may want to know."""
        return query

    model = Recorder([TextPart("x")])
    run(model, "hi", fitting(context_window=40), tools=[search])
    assert model.infos[0].function_tools == []
    assert model.calls[0][0].parts[0].content == "hi"


def test_the_window_is_that_of_the_models_name_or_of_its_profile():
    traces = []
    for options, expected in (
        ({"profile": {"context_window": 9_000}}, (None, 9_000, 2_250, "claude")),
        ({"model_name": "gpt-4o"}, ("gpt-4o", 128_000, 16_384, "o200k_base")),
    ):
        run(Recorder([TextPart("x")], **options), "hi", FitRequest(on_trace=traces.append))
        trace = traces[-1]
        assert (trace.model, trace.window, trace.reserve, trace.encoding) == expected
    run(
        Recorder([TextPart("x")], model_name="gpt-4o"),
        "hi",
        FitRequest(on_trace=traces.append),
        model_settings={"max_tokens": 500},
    )
    assert (traces[-1].reserve, traces[-1].reserve_source) == (500, "given")


def test_responses_are_measured_as_responses():
    traces = []
    model = OpenAIResponsesModel("gpt-4o", provider=OpenAIProvider(api_key="k"))
    capability = FitRequest(on_trace=traces.append)
    context = ModelRequestContext(
        model=model,
        messages=[asked("hi")],
        model_settings=None,
        model_request_parameters=ModelRequestParameters(),
    )
    asyncio.run(capability.prepare_model_request(None, context))
    item = {"type": "message", "role": "user", "content": "hi"}
    assert traces[0].total_after == count_messages([item], model="gpt-4o", format="openai-responses")


def test_a_processor_cuts_the_history_itself():
    model, traces = Recorder([TextPart("done")]), []
    processor = fit_history(
        context_window=600, encoding="o200k_base", policy=NOTELESS, on_trace=traces.append
    )
    result = run(model, "and now?", ProcessHistory(processor), plain_chat(30), instructions="Be brief.")
    assert len(model.calls[0]) == 15
    assert len(result.all_messages()) == 17
    assert result.all_messages()[-2].parts[0].content == "and now?"
    assert traces[0].fits


def test_mistakes_are_told_with_what_to_give():
    with pytest.raises(
        InvalidArgument, match=r"^the window of the model 'house' is not known; give context_window="
    ):
        run(Recorder([TextPart("x")], model_name="house"), "hi", FitRequest())
    with pytest.raises(UnknownModel, match="no model is called 'gpt-4oo'"):
        FitRequest(model="gpt-4oo")
    with pytest.raises(InvalidArgument, match="has no setting 'windows'"):
        fit_history(windows=3)
    with pytest.raises(
        InvalidMessages, match=r"^messages\[0\] is str; it must be a ModelRequest or a ModelResponse"
    ):
        fit(["hi"], context_window=9, encoding="o200k_base", format=Messages())
    traces = []
    with pytest.raises(WindowRefused, match="the least that can be sent is"):
        run(Recorder(), "word " * 100, fitting(context_window=50, on_trace=traces.append))
    assert [trace.fits for trace in traces] == [False]


def test_results_that_tell_which_tools_were_found_stay():
    found = {"discovered_tools": [{"name": "search", "description": "Searches " + "far " * 200}]}
    chat = [
        asked("find a tool"),
        ModelResponse(
            parts=[ToolCallPart("search_tools", {"queries": ["x"]}, "c1", tool_kind="tool-search")]
        ),
        ModelRequest(parts=[ToolReturnPart("search_tools", found, "c1", tool_kind="tool-search")]),
        answered("found one " + "word " * 100),
        *plain_chat(10),
    ]
    model = Recorder([TextPart("done")])
    run(model, "and now?", fitting(context_window=700), chat)
    sent = [part for message in model.calls[0] for part in message.parts]
    assert [part.content for part in sent if isinstance(part, ToolReturnPart)] == [found]
    assert len(model.calls[0]) < 15


def test_a_summary_in_the_history_stays():
    summary = ModelRequest(parts=[CompactionPart("Summary: " + "fact " * 50)])
    model = Recorder([TextPart("done")])
    run(model, "and now?", fitting(context_window=300), [summary, *plain_chat(20)])
    assert model.calls[0][0].parts[0] is summary.parts[0]
    assert len(model.calls[0]) < 10


def test_files_that_the_model_made_go_with_a_note_in_their_place():
    made = ModelResponse(parts=[TextPart("here"), FilePart(BinaryContent(GIF, media_type="image/gif"))])
    chat = [asked("draw"), made, asked("and now?")]
    whole = fit(chat, context_window=9_000, model="gpt-4o", output_reserve=0, format=Messages("gpt-4o"))
    budget = whole.trace.total_after - 100
    fitted = fit(chat, context_window=budget, model="gpt-4o", output_reserve=0, format=Messages("gpt-4o"))
    assert fitted.messages[1].parts == [
        made.parts[0],
        TextPart("[An image or a file was left out to fit the context window.]"),
    ]


def test_a_shortened_result_keeps_its_files():
    image = BinaryContent(GIF, media_type="image/gif")
    call = ModelResponse(parts=[ToolCallPart("look", {}, "c1")])
    chat = [asked("look"), call, ModelRequest(parts=[ToolReturnPart("look", ["seen " * 2_000, image], "c1")])]
    fitted = fit(chat, context_window=1_200, model="gpt-4o", output_reserve=0, format=Messages("gpt-4o"))
    text, kept = fitted.messages[2].parts[0].content
    assert kept is image
    assert "[... the middle of this result was left out ...]" in text


def test_text_files_cost_their_text():
    text = BinaryContent(b"hi there", media_type="text/plain")
    assert (
        fit(
            [ModelRequest(parts=[UserPromptPart([text])])], model="gpt-4o", format=Messages()
        ).trace.total_after
        == 9
    )


def test_it_measures_what_other_capabilities_made_of_the_request_wherever_it_stands():
    @dataclass
    class Reminding(AbstractCapability):
        async def prepare_model_request(self, ctx, request_context):
            reminded = [*request_context.messages, asked("remember " + "this " * 100)]
            return replace(request_context, messages=reminded)

    traces = []
    for order in (
        [fitting(on_trace=traces.append), Reminding()],
        [Reminding(), fitting(on_trace=traces.append)],
    ):
        asyncio.run(Agent(Recorder([TextPart("x")]), capabilities=order).run("hi"))
    assert traces[0].total_after == traces[1].total_after > 100


def prepared(capability, messages, **parameters):
    """What the capability makes of a request to a model of no name."""
    context = ModelRequestContext(
        model=Recorder(),
        messages=messages,
        model_settings=None,
        model_request_parameters=ModelRequestParameters(**parameters),
    )
    return asyncio.run(capability.prepare_model_request(None, context))


def test_a_tool_whose_loading_is_deferred_counts_once_it_was_found():
    tool = ToolDefinition(name="search", description="Searches " + "far " * 100, defer_loading=True)
    totals = []
    capability = fitting(on_trace=lambda trace: totals.append(trace.total_after))
    for parameters in (
        {},
        {"function_tools": [tool]},
        {"function_tools": [tool], "revealed_tool_names": {"search"}},
    ):
        after = prepared(capability, [asked("hi")], **parameters)
        assert after.model_request_parameters.function_tools == parameters.get("function_tools", [])
    assert totals[0] == totals[1] < totals[2] - 100


def test_neighbouring_responses_are_one_answer():
    chat = [
        asked("look"),
        answered("let me look " + "hm " * 100),
        ModelResponse(parts=[ToolCallPart("search", {}, "c1")]),
        ModelRequest(parts=[ToolReturnPart("search", "found", "c1")]),
        answered("so it is"),
        asked("and now?"),
    ]
    for budget in range(40, 240, 10):
        policy = FitPolicy(gap_note=False)
        sent = fit(
            chat, context_window=budget, encoding="o200k_base", policy=policy, format=Messages()
        ).messages
        assert (chat[1] in sent) == (chat[2] in sent) == (chat[3] in sent)


def test_what_the_user_says_beside_results_goes_with_them():
    call = ModelResponse(parts=[ToolCallPart("search", {}, "c1")])
    results = ModelRequest(parts=[ToolReturnPart("search", "found", "c1"), UserPromptPart("quickly " * 60)])
    chat = [asked("look"), call, results, answered("so it is"), asked("and now?")]
    for budget in range(20, 140, 4):
        policy = FitPolicy(gap_note=False)
        sent = fit(
            chat, context_window=budget, encoding="o200k_base", policy=policy, format=Messages()
        ).messages
        assert (call in sent) == (results in sent)
        assert len(sent) in {1, 2, 3, 5}


def test_tools_that_were_called_or_that_the_provider_ran_keep_their_definitions():
    ran = ModelResponse(
        parts=[
            NativeToolCallPart("web_search", {"query": "x"}, "n1", provider_name="openai"),
            NativeToolReturnPart("web_search", {"found": "y"}, "n1", provider_name="openai"),
            ToolCallPart("look", {}, "c1"),
        ]
    )
    chat = [asked("look"), ran, ModelRequest(parts=[ToolReturnPart("look", "seen", "c1")])]
    tools = [ToolDefinition(name=name, description="d " * 60) for name in ("other", "web_search", "look")]
    kept = {}
    for window in range(260, 480, 20):
        after = prepared(fitting(context_window=window), chat, function_tools=tools)
        kept[window] = [tool.name for tool in after.model_request_parameters.function_tools]
        assert after.messages[1] is ran
    assert set(map(tuple, kept.values())) == {("web_search", "look"), ("other", "web_search", "look")}


def test_the_parts_of_an_edited_message_keep_their_order():
    image = BinaryContent(GIF, media_type="image/gif")
    parts = [UserPromptPart(["see", image]), SystemPromptPart("Be brief."), UserPromptPart("and that")]
    chat = [ModelRequest(parts=parts), answered("a cat"), asked("and now?")]
    whole = fit(chat, context_window=9_000, model="gpt-4o", output_reserve=0, format=Messages("gpt-4o"))
    budget = whole.trace.total_after - 1
    fitted = fit(chat, context_window=budget, model="gpt-4o", output_reserve=0, format=Messages("gpt-4o"))
    first, *others = fitted.messages[0].parts
    assert first.content == ["see", "[An image or a file was left out to fit the context window.]"]
    assert [part is was for part, was in zip(others, parts[1:], strict=True)] == [True, True]
