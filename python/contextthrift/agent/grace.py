"""Grace: how long a tool that was cancelled is waited for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

T = TypeVar("T")

GRACE_S: Final = 10.0
"""Seconds for cleaning up, as many as a store has."""

_left: Final[set[asyncio.Task[Any]]] = set()
"""Tasks that nobody waits for any more; the event loop itself holds them only weakly."""


async def with_grace(work: Coroutine[Any, Any, T], on_leave: Callable[[], object]) -> T:
    """What foreign work gives, in a task of its own.

    Cancelled, it cancels the work and waits `GRACE_S` for its end, whatever the work makes of that; cancelled
    once more, no longer. Then ``on_leave`` is called, and the work is left to itself.

    Work that has ended when the cancellation comes keeps its result; the task stays one that was cancelled.
    """
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        if task.done():
            return task.result()
        task.cancel()
        try:
            await asyncio.wait({task}, timeout=GRACE_S)
        finally:
            _leave(task, on_leave)
        raise
    return task.result()


async def side_by_side(works: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """What all of them give, each in a task of its own; none is left behind.

    Where one raises, or the caller is cancelled, the others are cancelled. Every further cancellation of the
    caller goes on to them as well, which is what an `asyncio.TaskGroup` does not do.
    """
    tasks = [asyncio.create_task(work) for work in works]
    cancelled = await _cancelled_in(tasks, asyncio.FIRST_EXCEPTION)
    while not all(task.done() for task in tasks):
        for task in tasks:
            task.cancel()
        cancelled = await _cancelled_in(tasks, asyncio.ALL_COMPLETED) or cancelled
    errors = [error for task in tasks if not task.cancelled() and (error := task.exception()) is not None]
    first = cancelled or next(iter(errors), None)
    if first is not None:
        raise first
    return [task.result() for task in tasks]


async def _cancelled_in(tasks: Sequence[asyncio.Task[Any]], until: str) -> asyncio.CancelledError | None:
    """Waits for tasks, and tells of a cancellation instead of raising it."""
    try:
        await asyncio.wait(tasks, return_when=until)
    except asyncio.CancelledError as error:
        return error
    return None


def _leave(task: asyncio.Task[Any], on_leave: Callable[[], object]) -> None:
    _left.add(task)
    task.add_done_callback(_forget)
    if not task.done():
        on_leave()


def _forget(task: asyncio.Task[Any]) -> None:
    _left.discard(task)
    if not task.cancelled():
        task.exception()  # asked for, so that nobody is told that it was not
