"""Work in a thread of its own, which nobody has to wait for."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, TypeVar

from contextthrift.exceptions import ToolError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


async def in_thread(function: Callable[..., T], *arguments: Any) -> T:
    """What the function returns; it runs in a thread that sees the context variables of the caller.

    Cancelling the wait leaves the thread to itself: it cannot be stopped. It is a daemon and none of a pool,
    so that one which hangs neither keeps the program from ending nor takes the place of another.

    Raises:
        ToolError: It raised StopIteration, which no future can carry. What else it raises passes through.

    >>> asyncio.run(in_thread(len, "four"))
    4
    """
    loop, context = asyncio.get_running_loop(), copy_context()
    answer: asyncio.Future[T] = loop.create_future()

    def work() -> None:
        try:
            result = context.run(function, *arguments)
        except StopIteration:
            _soon(loop, answer, None, ToolError("the tool raised StopIteration"))
        except BaseException as error:  # noqa: BLE001 - whoever waits gets it, whatever it is
            _soon(loop, answer, None, error)
        else:
            _soon(loop, answer, result, None)

    threading.Thread(target=work, name="contextthrift-tool", daemon=True).start()
    return await answer


def _soon(
    loop: asyncio.AbstractEventLoop, answer: asyncio.Future[T], result: Any, error: BaseException | None
) -> None:
    """Gives the answer in the loop; nobody waits for it any more where the loop is closed."""

    def give() -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)

    with suppress(RuntimeError):
        loop.call_soon_threadsafe(give)
