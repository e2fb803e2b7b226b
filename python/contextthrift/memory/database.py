"""The database of a store: one connection to its file, and what the file must be."""

from __future__ import annotations

import sqlite3
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from contextthrift.exceptions import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

VERSION: Final = 1
"""Of the tables; stands in the file as its ``user_version``."""

_TABLES: Final = (
    """CREATE TABLE messages (
        id INTEGER PRIMARY KEY,
        session TEXT NOT NULL,
        role TEXT NOT NULL,
        content NOT NULL,
        ts REAL
    )""",
    "CREATE INDEX messages_of_session ON messages (session, id)",
    f"PRAGMA user_version = {VERSION}",
)
_RETRY_S: Final = 0.01


class Database:
    """One connection, opened when it is first used. For one thread at a time."""

    __slots__ = ("_busy_timeout_s", "_connection", "_path")

    def __init__(self, path: str, busy_timeout_s: float) -> None:
        """Names the file."""
        self._path = path
        self._busy_timeout_s = busy_timeout_s
        self._connection: sqlite3.Connection | None = None

    def work(self, do: Callable[[sqlite3.Connection], T]) -> T:
        """What is done with the connection.

        Raises:
            StoreError: SQLite refused; the message names the file.
        """
        try:
            if self._connection is None:
                self._connection = self._opened()
            return do(self._connection)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"the store {self._path!r} {self._trouble(error)}") from error

    def write(self, do: Callable[[sqlite3.Connection], object]) -> None:
        """Does it in one transaction: all of it is on the disk afterwards, or nothing.

        Raises:
            StoreError: SQLite refused; the message names the file.
        """

        def transaction(connection: sqlite3.Connection) -> None:
            with _transaction(connection):
                do(connection)

        self.work(transaction)

    def close(self) -> None:
        """Closes the file, if it is open."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _opened(self) -> sqlite3.Connection:
        if self._path != ":memory:" and not Path(self._path).exists():
            Path(self._path).touch(mode=0o600)
        connection = sqlite3.connect(
            self._path, timeout=self._busy_timeout_s, isolation_level=None, check_same_thread=False
        )
        try:
            self._patiently(lambda: self._prepare(connection))
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Makes the tables where there are none. A file that is not ours is not changed."""
        if _number(connection, "PRAGMA user_version") != VERSION:
            with _transaction(connection):
                self._make_tables(connection)
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("PRAGMA synchronous = FULL")

    def _make_tables(self, connection: sqlite3.Connection) -> None:
        version = _number(connection, "PRAGMA user_version")
        if version == VERSION:
            return
        if version or _number(connection, "SELECT count(*) FROM sqlite_master"):
            raise StoreError(
                f"the store {self._path!r} cannot be used: the file is a database of something else, or of a "
                f"later version of this package (its user_version is {version}, and not {VERSION})"
            )
        for statement in _TABLES:
            connection.execute(statement)

    def _patiently(self, do: Callable[[], None]) -> None:
        """Does it, again and again while others hold the file: not everywhere does SQLite itself wait."""
        deadline = time.monotonic() + self._busy_timeout_s
        while True:
            try:
                return do()
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or time.monotonic() >= deadline:
                    raise
                time.sleep(_RETRY_S)

    def _trouble(self, error: Exception) -> str:
        if _is_busy(error):
            return f"was locked by another process for longer than {self._busy_timeout_s:g} s"
        return f"cannot be used: {error}"


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """A block in which nobody else writes; all of it is done, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite may have rolled back by itself
            connection.execute("ROLLBACK")
        raise


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


def _is_busy(error: Exception) -> bool:
    """By the primary code, which the last byte of an extended one is."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def writable(text: str) -> str | bytes:
    """A text as SQLite takes it: one with half of a surrogate pair, which no UTF-8 has, as bytes.

    >>> writable("a"), readable(writable("a\\ud800")) == "a\\ud800"
    ('a', True)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def readable(stored: str | bytes) -> str:
    """The text again."""
    return stored if isinstance(stored, str) else stored.decode("utf-8", "surrogatepass")
