"""Objects like those of the SDKs, without the SDKs: the same fields, read and copied in the same ways.

The real SDKs are too heavy to install for these tests. `Model` has what the formats use of pydantic's
models; the others are what callers make themselves.
"""

from collections import namedtuple
from dataclasses import fields, is_dataclass, make_dataclass
from functools import cache

DATA = {"input", "args", "response", "parameters", "input_schema", "cache_control"}
"""Fields that hold plain JSON in every SDK."""
OPTIONAL = {"tool_result": ("content",), "mcp_approval_response": ("reason",)}
"""Fields that an object has even where a dict of the type goes without."""


class Model:
    """A model of pydantic's kind: fields as attributes, edited by `model_copy`."""

    def __init__(self, **values):
        self.__dict__.update(values)

    def __eq__(self, other):
        return type(other) is type(self) and vars(self) == vars(other)

    __hash__ = None

    def __repr__(self):
        return f"Model({vars(self)})"

    def model_copy(self, *, update):
        return type(self)(**(vars(self) | update))

    def model_dump(self, *, exclude_none=False):
        dumped = as_dicts(self)
        return {name: value for name, value in dumped.items() if not (exclude_none and value is None)}

    @classmethod
    def model_validate(cls, values):
        return as_models(values)


@cache
def frozen_class(names):
    return make_dataclass("Frozen", names, frozen=True)


@cache
def tuple_class(names):
    return namedtuple("Named", names)  # noqa: PYI024 - the fields are known when it is made


def converted(value, make):
    """The value with every dict of it made into an object, but for plain JSON."""
    if isinstance(value, list):
        return [converted(item, make) for item in value]
    if not isinstance(value, dict):
        return value
    for name in OPTIONAL.get(value.get("type"), ()):
        value = {name: None, **value}
    return make({name: held if name in DATA else converted(held, make) for name, held in value.items()})


def as_models(value):
    return converted(value, lambda values: Model(**values))


def as_frozen(value):
    return converted(value, lambda values: frozen_class(tuple(values))(**values))


def as_named(value):
    return converted(value, lambda values: tuple_class(tuple(values))(**values))


def as_dicts(value):
    """Back again, objects and dicts mixed."""
    if isinstance(value, Model):
        return as_dicts(vars(value))
    if is_dataclass(value):
        return {each.name: as_dicts(getattr(value, each.name)) for each in fields(value)}
    if hasattr(value, "_asdict"):
        return as_dicts(value._asdict())
    if isinstance(value, dict):
        return {name: as_dicts(held) for name, held in value.items()}
    return [as_dicts(item) for item in value] if isinstance(value, list) else value


def as_they_are(value):
    return value


KINDS = (as_they_are, as_models, as_frozen, as_named)
"""The ways in which a message can be an object."""
