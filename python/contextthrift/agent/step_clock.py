"""The step's clock: how long a step may take, without the time a person or a subagent takes."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Self

from contextthrift.exceptions import ModelTimeout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType


class StepClock:
    """An ``async with`` block that may take so many seconds; 0 for any time. ``pause`` stops the clock.

    A pause that begins when the time is up gains none; one outside of the block does nothing.

    Raises:
        ModelTimeout: The block took longer.
    """

    __slots__ = ("_is_open", "_left", "_loop", "_paused", "_seconds", "_thread", "_timeout")

    def __init__(self, seconds: float) -> None:
        """Starts when the block is entered."""
        self._seconds = seconds
        self._paused = 0
        self._left = 0.0
        self._is_open = False

    async def __aenter__(self) -> Self:
        """Starts the clock."""
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        self._timeout = asyncio.timeout(self._seconds or None)
        await self._timeout.__aenter__()
        self._is_open = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops the clock."""
        self._is_open = False
        try:
            await self._timeout.__aexit__(kind, error, trace)
        except TimeoutError as timeout:
            raise ModelTimeout(f"the step took longer than {self._seconds:g} s (chat_timeout_s)") from timeout

    @contextmanager
    def pause(self) -> Iterator[None]:
        """A block in which the clock stands still; such blocks may overlap. For threads of tools too."""
        self._in_loop(self._stop)
        try:
            yield
        finally:
            self._in_loop(self._go_on)

    def _in_loop(self, do: Callable[[], None]) -> None:
        if not self._is_open or threading.get_ident() == self._thread:
            do()
            return
        with suppress(RuntimeError):  # the loop is closed: a thread may outlive it
            self._loop.call_soon_threadsafe(do)

    def _stop(self) -> None:
        self._paused += 1
        if self._paused == 1 and self._runs():
            when = self._timeout.when()
            if when is not None:
                self._left = when - self._loop.time()
                self._timeout.reschedule(None)

    def _go_on(self) -> None:
        self._paused -= 1
        if self._paused == 0 and self._runs() and self._seconds and self._timeout.when() is None:
            self._timeout.reschedule(self._loop.time() + self._left)

    def _runs(self) -> bool:
        return self._is_open and not self._timeout.expired()
