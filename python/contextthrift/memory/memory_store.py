"""A store in this process's memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift.exceptions import InvalidArgument
from contextthrift.memory.store import check_message, check_session

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
        """Adds a message.

        Raises:
            WrongType: It is no message, or the session's name is no text.
        """
        check_session(session_id)
        check_message(message)
        held = self._sessions.pop(session_id, [])
        held.append(message)
        self._sessions[session_id] = held

    async def replace(self, session_id: str, messages: Sequence[StoredMessage]) -> None:
        """Puts these messages in place of all; a session without any does not exist.

        Raises:
            WrongType: One of them is no message, or the session's name is no text.
        """
        check_session(session_id)
        for message in messages:
            check_message(message)
        self._sessions.pop(session_id, None)
        if messages:
            self._sessions[session_id] = list(messages)

    async def clear(self, session_id: str) -> None:
        """Removes the session."""
        self._sessions.pop(session_id, None)

    async def rename(self, session_id: str, new_id: str) -> None:
        """Gives a session another name.

        Raises:
            InvalidArgument: There is no such session, or there is one of the new name.
            WrongType: The new name is no text.
        """
        check_session(new_id)
        if session_id not in self._sessions:
            raise InvalidArgument(f"there is no session {session_id!r}")
        if new_id in self._sessions:
            raise InvalidArgument(f"there is a session {new_id!r} already")
        self._sessions = {
            new_id if name == session_id else name: held for name, held in self._sessions.items()
        }

    async def list_sessions(self) -> list[str]:
        """The names of all sessions, the one last written to first."""
        return list(reversed(self._sessions))
