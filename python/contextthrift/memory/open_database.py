"""A database that one process has open, and the thread that works with it."""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from contextthrift.memory.database import Database

T = TypeVar("T")
Job: TypeAlias = "tuple[Callable[[Database], Any], Future[Any]]"


class OpenDatabase:
    """Has work done in one thread, so that calls keep their order.

    The thread is a daemon: what nobody was told is done may be lost when the program ends.
    """

    __slots__ = ("_jobs", "pid")

    def __init__(self, database: Database) -> None:
        """Starts the thread."""
        self.pid = os.getpid()
        """The process it belongs to."""
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        threading.Thread(
            target=_work, args=(self._jobs, database), name="contextthrift-store", daemon=True
        ).start()

    async def done(self, do: Callable[[Database], T]) -> T:
        """What is done with the database, behind all that was asked for before."""
        answer: Future[T] = Future()
        self._jobs.put((do, answer))
        return await asyncio.wrap_future(answer)

    def dispose(self) -> None:
        """Has the file closed behind what is still to be done. Takes no lock, as it may run wherever a
        collection of garbage does.
        """
        self._jobs.put(None)


def _work(jobs: SimpleQueue[Job | None], database: Database) -> None:
    while (job := jobs.get()) is not None:
        do, answer = job
        if not answer.set_running_or_notify_cancel():
            continue
        try:
            result = do(database)
        except BaseException as error:  # noqa: BLE001 - whoever waits gets it, whatever it is
            answer.set_exception(error)
        else:
            answer.set_result(result)
        del job, do, answer  # while it waits for the next one it keeps nothing alive
    database.close()
