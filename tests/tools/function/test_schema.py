"""From type hints to JSON schema, and from JSON values to what the hints promise."""

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path
from typing import Annotated, Any, Literal, NewType, NotRequired, Optional, TypedDict, Union
from uuid import UUID

import jsonschema
import pytest

from contextthrift.exceptions import InvalidArgument, ToolError
from contextthrift.tools import ToolContext, tool


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Urgency(IntEnum):
    LOW = 1
    HIGH = 2


Number = NewType("Number", str)


@dataclass
class Line:
    """One line of an order.

    Attributes:
        sku: What is wanted.
    """

    sku: str
    count: int = 1
    parts: list["Line"] = field(default_factory=list)
    total: int = field(init=False, default=0)

    def __post_init__(self):
        if self.count < 1:
            raise ValueError("count must be 1 or more")


class Customer(TypedDict):
    name: str
    phone: NotRequired[Annotated[str, "With the country"]]


def given(hint, value, default=...):
    """The tool of a function of two parameters, one of the hint, and what it gets for a JSON value."""
    got = []

    def take(x, other=0):
        got.append(x)

    take.__annotations__ = {"x": hint, "other": int}
    made = tool(take)
    jsonschema.Draft202012Validator.check_schema(made.input_schema)
    json.dumps(made.input_schema)
    if value is not ...:
        jsonschema.validate({"x": value}, made.input_schema)
        asyncio.run(made.run({"x": value}, ToolContext()))
    return made.input_schema, *got


STRING, INTEGER, DAY = {"type": "string"}, {"type": "integer"}, {"type": "string", "format": "date"}
COLOUR = {"type": "string", "enum": ["red", "blue"]}
NUMBERS = {"type": "array", "items": INTEGER}


@pytest.mark.parametrize(
    ("hint", "schema", "value", "read"),
    [
        (str, STRING, "a", "a"),
        (int, INTEGER, 3.0, 3),
        (float, {"type": "number"}, 3, 3.0),
        (bool, {"type": "boolean"}, True, True),
        (None, {"type": "null"}, None, None),
        (Any, {}, {"a": [1]}, {"a": [1]}),
        (object, {}, 1, 1),
        (Number, {"$ref": "#/$defs/Number"}, "7", "7"),
        (bytes, {"type": "string", "contentEncoding": "base64"}, "aGk=", b"hi"),
        (Path, {"type": "string", "format": "path"}, "/tmp/x", Path("/tmp/x")),  # noqa: S108
        (Decimal, {"type": "number"}, 0.1, Decimal("0.1")),
        (date, DAY, "2026-11-30", date(2026, 11, 30)),
        (
            datetime,
            {"type": "string", "format": "date-time"},
            "2026-11-30T14:00:00Z",
            datetime(2026, 11, 30, 14, tzinfo=UTC),
        ),
        (UUID, {"type": "string", "format": "uuid"}, "0" * 32, UUID(int=0)),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}, "b", "b"),
        (Literal[1, "1"] | None, {"anyOf": [{"enum": [1, "1"]}, {"type": "null"}]}, "1", "1"),
        (Literal[True], {"type": "boolean", "enum": [True]}, True, True),
        (Literal[Colour.RED], {"type": "string", "enum": ["red"]}, "red", Colour.RED),
        (Colour, COLOUR, "blue", Colour.BLUE),
        (Urgency, {"type": "string", "enum": ["LOW", "HIGH"]}, "HIGH", Urgency.HIGH),
        (Optional[int], {"anyOf": [INTEGER, {"type": "null"}]}, None, None),  # noqa: UP045
        (Union[float, int], {"anyOf": [{"type": "number"}, INTEGER]}, 5, 5),  # noqa: UP007
        (date | str, {"anyOf": [DAY, STRING]}, "soon", "soon"),
        (list, {"type": "array"}, [1, "a"], [1, "a"]),
        (list[int], NUMBERS, [1, 2], [1, 2]),
        (Sequence[Colour], {"type": "array", "items": COLOUR}, ["red"], [Colour.RED]),
        (Iterable[str], {"type": "array", "items": STRING}, ["a"], ["a"]),
        (set[int], {"type": "array", "items": INTEGER, "uniqueItems": True}, [1, 2], {1, 2}),
        (tuple[int, ...], {"type": "array", "items": INTEGER}, [1, 2], (1, 2)),
        (
            tuple[int, str],
            {"type": "array", "prefixItems": [INTEGER, STRING], "minItems": 2, "maxItems": 2},
            [1, "a"],
            (1, "a"),
        ),
        (dict, {"type": "object"}, {"a": 1}, {"a": 1}),
        (
            dict[str, date],
            {"type": "object", "additionalProperties": DAY},
            {"a": "2026-11-30"},
            {"a": date(2026, 11, 30)},
        ),
        (Mapping[str, Any], {"type": "object"}, {"a": 1}, {"a": 1}),
        (Line, {"$ref": "#/$defs/Line"}, {"sku": "a", "parts": [{"sku": "b"}]}, Line("a", 1, [Line("b")])),
        (Customer, {"$ref": "#/$defs/Customer"}, {"name": "Ann"}, {"name": "Ann"}),
        (Annotated[list[int], "numbers"], NUMBERS | {"description": "numbers"}, [], []),
    ],
    ids=str,
)
def test_a_hint_has_a_schema_and_its_values_arrive_as_its_type(hint, schema, value, read):
    whole, got = given(hint, value)
    assert whole["properties"]["x"] == schema
    assert (got, type(got)) == (read, type(read))


def test_a_type_that_contains_itself_is_described_once():
    schema, _ = given(list[Line | None], [None])
    assert schema["$defs"] == {
        "Line": {
            "description": "One line of an order.",
            "type": "object",
            "properties": {
                "sku": {"type": "string", "description": "What is wanted."},
                "count": {"type": "integer", "default": 1},
                "parts": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
            },
            "required": ["sku"],
            "additionalProperties": False,
        }
    }


@dataclass
class Left:
    when: date
    child: "Left | Right | None" = None


@dataclass
class Right:
    when: date
    child: "Left | Right | None" = None


def test_a_choice_within_a_choice_takes_no_time_exponential_in_its_depth():
    value = {"when": "never"}
    for _ in range(60):
        value = {"when": "2026-11-30", "child": value}
    with pytest.raises(ToolError, match='when: expected date, got string "never"'):
        asyncio.run(_tool_of(Left | Right).run({"x": value}, ToolContext()))


def test_a_typed_dict_says_what_may_be_left_out():
    schema, _ = given(Customer, {"name": "Ann", "phone": "+49"})
    assert schema["$defs"]["Customer"] == {
        "type": "object",
        "properties": {"name": STRING, "phone": {"type": "string", "description": "With the country"}},
        "required": ["name"],
        "additionalProperties": False,
    }


def test_two_types_of_one_name_are_kept_apart():
    def another():
        @dataclass
        class Line:
            """Of a text."""

            words: str

        return Line

    other = another()

    def take(one: Line, two):
        """Take."""

    take.__annotations__["two"] = other
    schema = tool(take).input_schema
    assert schema["properties"] == {"one": {"$ref": "#/$defs/Line"}, "two": {"$ref": "#/$defs/Line_2"}}
    assert schema["$defs"]["Line_2"]["description"] == "Of a text."


@dataclass(frozen=True)
class AtLeast:
    ge: int


@dataclass(frozen=True)
class Longest:
    max_length: int


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (Annotated[int, AtLeast(3)], {"type": "integer", "minimum": 3}),
        (Annotated[str, Longest(3)], {"type": "string", "maxLength": 3}),
        (Annotated[list[int], Longest(3)], {"type": "array", "items": INTEGER, "maxItems": 3}),
        (Annotated[bool, AtLeast(3)], {"type": "boolean"}),
    ],
)
def test_bounds_beside_a_type_are_in_the_schema(hint, schema):
    assert given(hint, ...)[0]["properties"]["x"] == schema


@pytest.mark.parametrize(
    ("hint", "value", "message"),
    [
        (int, "7", 'x: expected integer, got string "7"'),
        (int, True, "x: expected integer, got boolean true"),
        (float, 10**400, "x: expected number, got integer"),
        (date, "tomorrow", 'x: expected date, got string "tomorrow" (Invalid isoformat string'),
        (Colour, "green", 'x: expected "red" | "blue", got string "green"'),
        (list[int], [1, "a"], 'x[1]: expected integer, got string "a"'),
        (tuple[int, str], [1], "x: expected a list of 2, got array"),
        (set[Any], [[1]], "x: expected values that a set can hold, got array"),
        (Line, {"sku": "a", "count": 0}, "x: count must be 1 or more"),
        (Line, {"count": 1}, "x.sku: missing, expected string"),
        (Line, {"sku": "a", "color": 1}, "x.color: unknown, expected only sku, count, parts"),
        (dict[str, int], {"a": None}, "x.a: expected integer, got null"),
        (int | date, "x", 'x: expected date, got string "x" (Invalid isoformat'),
        (int | date, None, "x: expected integer | string, got null"),
        (list[int] | dict[str, int], [1, "a"], 'x[1]: expected integer, got string "a"'),
        (bytes, "?", 'x: expected string, got string "?"'),
    ],
    ids=str,
)
def test_a_value_that_does_not_fit_is_told_to_the_model(hint, value, message):
    with pytest.raises(ToolError) as raised:
        asyncio.run(_tool_of(hint).run({"x": value}, ToolContext()))
    assert str(raised.value).startswith("invalid arguments for 'take': " + message)


def _tool_of(hint):
    def take(x, other=0): ...

    take.__annotations__ = {"x": hint, "other": int}
    return tool(take)


class Socket:
    pass


@dataclass
class Sealed:
    name: str
    seed: InitVar[int]


@dataclass
class Holder:
    socket: Socket


@pytest.mark.parametrize(
    ("hint", "message"),
    [
        (
            Socket,
            "is Socket, which no JSON value can be made into; use a dataclass, a TypedDict, a pydantic model",
        ),
        (Sealed, "is Sealed, whose constructor takes 'seed', which is no field"),
        (Holder, "is Holder, whose field 'socket' is Socket, which no JSON value can be made into"),
        (list[Socket], "is Socket, which no JSON value"),
        (dict[int, str], "is dict[int, str], but the keys of a JSON object are text; use dict[str, ...]"),
        (Literal[b"x"], "is one of values that JSON does not have; use text, numbers, True, False or None"),
        (complex, "is complex, which no JSON value"),
    ],
    ids=str,
)
def test_a_hint_that_no_model_could_fill_in_is_refused_when_the_tool_is_made(hint, message):
    with pytest.raises(InvalidArgument) as raised:
        _tool_of(hint)
    assert str(raised.value).startswith("the parameter 'x' of the tool 'take' " + message)
