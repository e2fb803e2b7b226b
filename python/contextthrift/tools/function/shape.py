"""A shape: what a type hint asks of a JSON value, and the Python value it becomes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from contextthrift.exceptions import InvalidArgument, ToolError
from contextthrift.tools.json_value import has_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from contextthrift.tools.checking.place import Place

Schema: TypeAlias = dict[str, Any]
Read: TypeAlias = "Callable[[Any, Place], Any]"


class NoShape(InvalidArgument):
    """A type hint that no JSON value can be made into; the message is the rest of a sentence."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a type hint asks for."""

    schema: Schema
    read: Read
    """The Python value for a JSON value at a place; raises `ToolError` where it does not fit."""


def of_type(word: str, convert: Callable[[Any], Any] = lambda value: value, **more: Any) -> Shape:
    """A value of one type of JSON Schema, converted; what the conversion raises is told to the model."""

    def read(value: Any, at: Place) -> Any:
        if not has_type(value, word):
            raise ToolError(at.wants(word, value))
        try:
            return convert(value)
        except (ValueError, ArithmeticError, TypeError) as error:
            raise ToolError(f"{at.wants(more.get('format', word), value)} ({error})") from error

    return Shape({"type": word, **more}, read)


@dataclass(slots=True)
class Definitions:
    """The types with a name of their own: each is described once, under ``$defs``, and may contain itself."""

    schemas: dict[str, Schema] = field(default_factory=dict)
    _named: dict[Any, Shape] = field(default_factory=dict)

    def named(self, kind: Any, build: Callable[[], Shape]) -> Shape:
        """A reference to what ``build`` makes, which may refer to it in turn."""
        if kind in self._named:
            return self._named[kind]
        name = self._free(re.sub(r"\W+", "_", kind.__name__).strip("_"))
        self.schemas[name] = {}
        built: Shape

        def read(value: Any, at: Place) -> Any:
            return built.read(value, at)

        self._named[kind] = shape = Shape({"$ref": f"#/$defs/{name}"}, read)
        built = build()
        self.schemas[name] = built.schema
        return shape

    def add(self, schemas: dict[str, Schema]) -> bool:
        """Takes definitions made elsewhere; False, and none taken, where a name means something else here."""
        if any(self.schemas.get(name, schema) != schema for name, schema in schemas.items()):
            return False
        self.schemas |= schemas
        return True

    def whole(self, shape: Shape) -> Schema:
        """The schema of a shape by itself: no reference at its top, and the definitions that it needs."""
        top = shape.schema
        if set(top) == {"$ref"}:
            top = self.schemas[top["$ref"].removeprefix("#/$defs/")]
        needed = self._needed(top)
        return {**top, "$defs": {name: self.schemas[name] for name in needed}} if needed else dict(top)

    def _needed(self, schema: Schema) -> list[str]:
        found: dict[str, None] = {}
        waiting: list[Any] = [schema]
        while waiting:
            part = waiting.pop()
            if isinstance(part, dict):
                name = str(part.get("$ref", "")).removeprefix("#/$defs/")
                if name in self.schemas and name not in found:
                    found[name] = None
                    waiting.append(self.schemas[name])
                waiting.extend(part.values())
            elif isinstance(part, list):
                waiting.extend(part)
        return [name for name in self.schemas if name in found]

    def _free(self, name: str) -> str:
        return next(
            free
            for free in (name, *(f"{name}_{number}" for number in range(2, 10_000)))
            if free not in self.schemas
        )
