"""Records: frozen values that can also be had as plain data for a log or a wire."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DEEPEST = 64
"""Levels of nesting that are followed; what lies deeper, or contains itself, is given as text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Base of the values an agent reports: events, plans, steps, usage."""

    def to_dict(self, *, wire: bool = False) -> dict[str, Any]:
        """The record as JSON-able data.

        Args:
            wire: Give the names of fields in camelCase, as the JavaScript siblings' user interfaces expect
                them. Keys of the caller's own data (a tool's input or output) stay as they are.
        """
        spelled = camel_case if wire else str
        return {spelled(each.name): plain(getattr(self, each.name), wire=wire) for each in fields(self)}


def camel_case(name: str) -> str:
    """The name in camelCase.

    >>> camel_case("expected_outcome")
    'expectedOutcome'
    """
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def plain(value: object, *, wire: bool = False, depth: int = 0) -> Any:
    """The value in types that JSON has: an exception as its text, bytes as base64, anything unknown as text.

    >>> plain({"error": ValueError("locked"), 1: (b"hi", {2})})
    {'error': 'locked', '1': ['aGk=', [2]]}
    """
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if depth >= DEEPEST:
        return text_of(value)
    return _nested(value, lambda inner: plain(inner, wire=wire, depth=depth + 1), wire=wire)


def _nested(value: object, each: Callable[[object], Any], *, wire: bool) -> Any:
    if isinstance(value, Record):
        return value.to_dict(wire=wire)
    if isinstance(value, bytes | bytearray):
        return b64encode(value).decode("ascii")
    if isinstance(value, list | tuple | AbstractSet):
        ordered = sorted(value, key=repr) if isinstance(value, AbstractSet) else value
        return [each(item) for item in ordered]
    named = _named_values(value)
    return text_of(value) if named is None else {name: each(item) for name, item in named}


def _named_values(value: object) -> Iterable[tuple[str, object]] | None:
    """The items of a mapping or the fields of a dataclass; None for anything else."""
    if isinstance(value, Mapping):
        return [(text_of(key), item) for key, item in value.items()]
    if is_dataclass(value) and not isinstance(value, type):
        return [(field.name, getattr(value, field.name)) for field in fields(value)]
    return None


def text_of(value: object) -> str:
    """The value as text; what cannot even be written is named by its type.

    >>> text_of(KeyError("k")), text_of(TimeoutError())
    ("'k'", 'TimeoutError')
    """
    try:
        return str(value) or type(value).__name__
    except Exception:  # noqa: BLE001 - a broken __str__ must not break a report
        return f"<{type(value).__name__}>"
