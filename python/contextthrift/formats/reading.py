"""What the ladder needs to know of a provider's messages, whatever their format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

Role: TypeAlias = Literal["system", "user", "assistant", "result", "aside"]
"""Who speaks: developer messages are ``system``, a tool's result is ``result``, and what else a message
of results holds is an ``aside``."""


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call of an assistant message."""

    id: str
    """By which its result names it."""
    name: str
    """The tool."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One fragment of a message as the ladder sees it."""

    role: Role
    texts: tuple[str, ...]
    """Everything in it that is measured as text."""
    flat: int
    """What it costs besides, in tokens: framing, images, files."""
    calls: tuple[Call, ...] = ()
    """The tools that the assistant calls in it."""
    answers: str | None = None
    """The id of the call that a result answers."""
    media: int = 0
    """How many images, files and recordings :meth:`Format.without_media` can take out of it; none of what
    is signed."""
    continues: bool = False
    """It is part of the same answer of the assistant as the fragment before it."""
    is_signed: bool = False
    """It holds thinking that its provider checks, so nothing in it may be edited."""
    is_exact: bool = True
    """False where ``flat`` holds an estimate that the provider does not publish."""
    uses: frozenset[str] = frozenset()
    """The tools whose call and result it holds itself, since the provider runs them; their definitions may
    have a version behind the name."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """What the ladder keeps, edits or drops as one: a message, or one result out of a message of several."""

    value: Any
    """The caller's own message where it is one fragment, otherwise a message that holds only this part."""
    reading: Reading
    index: int | None
    """The place of its message in the caller's list; None for one that repair added."""
    message: Any
    """The caller's message that it is a part of, or ``value``."""
    at: int = 0
    """Which fragment of its message it is."""
    of: int = 1
    """How many fragments its message has."""
    apart: int | None = None
    """The number of the unit, where the policy sets it apart: it is never joined with what has another."""


class Format(Protocol):
    """A provider's messages: how they are read, and the few edits the ladder makes, always on copies.

    What messages cost must not depend on how they are cut into fragments: the costs of all fragments
    of a list are those of the list that :meth:`join` makes of them.
    """

    @property
    def name(self) -> str:
        """The name by which ``format=`` selects it, and by which the trace calls it."""

    @property
    def flat_request(self) -> int:
        """What every request costs besides its messages, in tokens."""

    @property
    def flat_tools(self) -> int:
        """What a request with any tools costs besides their definitions, in tokens."""

    @property
    def flat_tool(self) -> int:
        """What each tool costs besides its definition, in tokens."""

    @property
    def begins_with_user(self) -> bool:
        """Whether the provider refuses a list whose first message is not the user's."""

    def sign(self, message: Any) -> str | None:
        """What only this format has in a message, in the words of an error; None where there is nothing."""

    def fragments(self, messages: Sequence[Any]) -> list[Fragment]:
        """Reads all messages, in their order.

        Raises:
            InvalidMessages: a message that cannot be read; the error names its index.
        """

    def read(self, value: Any, index: int) -> Reading:
        """Reads one fragment, also one that was edited; ``index`` is for the words of an error.

        What depends on other messages is known to :meth:`fragments` alone: the role ``aside``,
        ``continues``, and what a result answers that does not say so itself.
        """

    def join(self, kept: Sequence[tuple[Any, Fragment]]) -> list[Any]:
        """The messages to send: values as they are now, each with the fragment that it came from.

        A message of which every fragment is kept as it was is the caller's own object. Messages that a
        cut made neighbours are made one where the provider wants its roles to take turns.
        """

    def together(self, kept: Sequence[Fragment]) -> list[list[int]]:
        """Which fragments, by their places, :meth:`join` puts into one message each; an empty list where
        the format joins nothing.
        """

    def system(self, system: Any) -> Reading:
        """Reads a system prompt that is sent beside the messages.

        Raises:
            WrongType: it is nothing that the provider takes.
        """

    def tools(self, tools: Any) -> list[Any]:
        """The tools one by one, where the provider lets one object declare several.

        Raises:
            InvalidMessages: it is no list of tools.
        """

    def with_tools(self, tools: Any, kept: Collection[int]) -> Any:
        """The tools of :meth:`tools` at the places ``kept``, in the shape they came in."""

    def tool_name(self, tool: Any, index: int) -> str:
        """The name of a tool's definition.

        Raises:
            InvalidMessages: it has none.
        """

    def tool_text(self, tool: Any) -> str:
        """What of a tool's definition is measured."""

    def forced_tools(self, tool_choice: Any) -> frozenset[str]:
        """The tools that a tool choice names."""

    def not_run(self, call: Call) -> Any:
        """A new result that says that the call was not run."""

    def with_result(self, value: Any, text: str) -> Any:
        """A copy of a result with another text in place of all it held."""

    def with_result_text(self, value: Any, text: str) -> Any:
        """A copy of a result with another text in place of all its texts; its images and files stay."""

    def result_text(self, value: Any) -> str:
        """The whole text of a result."""

    def with_note(self, value: Any) -> Any:
        """A copy of a user's message with the gap note first; the message itself where it has one."""

    def without_media(self, value: Any, count: int) -> Any:
        """A copy with a note in place of each of its first ``count`` images, files and recordings."""

    def arguments(self, value: Any) -> list[str]:
        """Every text in the arguments of all its calls, at any depth; none of what is signed."""

    def without_arguments(self, value: Any, places: Collection[int]) -> Any:
        """A copy with a short marker in place of those of :meth:`arguments` at ``places``.

        Texts are replaced by a text, so what was valid for the tool's schema stays so.
        """
