"""The keywords that look at a value as a whole: its type, its fixed words, its limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift.tools.json_value import has_type, is_number, json_literal, same_value
from contextthrift.tools.schema_hint import MAX_ENUM_MEMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contextthrift.tools.checking.check import Check
    from contextthrift.tools.checking.place import Place


def wrong_type(value: object, schema: dict[str, object]) -> str | None:
    """The types that the schema asks for, where the value is of none of them."""
    named = schema.get("type")
    names = [name for name in (named if isinstance(named, list) else [named]) if isinstance(name, str)]
    if not names or any(has_type(value, name) for name in names):
        return None
    return " or ".join(names)


def enum(_check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """One of the listed values."""
    members = schema["enum"]
    if isinstance(members, list) and not any(same_value(value, member) for member in members):
        first = [json_literal(member) for member in members[:MAX_ENUM_MEMBERS]]
        yield at.wants(" | ".join([*first, "…"] if len(members) > len(first) else first) or "nothing", value)


def const(_check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """This very value."""
    if not same_value(value, schema["const"]):
        yield at.wants(json_literal(schema["const"]), value)


def minimum(_check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """A number not below the limit."""
    limit = bound(schema, "minimum")
    if limit is not None and isinstance(value, int | float) and is_number(value) and value < limit:
        yield at.wants(f"a number of at least {json_literal(limit)}", value)


def maximum(_check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """A number not above the limit."""
    limit = bound(schema, "maximum")
    if limit is not None and isinstance(value, int | float) and is_number(value) and value > limit:
        yield at.wants(f"a number of at most {json_literal(limit)}", value)


def exclusive_minimum(_check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """A number above the limit."""
    limit = bound(schema, "exclusiveMinimum")
    if limit is not None and isinstance(value, int | float) and is_number(value) and value <= limit:
        yield at.wants(f"a number above {json_literal(limit)}", value)


def exclusive_maximum(_check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """A number below the limit."""
    limit = bound(schema, "exclusiveMaximum")
    if limit is not None and isinstance(value, int | float) and is_number(value) and value >= limit:
        yield at.wants(f"a number below {json_literal(limit)}", value)


def min_length(_check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """A text of so many characters or more."""
    least = bound(schema, "minLength")
    if least is not None and isinstance(value, str) and len(value) < least:
        yield at.wants(f"at least {json_literal(least)} characters", value)


def max_length(_check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """A text of so many characters or fewer."""
    most = bound(schema, "maxLength")
    if most is not None and isinstance(value, str) and len(value) > most:
        yield at.wants(f"at most {json_literal(most)} characters instead of {len(value)}", value)


def bound(schema: dict[str, object], keyword: str) -> int | float | None:
    """The limit a keyword gives; None where it is no number, as the flags of older schemas are."""
    limit = schema[keyword]
    return limit if isinstance(limit, int | float) and is_number(limit) else None
