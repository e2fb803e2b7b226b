"""Abort: how a run is told to stop, from anywhere, at once."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Self

from contextthrift.exceptions import Aborted, CancelledWithin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType


class AbortSignal:
    """Tells runs to stop. Fire it from a run's event loop, with ``abort_threadsafe`` from any other thread.

    Firing cancels what the run waits for (a model, tools, a person) and the run returns a result with
    ``stopped=True``. One signal may stop many runs, also in several loops, and stays fired.

    >>> signal = AbortSignal()
    >>> signal.abort("the user left")
    >>> signal.aborted, signal.reason
    (True, 'the user left')
    """

    __slots__ = ("_listeners", "_loop", "aborted", "reason")

    def __init__(self) -> None:
        """A signal that was not fired yet."""
        self.aborted = False
        """Whether it was fired."""
        self.reason: str | None = None
        """What the one who fired it said."""
        self._listeners: dict[object, Callable[[], None]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def abort(self, reason: str | None = None) -> None:
        """Fires the signal; a second time does nothing."""
        if self.aborted:
            return
        self.aborted, self.reason = True, reason
        for listener in tuple(self._listeners.values()):
            listener()

    def abort_threadsafe(self, reason: str | None = None) -> None:
        """Fires the signal from another thread, in the loop that listens."""
        if self._loop is None or self._loop.is_closed():
            self.abort(reason)
        else:
            _soon_in(self._loop, partial(self.abort, reason))

    def scope(self) -> AbortScope:
        """An ``async with`` block that the signal cancels; leaving it then raises `Aborted`."""
        return AbortScope(self)

    def raise_if_aborted(self) -> None:
        """Raises `Aborted` when the signal was fired."""
        if self.aborted:
            raise Aborted(self.reason)

    async def wait(self) -> None:
        """Returns once the signal is fired."""
        if self.aborted:
            return
        fired, loop = asyncio.Event(), asyncio.get_running_loop()
        forget = self.on_abort(lambda: _soon_in(loop, fired.set))
        try:
            await fired.wait()
        finally:
            forget()

    def on_abort(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Has the listener called when the signal is fired; returns what takes it off again."""
        if self.aborted:
            listener()
            return lambda: None
        key = object()
        self._listeners[key] = listener
        self._loop = asyncio.get_running_loop()
        return lambda: self._listeners.pop(key, None) and None


class AbortScope:
    """What ``signal.scope()`` gives: as ``asyncio.timeout``, with a signal in place of the clock.

    Work that ends in the same turn of the loop in which the signal fires keeps its result.
    """

    __slots__ = ("_cancelled", "_cancelling", "_forget", "_open", "_signal", "_task")

    def __init__(self, signal: AbortSignal) -> None:
        """A block that ``signal`` cancels."""
        self._signal = signal
        self._open = self._cancelled = False

    async def __aenter__(self) -> Self:
        """Raises `Aborted` at once when the signal was fired before."""
        self._signal.raise_if_aborted()
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("an abort scope is entered inside a task")
        self._task, self._cancelling, self._open = task, task.cancelling(), True
        self._forget = self._signal.on_abort(self._fired)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Raises `Aborted` in place of the cancellation that the signal brought.

        A cancellation that others brought passes on, also where the block swallowed it or made it an error.
        """
        self._open = False
        self._forget()
        wanted = self._task.uncancel() if self._cancelled else self._task.cancelling()
        others_want_to_cancel = wanted > self._cancelling
        is_cancellation = kind is not None and issubclass(kind, asyncio.CancelledError)
        if is_cancellation and self._cancelled and not others_want_to_cancel:
            raise Aborted(self._signal.reason) from error
        if others_want_to_cancel and (kind is None or issubclass(kind, Exception)):
            raise asyncio.CancelledError from error

    def _fired(self) -> None:
        _soon_in(self._task.get_loop(), self._cancel)

    def _cancel(self) -> None:
        """Runs between turns of the loop, so that the task is waiting inside the block, or has left it."""
        if self._open and not self._task.done():
            self._cancelled = True
            self._task.cancel()


def _soon_in(loop: asyncio.AbstractEventLoop, do: Callable[[], None]) -> None:
    """Has it done in the loop, from whatever thread; in a loop that was closed nobody waits any more."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(do)


@contextmanager
def no_stray_cancellation(what: str) -> Iterator[None]:
    """A block of foreign code, in which a CancelledError that nobody sent to this task is an error like any.

    Whoever awaits a task or a future that someone else cancelled gets a CancelledError, and without this it
    would pass for an order to stop.

    Raises:
        CancelledWithin: Such an error came; the message names ``what``.
    """
    try:
        yield
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        raise CancelledWithin(f"{what} was cancelled, though the run was not told to stop") from error
