"""Messages of which a list is read at once: OpenAI chat; ``plain_claude`` and ``plain_items`` have others."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.formats import format_of
from contextthrift.formats.anthropic import Anthropic
from contextthrift.formats.framing import OPENAI
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.openai import OpenAIChat
from contextthrift.formats.plain_claude import plain_claude
from contextthrift.formats.plain_items import plain_items
from contextthrift.formats.plain_row import plain_row
from contextthrift.formats.responses import OpenAIResponses

if TYPE_CHECKING:
    from collections.abc import Callable

    from contextthrift.formats.reading import Format

_FRAMING: Final = (OPENAI.message, OPENAI.role, OPENAI.name, OPENAI.call, OPENAI.result)
_CHAT: Final = OpenAIChat()


def format_and_chat(
    messages: list[Any],
    name: str | Format,
    model: str | None,
    *,
    summary_id: str,
    is_summary: Callable[[Any], bool],
    encoding: str | None = None,
) -> tuple[Format, _native.PlainChat | None]:
    """What :func:`format_of` finds, with what :func:`plain_chat` or one of its sisters reads.

    A list of nothing but plain messages is recognised by the walk that reads it.

    Raises:
        UnknownFormat, InvalidMessages: as those.
    """
    if name == "auto" and is_locked():
        chat = _native.read_chat(messages, _FRAMING, (NOT_RUN, GAP_NOTE, summary_id), encoding, None)
        if chat is not None:
            return (_CHAT if model is None else OpenAIChat(model)), chat
    provider = format_of(messages, name, model)
    if isinstance(provider, Anthropic):
        return provider, plain_claude(provider, messages, summary_id, is_summary, encoding)
    if isinstance(provider, OpenAIResponses):
        return provider, plain_items(provider, messages, summary_id, is_summary, encoding)
    return provider, plain_chat(provider, messages, summary_id, is_summary, encoding)


def plain_chat(
    provider: Format,
    messages: list[Any],
    summary_id: str,
    is_summary: Callable[[Any], bool],
    encoding: str | None = None,
) -> _native.PlainChat | None:
    """What :meth:`OpenAIChat.read` says of all messages, as columns; None where one has to be mended, and
    where the interpreter has no lock.

    Read at once are dicts with a text or parts of text as content, and calls of functions; the format reads
    all others one by one. ``is_summary`` says of one of those whether its id is ``summary_id``. Where nothing
    but ``encoding`` counts the texts, they may be counted by their lengths.

    Raises:
        InvalidMessages: a message that cannot be read; the error names its index.
    """
    if not isinstance(provider, OpenAIChat) or not is_locked():
        return None

    def read(message: Any, place: int) -> tuple[Any, ...]:
        reading = provider.read(message, place)
        return plain_row(reading, is_summary=is_summary(message))

    return _native.read_chat(messages, _FRAMING, (NOT_RUN, GAP_NOTE, summary_id), encoding, read)


def is_locked() -> bool:
    """Whether the interpreter has its lock: reading at once counts no references to what a message holds, and
    another thread could take that out of it.
    """
    return getattr(sys, "_is_gil_enabled", lambda: True)()
