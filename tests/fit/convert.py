"""OpenAI chat messages, their tools and tool choices, in the shape of the three other formats.

Each converter answers with a `Request`: the list and the arguments of `fit` that go with it. Nothing is
mended on the way: a result that comes late, twice or without a call does so afterwards too. What a format
has no place for (an empty text, a name) is left out; other fields of a message are carried along.
"""

from tests.fit.chat_parts import Request
from tests.fit.to_anthropic import to_anthropic
from tests.fit.to_gemini import to_gemini
from tests.fit.to_responses import to_parted_responses


def to_chat(messages, tools=None, tool_choice=None, **_variant):
    """The list itself, so that all four formats can be asked for in one way."""
    return Request(messages, {"format": "openai", **with_tools(tools, tool_choice)})


def with_tools(tools, tool_choice):
    return {} if tools is None else {"tools": tools, "tool_choice": tool_choice}


VARIANTS = {
    "anthropic": (to_anthropic, {}),
    "anthropic, merged": (to_anthropic, {"merges": True}),
    "gemini": (to_gemini, {}),
    "gemini, no ids": (to_gemini, {"ids": False}),
    "responses": (to_parted_responses, {}),
    "responses, reasoning": (to_parted_responses, {"reasons": True}),
}


def converted(variant, messages, tools=None, tool_choice=None):
    """The conversation in one of `VARIANTS`."""
    convert, options = VARIANTS[variant]
    return convert(messages, tools, tool_choice, **options)
