"""Which function reads which keyword. The order is that of the problems in the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from contextthrift.tools.checking import choices, scalars, structures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from contextthrift.tools.checking.check import Check
    from contextthrift.tools.checking.place import Place

Keyword: TypeAlias = "Callable[[Check, object, dict[str, object], Place], Iterator[str]]"
"""Yields what a schema that has the keyword finds wrong with a value."""

KEYWORDS: Final[dict[str, Keyword]] = {
    "enum": scalars.enum,
    "const": scalars.const,
    "minimum": scalars.minimum,
    "maximum": scalars.maximum,
    "exclusiveMinimum": scalars.exclusive_minimum,
    "exclusiveMaximum": scalars.exclusive_maximum,
    "minLength": scalars.min_length,
    "maxLength": scalars.max_length,
    "required": structures.required,
    "properties": structures.properties,
    "additionalProperties": structures.additional_properties,
    "prefixItems": structures.prefix_items,
    "items": structures.items,
    "minItems": structures.min_items,
    "maxItems": structures.max_items,
    "allOf": choices.all_of,
    "anyOf": choices.any_of,
    "oneOf": choices.one_of,
    "not": choices.negation,
}
