"""The agent's log: four levels over any sink that has them."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, Protocol, get_args

from contextthrift.exceptions import InvalidArgument
from contextthrift.record import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

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
    """Lines at or above a level; the others are not written. Never holds keys.

    A message has a ``%s`` for each of its values, which are only made into text where the line is written.
    """

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

    def error(self, message: str, *values: object) -> None:
        """Something failed that nobody else is told of."""
        if self._height >= _LEVELS["error"]:
            _write(self._sink.error, message, values)

    def warn(self, message: str, *values: object) -> None:
        """Something odd was worked around."""
        if self._height >= _LEVELS["warn"]:
            _write(self._sink.warning, message, values)

    def info(self, message: str, *values: object) -> None:
        """What is being done."""
        if self._height >= _LEVELS["info"]:
            _write(self._sink.info, message, values)

    def debug(self, message: str, *values: object) -> None:
        """The details."""
        if self._height >= _LEVELS["debug"]:
            _write(self._sink.debug, message, values)


def _write(write: Callable[[str], object], message: str, values: tuple[object, ...]) -> None:
    with suppress(Exception):  # a log that fails must not break a run, and there is no other to tell it to
        write(message % tuple(map(_worded, values)))


def _worded(value: object) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, BaseException):
        return text_of(value)
    text, kind = text_of(value), type(value).__name__
    return text if text in {kind, f"<{kind}>"} else f"{kind}: {text}"
