"""The time box: how long a call may take."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from contextthrift.exceptions import ModelTimeout

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@asynccontextmanager
async def time_box(seconds: float, what: str) -> AsyncIterator[None]:
    """A block that may take so many seconds; 0 for any time.

    Raises:
        ModelTimeout: It took longer; the message names ``what`` and the option.
    """
    try:
        async with asyncio.timeout(seconds or None) as timeout:
            yield
    except TimeoutError as error:
        if not timeout.expired():
            raise
        raise ModelTimeout(f"{what} took longer than {seconds:g} s (chat_timeout_s)") from error
