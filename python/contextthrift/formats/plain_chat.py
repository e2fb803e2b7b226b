"""Plain OpenAI chat messages, of which a list is read at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.formats.framing import OPENAI
from contextthrift.formats.notice import NOT_RUN
from contextthrift.formats.openai import OpenAIChat

if TYPE_CHECKING:
    from contextthrift.formats.reading import Format

_FRAMING: Final = (OPENAI.message, OPENAI.role, OPENAI.name, OPENAI.call, OPENAI.result)


def plain_chat(provider: Format, messages: list[Any], summary_id: str) -> _native.PlainChat | None:
    """What :meth:`OpenAIChat.read` says of all messages, as columns; None where one of them is not plain.

    Plain are dicts with a text as content, calls of functions, and each result directly behind its call. A
    message with the id ``summary_id`` is not.
    """
    if not isinstance(provider, OpenAIChat):
        return None
    return _native.read_chat(messages, _FRAMING, NOT_RUN, summary_id)
