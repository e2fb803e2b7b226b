"""Whole requests: where each SDK's call keeps its messages, tools and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import InvalidMessages, UnknownFormat
from contextthrift.formats.copying import changed, without
from contextthrift.formats.field import field, is_list, kind_of, name_in_use

if TYPE_CHECKING:
    from contextthrift.fit.fitted import Fitted


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The names of the arguments of one SDK's call; where one has several spellings, all of them."""

    format: str
    """The format of its messages; ``auto`` where two SDKs use the same names."""
    messages: str
    system: tuple[str, ...] = ()
    tools: tuple[str, ...] = ("tools",)
    tool_choice: tuple[str, ...] = ("tool_choice",)
    goes_with_tools: tuple[str, ...] = ()
    """What the provider refuses in a request without tools."""
    max_output: tuple[str, ...]
    schema: tuple[str, ...]
    stored: tuple[str, ...] = ()
    """What names the messages that the provider has stored and that come before these."""
    inside: str | None = None
    """The argument that holds everything but the messages."""


CHAT: Final = Shape(
    format="auto",
    messages="messages",
    system=("system",),
    goes_with_tools=("parallel_tool_calls",),
    max_output=("max_completion_tokens", "max_tokens"),
    schema=("response_format", "output_format", "output_config"),
)
"""``client.chat.completions.create`` of OpenAI and ``client.messages.create`` of Anthropic."""

RESPONSES: Final = Shape(
    format="openai-responses",
    messages="input",
    system=("instructions",),
    goes_with_tools=("parallel_tool_calls", "max_tool_calls"),
    max_output=("max_output_tokens",),
    schema=("text",),
    stored=("previous_response_id", "conversation"),
)
"""``client.responses.create`` of OpenAI."""

GEMINI: Final = Shape(
    format="gemini",
    messages="contents",
    system=("system_instruction", "systemInstruction"),
    tool_choice=("tool_config", "toolConfig"),
    max_output=("max_output_tokens", "maxOutputTokens"),
    schema=("response_schema", "responseSchema", "response_json_schema", "responseJsonSchema"),
    inside="config",
)
"""``client.models.generate_content`` of google-genai."""

SHAPES: Final = (GEMINI, RESPONSES, CHAT)


@dataclass(frozen=True, slots=True)
class WholeRequest:
    """The arguments of one call, and which of them are what."""

    arguments: Mapping[str, Any]
    shape: Shape
    messages: list[Any]
    """Its messages; a single one, which two of the SDKs take, as a list of one."""

    @classmethod
    def of(cls, arguments: Mapping[str, Any]) -> WholeRequest:
        """Recognises the SDK by the name under which the messages stand.

        Raises:
            InvalidMessages: it is no mapping.
            UnknownFormat: no SDK's call looks like this.
        """
        if not isinstance(arguments, Mapping):
            raise InvalidMessages(
                f"the request is {kind_of(arguments)}; it must be a dict of the call's arguments"
            )
        for shape in SHAPES:
            if shape.messages in arguments:
                return cls(arguments, shape, _listed(arguments[shape.messages], shape))
        names = ", ".join(map(repr, arguments)) or "nothing"
        known = " or ".join(shape.messages for shape in SHAPES)
        raise UnknownFormat(f"the request has {names}; its messages must stand under {known}")

    @property
    def format(self) -> str:
        """The format of its messages."""
        has_system = self.shape is CHAT and self.system is not None
        return "anthropic" if has_system else self.shape.format

    @property
    def system(self) -> Any:
        """Its separate system prompt."""
        return field(self._rest, *self.shape.system)

    @property
    def tools(self) -> Any:
        """Its tools."""
        return field(self._rest, *self.shape.tools)

    @property
    def tool_choice(self) -> Any:
        """Its tool choice."""
        return field(self._rest, *self.shape.tool_choice)

    @property
    def max_output(self) -> Any:
        """The longest reply it asks for, in tokens."""
        return field(self._rest, *self.shape.max_output)

    @property
    def schema(self) -> Any:
        """The schema that it wants the output in."""
        return field(self._rest, *self.shape.schema)

    @property
    def goes_on(self) -> bool:
        """Whether messages that the provider has stored come before these."""
        return field(self._rest, *self.shape.stored) is not None

    @property
    def _rest(self) -> Any:
        return self.arguments if self.shape.inside is None else self.arguments.get(self.shape.inside)

    def fitted(self, fitted: Fitted) -> dict[str, Any]:
        """The same call with what a fit left of it; what was left alone is the caller's own."""
        arguments = dict(self.arguments)
        if not _same(fitted.messages, self.messages):
            arguments[self.shape.messages] = fitted.messages
        rest = self._fitted_rest(arguments if self.shape.inside is None else self._rest, fitted)
        if self.shape.inside is None:
            return dict(rest)
        return arguments if rest is None else arguments | {self.shape.inside: rest}

    def _fitted_rest(self, rest: Any, fitted: Fitted) -> Any:
        if self.tools is None or _same(fitted.tools, self.tools):
            return rest
        if fitted.tools is not None:
            return changed(rest, **{name_in_use(rest, *self.shape.tools): fitted.tools})
        for name in (*self.shape.tools, *self.shape.tool_choice, *self.shape.goes_with_tools):
            rest = without(rest, name)
        return rest


def _listed(given: Any, shape: Shape) -> list[Any]:
    if isinstance(given, str):
        return [{"role": "user", "content": given} if shape is RESPONSES else _gemini_text(given)]
    return list(given) if is_list(given) else [given]


def _same(some: Any, others: Any) -> bool:
    """Whether both are lists of the very same objects."""
    return (
        is_list(some)
        and is_list(others)
        and len(some) == len(others)
        and all(one is other for one, other in zip(some, others, strict=True))
    )


def _gemini_text(text: str) -> dict[str, Any]:
    return {"role": "user", "parts": [{"text": text}]}
