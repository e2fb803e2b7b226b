"""Providers' message formats: how each is read, recognised and edited.

One module per provider: ``openai`` for chat messages. A new one is a class with the methods of
:class:`~contextthrift.formats.reading.Format`, named in ``FORMATS``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import InvalidMessages, UnknownFormat
from contextthrift.formats.openai import OpenAIChat
from contextthrift.tokens.number import shown

if TYPE_CHECKING:
    from contextthrift.formats.reading import Format

FORMATS: Final[tuple[Format, ...]] = (OpenAIChat(),)
"""Every format, in the order in which they are tried."""


def format_of(messages: Sequence[Any], name: str = "auto") -> Format:
    """The format called ``name``, or for ``auto`` the one whose shape the messages have.

    Raises:
        UnknownFormat: no format has the name or the shape; the message says what was seen.
        InvalidMessages: ``messages`` is not a list.
    """
    if isinstance(messages, str | bytes) or not isinstance(messages, Sequence):
        raise InvalidMessages(f"messages is {type(messages).__name__}; it must be a list of messages")
    names = [known.name for known in FORMATS]
    if not isinstance(name, str) or (name != "auto" and name not in names):
        raise UnknownFormat(f"no format is called {shown(name)}; it must be auto or {' or '.join(names)}")
    for known in FORMATS:
        if name == known.name or (name == "auto" and known.recognises(messages)):
            return known
    raise UnknownFormat(f"no known format has messages like these: {_seen(messages)}; name one with format=")


def _seen(messages: Sequence[Any]) -> str:
    first = messages[0]
    if isinstance(first, dict):
        return f"messages[0] is a dict with the fields {', '.join(map(repr, first)) or 'none'}"
    return f"messages[0] is {type(first).__name__}"


__all__ = ["FORMATS", "format_of"]
