"""What a JSON schema says in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

_SCHEMA: Final = frozenset(
    {
        "additionalProperties",
        "contains",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
"""Keywords whose value is a schema."""
_SCHEMAS: Final = frozenset({"allOf", "anyOf", "items", "oneOf", "prefixItems"})
"""Keywords whose value is a list of schemas; ``items`` was one in older drafts."""
_NAMED: Final = frozenset({"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"})
"""Keywords whose value is schemas by name."""


def schema_texts(schema: object) -> tuple[str, str]:
    """The names of all parameters, and what is said of them; each joined by line breaks.

    Parameters within parameters count, and so do those that only a ``$ref`` of the same schema leads to: its
    definitions are read where they stand. Descriptions are read, and what a parameter may be where that is
    text (``enum``, ``const``). What is no schema has no texts. Takes any depth, and cycles of objects.

    >>> schema_texts({"properties": {"unit": {"enum": ["celsius", "kelvin"], "description": "Scale"}}})
    ('unit', 'celsius\\nkelvin\\nScale')
    """
    reading = _Reading()
    reading.add(schema)
    while reading.waiting:
        reading.read(reading.waiting.pop())
    return "\n".join(reading.names), "\n".join(reading.texts)


class _Reading:
    """What was found so far, and the schemas to read yet; a list of them, for a schema may be very deep."""

    __slots__ = ("names", "seen", "texts", "waiting")

    def __init__(self) -> None:
        self.names: list[str] = []
        self.texts: list[str] = []
        self.waiting: list[Mapping[Any, Any]] = []
        self.seen: set[int] = set()

    def add(self, schema: object) -> None:
        if isinstance(schema, dict | Mapping) and id(schema) not in self.seen:
            self.seen.add(id(schema))
            self.waiting.append(schema)

    def add_all(self, schemas: Iterable[object]) -> None:
        for schema in schemas:
            self.add(schema)

    def read(self, schema: Mapping[Any, Any]) -> None:
        for keyword, value in schema.items():
            if isinstance(value, str):
                if keyword in {"description", "const"}:
                    self.texts.append(value)
            elif isinstance(value, list | tuple):
                self.read_list(keyword, value)
            elif isinstance(value, dict | Mapping):
                self.read_mapping(keyword, value)

    def read_list(self, keyword: object, values: Iterable[object]) -> None:
        if keyword == "enum":
            self.texts.extend(member for member in values if isinstance(member, str))
        elif keyword in _SCHEMAS:
            self.add_all(values)

    def read_mapping(self, keyword: object, value: Mapping[Any, Any]) -> None:
        if keyword == "properties":
            self.names.extend(name for name in value if isinstance(name, str))
        if keyword in _NAMED:
            self.add_all(value.values())
        elif keyword in _SCHEMA:
            self.add(value)
