"""Types of pydantic: described and read by pydantic itself, which is there where such a type is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import ToolError
from contextthrift.tools.function.shape import NoShape, Shape

if TYPE_CHECKING:
    from collections.abc import Iterable

    from contextthrift.tools.checking.place import Place
    from contextthrift.tools.function.shape import Definitions, Schema

_VALUES: Final = frozenset({"default", "const", "enum", "examples"})
"""Keywords whose values are no schemas."""


def is_one(hint: Any) -> bool:
    """Whether pydantic has to read it: a model, a dataclass of pydantic's, a type with rules for pydantic."""
    return isinstance(hint, type) and (
        hasattr(hint, "__pydantic_validator__") or hasattr(hint, "__get_pydantic_core_schema__")
    )


def has_notes(notes: Iterable[Any]) -> bool:
    """Whether pydantic's own words stand beside a type: a ``Field``, a validator."""
    return any(type(note).__module__.partition(".")[0] == "pydantic" for note in notes)


def shape(hint: Any, definitions: Definitions) -> Shape:
    """What pydantic asks for; values arrive as pydantic makes them."""
    from pydantic import TypeAdapter  # noqa: PLC0415 - whoever hands in its types has it

    adapter: TypeAdapter[Any] = TypeAdapter(hint)

    def read(value: Any, at: Place) -> Any:
        try:
            return adapter.validate_json(json.dumps(value))
        except ValueError as error:
            raise ToolError(_problems(error, at)) from error

    schema = _schema(adapter, hint)
    inner = schema.pop("$defs", {})
    if not definitions.add(inner):
        raise NoShape(f"{hint!r}, in which two types have one name; rename one of {', '.join(sorted(inner))}")
    if not isinstance(hint, type) or "$ref" in schema:
        return Shape(schema, read)
    return definitions.named(hint, lambda: Shape(schema, read))


def _schema(adapter: Any, hint: Any) -> Schema:
    try:
        schema: Schema = _without_titles(adapter.json_schema())
    except Exception as error:
        raise NoShape(f"{hint!r}, of which pydantic makes no JSON schema ({error})") from error
    return schema


def _problems(error: ValueError, at: Place) -> str:
    """Pydantic's own sentences, each behind its place."""
    told: list[str] = []
    for problem in error.errors() if hasattr(error, "errors") else ():
        place = at
        for step in problem["loc"]:
            place = place.child(step)
        told.append(f"{place}: {problem['msg']}")
    return "; ".join(told) or f"{at}: {error}"


def _without_titles(schema: Any) -> Any:
    """The schema without the titles that pydantic makes of each name: they tell a model nothing."""
    if isinstance(schema, list):
        return [_without_titles(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: part if name in _VALUES else _without_titles(part)
        for name, part in schema.items()
        if not (name == "title" and isinstance(part, str))
    }
