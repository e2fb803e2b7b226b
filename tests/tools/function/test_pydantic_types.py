"""Models of pydantic as arguments: pydantic describes and reads them."""

import asyncio
from typing import Annotated

import pydantic
import pytest
from pydantic import dataclasses

from contextthrift.exceptions import InvalidArgument, ToolError
from contextthrift.tools import ToolContext, tool


class Line(pydantic.BaseModel):
    sku: str = pydantic.Field(min_length=1, description="What is wanted")
    title: str = "none"


class Order(pydantic.BaseModel):
    """An order."""

    model_config = pydantic.ConfigDict(extra="forbid")
    lines: list[Line]


class Node(pydantic.BaseModel):
    children: "list[Node]" = []


@dataclasses.dataclass
class Point:
    x: pydantic.PositiveInt


def test_a_sole_model_is_the_arguments_and_arrives_as_one():
    @tool
    def place(order: Order):
        return order

    line = {
        "type": "object",
        "properties": {
            "sku": {"type": "string", "minLength": 1, "description": "What is wanted"},
            "title": {"type": "string", "default": "none"},
        },
        "required": ["sku"],
    }
    assert place.input_schema == {
        "description": "An order.",
        "type": "object",
        "properties": {"lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}}},
        "required": ["lines"],
        "additionalProperties": False,
        "$defs": {"Line": line},
    }
    got = asyncio.run(place.run({"lines": [{"sku": "a"}]}, ToolContext()))
    assert got == Order(lines=[Line(sku="a")])


def test_beside_other_parameters_a_model_has_its_own_name():
    @tool
    def place(order: Order, point: Point, count: Annotated[int, pydantic.Field(gt=2, description="Boxes")]):
        return order, point, count

    schema = place.input_schema
    assert schema["properties"] == {
        "order": {"$ref": "#/$defs/Order"},
        "point": {"$ref": "#/$defs/Point"},
        "count": {"type": "integer", "exclusiveMinimum": 2, "description": "Boxes"},
    }
    arguments = {"order": {"lines": []}, "point": {"x": 1}, "count": 3}
    assert asyncio.run(place.run(arguments, ToolContext())) == (Order(lines=[]), Point(1), 3)


def test_a_model_that_contains_itself_is_described_once():
    @tool
    def plant(node: Node, depth: int = 1):
        return node

    assert list(plant.input_schema["$defs"]) == ["Node"]
    got = asyncio.run(plant.run({"node": {"children": [{}]}}, ToolContext()))
    assert got == Node(children=[Node()])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"lines": [{"sku": ""}], "x": 1},
            "lines[0].sku: String should have at least 1 character; x: Extra inputs are not permitted",
        ),
        ({}, "lines: Field required"),
    ],
)
def test_what_pydantic_finds_wrong_is_told_with_its_place(arguments, message):
    @tool
    def place(order: Order): ...

    with pytest.raises(ToolError) as raised:
        asyncio.run(place.run(arguments, ToolContext()))
    assert str(raised.value) == f"invalid arguments for 'place': {message}"


def test_a_field_in_the_place_of_a_default_is_refused():
    def place(count: int = pydantic.Field(5, gt=2)): ...

    with pytest.raises(InvalidArgument) as raised:
        tool(place)
    assert str(raised.value) == (
        "the parameter 'count' of the tool 'place' has a Field for its default; write it beside the type, as "
        "in count: Annotated[int, Field(...)] = 5"
    )


def test_what_a_tool_returns_of_pydantic_is_data_for_the_model():
    from contextthrift.record import plain

    assert plain({"order": Order(lines=[Line(sku="a")])}) == {
        "order": {"lines": [{"sku": "a", "title": "none"}]}
    }
