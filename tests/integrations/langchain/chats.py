"""Conversations as LangChain holds them, and a model that keeps what it is sent."""

import random
from typing import Any

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage


class Recorder(GenericFakeChatModel):
    """Answers from a script and keeps messages and tools of every call."""

    calls: list[Any] = []  # noqa: RUF012 - a field of the model
    bound: list[Any] = []  # noqa: RUF012 - a field of the model
    model_name: str | None = None

    def bind_tools(self, tools, **kwargs):
        self.bound.append((list(tools), kwargs))
        return self

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        self.calls.append(list(messages))
        return super()._generate(messages, stop, run_manager, **kwargs)


def recorder(*answers, **fields):
    return Recorder(messages=iter(answers), calls=[], bound=[], **fields)


def plain_chat(turns, words=30):
    chat = []
    for n in range(turns):
        chat.append(HumanMessage(f"question {n} " + "word " * words, id=f"h{n}"))
        chat.append(AIMessage(f"answer {n} " + "word " * words, id=f"a{n}"))
    return [*chat, HumanMessage("and now?", id="now")]


def tool_chat(seed, turns=6):
    """Turns with some calls each, now and then two in one message, as agents leave them."""
    chance, chat = random.Random(seed), []
    for n in range(turns):
        chat.append(HumanMessage(f"question {n} " + "word " * chance.randint(1, 40)))
        for step in range(chance.randint(0, 3)):
            ids = [f"call_{n}_{step}_{k}" for k in range(chance.randint(1, 2))]
            calls = [
                {"name": "search", "args": {"query": "x " * chance.randint(1, 9)}, "id": each} for each in ids
            ]
            chat.append(AIMessage(chance.choice(["", "let me look"]), tool_calls=calls))
            chat += [
                ToolMessage(
                    "found " * chance.randint(1, 200), tool_call_id=each, name="search", artifact=each
                )
                for each in ids
            ]
        chat.append(AIMessage(f"answer {n} " + "word " * chance.randint(1, 40)))
    return [*chat, HumanMessage("and now?")]
