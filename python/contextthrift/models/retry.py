"""Retry: which failed model calls are worth another try, and how long to wait before it."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from contextthrift.exceptions import ContextWindowExceededError

if TYPE_CHECKING:
    from collections.abc import Iterator

JITTER_S = 0.25
"""Seconds a delay is lengthened by at most, so that clients do not come back all at once."""
LONGEST_RETRY_AFTER_S = 300.0
"""Seconds of a server's Retry-After that are heeded at most."""
TOO_MANY_REQUESTS = 429
SERVER_ERRORS = range(500, 600)


def is_retriable(error: BaseException) -> bool:
    """Whether the call may succeed when it is made again: HTTP 429 and 5xx, and lost connections.

    An error is judged by its own status, else by the errors that caused it. A cancellation never is, and
    neither is a prompt that is too long.

    >>> is_retriable(ConnectionResetError()), is_retriable(ValueError())
    (True, False)
    """
    if isinstance(error, asyncio.CancelledError | ContextWindowExceededError):
        return False
    for cause in _causes(error):
        status = status_of(cause)
        if status is not None:
            return status == TOO_MANY_REQUESTS or status in SERVER_ERRORS
        if isinstance(cause, asyncio.CancelledError):
            return False
        if isinstance(cause, ConnectionError):
            return True
    return False


def status_of(error: BaseException) -> int | None:
    """The HTTP status the error carries as ``status`` or ``status_code``, or its response does."""
    holders = (error, getattr(error, "response", None))
    found = (getattr(holder, name, None) for holder in holders for name in ("status", "status_code"))
    return next(
        (status for status in found if isinstance(status, int) and not isinstance(status, bool)), None
    )


def retry_delay(attempt: int, *, base_s: float = 0.5, retry_after_s: float | None = None) -> float:
    """Seconds to wait before trying again, after ``attempt`` (from 0) tries that were made again already.

    Twice as long each time, with some jitter; what the server asks for wins when it is longer.

    >>> 2.0 <= retry_delay(2) <= 2.25
    True
    """
    jitter_s = random.uniform(0, JITTER_S) if base_s > 0 else 0.0  # noqa: S311 - spreads load, guards nothing
    asked_s = min(retry_after_s or 0.0, LONGEST_RETRY_AFTER_S)
    return max(base_s * (1 << attempt) + jitter_s, asked_s)


def retry_after_of(error: BaseException) -> float | None:
    """Seconds the server asks to wait, where the error says so."""
    found = (getattr(cause, "retry_after_s", None) for cause in _causes(error))
    return next((float(seconds) for seconds in found if isinstance(seconds, int | float)), None)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what caused it, each once."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
