"""Stores: where an agent keeps its conversations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

from contextthrift.exceptions import WrongType
from contextthrift.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

MessageRole = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMessage(Record):
    """One message of a conversation; a summary of earlier ones has the role ``system``."""

    role: MessageRole
    content: str
    ts: float | None = None
    """Seconds since 1970."""


class ContextStore(Protocol):
    """A place for conversations, each under the name of its session."""

    async def load(self, session_id: str) -> list[StoredMessage]:
        """The messages of a session, oldest first; a list of its own.

        Empty for a session that does not exist.
        """

    async def append(self, session_id: str, message: StoredMessage) -> None:
        """Adds a message; of messages appended at the same time none is lost."""

    async def replace(self, session_id: str, messages: Sequence[StoredMessage]) -> None:
        """Puts these messages in place of all."""

    async def clear(self, session_id: str) -> None:
        """Removes the session."""


def check_message(message: Any) -> None:
    """Refuses what is no message, before it is stored.

    Raises:
        WrongType: The message says what it lacks.
    """
    role, content = getattr(message, "role", None), getattr(message, "content", None)
    if role not in get_args(MessageRole) or not isinstance(content, str):
        raise WrongType(
            "a message must be a StoredMessage with a role of system, user or assistant and a text; "
            f"got {message!r:.80}"
        )


def check_session(session_id: Any) -> None:
    """Refuses what is no name of a session.

    Raises:
        WrongType: It is no text.
    """
    if not isinstance(session_id, str):
        raise WrongType(f"a session's name must be a str; got {type(session_id).__name__}")
