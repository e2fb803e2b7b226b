"""What a working set holds.

Any object with the same attributes serves as well; attributes beyond these are carried along untouched.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from contextthrift.brief import Brief
from contextthrift.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Content: TypeAlias = Any
"""Text, None for none, or an object that renders to text by its ``__str__``.

An object may bring its own ``estimate(encoding_name, ctx)``; then it is not rendered but asked.
"""


class ToolLike(Protocol):
    """What the pass reads of a tool; a ``description`` is optional."""

    @property
    def name(self) -> str:
        """The name by which a shortlist selects it."""


class ToolRegistryLike(Protocol):
    """What the pass needs of a registry of tools."""

    def list_tools(self) -> Iterable[ToolLike]:
        """All registered tools, hidden ones included."""

    def set_hidden(self, names: Sequence[str], /) -> object:
        """Takes the complete set of names that the model shall not see."""


class MessageLike(Protocol):
    """What the pass reads of a message; a ``content`` is optional."""

    @property
    def id(self) -> Any:
        """Its id, which the default predicates look at."""

    @property
    def created_at_ms(self) -> int:
        """When it was made, in milliseconds."""


class ThoughtLike(MessageLike, Protocol):
    """What the pass reads of a thought: the same as of a message."""


class ToolCallLike(Protocol):
    """What the pass reads of a tool's result; ``this_turn`` is optional."""

    @property
    def token_cost(self) -> int:
        """Its size in tokens."""

    @property
    def created_at_ms(self) -> int:
        """When it was made, in milliseconds."""


class WorkingSetLike(Protocol):
    """What the pass needs of a working set.

    ``standing_instructions``, ``tool_calls`` and ``image`` are optional. Of memories and passages every
    attribute is: ``content``, ``importance``, ``score``, ``id``, ``own_tokens``, ``size_unknown``.
    """

    messages: list[Any]
    memories: list[Any]
    retrievables: list[Any]
    thoughts: list[Any]
    tools: ToolRegistryLike

    @property
    def system_prompt(self) -> Content:
        """Always sent."""


@dataclass(slots=True, kw_only=True)
class Message(Brief):
    """One message of the conversation."""

    id: str
    """Its id; ``__eph-...`` marks a control message, ``__compact-summary`` the summary."""
    content: Content = None
    """Its text."""
    created_at_ms: int = 0
    """When it was made, in milliseconds."""


@dataclass(slots=True, kw_only=True)
class Memory(Brief):
    """Something remembered about the user or the task."""

    content: Content = None
    """Its text."""
    importance: float | None = None
    """The least important goes first; absent is 0."""


@dataclass(slots=True, kw_only=True)
class Retrievable(Brief):
    """A retrieved passage."""

    content: Content = None
    """Its text; measured without the live context."""
    id: str | None = None
    """Named in the trace when the passage is left out."""
    score: float | None = None
    """The lowest goes first; absent is 0."""
    own_tokens: int | None = None
    """Its size where that is known already, in tokens."""
    size_unknown: bool = False
    """A passage whose size cannot be told is left out before anything is measured."""


@dataclass(slots=True, kw_only=True)
class Thought(Brief):
    """A piece of the model's reasoning."""

    id: str
    """Its id, for ``keep_thought_ids`` and ``protect_thought_ids``."""
    content: Content = None
    """Its text."""
    created_at_ms: int = 0
    """When it was made, in milliseconds."""


@dataclass(slots=True, kw_only=True)
class ToolCall(Brief):
    """The result of a tool call, held elsewhere."""

    ref: Any
    """Whatever finds the result again."""
    token_cost: int
    """Its size in tokens, taken as given."""
    created_at_ms: int
    """When it was made, in milliseconds."""
    this_turn: bool = False
    """It belongs to the turn in progress."""


@dataclass(slots=True, kw_only=True)
class Image:
    """The image of the dispatch."""

    label: str
    """What it shows."""
    token_cost: int
    """Its size in tokens, taken as given."""
    kept: bool | None = None
    """Written by the pass; what stands here before it does not matter."""


@dataclass(slots=True, kw_only=True)
class Tool:
    """A tool the model may be shown."""

    name: str
    """The name by which a shortlist selects it."""
    description: str | None = None
    """What it does."""


class ToolRegistry:
    """The simplest registry: a list of tools and the names that are hidden.

    >>> registry = ToolRegistry([Tool(name="read"), Tool(name="write")])
    >>> registry.set_hidden(["write"])
    >>> [tool.name for tool in registry.visible_tools()]
    ['read']
    """

    __slots__ = ("_hidden", "_tools")

    def __init__(self, tools: Iterable[ToolLike] = ()) -> None:
        """Registers ``tools`` in order; none is hidden."""
        self._tools = list(tools)
        self._hidden: tuple[str, ...] = ()

    def list_tools(self) -> list[ToolLike]:
        """All tools, hidden ones included."""
        return list(self._tools)

    def set_hidden(self, names: Sequence[str]) -> None:
        """Hides exactly the tools with these names."""
        self._hidden = tuple(names)

    @property
    def hidden(self) -> tuple[str, ...]:
        """The names as they were last set."""
        return self._hidden

    def visible_tools(self) -> list[ToolLike]:
        """The tools that are not hidden."""
        hidden = set(self._hidden)
        return [tool for tool in self._tools if tool.name not in hidden]


@dataclass(slots=True, kw_only=True)
class WorkingSet:
    """Everything that might be worth sending in one dispatch.

    The pass changes it: it sorts and shortens the lists, writes ``image.kept``, and tells the
    registry what to hide. It never changes an item.
    """

    system_prompt: Content = None
    """Always sent."""
    messages: list[Any] = field(default_factory=list)
    """:class:`Message` or alike."""
    memories: list[Any] = field(default_factory=list)
    """:class:`Memory` or alike."""
    retrievables: list[Any] = field(default_factory=list)
    """:class:`Retrievable` or alike."""
    thoughts: list[Any] = field(default_factory=list)
    """:class:`Thought` or alike."""
    tools: ToolRegistryLike = field(default_factory=ToolRegistry)
    """All tools there are."""
    standing_instructions: Sequence[Content] | None = None
    """Always sent."""
    tool_calls: list[Any] | None = None
    """:class:`ToolCall` or alike."""
    image: Any | None = None
    """:class:`Image` or alike."""

    def __repr__(self) -> str:
        """How much of each there is.

        >>> WorkingSet(messages=[Message(id="1", content="Hi")], tool_calls=[])
        <WorkingSet 1 messages, 0 memories, 0 retrievables, 0 thoughts, 0 tool_calls>
        """
        names = ("messages", "memories", "retrievables", "thoughts", "tool_calls")
        held = [f"{len(getattr(self, name) or ())} {name}" for name in names]
        return f"<WorkingSet {', '.join(held)}{', an image' if self.image is not None else ''}>"

    def __post_init__(self) -> None:
        """Refuses one string where a list of instructions belongs."""
        if isinstance(self.standing_instructions, str):
            raise InvalidArgument("standing_instructions is one string; it must be a list of them")
