"""Values whose repr is short, whatever they hold: conversations, tool outputs, files."""

from __future__ import annotations

from dataclasses import fields
from itertools import islice
from reprlib import recursive_repr
from typing import Any, Final

LONGEST: Final = 100
"""Characters of a value that are shown."""
MOST_ITEMS: Final = 5
"""Items of a collection that are shown."""


class Brief:
    """Base of dataclasses whose repr shows each field, but of a long one only its beginning.

    The fields themselves hold everything. A subclass that has a ``__repr__`` of its own keeps it.

    >>> from contextthrift import Turn
    >>> Turn(qa="Up?", created_at="10:00", messages=tuple(range(99)))  # doctest: +ELLIPSIS
    Turn(qa='Up?', created_at='10:00', messages=(0, 1, 2, 3, 4, ... 99 in all), tool_calls=(), ...)
    """

    __slots__ = ()

    def __init_subclass__(cls, **given: Any) -> None:
        """Goes before the repr that ``dataclass`` would write."""
        super().__init_subclass__(**given)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = Brief.__repr__  # type: ignore[method-assign]  # dataclass keeps one that it finds

    @recursive_repr()
    def __repr__(self) -> str:
        """The fields, the beginning of each."""
        names = [each.name for each in fields(self) if each.repr]  # type: ignore[arg-type]  # a dataclass
        return f"{type(self).__name__}({', '.join(f'{name}={brief(getattr(self, name))}' for name in names)})"


def brief(value: object) -> str:
    """The value's repr; of a long one, or of many items, the beginning.

    >>> brief({"path": "a.csv"}), brief(list(range(7))), brief(b"0" * 5000)[-17:]
    ("{'path': 'a.csv'}", '[0, 1, 2, 3, 4, ... 7 in all]', "0'... 5,000 bytes")
    """
    if type(value) is dict:
        ends, pieces = "{}", [f"{_clipped(k)}: {_clipped(v)}" for k, v in islice(value.items(), MOST_ITEMS)]
    elif type(value) is list or type(value) is tuple:
        ends, pieces = "[]" if type(value) is list else "()", [_clipped(each) for each in value[:MOST_ITEMS]]
    else:
        return _clipped(value)
    if len(value) > MOST_ITEMS:
        pieces.append(f"... {len(value):,} in all")
    comma = "," if ends == "()" and len(value) == 1 else ""
    return f"{ends[0]}{', '.join(pieces)}{comma}{ends[1]}"


def _clipped(value: object) -> str:
    if isinstance(value, str | bytes | bytearray) and len(value) > LONGEST:
        unit = "characters" if isinstance(value, str) else "bytes"
        return f"{value[:LONGEST]!r}... {len(value):,} {unit}"
    told = repr(value)
    return told if len(told) <= LONGEST + 2 else f"{told[:LONGEST]}..."
