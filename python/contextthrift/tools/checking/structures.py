"""The keywords that look into objects and lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift.tools.checking.scalars import bound
from contextthrift.tools.json_value import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contextthrift.tools.checking.check import Check
    from contextthrift.tools.checking.place import Place


def required(check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """Each of the named properties is there."""
    names = schema["required"]
    if isinstance(value, dict) and isinstance(names, list):
        known = named_schemas(schema)
        for name in names:
            if isinstance(name, str) and name not in value:
                yield at.lacks(name, check.hint(known.get(name), at))


def properties(check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """A property that is there fits its schema."""
    if isinstance(value, dict):
        for name, inner in named_schemas(schema).items():
            if name in value:
                yield from check.problems(value[name], inner, at.child(name))


def additional_properties(check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """A property without a schema of its own is not there, or fits this one."""
    if not isinstance(value, dict) or "patternProperties" in schema:
        return
    inner, known = schema["additionalProperties"], named_schemas(schema)
    for name, held in value.items():
        if name in known:
            continue
        if inner is False:
            yield at.knows_no(str(name), listed(known))
        else:
            yield from check.problems(held, inner, at.child(str(name)))


def prefix_items(check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """The first items fit the schemas of their places."""
    if isinstance(value, list | tuple):
        for index, (item, inner) in enumerate(zip(value, places(schema), strict=False)):
            yield from check.problems(item, inner, at.child(index))


def items(check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """The items after those with places of their own fit one schema."""
    inner = schema["items"]
    if isinstance(inner, list) and "prefixItems" not in schema:
        yield from prefix_items(check, value, schema, at)
    elif isinstance(value, list | tuple):
        for index in range(len(places(schema)), len(value)):
            yield from check.problems(value[index], inner, at.child(index))


def min_items(_check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """A list of so many items or more."""
    least = bound(schema, "minItems")
    if least is not None and isinstance(value, list | tuple) and len(value) < least:
        yield at.wants(f"at least {least} items", value)


def max_items(_check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """A list of so many items or fewer."""
    most = bound(schema, "maxItems")
    if most is not None and isinstance(value, list | tuple) and len(value) > most:
        yield at.wants(f"at most {most} items", value)


def named_schemas(schema: dict[str, object]) -> dict[str, object]:
    """The schemas of an object's properties."""
    found = schema.get("properties")
    return found if isinstance(found, dict) else {}


def places(schema: dict[str, object]) -> list[object]:
    """The schemas of a list's first items; older schemas have them as `items`."""
    found = schema.get("prefixItems", schema.get("items"))
    return found if isinstance(found, list) else []
