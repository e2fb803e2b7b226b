"""Ctrl-C in a process that others work for: it takes effect where nothing is left half done."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager
from multiprocessing import parent_process
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Interrupts:
    """Ctrl-C is remembered, and raised only where somebody waits for input, or asks.

    Raised anywhere, it could come while a process is being started or ended, which then stays for ever.
    """

    def __init__(self) -> None:
        """Nobody has pressed it yet."""
        self._is_pending = False
        self._is_waiting = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """A block in which it is held back; outside the main thread it never comes."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._come)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def welcome(self) -> Iterator[None]:
        """A block that may wait for long, and that it ends.

        Raises:
            KeyboardInterrupt: it came in the block or before.
        """
        self._is_waiting = True
        try:
            if self._is_pending:
                raise KeyboardInterrupt
            yield
        finally:
            self._is_waiting = False

    def _come(self, *_: object) -> None:
        self._is_pending = True
        if self._is_waiting:
            raise KeyboardInterrupt


def begin_worker() -> None:
    """Leaves Ctrl-C, which comes to all processes, to the one that began this, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
