"""Items of OpenAI Responses, of which a list is read at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.formats.framing import OPENAI_RESPONSES
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from contextthrift.formats.opaque import CHARACTERS_PER_TOKEN
from contextthrift.formats.plain_row import plain_row
from contextthrift.formats.responses import needs_others

if TYPE_CHECKING:
    from collections.abc import Callable

    from contextthrift.formats.responses import OpenAIResponses

_FRAMING: Final = (
    OPENAI_RESPONSES.message + OPENAI_RESPONSES.role,
    OPENAI_RESPONSES.call,
    OPENAI_RESPONSES.result,
    CHARACTERS_PER_TOKEN,
)


def plain_items(
    provider: OpenAIResponses,
    items: list[Any],
    summary_id: str,
    is_summary: Callable[[Any], bool],
    encoding: str | None = None,
) -> _native.PlainChat | None:
    """What :meth:`OpenAIResponses.fragments` says of all items, as columns; None where one has to be mended.

    Read at once are dicts: messages of text, reasoning, calls of functions and their results; the format
    reads all other items one by one. None, too, where there is a reference or a program, whose part in an
    answer other items tell. ``is_summary`` says of an item whether its id is ``summary_id``.

    Raises:
        InvalidMessages: an item that cannot be read; the error names its index.
    """

    def read(item: Any, place: int) -> tuple[Any, ...] | None:
        if needs_others(item):
            return None
        reading = provider.read(item, place)
        return plain_row(reading, is_summary=is_summary(item))

    words = (NOT_RUN, GAP_NOTE, summary_id)
    return _native.read_items(items, _FRAMING, words, encoding, read)
