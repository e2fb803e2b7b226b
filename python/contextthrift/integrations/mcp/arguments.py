"""The arguments of the tools; their input schemas are made of these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

Messages = Annotated[
    list[dict[str, Any]],
    Field(
        description="The messages of a model call, oldest first, as OpenAI (chat or Responses), Anthropic or "
        'Gemini takes them; for example [{"role": "user", "content": "Hello!"}]'
    ),
]
ModelName = Annotated[
    str | None,
    Field(description="The model's name, such as gpt-4o or claude-sonnet-4-5: gives window and measure"),
]
Window = Annotated[
    int | None, Field(ge=1, description="The window in tokens, if not the model's own or without a model")
]
Measure = Annotated[
    str | None,
    Field(description="What measures text, if not the model's own, such as o200k_base"),
]
Reserve = Annotated[
    int | None,
    Field(
        ge=0, description="Tokens to leave for the reply; by default the model's longest, at most a quarter"
    ),
]
Tools = Annotated[
    list[dict[str, Any]] | None,
    Field(description="The tools' definitions; counted, and cut last"),
]
System = Annotated[
    str | list[Any] | None, Field(description="A system prompt sent beside the messages; counted, never cut")
]
Format = Annotated[
    Literal["auto", "openai", "openai-responses", "anthropic", "gemini"],
    Field(description="The format of the messages, where it cannot be told from them"),
]
Query = Annotated[
    str | None,
    Field(
        description='What the user asks now: turns that suit it least go first; "auto" takes it from the chat'
    ),
]

Text = Annotated[str | None, Field(description="A plain text, instead of messages")]
