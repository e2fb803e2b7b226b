"""The seam to a language model: what it is sent, what it streams back, and what it can."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from contextthrift.brief import Brief
from contextthrift.settings import Settings
from contextthrift.usage import Usage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

Stage = Literal["planner", "executor", "replanner", "synthesizer", "compaction"]
Role = Literal["user", "assistant", "tool"]
OutputKind = Literal["text", "json", "error-text", "error-json", "content"]

CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens"})
"""How OpenAI, Anthropic and Gemini say in lower case that an answer reached the cap on its length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPart:
    """Text."""

    text: str
    opaque: Any = None
    """Whatever the provider wants back with the text, such as a signature."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingPart:
    """Thinking of the model, which goes back to it unchanged while its tool calls are answered."""

    text: str
    signature: str | None = None
    """The provider's proof that the text is the model's own."""
    opaque: Any = None
    """Whatever else the provider wants back: encrypted thinking, an item of its own form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallPart:
    """The model wants a tool called."""

    call_id: str
    name: str
    arguments: str
    """As the model wrote them: JSON, or what it took for JSON."""
    opaque: Any = None
    """Whatever the provider wants back with the call, such as a signature."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolOutput:
    """What the model is shown of a tool's result."""

    kind: OutputKind
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResultPart:
    """The answer to a tool call."""

    call_id: str
    name: str
    output: ToolOutput


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePart(Brief):
    """A file or an image for the model."""

    media_type: str
    data: bytes | None = None
    url: str | None = None
    name: str | None = None
    pages: int | None = None
    """Of a PDF, where they were counted: what it takes of a window."""


Part: TypeAlias = TextPart | ThinkingPart | ToolCallPart | ToolResultPart | FilePart


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelMessage:
    """One message of a conversation with a model."""

    role: Role
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """Its text parts, joined."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))


def user_message(text: str, *files: FilePart) -> ModelMessage:
    """What a user says, with files behind it."""
    return ModelMessage(role="user", parts=(TextPart(text=text), *files))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDefinition:
    """What a model is told of a tool."""

    name: str
    description: str
    input_schema: Mapping[str, Any]
    """JSON schema of the arguments, an object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One call of a model."""

    stage: Stage
    """Which part of the agent asks."""
    system: str
    messages: tuple[ModelMessage, ...]
    tools: tuple[ToolDefinition, ...] = ()
    output_schema: Mapping[str, Any] | None = None
    """JSON schema the answer is to have; an adapter whose provider has no structured output leaves it out."""
    max_output_tokens: int | None = None
    temperature: float | None = None
    """None leaves it to the provider."""
    reasoning: str | None = None
    """Level of thinking; None leaves it to the provider."""
    provider_options: Mapping[str, Any] | None = None
    """Options by the name of the provider: ``{"anthropic": {...}}``."""
    client_name: str = "contextthrift"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta:
    """A piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingDelta:
    """A piece of the model's thinking."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallDelta:
    """A piece of the arguments of a tool call that is being written."""

    call_id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The whole answer: the last thing a model streams, exactly once.

    The deltas before it are for showing only.
    """

    message: ModelMessage
    usage: Usage = field(default_factory=Usage)
    finish_reason: str | None = None
    """In the provider's own word."""

    @property
    def text(self) -> str:
        """Its text."""
        return self.message.text

    @property
    def tool_calls(self) -> tuple[ToolCallPart, ...]:
        """Its tool calls, in the model's order."""
        return tuple(part for part in self.message.parts if isinstance(part, ToolCallPart))

    @property
    def is_cut_off(self) -> bool:
        """Whether it ends where the cap on its length was reached.

        >>> Reply(message=ModelMessage(role="assistant", parts=()), finish_reason="MAX_TOKENS").is_cut_off
        True
        """
        return (self.finish_reason or "").lower() in CUT_OFF


StreamPart: TypeAlias = TextDelta | ThinkingDelta | ToolCallDelta | Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelLimits(Settings):
    """What a model takes and gives, in tokens; None where it is not known."""

    context_window_tokens: int | None = None
    max_input_tokens: int | None = None
    max_output_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities(Settings):
    """What a model can; None where it is not known."""

    tools: bool | None = None
    structured_output: bool | None = None
    images: bool | None = None
    pdf: bool | None = None
    files: bool | None = None


class Model(Protocol):
    """A language model.

    Anything with these members is one; ``testing.ScriptedModel`` is the double for tests.
    """

    @property
    def provider(self) -> str:
        """The provider's id, such as ``openai``; it decides between native and prompted tools."""

    @property
    def name(self) -> str:
        """The model's own name."""

    @property
    def limits(self) -> ModelLimits:
        """Its windows."""

    @property
    def capabilities(self) -> Capabilities:
        """What it can."""

    def stream(self, request: ModelRequest) -> AsyncIterator[StreamPart]:
        """Answers a request: deltas while they come, then the one `Reply`.

        An error is raised; one that another try may mend has a ``status`` as `ModelError` has. Cancelling the
        iteration closes the connection.

        A model that is an asynchronous context manager as well is entered for the length of each run, so that
        it can keep connections between calls and leaves none behind.
        """


def model_label(model: Model) -> str:
    """``provider/name``, for messages."""
    return f"{model.provider}/{model.name}"


def assistant_reply(
    text: str = "",
    *,
    tool_calls: tuple[ToolCallPart, ...] = (),
    thinking: str = "",
    usage: Usage | None = None,
) -> Reply:
    """A reply made from its parts.

    >>> assistant_reply("Done.").text
    'Done.'
    """
    said: tuple[Part, ...] = (TextPart(text=text),) if text else ()
    thought: tuple[Part, ...] = (ThinkingPart(text=thinking),) if thinking else ()
    return Reply(
        message=ModelMessage(role="assistant", parts=(*thought, *said, *tool_calls)), usage=usage or Usage()
    )
