"""What the ladder needs to know of a provider's message, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Role: TypeAlias = Literal["system", "user", "assistant", "result"]
"""Who speaks: developer messages are ``system``, a tool's result is ``result``."""


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call of an assistant message."""

    id: str
    """By which its result names it."""
    name: str
    """The tool."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One message as the ladder sees it."""

    role: Role
    texts: tuple[str, ...]
    """Everything in it that is measured as text."""
    flat: int
    """What it costs besides, in tokens: framing, images, files."""
    calls: tuple[Call, ...] = ()
    """The tools an assistant message calls."""
    answers: str | None = None
    """The id of the call that a result answers."""
    is_exact: bool = True
    """False where ``flat`` holds an estimate that the provider does not publish."""


class Format(Protocol):
    """A provider's messages: how they are read, and the few edits the ladder makes, always on copies."""

    @property
    def name(self) -> str:
        """The name by which ``format=`` selects it."""

    @property
    def flat_request(self) -> int:
        """What every request costs besides its messages, in tokens."""

    def recognises(self, messages: Sequence[Any]) -> bool:
        """Whether the messages have this format's shape."""

    def read(self, message: Any, index: int) -> Reading:
        """Reads one message; ``index`` is for the words of an error."""

    def tool_name(self, tool: Any, index: int) -> str:
        """The name of a tool's definition."""

    def tool_text(self, tool: Any) -> str:
        """What of a tool's definition is measured."""

    def forced_tools(self, tool_choice: Any) -> frozenset[str]:
        """The tools that a tool choice names."""

    def not_run(self, call: Call) -> Any:
        """A new result that says that the call was not run."""

    def with_result(self, message: Any, text: str) -> Any:
        """A copy of a result with another text."""

    def result_text(self, message: Any) -> str:
        """The whole text of a result."""

    def with_note(self, message: Any) -> Any:
        """A copy of a user's message with the gap note first; the message itself where it has one."""
