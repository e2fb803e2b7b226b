"""One of several: literals, enumerations, unions."""

from __future__ import annotations

from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, Any

from contextthrift.exceptions import ToolError
from contextthrift.tools.arguments import MAX_PROBLEMS
from contextthrift.tools.checking.check import Check
from contextthrift.tools.function.shape import NoShape, Shape
from contextthrift.tools.json_value import json_literal, same_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.tools.checking.place import Place
    from contextthrift.tools.function.shape import Definitions

_WORDS = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def literal(members: Sequence[Any]) -> Shape:
    """One of the values written in ``Literal``."""
    return _one_of([(written(member), member) for member in members])


def enumeration(kind: type[Enum]) -> Shape:
    """One of the members, by its value where all values are text, else by its name: a number says nothing."""
    return _one_of([(written(member), member) for member in kind])


def written(value: Any) -> Any:
    """A value as JSON has it: an enumeration's member by its text or its name, anything else as it is."""
    if not isinstance(value, Enum):
        return value
    by_value = all(isinstance(member.value, str) for member in type(value))
    return value.value if by_value else value.name


def _one_of(pairs: Sequence[tuple[Any, Any]]) -> Shape:
    words = {_WORDS.get(type(form)) for form, _ in pairs}
    if None in words or not words:
        raise NoShape("one of values that JSON does not have; use text, numbers, True, False or None")
    forms = [form for form, _ in pairs]
    expected = " | ".join(json_literal(form) for form in forms)

    def read(value: Any, at: Place) -> Any:
        for form, member in pairs:
            if same_value(form, value):
                return member
        raise ToolError(at.wants(expected, value))

    kind = {"type": words.pop()} if len(words) == 1 else {}
    return Shape({**kind, "enum": forms}, read)


def union(members: Sequence[tuple[Any, Shape]], definitions: Definitions) -> Shape:
    """What fits the schema of a member: one whose type the value has exactly, else the first.

    Text and numbers that one of these cannot read may be another's. Of lists and objects only the first that
    fits is read, as trying all, and in each all again, takes time exponential in their depth.
    """
    schema = {"anyOf": [shape.schema for _, shape in members]}

    def read(value: Any, at: Place) -> Any:
        check = Check({"$defs": definitions.schemas})
        in_order = sorted(members, key=lambda member: member[0] is not type(value))
        fitting = [shape for _, shape in in_order if check.accepts(value, shape.schema, at)]
        if not fitting:
            raise ToolError("; ".join(islice(check.problems(value, schema, at), MAX_PROBLEMS)))
        problems: list[ToolError] = []
        for shape in fitting[:1] if isinstance(value, list | dict) else fitting:
            try:
                return shape.read(value, at)
            except ToolError as error:
                problems.append(error)
        raise ToolError(" or ".join(dict.fromkeys(map(str, problems))))

    return Shape(schema, read)
