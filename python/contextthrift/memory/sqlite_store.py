"""A store in a file: SQLite."""

from __future__ import annotations

import os
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from contextthrift.exceptions import InvalidArgument, StoreError, WrongType
from contextthrift.memory.database import Database, readable, writable
from contextthrift.memory.open_database import OpenDatabase
from contextthrift.memory.store import StoredMessage, check_message, check_session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from sqlite3 import Connection
    from types import TracebackType
    from typing import Self

T = TypeVar("T")

BUSY_TIMEOUT_S: Final = 8.0
"""Seconds to wait for others who write; less than the 10 that a run waits for its store."""

_ADD: Final = "INSERT INTO messages (session, role, content, ts) VALUES (?, ?, ?, ?)"
_LOAD: Final = "SELECT role, content, ts FROM messages WHERE session = ? ORDER BY id"
_SESSIONS: Final = "SELECT session FROM messages GROUP BY session ORDER BY max(id) DESC"
_EXISTS: Final = "SELECT EXISTS (SELECT 1 FROM messages WHERE session = ?)"


class SQLiteStore:
    """Keeps conversations in one file, for any number of processes, threads and event loops at a time.

    What a call has returned from is on the disk: it survives the end of the process, however it ends, and a
    loss of power. The file is opened by the first call, and can be read by its owner only.

    >>> import asyncio
    >>> async def scene():
    ...     async with SQLiteStore(":memory:") as store:
    ...         await store.append("Ann", StoredMessage(role="user", content="hello"))
    ...         return await store.list_sessions()
    >>> asyncio.run(scene())
    ['Ann']
    """

    __slots__ = ("__weakref__", "_busy_timeout_s", "_opened", "_path")

    def __init__(self, path: str | os.PathLike[str], *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        """Names the file; ``~`` is the home, ``:memory:`` no file at all.

        Args:
            path: The file. It is made where there is none; its directory must exist.
            busy_timeout_s: Seconds to wait for others who write.

        Raises:
            StoreError: There is no such directory, or the path is one itself.
            InvalidArgument: A timeout below 0.
            WrongType: What is to name the file is no path.
        """
        if not 0 <= busy_timeout_s < float("inf"):
            raise InvalidArgument(
                f"busy_timeout_s must be a number of seconds, 0 or more; got {busy_timeout_s!r}"
            )
        self._path = _checked(path)
        self._busy_timeout_s = busy_timeout_s
        self._opened: OpenDatabase | None = None

    async def load(self, session_id: str) -> list[StoredMessage]:
        """The messages of a session, oldest first; empty for one that does not exist.

        Raises:
            StoreError: The file cannot be read.
        """
        check_session(session_id)

        def load(connection: Connection) -> list[StoredMessage]:
            rows = connection.execute(_LOAD, (session_id,)).fetchall()
            return [StoredMessage(role=role, content=readable(content), ts=ts) for role, content, ts in rows]

        return await self._do(load)

    async def append(self, session_id: str, message: StoredMessage) -> None:
        """Adds a message, behind all that others have added.

        Raises:
            StoreError: The file cannot be written.
            WrongType: It is no message, or the session's name is no text.
        """
        row = _row(session_id, message)
        await self._write(lambda connection: connection.execute(_ADD, row))

    async def replace(self, session_id: str, messages: Sequence[StoredMessage]) -> None:
        """Puts these messages in place of all, at once; a session without any does not exist.

        Raises:
            StoreError: The file cannot be written.
            WrongType: One of them is no message, or the session's name is no text.
        """
        rows = [_row(session_id, message) for message in messages]

        def replace(connection: Connection) -> None:
            connection.execute("DELETE FROM messages WHERE session = ?", (session_id,))
            connection.executemany(_ADD, rows)

        await self._write(replace)

    async def clear(self, session_id: str) -> None:
        """Removes the session.

        Raises:
            StoreError: The file cannot be written.
        """
        await self.replace(session_id, ())

    async def rename(self, session_id: str, new_id: str) -> None:
        """Gives a session another name.

        Raises:
            StoreError: The file cannot be written.
            InvalidArgument: There is no such session, or there is one of the new name.
            WrongType: A name is no text.
        """
        check_session(session_id)
        check_session(new_id)

        def rename(connection: Connection) -> None:
            if not connection.execute(_EXISTS, (session_id,)).fetchone()[0]:
                raise InvalidArgument(f"there is no session {session_id!r}")
            if connection.execute(_EXISTS, (new_id,)).fetchone()[0]:
                raise InvalidArgument(f"there is a session {new_id!r} already")
            connection.execute("UPDATE messages SET session = ? WHERE session = ?", (new_id, session_id))

        await self._write(rename)

    async def list_sessions(self) -> list[str]:
        """The names of all sessions, the one last written to first.

        Raises:
            StoreError: The file cannot be read.
        """
        return await self._do(lambda connection: [name for (name,) in connection.execute(_SESSIONS)])

    async def aclose(self) -> None:
        """Closes the file, once all calls before this one are done; a later call opens it again."""
        opened, self._opened = self._opened, None
        if opened is not None and opened.pid == os.getpid():
            await opened.done(Database.close)
            opened.dispose()

    async def __aenter__(self) -> Self:
        """The store itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the file."""
        await self.aclose()

    async def _write(self, do: Callable[[Connection], object]) -> None:
        await self._open().done(lambda database: database.write(do))

    async def _do(self, do: Callable[[Connection], T]) -> T:
        return await self._open().done(lambda database: database.work(do))

    def _open(self) -> OpenDatabase:
        """The file as this process has opened it: a connection must not be used on both sides of a fork."""
        if self._opened is None or self._opened.pid != os.getpid():
            self._opened = OpenDatabase(Database(self._path, self._busy_timeout_s))
            weakref.finalize(self, self._opened.dispose)
        return self._opened


def _checked(path: str | os.PathLike[str]) -> str:
    """The path of a file that can be made, or is there."""
    try:
        given = os.fspath(path)
    except TypeError:
        raise WrongType(f"the path of a store must be a str or a path; got {type(path).__name__}") from None
    if given == ":memory:":
        return given
    file = Path(given).expanduser()
    if not file.parent.is_dir():
        raise StoreError(f"the store {given!r} cannot be made: there is no directory {str(file.parent)!r}")
    if file.is_dir():
        raise StoreError(f"the store {given!r} is a directory; name a file in it")
    return str(file)


def _row(session_id: str, message: StoredMessage) -> tuple[str, str, str | bytes, float | None]:
    check_session(session_id)
    check_message(message)
    return session_id, message.role, writable(message.content), message.ts
