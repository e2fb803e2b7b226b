"""A store in this process's memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.memory.store import StoredMessage


class MemoryStore:
    """Keeps conversations as long as it lives. For one event loop.

    >>> import asyncio
    >>> store = MemoryStore()
    >>> asyncio.run(store.load("nobody"))
    []
    """

    __slots__ = ("_sessions",)

    def __init__(self) -> None:
        """No conversation yet."""
        self._sessions: dict[str, list[StoredMessage]] = {}

    async def load(self, session_id: str) -> list[StoredMessage]:
        """The messages of a session; a list of its own."""
        return list(self._sessions.get(session_id, ()))

    async def append(self, session_id: str, message: StoredMessage) -> None:
        """Adds a message."""
        self._sessions.setdefault(session_id, []).append(message)

    async def replace(self, session_id: str, messages: Sequence[StoredMessage]) -> None:
        """Puts these messages in place of all."""
        self._sessions[session_id] = list(messages)

    async def clear(self, session_id: str) -> None:
        """Removes the session."""
        self._sessions.pop(session_id, None)

    async def list_sessions(self) -> list[str]:
        """The names of all sessions, sorted."""
        return sorted(self._sessions)
