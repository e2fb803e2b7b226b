"""How many threads work at once."""

from __future__ import annotations

import os

from contextthrift.tokens.number import whole_number


def thread_count(threads: int | None, default: int | None = None) -> int:
    """The number given, else the default, else that of the cores this process may use.

    Raises:
        InvalidArgument: it is no whole number from 1 on.
    """
    if threads is not None:
        return whole_number(threads, "threads", least=1)
    return cores() if default is None else default


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
