"""Work in a process of its own, which may take long or abort without harm."""

from __future__ import annotations

import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Failure(str):
    """Why there is no answer."""

    __slots__ = ()


def fresh(work: Callable[..., T], *arguments: object, seconds: float = 1_800, cores: int = 1) -> T | Failure:
    """What `work` gives in a new process on so many cores, or why it gave nothing."""
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=onto, initargs=(cores,))
    os.environ["RAYON_NUM_THREADS"] = str(cores)
    try:
        return pool.submit(guarded, work, arguments).result(seconds)
    except TimeoutError:
        for process in pool._processes.values():  # noqa: SLF001 - there is no public way to end one that hangs
            process.kill()
        return Failure(f"more than {seconds:.0f} s")
    except BrokenProcessPool:
        return Failure("aborts")
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def guarded(work: Callable[..., T], arguments: tuple[object, ...]) -> T | Failure:
    """What `work` gives, or the name of what it raised: a panic is no Exception, and cannot be sent."""
    try:
        return work(*arguments)
    except BaseException as error:  # noqa: BLE001 - as said
        return Failure(type(error).__name__)


def onto(cores: int) -> None:
    """Keeps this process on the first cores it may use, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])


def spent(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Seconds that it takes, by default of the processor and of all threads."""
    started = clock()
    work()
    return clock() - started
