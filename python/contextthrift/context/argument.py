"""Numbers from callers: checked once, refused in words that name the argument."""

from __future__ import annotations

import math
from array import array
from collections.abc import Container, Iterable
from contextlib import suppress
from typing import Any, Literal, SupportsFloat

from contextthrift import _native
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.tokens.number import LARGEST, shown, whole_number


class Named:
    """Names what stands in a part of a list by its place in the whole list, as a format string does."""

    __slots__ = ("_places", "_template")

    def __init__(self, template: str, places: list[int]) -> None:
        """``template`` has ``{}`` where the place belongs; ``places`` are those of the part."""
        self._template = template
        self._places = places

    def format(self, index: int) -> str:
        """The name of the item at ``index`` of the part."""
        return self._template.format(self._places[index])


Name = str | Named
"""A name with ``{}`` where the index belongs."""

Ids = Container[str]
"""A set of ids, or anything else that can be asked whether it holds one."""


def real_number(value: object, name: str) -> float:
    """``value`` as a float that is not NaN.

    Raises:
        InvalidArgument: it is no number, NaN, or too large for a float.
    """
    if not isinstance(value, int | float | SupportsFloat) or isinstance(value, bool):
        raise InvalidArgument(f"{name} is {shown(value)}; it must be a number")
    try:
        number = float(value)
    except OverflowError:
        raise InvalidArgument(f"{name} is too large for a float") from None
    except (TypeError, ValueError):
        raise InvalidArgument(f"{name} is {shown(value)}; it must be a number") from None
    if math.isnan(number):
        raise InvalidArgument(f"{name} is NaN; it must be a number")
    return number


def rounded_up(value: object, name: str) -> int:
    """``value`` as a whole number, 0 or more; a fraction is rounded up."""
    if isinstance(value, float) and math.isfinite(value) and value >= 0:
        value = math.ceil(value)
    return whole_number(value, name)


def costs(values: list[Any], name: Name) -> array[int]:
    """Given costs in tokens as a native column; ``name`` has ``{}`` where the index belongs."""
    return _integers("Q", values, name, least=0)


def instants(values: list[Any], name: Name) -> array[int]:
    """Instants in milliseconds as a native column; ``name`` has ``{}`` where the index belongs."""
    return _integers("q", values, name, least=-LARGEST)


def scores(values: list[Any], name: Name) -> array[float]:
    """Scores as a native column, absent ones 0; ``name`` has ``{}`` where the index belongs."""
    if _native.all_of(values, float) and not any(map(math.isnan, values)):
        return array("d", values)
    return array("d", [0.0 if v is None else real_number(v, name.format(i)) for i, v in enumerate(values)])


def _integers(code: Literal["q", "Q"], values: list[Any], name: Name, least: int) -> array[int]:
    """A column of whole numbers: in one go if all are plain ints, else one by one to name the wrong one."""
    if _native.all_of(values, int):
        with suppress(OverflowError):
            return array(code, values)
    return array(code, [whole_number(value, name.format(i), least=least) for i, value in enumerate(values)])


def names(value: Iterable[str], name: str) -> frozenset[str]:
    """A set of names from any iterable of them but one string.

    Raises:
        WrongType: ``value`` is something else.
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise WrongType(f"{name} is {shown(value)}; it must be a list of strings")
    try:
        return frozenset(value)
    except TypeError:
        raise WrongType(f"{name} holds something that is no string") from None


def ids(value: Ids | Iterable[str] | None, name: str) -> Ids:
    """A set of ids that can be asked; none where ``value`` is None.

    Raises:
        WrongType: ``value`` is one string, or nothing that holds ids.
    """
    if value is None:
        return frozenset()
    if isinstance(value, str | bytes):
        raise WrongType(f"{name} is one string; it must be a set of strings")
    if isinstance(value, Iterable):
        return names(value, name)
    if isinstance(value, Container):
        return value
    raise WrongType(f"{name} is {type(value).__name__}; it must be a set of strings")
