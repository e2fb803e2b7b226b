"""Any hint: what its schema lets through can be read, what can be read fits the schema."""

import asyncio
from typing import Literal, NotRequired, TypedDict

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from contextthrift.exceptions import ToolError
from contextthrift.tools import ToolContext, tool
from contextthrift.tools.arguments import check_arguments
from contextthrift.tools.schema_hint import schema_hint


class Person(TypedDict):
    name: str
    phone: NotRequired[str]


SCALARS = st.sampled_from([str, int, float, bool, type(None), Literal["a", "b"], Literal[1, "1"], Person])


def around(inner):
    return st.one_of(
        inner.map(lambda hint: list[hint]),
        inner.map(lambda hint: dict[str, hint]),
        inner.map(lambda hint: hint | None),
        st.tuples(inner, inner).map(lambda pair: tuple[pair]),
        st.tuples(inner, inner).map(lambda pair: pair[0] | pair[1]),
    )


HINTS = st.recursive(SCALARS, around, max_leaves=5)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-9, 9) | st.sampled_from(["a", "1", "name"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "phone", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def made(hint):
    def take(x, other=0):
        return x

    take.__annotations__ = {"x": hint, "other": int}
    return tool(take)


def read(of, value):
    """What the function gets, or None and the problem."""
    try:
        return asyncio.run(of.run({"x": value}, ToolContext())), None
    except ToolError as error:
        return None, str(error)


@given(HINTS, JSON)
def test_schema_and_reading_agree_on_any_value(hint, value):
    of = made(hint)
    jsonschema.Draft202012Validator.check_schema(of.input_schema)
    problems = check_arguments({"x": value}, of.input_schema)
    assert (problems == []) == (read(of, value)[1] is None)
    assert schema_hint(of.input_schema).startswith("{ x: ")


@given(st.data(), HINTS)
def test_a_value_of_the_hint_comes_through_as_it_is(data, hint):
    value = data.draw(st.from_type(hint))
    written = as_json(value)
    got, problem = read(made(hint), written)
    assert problem is None
    assert repr(got) == repr(value) or got == value  # what is no number equals nothing


def as_json(value):
    """Lists in place of tuples, as JSON has no others."""
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    return {name: as_json(each) for name, each in value.items()} if isinstance(value, dict) else value
