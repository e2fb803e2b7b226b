"""Claude's messages, of which a list is read at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.formats.alternation import split
from contextthrift.formats.anthropic_blocks import BLOCK
from contextthrift.formats.framing import ANTHROPIC
from contextthrift.formats.json_text import json_text
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.opaque import CHARACTERS_PER_TOKEN
from contextthrift.formats.plain_row import plain_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from contextthrift.formats.anthropic import Anthropic

_FRAMING: Final = (BLOCK, ANTHROPIC.call, ANTHROPIC.result, CHARACTERS_PER_TOKEN)
_SPEAKERS: Final = frozenset({"user", "assistant", "result"})


def plain_claude(
    provider: Anthropic,
    messages: list[Any],
    summary_id: str,
    is_summary: Callable[[Any], bool],
    encoding: str | None = None,
) -> _native.PlainChat | None:
    """What :meth:`Anthropic.fragments` says of all messages, as columns; None where one has to be mended.

    Read at once are dicts with text, thinking and calls, and results that stand alone or beside others; the
    format reads all other messages one by one. None, too, where somebody speaks for the system, and where one
    is a summary, as ``is_summary`` and its id ``summary_id`` say: that stands apart from those beside it.

    Raises:
        InvalidMessages: a message that cannot be read; the error names its index.
    """

    def read(message: Any, place: int) -> tuple[Any, ...] | None:
        first, *others = split(provider, message, place)
        reading = first.reading
        if others or reading.role not in _SPEAKERS or is_summary(message):
            return None
        return plain_row(reading, is_summary=False)

    words = (NOT_RUN, GAP_NOTE, summary_id)
    return _native.read_claude_chat(messages, _FRAMING, words, encoding, read, json_text)
