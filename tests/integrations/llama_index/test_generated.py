"""Generated conversations with everything that LlamaIndex's packages put into them, some of it broken."""

import json
import random

import pytest
from llama_index.core.base.llms.types import DocumentBlock, ImageBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.llms import ChatMessage, TextBlock

from contextthrift import FitPolicy, count_messages, fit
from contextthrift.integrations.llama_index.messages import Messages

MODELS = (None, "claude-sonnet-4-5", "gemini-2.5-pro")


def user(made):
    blocks = [TextBlock(text="q " * made.randint(1, 60))]
    blocks += [ImageBlock(url="https://example.org/c.png")] * (made.random() < 0.2)
    blocks += [DocumentBlock(url="https://example.org/c.pdf", title="t")] * (made.random() < 0.1)
    return ChatMessage(role="user", blocks=blocks)


def result(call_id, content):
    return ChatMessage(role="tool", content=content, additional_kwargs={"tool_call_id": call_id})


def step(made, ids):
    """An answer with its calls, in blocks, beside them or both, and results of which some are missing."""
    place = made.choice(("blocks", "beside", "both"))
    signed = {"signature": "x" * 50} if made.random() < 0.5 else {}
    blocks = [ThinkingBlock(content="hm " * 9, additional_information=signed)] * (made.random() < 0.3)
    blocks += [TextBlock(text="ok " * made.randint(1, 20))] * (made.random() < 0.5)
    beside = []
    for call_id in ids:
        arguments = {"x": "a " * made.randint(1, 100)}
        written = json.dumps(arguments)
        if place != "beside":
            given = arguments if made.random() < 0.7 else written
            blocks.append(ToolCallBlock(tool_call_id=call_id, tool_name="look", tool_kwargs=given))
        if place != "blocks":
            function = {"name": "look", "arguments": written}
            beside.append({"id": call_id, "type": "function", "function": function})
    said = {"tool_calls": beside} if beside else {}
    results = [
        ChatMessage(
            role="tool", content="r " * made.randint(1, 300), additional_kwargs={"tool_call_id": each}
        )
        for each in ids
    ]
    if made.random() < 0.2:
        made.shuffle(results)
        del results[:1]
    return [ChatMessage(role="assistant", blocks=blocks, additional_kwargs=said), *results]


def conversation(made):
    messages = [ChatMessage(role="system", content="Be brief.")] * (made.random() < 0.6)
    for turn in range(made.randint(1, 6)):
        messages += [user(made)] * (made.random() < 0.9)
        for number in range(made.randint(0, 3)):
            fresh = [f"c{turn}-{number}-{call}" for call in range(made.randint(0, 3))]
            messages += step(made, fresh if made.random() < 0.8 else ["c1"] * bool(fresh))
    return [*messages, ChatMessage(role="user", content="and now?")]


def called(message):
    blocks = [block.tool_call_id for block in message.blocks if isinstance(block, ToolCallBlock)]
    beside = [call["id"] for call in message.additional_kwargs.get("tool_calls", ())]
    return sorted({*blocks, *beside})


def assert_pairs(messages):
    """Each answer's results stand directly behind it, and nothing else is a result."""
    waiting = []
    for message in messages:
        if message.role.value == "tool":
            waiting.remove(message.additional_kwargs["tool_call_id"])
        else:
            assert waiting == []
            waiting = called(message)
    assert waiting == []


@pytest.mark.parametrize("seed", range(60))
def test_what_is_given_is_valid_measured_and_the_storeds_own(seed):
    made = random.Random(seed)
    given = conversation(made)
    before = [message.model_dump_json() for message in given]
    policy = FitPolicy(max_argument_tokens=made.choice((None, 20)), gap_note=made.random() < 0.7)
    for model in MODELS:
        options = {"encoding": "o200k_base", "format": Messages(model)}
        window = made.randint(60, 3_000)
        fitted = fit(given, context_window=window, policy=policy, **options)
        assert_pairs(fitted.messages)
        assert count_messages(fitted.messages, **options) == fitted.trace.total_after
        assert not fitted.fits or fitted.trace.total_after <= window
        roles = [message.role.value for message in fitted.messages if message.role.value != "system"]
        assert model is None or roles[0] == "user"
        again = fit(fitted.messages, context_window=window, policy=policy, **options)
        assert again.messages == fitted.messages
        assert [message.model_dump_json() for message in given] == before
        whole = fit(given, context_window=1_000_000, policy=policy, **options)
        added = [each.content for each in whole.messages if not any(each is mine for mine in given)]
        assert set(added) <= {"[This tool call was interrupted and not run.]"}
