"""Objects with named fields: dataclasses, TypedDicts, and the parameters of a function."""

from __future__ import annotations

import dataclasses
import inspect
import json
from dataclasses import MISSING, dataclass
from typing import TYPE_CHECKING, Any, Final, Required, get_args, get_origin, get_type_hints

from contextthrift.exceptions import ToolError
from contextthrift.tools.function.annotated import description
from contextthrift.tools.function.choice import written
from contextthrift.tools.function.docstring import read_docstring
from contextthrift.tools.function.shape import NoShape, Shape, of_type
from contextthrift.tools.json_value import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from contextthrift.tools.checking.place import Place
    from contextthrift.tools.function.shape import Schema

_OBJECT: Final = of_type("object")
ABSENT: Final = MISSING
"""Stands where there is no default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One named value of an object."""

    name: str
    shape: Shape
    description: str | None = None
    is_required: bool = True
    default: Any = ABSENT

    @property
    def schema(self) -> Schema:
        """Its schema with its words, and its default where JSON has it and it says anything."""
        words = {"description": self.description} if self.description else {}
        default = None if self.default is ABSENT else written(self.default)
        shown = {"default": default} if default is not None and _is_json(default) else {}
        return {**self.shape.schema, **words, **shown}


def is_record(hint: Any) -> bool:
    """Whether it is a dataclass or a TypedDict."""
    return isinstance(hint, type) and (dataclasses.is_dataclass(hint) or _is_typed_dict(hint))


def record(kind: Any, inner: Callable[[Any], Shape]) -> Shape:
    """The shape of a dataclass or a TypedDict; ``inner`` gives the shapes of its fields."""
    try:
        hints = get_type_hints(kind, include_extras=True)
    except NameError as error:
        raise NoShape(f"{kind.__qualname__}, whose own hints cannot be read ({error})") from error
    said = _docstring(kind)
    fields = _typed_dict(kind, hints) if _is_typed_dict(kind) else _dataclass(kind, hints)
    shaped = []
    for name, hint, is_required, default in fields:
        try:
            shape = inner(hint)
        except NoShape as error:
            raise NoShape(f"{kind.__qualname__}, whose field {name!r} is {error}") from error
        words = description(hint) or said.parameters.get(name)
        shaped.append(
            Field(name=name, shape=shape, description=words, is_required=is_required, default=default)
        )
    return of_fields(shaped, kind, said.description)


def of_fields(fields: Sequence[Field], make: Callable[..., Any], words: str = "") -> Shape:
    """An object with these fields and no others, made by ``make`` from those that are given."""
    known = {each.name: each for each in fields}
    schema: Schema = {"type": "object", "properties": {each.name: each.schema for each in fields}}
    required = [each.name for each in fields if each.is_required]
    if required:
        schema["required"] = required

    def read(value: Any, at: Place) -> Any:
        _OBJECT.read(value, at)
        for name in value:
            if name not in known:
                raise ToolError(at.knows_no(str(name), listed(known)))
        for name in required:
            if name not in value:
                raise ToolError(at.lacks(name, str(known[name].shape.schema.get("type", "a value"))))
        values = {name: known[name].shape.read(each, at.child(name)) for name, each in value.items()}
        try:
            return make(**values)
        except (ValueError, TypeError) as error:
            raise ToolError(f"{at}: {error}") from error

    return Shape({**({"description": words} if words else {}), **schema, "additionalProperties": False}, read)


def _is_typed_dict(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, dict) and hasattr(kind, "__required_keys__")


def _typed_dict(kind: Any, hints: dict[str, Any]) -> list[tuple[str, Any, bool, Any]]:
    fields = []
    for name, hint in hints.items():
        is_required, bare = name in kind.__required_keys__, hint
        while (word := getattr(get_origin(bare), "_name", None)) in {"Required", "NotRequired", "ReadOnly"}:
            is_required = is_required if word == "ReadOnly" else get_origin(bare) is Required
            bare = get_args(bare)[0]
        fields.append((name, bare, is_required, ABSENT))
    return fields


def _dataclass(kind: Any, hints: dict[str, Any]) -> list[tuple[str, Any, bool, Any]]:
    fields = [each for each in dataclasses.fields(kind) if each.init]
    names = {each.name for each in fields}
    for parameter in inspect.signature(kind).parameters.values():
        if parameter.default is parameter.empty and parameter.name not in names:
            raise NoShape(
                f"{kind.__qualname__}, whose constructor takes {parameter.name!r}, which is no field"
            )
    return [
        (
            each.name,
            hints[each.name],
            each.default is MISSING and each.default_factory is MISSING,
            each.default,
        )
        for each in fields
    ]


def _docstring(kind: Any) -> Any:
    """What its own docstring says; dataclasses that have none are given their signature in its place."""
    text = kind.__doc__ or ""
    return read_docstring("" if text.startswith(f"{kind.__name__}(") else text)


def _is_json(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True
