"""The agent's log: four levels over any sink that has them."""

from __future__ import annotations

import logging
from typing import Literal, Protocol, get_args

from contextthrift.exceptions import InvalidArgument

LogLevel = Literal["silent", "error", "warn", "info", "debug"]

_LEVELS = {"silent": 0, "error": 1, "warn": 2, "info": 3, "debug": 4}


class LogSink(Protocol):
    """Where lines go; a ``logging.Logger`` is one."""

    def error(self, message: str, /) -> object:
        """Takes a line about a failure."""

    def warning(self, message: str, /) -> object:
        """Takes a line about something odd."""

    def info(self, message: str, /) -> object:
        """Takes a line about what is done."""

    def debug(self, message: str, /) -> object:
        """Takes a line for whoever looks closely."""


class Log:
    """Lines at or above a level; the others are not written. Never holds keys."""

    __slots__ = ("_height", "_sink")

    def __init__(self, level: LogLevel = "warn", sink: LogSink | None = None) -> None:
        """Writes to ``sink``, else to the logger named after this package.

        Raises:
            InvalidArgument: A level that does not exist.
        """
        if level not in _LEVELS:
            raise InvalidArgument(f"log_level must be one of {', '.join(get_args(LogLevel))}; got {level!r}")
        self._height = _LEVELS[level]
        self._sink: LogSink = sink or logging.getLogger("contextthrift")

    def error(self, message: str) -> None:
        """Something failed that nobody else is told of."""
        if self._height >= _LEVELS["error"]:
            self._sink.error(message)

    def warn(self, message: str) -> None:
        """Something odd was worked around."""
        if self._height >= _LEVELS["warn"]:
            self._sink.warning(message)

    def info(self, message: str) -> None:
        """What is being done."""
        if self._height >= _LEVELS["info"]:
            self._sink.info(message)

    def debug(self, message: str) -> None:
        """The details."""
        if self._height >= _LEVELS["debug"]:
            self._sink.debug(message)
