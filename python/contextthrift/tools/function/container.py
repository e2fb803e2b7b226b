"""Many values: lists, tuples, sets, mappings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from contextthrift.exceptions import ToolError
from contextthrift.tools.function.shape import Shape, of_type
from contextthrift.tools.json_value import has_type

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from contextthrift.tools.checking.place import Place

_ARRAY = of_type("array")
_OBJECT = of_type("object")


def listed(item: Shape, make: Callable[[list[Any]], Any]) -> Shape:
    """Values of one shape, in what ``make`` makes of their list."""

    def read(value: Any, at: Place) -> Any:
        _ARRAY.read(value, at)
        items = [item.read(each, at.child(index)) for index, each in enumerate(value)]
        try:
            return make(items)
        except TypeError as error:
            raise ToolError(f"{at.wants('values that a set can hold', value)} ({error})") from error

    schema: dict[str, Any] = {"type": "array"} | ({"items": item.schema} if item.schema else {})
    return Shape(schema | ({"uniqueItems": True} if make in {set, frozenset} else {}), read)


def fixed_tuple(items: Sequence[Shape]) -> Shape:
    """A value for each place."""
    count = len(items)

    def read(value: Any, at: Place) -> tuple[Any, ...]:
        if not has_type(value, "array") or len(value) != count:
            raise ToolError(at.wants(f"a list of {count}", value))
        return tuple(
            shape.read(each, at.child(index))
            for index, (shape, each) in enumerate(zip(items, value, strict=True))
        )

    return Shape(
        {
            "type": "array",
            "prefixItems": [item.schema for item in items],
            "minItems": count,
            "maxItems": count,
        },
        read,
    )


def mapping(held: Shape) -> Shape:
    """Values of one shape by names of any kind."""

    def read(value: Any, at: Place) -> dict[str, Any]:
        _OBJECT.read(value, at)
        return {name: held.read(each, at.child(name)) for name, each in value.items()}

    return Shape({"type": "object"} | ({"additionalProperties": held.schema} if held.schema else {}), read)
