"""What schemas say in words."""

from collections import ChainMap

from hypothesis import given
from hypothesis import strategies as st

from contextthrift.context.schema_text import schema_texts


def test_parameters_within_parameters_are_read():
    schema = {
        "type": "object",
        "description": "All of it",
        "properties": {
            "place": {"description": "Where", "properties": {"city": {"const": "Oslo"}}},
            "days": {"type": "array", "items": {"enum": ["monday", 5, None, "friday"]}},
            "or": {"anyOf": [{"properties": {"one": {}}}, {"description": "Another"}]},
        },
        "required": ["place"],
    }
    names, texts = schema_texts(schema)
    assert sorted(names.split("\n")) == ["city", "days", "one", "or", "place"]
    assert sorted(texts.split("\n")) == ["All of it", "Another", "Oslo", "Where", "friday", "monday"]


def test_definitions_are_read_once_however_often_they_are_referred_to():
    reference = {"$ref": "#/$defs/Node"}
    schema = {
        "properties": {"left": reference, "right": reference},
        "$defs": {"Node": {"properties": {"next": reference}, "description": "A node"}},
    }
    names, texts = schema_texts(schema)
    assert (sorted(names.split("\n")), texts) == (["left", "next", "right"], "A node")


def test_titles_defaults_and_examples_are_not_read():
    assert schema_texts({"title": "A", "default": "b", "examples": ["c"], "type": "object"}) == ("", "")


def test_a_cycle_of_objects_ends():
    schema = {"properties": {}}
    schema["properties"]["self"] = schema
    schema["allOf"] = [schema, schema]
    assert schema_texts(schema) == ("self", "")


def test_any_depth_is_read():
    schema = {"description": "bottom"}
    for _ in range(100_000):
        schema = {"properties": {"x": schema}}
    names, texts = schema_texts(schema)
    assert (names.count("x"), texts) == (100_000, "bottom")
    while "properties" in schema:  # taken apart by hand: Python's own way of doing it recurses
        schema = schema["properties"].pop("x")


def test_a_schema_of_five_megabytes_is_read():
    schema = {"properties": {f"p{number}": {"description": "word " * 100} for number in range(10_000)}}
    names, texts = schema_texts(schema)
    assert (names.count("\n"), len(texts) > 5_000_000) == (9_999, True)


def test_any_mapping_is_a_schema():
    schema = ChainMap({"properties": ChainMap({"a": {}}, {"b": {"description": "B"}})})
    names, texts = schema_texts(schema)
    assert (sorted(names.split("\n")), texts) == (["a", "b"], "B")


anything = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["properties", "items", "anyOf", "enum", "description", "$defs", "not"])
            | st.integers(),
            inner,
            max_size=3,
        )
    ),
    max_leaves=15,
)


@given(anything)
def test_whatever_is_given_something_is_answered(schema):
    names, texts = schema_texts(schema)
    assert isinstance(names, str)
    assert isinstance(texts, str)
