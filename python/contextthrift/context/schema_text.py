"""What a JSON schema says in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

_OF_ONE: Final = (
    "items",
    "additionalProperties",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
)
"""Keywords whose value is a schema."""
_OF_SEVERAL: Final = ("items", "prefixItems", "anyOf", "oneOf", "allOf")
"""Keywords whose value is a list of schemas; ``items`` was one in older drafts."""
_NAMED: Final = ("patternProperties", "dependentSchemas", "$defs", "definitions")
"""Keywords whose value has schemas by names that are no parameters."""


def schema_texts(schema: object) -> tuple[str, str]:
    """The names of all parameters, and what is said of them; each joined by line breaks, in the schema's order.

    Parameters within parameters count, and so do those that only a ``$ref`` of the same schema leads to: its
    definitions are read where they stand. Descriptions are read, and what a parameter may be where that is
    text (``enum``, ``const``). What is no schema has no texts. Takes any depth, and cycles of objects.

    >>> schema_texts({"properties": {"unit": {"enum": ["celsius", "kelvin"], "description": "Of the answer"}}})
    ('unit', 'Of the answer\\ncelsius\\nkelvin')
    """
    names: list[str] = []
    texts: list[str] = []
    waiting, seen = [schema], set()
    while waiting:
        part = waiting.pop()
        if not isinstance(part, Mapping) or id(part) in seen:
            continue
        seen.add(id(part))
        properties = part.get("properties")
        if isinstance(properties, Mapping):
            names.extend(name for name in properties if isinstance(name, str))
        texts.extend(_said(part))
        waiting.extend(reversed(list(_within(part))))
    return "\n".join(names), "\n".join(texts)


def _said(part: Mapping[Any, Any]) -> Iterator[str]:
    members = part.get("enum")
    listed = members if isinstance(members, list | tuple) else ()
    for text in (part.get("description"), *listed, part.get("const")):
        if isinstance(text, str):
            yield text


def _within(part: Mapping[Any, Any]) -> Iterator[object]:
    for keyword in ("properties", *_NAMED):
        schemas = part.get(keyword)
        if isinstance(schemas, Mapping):
            yield from schemas.values()
    for keyword in _OF_SEVERAL:
        schemas = part.get(keyword)
        if isinstance(schemas, list | tuple):
            yield from schemas
    for keyword in _OF_ONE:
        yield part.get(keyword)
