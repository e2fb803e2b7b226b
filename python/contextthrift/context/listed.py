"""Lists from callers: checked once, refused in words that name the item."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from contextthrift import _native
from contextthrift.exceptions import WrongType


def listed(values: Iterable[Any], name: str) -> list[Any]:
    """The values as a list, in order.

    Raises:
        WrongType: ``values`` is one string, or nothing that holds items.
    """
    if isinstance(values, str | bytes):
        raise WrongType(f"{name} is one string; it must be a list")
    if not isinstance(values, Iterable):
        raise WrongType(f"{name} is {type(values).__name__}; it must be a list")
    return values if isinstance(values, list) else list(values)


def all_texts(values: list[Any], name: str) -> list[str]:
    """The values, all of them strings; ``name`` has ``{}`` where the index belongs.

    Raises:
        WrongType: one is not a string.
    """
    if not _native.all_of(values, str):
        for index, value in enumerate(values):
            one_text(value, name.format(index))
    return values


def one_text(value: Any, name: str) -> str:
    """The value, a string.

    Raises:
        WrongType: it is not.
    """
    if not isinstance(value, str):
        raise WrongType(f"{name} is {type(value).__name__}; it must be a string")
    return value


def attributes(items: list[Any], attribute: str, name: str) -> list[Any]:
    """The attribute of each item; ``name`` has ``{}`` where the index belongs.

    Raises:
        WrongType: an item does not have it.
    """
    try:
        return list(map(attrgetter(attribute), items))
    except AttributeError:
        for index, item in enumerate(items):
            if not hasattr(item, attribute):
                where, kind = name.format(index), type(item).__name__
                if isinstance(item, dict) and attribute in item:
                    raise WrongType(
                        f"{where} is a dict; it must be an object with the attribute {attribute}"
                    ) from None
                raise WrongType(f"{where} is {kind}, which has no {attribute}") from None
        raise


def turn_texts(turns: list[Any]) -> list[str]:
    """The ``qa`` of each turn.

    Raises:
        WrongType: a turn has none, or one that is not a string.
    """
    return all_texts(attributes(turns, "qa", "turns[{}]"), "turns[{}].qa")
