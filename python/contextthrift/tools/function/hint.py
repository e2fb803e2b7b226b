"""Type hints: from ``list[Order] | None`` to a JSON schema and back to the values it stands for."""

from __future__ import annotations

import base64
import collections.abc
import types
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union, get_args, get_origin
from uuid import UUID

from contextthrift.tools.function import pydantic_type
from contextthrift.tools.function.annotated import constraints, without_words
from contextthrift.tools.function.choice import enumeration, literal, union
from contextthrift.tools.function.container import fixed_tuple, listed, mapping
from contextthrift.tools.function.record_type import is_record, record
from contextthrift.tools.function.shape import NoShape, Shape, of_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from contextthrift.tools.function.shape import Definitions

_ANYTHING: Final = Shape({}, lambda value, _at: value)

SCALARS: Final[dict[Any, Shape]] = {
    str: of_type("string"),
    int: of_type("integer", int),
    float: of_type("number", float),
    bool: of_type("boolean"),
    None: of_type("null"),
    type(None): of_type("null"),
    Any: _ANYTHING,
    object: _ANYTHING,
    datetime: of_type("string", datetime.fromisoformat, format="date-time"),
    date: of_type("string", date.fromisoformat, format="date"),
    time: of_type("string", time.fromisoformat, format="time"),
    UUID: of_type("string", UUID, format="uuid"),
    Path: of_type("string", Path, format="path"),
    PurePath: of_type("string", PurePath, format="path"),
    Decimal: of_type("number", lambda value: Decimal(str(value))),
    bytes: of_type("string", partial(base64.b64decode, validate=True), contentEncoding="base64"),
}
"""The types that a JSON value is, or stands for. A ``float`` may be written without a point."""

_CONTAINERS: Final[dict[Any, Callable[[list[Any]], Any]]] = {
    list: list,
    collections.abc.Sequence: list,
    collections.abc.MutableSequence: list,
    collections.abc.Collection: list,
    collections.abc.Iterable: list,
    set: set,
    collections.abc.Set: set,
    collections.abc.MutableSet: set,
    frozenset: frozenset,
}
_MAPPINGS: Final = frozenset({dict, collections.abc.Mapping, collections.abc.MutableMapping})


def shape_of(hint: Any, definitions: Definitions) -> Shape:
    """What a type hint asks of a JSON value.

    Raises:
        NoShape: It cannot be had from one.

    >>> from contextthrift.tools.function.shape import Definitions
    >>> shape_of(list[int] | None, Definitions()).schema
    {'anyOf': [{'type': 'array', 'items': {'type': 'integer'}}, {'type': 'null'}]}
    """
    if _is_key(hint) and hint in SCALARS:
        return SCALARS[hint]
    if get_origin(hint) is Annotated:
        return _annotated(hint, definitions)
    if pydantic_type.is_one(hint):
        return pydantic_type.shape(hint, definitions)
    inner = partial(shape_of, definitions=definitions)
    if is_record(hint) or _alias(hint) is not None:
        return definitions.named(
            hint, lambda: record(hint, inner) if is_record(hint) else inner(_alias(hint))
        )
    return _choice(hint, inner, definitions) or _container(hint, inner)


def _choice(hint: Any, inner: Callable[[Any], Shape], definitions: Definitions) -> Shape | None:
    """The shape of one of several; None where the hint is none."""
    if get_origin(hint) is Literal:
        return literal(get_args(hint))
    if get_origin(hint) in {Union, types.UnionType}:
        return union([(member, inner(member)) for member in get_args(hint)], definitions)
    return enumeration(hint) if isinstance(hint, type) and issubclass(hint, Enum) else None


def _container(hint: Any, inner: Callable[[Any], Shape]) -> Shape:
    kind, arguments = get_origin(hint) or hint, get_args(hint)
    if kind is tuple and arguments and arguments[-1:] != (Ellipsis,):
        return fixed_tuple([inner(each) for each in arguments])
    if kind is tuple:
        return listed(inner(arguments[0]) if arguments else _ANYTHING, tuple)
    if _is_key(kind) and kind in _CONTAINERS:
        return listed(inner(arguments[0]) if arguments else _ANYTHING, _CONTAINERS[kind])
    if _is_key(kind) and kind in _MAPPINGS:
        if arguments and arguments[0] is not str:
            raise NoShape(f"{name_of(hint)}, but the keys of a JSON object are text; use dict[str, ...]")
        return mapping(inner(arguments[1]) if arguments else _ANYTHING)
    raise NoShape(
        f"{name_of(hint)}, which no JSON value can be made into; use a dataclass, a TypedDict, a pydantic "
        "model, or types such as str, int, list[str], Literal"
    )


def _annotated(hint: Any, definitions: Definitions) -> Shape:
    """The shape with the constraints that stand beside its type; pydantic's own are left to pydantic."""
    kind, *notes = get_args(hint)
    if pydantic_type.has_notes(notes):
        return pydantic_type.shape(without_words(hint), definitions)
    shape = shape_of(kind, definitions)
    return Shape({**shape.schema, **constraints(notes, shape.schema.get("type"))}, shape.read)


def _alias(hint: Any) -> Any:
    """What a ``NewType`` or a ``type`` statement stands for."""
    return (
        getattr(hint, "__supertype__", getattr(hint, "__value__", None))
        if not isinstance(hint, type)
        else None
    )


def _is_key(hint: Any) -> bool:
    """Whether a hint can be looked up: a list inside of ``Annotated`` or ``Callable`` cannot."""
    try:
        hash(hint)
    except TypeError:
        return False
    return True


def name_of(hint: Any) -> str:
    """A hint as people write it."""
    return (
        hint.__qualname__
        if isinstance(hint, type) and not get_args(hint)
        else str(hint).replace("typing.", "")
    )
