"""Synchronous doors, which are shut where an event loop runs."""

from __future__ import annotations

import asyncio

from contextthrift.exceptions import LoopIsRunning


def refuse_running_loop(called: str, instead: str) -> None:
    """Refuses a call that would block the event loop it is made in.

    Raises:
        LoopIsRunning: There is one; the message has what to write instead.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise LoopIsRunning(f"{called} cannot wait where an event loop runs; write {instead}")
