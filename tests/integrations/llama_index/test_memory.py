"""The memory in LlamaIndex's own agents and chat engines, with its own mock models."""

import asyncio

import pytest
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ImageBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import ChatMessage, LLMMetadata, MockLLM, TextBlock
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.core.memory import ChatMemoryBuffer
from llama_index.core.storage.chat_store import SimpleChatStore
from llama_index.core.tools import FunctionTool
from llama_index.core.workflow import Context, JsonSerializer

from contextthrift import FitPolicy, count_messages
from contextthrift.exceptions import InvalidArgument, InvalidMessages, UnknownModel, WindowRefused, WrongType
from contextthrift.integrations.llama_index import FitMemory, FitOptions
from contextthrift.integrations.llama_index.messages import Messages

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # those of LlamaIndex's workflows
NOTELESS = FitPolicy(gap_note=False)


def talk(turns, words=20):
    said = [("user", "question"), ("assistant", "answer")]
    chat = [
        ChatMessage(role=role, content=f"{what} {n} " + "word " * words)
        for n in range(turns)
        for role, what in said
    ]
    return [*chat, ChatMessage(role="user", content="and now?")]


def measured(messages, **more):
    return count_messages(messages, format=Messages(), **more)


def with_options(history, **options):
    return FitMemory.from_defaults(
        history, options=FitOptions(encoding="o200k_base", output_reserve=0, **options)
    )


def named(name="gpt-4o", window=3_900, longest=256):
    """A mock model with a name, and the window and longest reply that its package would tell of."""

    class Named(MockLLM):
        @property
        def metadata(self):
            return LLMMetadata(model_name=name, context_window=window, num_output=longest)

    return Named()


def test_it_keeps_everything_and_gives_the_very_messages_that_fit():
    given = talk(50)
    memory = with_options(given, context_window=600, policy=NOTELESS)
    kept = memory.get()
    assert all(any(message is mine for mine in given) for message in kept)
    assert (kept[0], kept[-1]) == (given[0], given[-1])
    assert 500 < measured(kept, encoding="o200k_base") <= 600
    assert memory.get_all() == given
    assert asyncio.run(memory.aget()) == kept


def test_messages_are_put_set_and_reset_as_in_every_memory():
    memory = with_options(None, context_window=600)
    first, second = talk(0) + talk(0)
    memory.put(first)
    asyncio.run(memory.aput(second))
    assert [message is mine for message, mine in zip(memory.get_all(), (first, second), strict=True)] == [
        True,
        True,
    ]
    memory.set([second])
    assert memory.get() == [second]
    memory.reset()
    assert memory.get() == memory.get_all() == []
    asyncio.run(memory.aput_messages(talk(3)))
    assert len(asyncio.run(memory.aget_all())) == 7


def test_the_arguments_of_chat_memory_buffer_are_taken():
    given = talk(40)
    theirs = ChatMemoryBuffer.from_defaults(given, token_limit=500, tokenizer_fn=str.split)
    ours = FitMemory.from_defaults(given, token_limit=500, tokenizer_fn=str.split)
    assert 0 < len(ours.get()) <= len(theirs.get())
    store = SimpleChatStore()
    FitMemory.from_defaults(given, chat_store=store, chat_store_key="u1", token_limit=500)
    assert store.get_messages("u1") == given


def call_and_result(number, words=100, **call):
    block = ToolCallBlock(tool_call_id=f"c{number}", tool_name="look", tool_kwargs={"page": number}, **call)
    found = f"page {number} " + "found " * words
    return [
        ChatMessage(role="assistant", blocks=[block]),
        ChatMessage(
            role="tool", content=found, additional_kwargs={"tool_call_id": f"c{number}", "score": 0.5}
        ),
    ]


def test_pairs_stay_whole_and_edited_results_keep_every_other_field():
    given = [ChatMessage(role="user", content="Read it.")]
    for number in range(8):
        given += call_and_result(number)
    given.append(ChatMessage(role="user", content="and now?"))
    for window in range(150, 1_500, 50):
        kept = with_options(given, context_window=window, policy=NOTELESS).get()
        calls = [
            block.tool_call_id
            for message in kept
            for block in message.blocks
            if isinstance(block, ToolCallBlock)
        ]
        results = [message for message in kept if message.role.value == "tool"]
        assert [result.additional_kwargs["tool_call_id"] for result in results] == calls
        for result in results:
            if result.content.startswith("["):
                assert result.content == "[Result of look left out to fit the context window.]"
                assert result.additional_kwargs["score"] == 0.5
                assert result is not given[2 * int(result.additional_kwargs["tool_call_id"][1:]) + 2]
    assert all(message.content is None or not message.content.startswith("[") for message in given)


def test_calls_beside_the_blocks_are_read_as_older_packages_write_them():
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"page": 1}'}}
    given = [
        ChatMessage(role="user", content="Read it."),
        ChatMessage(role="assistant", content=None, additional_kwargs={"tool_calls": [call]}),
        ChatMessage(role="tool", content="found " * 200, additional_kwargs={"tool_call_id": "c1"}),
        ChatMessage(role="assistant", content="So it is."),
        ChatMessage(role="user", content="and now?"),
    ]
    memory = with_options(given, context_window=150, policy=NOTELESS)
    assert [message.content for message in memory.get()] == [
        "Read it.",
        None,
        "[Result of look left out to fit the context window.]",
        "So it is.",
        "and now?",
    ]
    orphaned = with_options([given[0], given[2], given[4]], context_window=150)
    assert [message.content for message in orphaned.get()] == ["Read it.", "and now?"]


def test_results_of_models_without_ids_are_paired_by_name():
    call = ToolCallBlock(tool_name="look", tool_kwargs={"page": 1})
    given = [
        ChatMessage(role="user", content="Read it."),
        ChatMessage(role="assistant", blocks=[call]),
        ChatMessage(role="tool", content="found", additional_kwargs={"name": "look"}),
        ChatMessage(role="user", content="and now?"),
    ]
    assert with_options(given, context_window=500).get() == given


def test_large_arguments_of_old_calls_go_in_a_copy():
    given = [ChatMessage(role="user", content="Write it."), *call_and_result(1, words=5)]
    given[1].blocks[0].tool_kwargs = {"text": "word " * 400, "page": 3}
    given += [ChatMessage(role="assistant", content="Done."), ChatMessage(role="user", content="and now?")]
    policy = FitPolicy(max_argument_tokens=50, gap_note=False)
    kept = with_options(given, context_window=200, policy=policy).get()
    assert kept[1].blocks[0].tool_kwargs == {"text": "[left out]", "page": 3}
    assert given[1].blocks[0].tool_kwargs["text"].startswith("word")


def test_images_of_earlier_turns_become_a_note_and_signed_thinking_is_left_alone():
    image = ImageBlock(url="data:image/png;base64,iVBORw0KGgo=")
    thought = ThinkingBlock(content="hm", additional_information={"signature": "c2ln" * 20})
    given = [
        ChatMessage(role="user", blocks=[TextBlock(text="What is it?"), image]),
        ChatMessage(role="assistant", blocks=[thought, TextBlock(text="A cat.")]),
        ChatMessage(role="user", content="and now?"),
    ]
    kept = with_options(given, context_window=200, policy=NOTELESS).get()
    note = "[An image or a file was left out to fit the context window.]"
    assert [block.text for block in kept[0].blocks] == ["What is it?", note]
    assert kept[1] is given[1]
    assert given[0].blocks[1] is image


def test_the_note_about_a_gap_stands_before_the_text_of_a_copy():
    given = talk(30)
    kept = with_options(given, context_window=300).get()
    noted = [message for message in kept if "left out" in (message.content or "")]
    assert len(noted) == 1
    assert noted[0].content.startswith("[Earlier messages were left out to fit the context window.]\n\n")
    assert not any("left out" in message.content for message in given)


def test_the_window_is_that_of_the_model():
    def seen(**llm):
        traces = []
        options = FitOptions(on_trace=traces.append)
        FitMemory.from_defaults(talk(1), llm=named(**llm), options=options).get()
        return traces[0].window, traces[0].reserve, traces[0].encoding

    assert seen() == (
        128_000,
        16_384,
        "o200k_base",
    )  # 3,900 is what LlamaIndex says where nobody said anything
    assert seen(window=8_000, longest=500) == (8_000, 500, "o200k_base")
    assert seen(name="house", window=10_000) == (10_000, 2_500, "claude")


def test_what_is_sent_beside_the_memory_is_counted():
    def total(**beside):
        traces = []
        count = beside.pop("initial_token_count", 0)
        options = FitOptions(context_window=9_000, encoding="o200k_base", on_trace=traces.append)
        FitMemory.from_defaults(talk(1), options=options, **beside).get(initial_token_count=count)
        return traces[0].total_after

    def look(page: int) -> str:
        """Looks at a page."""
        return str(page)

    bare = total()
    assert total(initial_token_count=100) == bare + 100
    assert total(system_prompt="Be brief.") == bare + 7
    assert total(tools=[FunctionTool.from_defaults(look)]) > bare + 30
    with pytest.raises(WindowRefused):
        FitMemory.from_defaults(talk(1), token_limit=200).get(initial_token_count=190)


def test_an_agent_keeps_its_calls_in_it_and_is_given_what_fits():
    asked = []

    def answer(messages, **_):
        asked.append(list(messages))
        if messages[-1].role.value == "tool":
            return ChatMessage(role="assistant", content=f"done {len(asked)}")
        call = ToolCallBlock(
            tool_call_id=f"c{len(asked)}", tool_name="look", tool_kwargs={"page": len(asked)}
        )
        return ChatMessage(role="assistant", blocks=[call])

    def look(page: int) -> str:
        """Looks at a page."""
        return f"page {page} " + "found " * 150

    async def run():
        llm = MockFunctionCallingLLM(response_generator=answer)
        agent = FunctionAgent(tools=[look], llm=llm, streaming=False)
        memory = with_options(None, context_window=900)
        for number in range(6):
            await agent.run(f"question {number}", memory=memory)
        return memory.get_all()

    kept = asyncio.run(run())
    assert [message.role.value for message in kept] == ["user", "assistant", "tool", "assistant"] * 6
    assert len(asked) == 12
    last = asked[-2]
    assert last[-1].content == "question 5"
    assert measured(last, encoding="o200k_base") <= 900
    results = [message for message in last if message.role.value == "tool"]
    assert results[0].content == "[Result of look left out to fit the context window.]"


def test_a_chat_engine_is_given_what_fits():
    memory = with_options(talk(50), context_window=600)
    engine = SimpleChatEngine.from_defaults(llm=MockLLM(), memory=memory, system_prompt="Be brief.")
    answer = str(engine.chat("and then?"))
    assert len(memory.get_all()) == 103
    assert "question 0 " in answer
    assert "question 1 " not in answer


def test_it_is_saved_with_a_workflow_and_comes_back():
    memory = FitMemory.from_defaults(
        talk(30),
        llm=named(),
        options=FitOptions(context_window=500, output_reserve=0),
        system_prompt="Be brief.",
    )
    again = FitMemory.from_dict(memory.to_dict())
    assert again.get() == memory.get()
    assert (again.seen, again.system_prompt, again.options.context_window) == (memory.seen, "Be brief.", 500)

    async def through_a_context():
        context = Context(FunctionAgent(llm=MockFunctionCallingLLM()))
        await context.store.set("memory", FitMemory.from_defaults(talk(30), token_limit=500))
        saved = context.to_dict(serializer=JsonSerializer())
        other = Context.from_dict(
            FunctionAgent(llm=MockFunctionCallingLLM()), saved, serializer=JsonSerializer()
        )
        return await other.store.get("memory")

    other = asyncio.run(through_a_context())
    assert other.options.context_window == 500
    assert other.get_all() == talk(30)


def test_bad_arguments_are_told_when_it_is_made():
    with pytest.raises(InvalidArgument, match=r"^FitMemory needs llm=, token_limit=, or options="):
        FitMemory.from_defaults()
    with pytest.raises(InvalidArgument, match=r"^FitMemory has no option 'token_limits'$"):
        FitMemory.from_defaults(token_limits=3)
    with pytest.raises(
        InvalidArgument, match=r"^context_window is in options= already; leave out token_limit="
    ):
        FitMemory.from_defaults(token_limit=3, options=FitOptions(context_window=5_000))
    with pytest.raises(UnknownModel, match="no model is called 'gpt-4oo'"):
        FitMemory.from_defaults(options=FitOptions(model="gpt-4oo"))
    with pytest.raises(WrongType, match=r"^options is dict; it must be FitOptions\(\.\.\.\)$"):
        FitMemory.from_defaults(options={"context_window": 5_000})
    with pytest.raises(InvalidArgument, match="context_window is -1"):
        FitMemory.from_defaults(token_limit=-1)


def test_a_result_that_says_not_what_it_answers_is_named():
    given = [ChatMessage(role="user", content="hi"), ChatMessage(role="tool", content="found")]
    message = r"^messages\[1\] is a tool's result without additional_kwargs\['tool_call_id'\] or \['name'\]$"
    with pytest.raises(InvalidMessages, match=message):
        with_options(given, context_window=500).get()
