"""Stores: where an agent keeps its conversations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from contextthrift.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMessage(Record):
    """One message of a conversation; a summary of earlier ones has the role ``system``."""

    role: Literal["system", "user", "assistant"]
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
