"""Fields of a frozen value that are made when they are first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Value = TypeVar("Value", bound="Late")


class Late:
    """Base of frozen dataclasses with slots; room for what makes fields that few callers look at.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True)
    ... class Report(Late):
    ...     rows: tuple[int, ...]
    >>> report = make_late(Report(()), rows=lambda: print("made") or (1, 2))
    >>> report.rows, report.rows
    made
    ((1, 2), (1, 2))
    """

    __slots__ = ("_makers",)

    _makers: dict[str, Callable[[], Any]]

    if not TYPE_CHECKING:  # it would let every name pass

        def __getattr__(self, name: str) -> object:
            """Makes a field when it is first asked for; until then its slot is empty."""
            makers = {} if name == "_makers" else getattr(self, "_makers", {})
            if name not in makers:
                return object.__getattribute__(self, name)
            value = makers[name]()
            object.__setattr__(self, name, value)
            object.__setattr__(self, "_makers", {other: makers[other] for other in makers if other != name})
            return value


def make_late(value: Value, **makers: Callable[[], Any]) -> Value:
    """The value itself, whose fields of these names are made when they are first asked for.

    Threads that ask for one at the same time may each make it, and the last one stays.
    """
    for name in makers:
        object.__delattr__(value, name)
    object.__setattr__(value, "_makers", makers)
    return value
