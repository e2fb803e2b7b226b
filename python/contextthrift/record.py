"""Records: frozen values that can also be had as plain data for a log or a wire."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from contextthrift.brief import Brief

if TYPE_CHECKING:
    from collections.abc import Callable

DEEPEST = 64
"""Levels of nesting that are followed."""
CIRCULAR = "[circular]"
LARGEST_BITS = 14_000
"""Bits of the largest whole number that is written: Python refuses to write one of more than 4,300 digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(Brief):
    """Base of the values an agent reports: events, plans, steps, usage."""

    def to_dict(self, *, wire: bool = False) -> dict[str, Any]:
        """The record as JSON-able data.

        Args:
            wire: Give the names of fields in camelCase, as the JavaScript siblings' user interfaces expect
                them. Keys of the caller's own data (a tool's input or output) stay as they are.
        """
        told: dict[str, Any] = plain(self, wire=wire)
        return told


def camel_case(name: str) -> str:
    """The name in camelCase.

    >>> camel_case("expected_outcome")
    'expectedOutcome'
    """
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def plain(value: object, *, wire: bool = False) -> Any:
    """The value in types that JSON has: an exception as its text, bytes as base64, a model of pydantic as its
    fields, anything unknown as text.

    A number that is not finite is None. Text stands for what lies deeper than 64 levels, and ``[circular]``
    for what contains itself.

    >>> plain({"error": ValueError("locked"), 1: (b"hi", {2}), "rate": float("nan")})
    {'error': 'locked', '1': ['aGk=', [2]], 'rate': None}
    """
    return _Conversion(wire=wire).of(value)


class _Conversion:
    """One conversion, which knows what it is inside of, and what was found to contain itself.

    Without the latter, things that all refer to each other would be written along every path through them.
    """

    __slots__ = ("_around", "_circular", "_spelled")

    def __init__(self, *, wire: bool) -> None:
        self._spelled: Callable[[str], str] = camel_case if wire else str
        self._around: list[object] = []
        self._circular: dict[int, object] = {}

    def of(self, value: object) -> Any:
        if value is None or isinstance(value, str | bool | int | float):
            return _scalar(value)
        if id(value) in self._circular or self._contains_itself(value):
            return CIRCULAR
        if len(self._around) >= DEEPEST:
            return f"<{type(value).__name__}>"
        self._around.append(value)
        try:
            return self._nested(value)
        except Exception:  # noqa: BLE001 - methods of the host's own objects may raise anything
            return text_of(value)
        finally:
            self._around.pop()

    def _contains_itself(self, value: object) -> bool:
        """Whether the value stands in itself; then all between does so too."""
        at = next((place for place, each in enumerate(self._around) if each is value), None)
        if at is None:
            return False
        self._circular |= {id(each): each for each in self._around[at:]}
        return True

    def _nested(self, value: Any) -> Any:
        if isinstance(value, bytes | bytearray):
            return b64encode(value).decode("ascii")
        if isinstance(value, list | tuple):
            return [self.of(item) for item in value]
        if isinstance(value, AbstractSet):
            return [self.of(item) for item in sorted(value, key=repr)]
        if isinstance(value, Mapping):
            return {_key(name): self.of(item) for name, item in value.items()}
        if is_dataclass(value) and not isinstance(value, type):
            spelled = self._spelled if isinstance(value, Record) else str
            return {spelled(each.name): self.of(getattr(value, each.name)) for each in fields(value)}
        is_pydantic = hasattr(type(value), "model_dump")
        return self.of(value.model_dump(mode="json")) if is_pydantic else text_of(value)


def _scalar(value: object) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, int) and value.bit_length() > LARGEST_BITS:
        return text_of(value)
    return value


def _key(key: object) -> str:
    """A key as JSON writes it."""
    if key is None or isinstance(key, bool):
        return {None: "null", True: "true", False: "false"}[key]
    return key if isinstance(key, str) else text_of(key)


def text_of(value: object) -> str:
    """The value as text; what cannot even be written is named by its type.

    >>> text_of(KeyError("k")), text_of(TimeoutError())
    ("'k'", 'TimeoutError')
    """
    try:
        return str(value) or type(value).__name__
    except Exception:  # noqa: BLE001 - a broken __str__ must not break a report
        return f"<{type(value).__name__}>"
