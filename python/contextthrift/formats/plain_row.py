"""What a native walk is told of a message that the format has read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native

if TYPE_CHECKING:
    from contextthrift.formats.reading import Reading

_KIND: Final = {name: code for code, name in enumerate(_native.KINDS)}


def plain_row(reading: Reading, *, is_summary: bool) -> tuple[Any, ...]:
    """Its kind, whether it is a summary, tokens besides texts, texts, calls, what it answers, whether it
    holds media, and whether its cost is exact.
    """
    return (
        _KIND["call" if reading.calls else reading.role],
        is_summary,
        reading.flat,
        reading.texts,
        [(call.id, call.name) for call in reading.calls],
        reading.answers,
        reading.media > 0,
        reading.is_exact,
    )
