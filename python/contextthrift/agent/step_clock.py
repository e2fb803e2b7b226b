"""The step's clock: how long a step may take, without the time a person or a subagent takes."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from contextthrift.exceptions import ModelTimeout

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType


class StepClock:
    """An ``async with`` block that may take so many seconds; 0 for any time. ``pause`` stops the clock.

    Raises:
        ModelTimeout: The block took longer.
    """

    __slots__ = ("_left", "_loop", "_paused", "_seconds", "_timeout")

    def __init__(self, seconds: float) -> None:
        """Starts when the block is entered."""
        self._seconds = seconds
        self._paused = 0
        self._left = 0.0

    async def __aenter__(self) -> Self:
        """Starts the clock."""
        self._loop = asyncio.get_running_loop()
        self._timeout = asyncio.timeout(self._seconds or None)
        await self._timeout.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops the clock."""
        try:
            await self._timeout.__aexit__(kind, error, trace)
        except TimeoutError as timeout:
            raise ModelTimeout(f"the step took longer than {self._seconds:g} s (chat_timeout_s)") from timeout

    @contextmanager
    def pause(self) -> Iterator[None]:
        """A block in which the clock stands still; such blocks may overlap."""
        if self._paused == 0:
            self._stop()
        self._paused += 1
        try:
            yield
        finally:
            self._paused -= 1
            if self._paused == 0:
                self._go_on()

    def _stop(self) -> None:
        when = self._timeout.when()
        if when is not None and not self._timeout.expired():
            self._left = when - self._loop.time()
            self._timeout.reschedule(None)

    def _go_on(self) -> None:
        if self._seconds and not self._timeout.expired() and self._timeout.when() is None:
            self._timeout.reschedule(self._loop.time() + self._left)
