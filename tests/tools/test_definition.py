"""Definitions that some provider would refuse are refused when the tool is made."""

import pytest

from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.tools import Tool

OBJECT = {"type": "object"}
NAMES = "a name has 1 to 64 letters, digits, underscores and dashes of ASCII"
TYPES = "the types are object, array, string, integer, number, boolean, null"
AT = "input_schema of tool 'x'"


def of(properties):
    return {"input_schema": {"type": "object", "properties": properties}}


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"name": ""}, InvalidArgument, "a tool needs a name; got ''"),
        ({"name": None}, InvalidArgument, "a tool needs a name; got None"),
        ({"name": "a b"}, InvalidArgument, f"a tool cannot be called 'a b'; {NAMES}"),
        ({"name": "shop.find"}, InvalidArgument, f"a tool cannot be called 'shop.find'; {NAMES}"),
        ({"description": None}, WrongType, "description of tool 'x' must be a str; got NoneType"),
        ({"input_schema": []}, WrongType, f"{AT} must be a mapping; got list"),
        ({"input_schema": {}}, InvalidArgument, f"{AT} must have the type 'object'; got None"),
        (
            {"input_schema": {"type": "array"}},
            InvalidArgument,
            f"{AT} must have the type 'object'; got 'array'",
        ),
        (of({"a": {"default": {1}}}), WrongType, f"{AT} must be JSON: set is no value of JSON"),
        (of([]), InvalidArgument, f"{AT}.properties must be a mapping; got list"),
        (of({"a": "string"}), InvalidArgument, f"{AT}.properties.a must be a schema, so a mapping; got str"),
        (of({"a": {"type": "str"}}), InvalidArgument, f"{AT}.properties.a has the type 'str'; {TYPES}"),
        (
            of({"a": {"items": {"anyOf": [{"type": ["null", "int"]}]}}}),
            InvalidArgument,
            f"{AT}.properties.a.items.anyOf[0] has the type 'int'; {TYPES}",
        ),
        (
            {"input_schema": OBJECT | {"required": "a"}},
            InvalidArgument,
            f"{AT}.required must be a list; got str",
        ),
        (
            {"input_schema": OBJECT | {"required": [1]}},
            InvalidArgument,
            f"{AT}.required must hold names; got 1",
        ),
        ({"execute": 5}, WrongType, "execute of tool 'x' must be a function; got int"),
        (
            {"execute": lambda number: number},
            WrongType,
            (
                "execute of tool 'x' is called with (arguments, context), which it does not take (too many "
                "positional arguments); contextthrift.tools.tool makes a tool of a function with parameters "
                "of its own"
            ),
        ),
    ],
)
def test_a_definition_is_checked_when_the_tool_is_made(options, error, message):
    with pytest.raises(error) as raised:
        Tool(**{"name": "x", "description": "d"} | options)
    assert (type(raised.value), str(raised.value)) == (error, message)


def test_a_schema_from_elsewhere_may_have_whatever_json_schema_has():
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"a": True, "b": {"$ref": "#/$defs/B"}, "c": {"items": [{}, False]}},
        "$defs": {"B": {"type": ["string", "null"], "x-own": 1, "format": "uri"}},
        "if": {"required": ["a"]},
    }
    assert Tool(name="x", description="d", input_schema=schema).input_schema is schema
