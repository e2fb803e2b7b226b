"""Delivery: events on their way from a run to those who listen, in order, without anyone waiting."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import replace
from inspect import isawaitable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from contextthrift.abort import no_stray_cancellation

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from contextthrift.agent.log import Log
    from contextthrift.events import Event

T = TypeVar("T")
EventHandler: TypeAlias = "Callable[[Event], object | Awaitable[object]]"

DRAIN_TIMEOUT_S = 30.0
"""Seconds a finished run waits for asynchronous handlers that are behind."""


class Delivery:
    """Hands each event of a run to its handlers.

    A handler is called at once, in the order of the events. What it answers, when it is asynchronous, is
    awaited behind the run's back, one after the other. A handler that raises is logged and called again for
    the next event.
    """

    __slots__ = ("_behind", "_closed", "_handlers", "_log", "_loop", "_pump", "_run_id", "_thread")

    def __init__(self, run_id: str, handlers: tuple[EventHandler, ...], log: Log) -> None:
        """For one run, in the running event loop."""
        self._run_id, self._handlers, self._log = run_id, handlers, log
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        self._behind: asyncio.Queue[Awaitable[object] | None] = asyncio.Queue()
        self._pump: asyncio.Task[None] | None = None
        self._closed = False

    def emit(self, event: Event) -> None:
        """Sends an event; from a tool's thread too. After the run's last event nothing is sent."""
        self.in_loop(self._send, event)

    def in_loop(self, do: Callable[[T], None], subject: T) -> None:
        """Does something with a subject in the run's loop: at once, or soon where another thread asks.

        After the run's last event nothing is done any more.
        """
        if threading.get_ident() != self._thread:
            with suppress(RuntimeError):  # the loop is closed, and the run over: a thread may outlive both
                self._loop.call_soon_threadsafe(self.in_loop, do, subject)
        elif not self._closed:
            do(subject)

    def _send(self, event: Event) -> None:
        named = replace(event, run_id=self._run_id)
        for handler in self._handlers:
            self._hand(handler, named)

    def _hand(self, handler: EventHandler, event: Event) -> None:
        try:
            answer = handler(event)
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - a listener must not break a run
            self._complain(error)
            return
        if isawaitable(answer):
            self._behind.put_nowait(answer)
            self._pump = self._pump or self._loop.create_task(
                self._await_answers(), name="contextthrift-events"
            )

    def _complain(self, error: BaseException) -> None:
        self._log.error("an event handler raised %s", error)

    async def _await_answers(self) -> None:
        while (answer := await self._behind.get()) is not None:
            try:
                with no_stray_cancellation("an event handler"):
                    await answer
            except Exception as error:  # noqa: BLE001 - a listener must not break a run
                self._complain(error)

    async def aclose(self) -> None:
        """Waits for the handlers that are behind, as long as `DRAIN_TIMEOUT_S`, and sends nothing more."""
        self._closed = True
        if self._pump is None:
            return
        self._behind.put_nowait(None)
        try:
            done, _ = await asyncio.wait({self._pump}, timeout=DRAIN_TIMEOUT_S)
            if not done:
                self._log.error("an event handler took longer than %s s and was cancelled", DRAIN_TIMEOUT_S)
        finally:
            await self._stop(self._pump)

    async def _stop(self, pump: asyncio.Task[None]) -> None:
        pump.cancel()
        await asyncio.wait({pump})
        while not self._behind.empty():
            left = self._behind.get_nowait()
            if left is not None and hasattr(left, "close"):
                left.close()
