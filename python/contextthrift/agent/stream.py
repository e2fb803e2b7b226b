"""A run as a stream of its events."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Self, TypeAlias

from contextthrift.abort import AbortSignal

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from types import TracebackType

    from contextthrift.agent.delivery import EventHandler
    from contextthrift.agent.result import RunResult
    from contextthrift.events import Event

    Start: TypeAlias = Callable[[EventHandler, AbortSignal], Coroutine[object, object, RunResult]]
    """Starts the run with a handler of its events and the signal that ends it."""


class RunStream:
    """The events of one run, as they happen: ``async for event in stream``.

    The run starts with the first of them.

    Used with ``async with``, leaving the block aborts the run and waits until it is wound up. Dropping the
    stream aborts it too. A slow reader slows nothing: events wait for it.
    """

    __slots__ = ("__weakref__", "_events", "_keep", "_signal", "_start", "_task")

    def __init__(self, start: Start, signal: AbortSignal | None, keep: set[asyncio.Task[RunResult]]) -> None:
        """Made by ``agent.stream``."""
        self._start = start
        self._signal = signal or AbortSignal()
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()
        self._task: asyncio.Task[RunResult] | None = None
        self._keep = keep

    def __aiter__(self) -> Self:
        """The stream itself."""
        return self

    async def __anext__(self) -> Event:
        """The next event."""
        self._begin()
        event = await self._events.get()
        if event is None:
            self._events.put_nowait(None)
            self._raise_failure()
            raise StopAsyncIteration
        return event

    async def __aenter__(self) -> Self:
        """Starts the run."""
        self._begin()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Aborts the run if it is not done, and waits until it is wound up."""
        await self.aclose()

    def abort(self, reason: str | None = None) -> None:
        """Tells the run to stop; its last event is ``stopped``."""
        self._signal.abort(reason)

    async def result(self) -> RunResult:
        """What the run gave, once it is done."""
        return await asyncio.shield(self._begin())

    async def aclose(self) -> None:
        """Aborts the run if it is not done, and waits until it is wound up."""
        if self._task is not None and not self._task.done():
            self.abort("the stream was closed")
            await asyncio.wait({self._task})

    def _raise_failure(self) -> None:
        """Raises what came out of the run itself, such as a wrapper of tools that cannot be made."""
        if self._task is not None and not self._task.cancelled() and self._task.exception() is not None:
            self._task.result()

    def _begin(self) -> asyncio.Task[RunResult]:
        if self._task is None:
            events = self._events
            self._task = asyncio.create_task(
                self._start(events.put_nowait, self._signal), name="contextthrift-run"
            )
            self._keep.add(self._task)
            self._task.add_done_callback(self._keep.discard)
            self._task.add_done_callback(lambda _task: events.put_nowait(None))
        return self._task

    def __del__(self) -> None:
        """Aborts a run nobody listens to any more."""
        if self._task is not None and not self._task.done():
            self._signal.abort_threadsafe("the stream was dropped")
