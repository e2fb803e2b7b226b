"""Block after block through processes, in order and in bounded memory, with a progress bar."""

from __future__ import annotations

import sys
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import get_context
from typing import IO, TYPE_CHECKING, Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from contextthrift.cli.bad_input import BadInput
from contextthrift.cli.document import named, opened
from contextthrift.cli.lines.blocks import blocks
from contextthrift.cli.lines.interrupt import Interrupts, begin_worker
from contextthrift.cli.lines.work import Done, Options, Tally
from contextthrift.fit.threads import cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from contextthrift.cli.lines.blocks import Block

MOST_JOBS: Final = 4
"""Processes when no number is given; each takes some 80 MB."""
WAITING: Final = 2
"""Blocks for each process that are read ahead or wait for their turn."""


def run(
    source: str,
    work: Callable[[Block, Options], Done],
    options: Options,
    *,
    jobs: int | None,
    fitted: IO[bytes] | None,
    reports: IO[bytes] | None,
) -> Tally:
    """Does ``work`` for each block of a file, writes what comes of it in order, and adds it up.

    Raises:
        BadInput: the file cannot be read, or a line of it; the message names it.
    """
    tally = Tally()
    jobs = min(cores(), MOST_JOBS) if jobs is None else jobs
    try:
        with opened(source) as (stream, size), _progress(size, options.is_quiet) as advance:
            for block, done in _in_order(blocks(stream), work, options, jobs):
                _write(fitted, done.fitted)
                _write(reports, done.reports)
                for told in done.told:
                    sys.stderr.write(f"contextthrift: {told}\n")
                tally.add(done.tally)
                advance(len(block.raw))
    except BrokenProcessPool as error:
        raise BadInput("a process was killed, perhaps for want of memory; try fewer --jobs") from error
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BadInput(f"cannot read {named(source)}: {error.strerror or error}") from error
    return tally


def _write(stream: IO[bytes] | None, what: bytes) -> None:
    if stream is None or not what:
        return
    try:
        stream.write(what)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BadInput(f"cannot write the output: {error.strerror or error}") from error


def _in_order(
    found: Iterator[Block], work: Callable[[Block, Options], Done], options: Options, jobs: int
) -> Iterator[tuple[Block, Done]]:
    """Each block with what came of it; one that is alone, or one job, needs no process."""
    begun = list(islice(found, 2))
    found = chain(begun, found)
    if jobs == 1 or len(begun) <= 1:
        yield from ((each, work(each, options)) for each in found)
        return
    interrupts = Interrupts()
    with interrupts.held():
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=begin_worker)
        waiting: deque[tuple[Block, Future[Done]]] = deque()
        try:
            while (block := _wanted(found, interrupts)) is not None:
                waiting.append((block, pool.submit(work, block, options)))
                if len(waiting) > WAITING * jobs:
                    yield _next(waiting)
            while waiting:
                yield _next(waiting)
        finally:
            pool.shutdown(cancel_futures=True)


def _wanted(found: Iterator[Block], interrupts: Interrupts) -> Block | None:
    with interrupts.welcome():
        return next(found, None)


def _next(waiting: deque[tuple[Block, Future[Done]]]) -> tuple[Block, Done]:
    block, future = waiting.popleft()
    return block, future.result()


@contextmanager
def _progress(size: int | None, is_quiet: bool) -> Iterator[Callable[[float], object]]:
    console = Console(stderr=True)
    if is_quiet or not console.is_terminal:
        yield lambda _: None
        return
    shown = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*shown, console=console, transient=True) as progress:
        task = progress.add_task("", total=size)
        yield lambda done: progress.advance(task, done)
