"""Conversations as pydantic-ai holds them, and a model that keeps what it is sent."""

import random

from pydantic_ai.messages import (
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import DeltaToolCall, FunctionModel


class Recorder(FunctionModel):
    """Answers from a script of parts and keeps messages and parameters of every call."""

    def __init__(self, *answers, **options):
        self.calls, self.infos = [], []
        script = iter(answers)

        def answer(messages, info):
            self.calls.append(messages)
            self.infos.append(info)
            return ModelResponse(parts=next(script))

        async def streamed(messages, info):
            for part in answer(messages, info).parts:
                if isinstance(part, TextPart):
                    yield part.content
                else:
                    yield {0: DeltaToolCall(part.tool_name, part.args_as_json_str(), part.tool_call_id)}

        super().__init__(answer, stream_function=streamed, **options)


def asked(text):
    return ModelRequest(parts=[UserPromptPart(text)])


def answered(text):
    return ModelResponse(parts=[TextPart(text)])


def plain_chat(turns, words=30):
    chat = []
    for n in range(turns):
        chat += [asked(f"question {n} " + "word " * words), answered(f"answer {n} " + "word " * words)]
    return chat


def tool_chat(seed, turns=6):
    """Turns with some calls each, now and then two in one message, and a question behind results."""
    chance = random.Random(seed)
    chat = [ModelRequest(parts=[SystemPromptPart("Be brief."), UserPromptPart("hello")]), answered("hi")]
    for n in range(turns):
        chat.append(asked(f"question {n} " + "word " * chance.randint(1, 40)))
        for step in range(chance.randint(0, 3)):
            ids = [f"call_{n}_{step}_{k}" for k in range(chance.randint(1, 2))]
            said = chance.choice([[], [TextPart("let me look")]])
            query = "x " * chance.randint(1, 9)
            chat.append(
                ModelResponse(
                    parts=[*said, *(ToolCallPart("search", {"query": query}, each) for each in ids)]
                )
            )
            results = [ToolReturnPart("search", "found " * chance.randint(1, 200), each) for each in ids]
            behind = [UserPromptPart("and quickly")] if chance.random() < 0.2 else []
            chat.append(ModelRequest(parts=[*results, *behind]))
        chat.append(answered(f"answer {n} " + "word " * chance.randint(1, 40)))
    return [*chat, asked("and now?")]
