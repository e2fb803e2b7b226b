"""What a function takes: parameters that a model fills in, and the context, which it does not see."""

from __future__ import annotations

import functools
import inspect
import types
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

from contextthrift.exceptions import InvalidArgument
from contextthrift.tools.context import ToolContext
from contextthrift.tools.function import pydantic_type
from contextthrift.tools.function.annotated import description
from contextthrift.tools.function.hint import shape_of
from contextthrift.tools.function.record_type import ABSENT, Field, is_record, of_fields
from contextthrift.tools.function.shape import Definitions, NoShape

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from contextthrift.tools.function.shape import Schema, Shape

_REFUSED = {
    inspect.Parameter.VAR_POSITIONAL: "takes any number of arguments (*{name}); use one that is a list",
    inspect.Parameter.VAR_KEYWORD: "takes arguments of any name (**{name}); use one that is a dict[str, ...]",
    inspect.Parameter.POSITIONAL_ONLY: "has a parameter that has no name for callers ({name}, /)",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """What a function takes."""

    schema: Schema
    """JSON schema of the arguments that a model gives."""
    arguments: Shape
    """Reads them into the function's keyword arguments."""
    context: str | None
    """The parameter that is given the `ToolContext`."""
    is_method: bool
    """Whether its first parameter is the object whose method it is."""


def read_signature(function: Callable[..., Any], owner: str, words: Mapping[str, str]) -> Signature:
    """What a function takes; ``owner`` names it in errors, ``words`` say what each parameter is.

    A sole parameter that is an object by itself (a model, a dataclass, a TypedDict) stands for all arguments.

    Raises:
        InvalidArgument: A parameter that no model could fill in.
    """
    parameters = _parameters(function)
    is_method = bool(parameters) and parameters[0].name in {"self", "cls"} and _is_bare(parameters[0])
    hints = _hints(function, owner)
    shown, context = [], None
    for parameter in parameters[is_method:]:
        _check(parameter, owner)
        hint = hints.get(parameter.name, parameter.annotation)
        if not _is_context(hint):
            shown.append((parameter, hint))
        elif context is None:
            context = parameter.name
        else:
            raise InvalidArgument(
                f"{owner} takes two contexts, {context!r} and {parameter.name!r}; one is given"
            )
    definitions = Definitions()
    fields = [_field(parameter, hint, owner, words, definitions) for parameter, hint in shown]
    arguments = of_fields(fields, dict)
    sole = fields[0] if len(fields) == 1 and _is_object(shown[0][1]) and fields[0].is_required else None
    if sole is not None and definitions.whole(sole.shape).get("type") == "object":
        whole = definitions.whole(sole.shape)
        read = sole.shape.read
        return Signature(
            schema=whole,
            arguments=type(arguments)(whole, lambda value, at: {sole.name: read(value, at)}),
            context=context,
            is_method=is_method,
        )
    return Signature(
        schema=definitions.whole(arguments), arguments=arguments, context=context, is_method=is_method
    )


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """The parameters; those that a ``partial`` fills in by name are filled in."""
    fixed = function.keywords if isinstance(function, functools.partial) else {}
    return [each for each in inspect.signature(function).parameters.values() if each.name not in fixed]


def _hints(function: Callable[..., Any], owner: str) -> dict[str, Any]:
    inner: Any = function
    while isinstance(inner, functools.partial):
        inner = inner.func
    if not inspect.isroutine(inner):
        inner = type(inner).__call__
    unwrapped = inspect.unwrap(getattr(inner, "__func__", inner))
    # A linter moves the import of a name that only hints use behind TYPE_CHECKING; this one is known anyway.
    known = {"ToolContext": ToolContext, **getattr(unwrapped, "__globals__", {})}
    # What it returns is nobody's concern, and its type often cannot be found.
    try:
        annotations = {name: hint for name, hint in inner.__annotations__.items() if name != "return"}
        return get_type_hints(
            types.SimpleNamespace(__annotations__=annotations), globalns=known, include_extras=True
        )
    except NameError as error:
        raise InvalidArgument(
            f"the hints of {owner} cannot be read: {error}. What they name must be there when the tool is "
            "made: define it in the module, import it outside of `if TYPE_CHECKING`"
        ) from error
    except (TypeError, SyntaxError, AttributeError) as error:
        raise InvalidArgument(f"the hints of {owner} cannot be read: {error}") from error


def _check(parameter: inspect.Parameter, owner: str) -> None:
    if parameter.kind in _REFUSED:
        raise InvalidArgument(f"{owner} {_REFUSED[parameter.kind].format(name=parameter.name)}")
    if pydantic_type.has_notes([parameter.default]):
        raise InvalidArgument(
            f"the parameter {parameter.name!r} of {owner} has a Field for its default; write it beside the "
            f"type, as in {parameter.name}: Annotated[int, Field(...)] = 5"
        )
    if _is_bare(parameter):
        raise InvalidArgument(
            f"the parameter {parameter.name!r} of {owner} has no type; write one, as in {parameter.name}: str"
        )


def _is_bare(parameter: inspect.Parameter) -> bool:
    return parameter.annotation is inspect.Parameter.empty


def _is_context(hint: Any) -> bool:
    """Whether it is a `ToolContext`, which may be optional or have words beside it."""
    if get_origin(hint) in {Union, types.UnionType, Annotated}:
        return any(map(_is_context, get_args(hint)))
    return isinstance(hint, type) and issubclass(hint, ToolContext)


def _is_object(hint: Any) -> bool:
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return is_record(bare) or pydantic_type.is_one(bare)


def _field(
    parameter: inspect.Parameter, hint: Any, owner: str, words: Mapping[str, str], definitions: Definitions
) -> Field:
    try:
        shape = shape_of(hint, definitions)
    except NoShape as error:
        raise InvalidArgument(f"the parameter {parameter.name!r} of {owner} is {error}") from error
    has_default = parameter.default is not inspect.Parameter.empty
    return Field(
        name=parameter.name,
        shape=shape,
        description=description(hint) or words.get(parameter.name),
        is_required=not has_default,
        default=parameter.default if has_default else ABSENT,
    )
