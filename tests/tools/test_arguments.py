"""What is said about arguments, and that it is said exactly when they are wrong."""

import copy

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contextthrift.tools.arguments import check_arguments
from tests.tools.schemas import garbage, referring, schemas, values

PETS = {
    "$defs": {
        "cat": {"properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}}, "required": ["kind"]},
        "dog": {"properties": {"kind": {"const": "dog"}, "name": {"type": "string"}}, "required": ["kind"]},
    },
    "properties": {"pet": {"oneOf": [{"$ref": "#/$defs/cat"}, {"$ref": "#/$defs/dog"}]}},
}


def problem(value, schema):
    """What is said about one property."""
    (said,) = check_arguments({"v": value}, {"type": "object", "properties": {"v": schema}})
    return said.removeprefix("v: expected ")


@pytest.mark.parametrize(
    ("value", "schema", "said"),
    [
        (5, {"type": "string"}, "string, got integer 5"),
        ("5", {"type": "integer"}, 'integer, got string "5"'),
        (1.5, {"type": "integer"}, "integer, got number 1.5"),
        (True, {"type": "number"}, "number, got boolean true"),
        (None, {"type": ["string", "array"]}, "string or array, got null"),
        ([1, 2], {"type": "object"}, "object, got array of 2"),
        ({"a": 1, "b": 2}, {"type": "array"}, "array, got object with a, b"),
        ({}, {"type": "array"}, "array, got empty object"),
        ("c", {"enum": ["a", "b"]}, '"a" | "b", got string "c"'),
        ("x", {"enum": list(range(9))}, '0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | …, got string "x"'),
        (True, {"enum": [1]}, "1, got boolean true"),
        ("c", {"const": "d"}, '"d", got string "c"'),
        (0, {"minimum": 1}, "a number of at least 1, got integer 0"),
        (9, {"maximum": 8.5}, "a number of at most 8.5, got integer 9"),
        (1, {"exclusiveMinimum": 1}, "a number above 1, got integer 1"),
        (1, {"exclusiveMaximum": 1}, "a number below 1, got integer 1"),
        ("ab", {"minLength": 3}, 'at least 3 characters, got string "ab"'),
        ("abcd", {"maxLength": 3}, 'at most 3 characters instead of 4, got string "abcd"'),
        ([1], {"minItems": 2}, "at least 2 items, got array of 1"),
        ([1], {"maxItems": 0}, "at most 0 items, got array of 1"),
        (1, {"anyOf": [{"type": "string"}, {"type": "boolean"}]}, "string | boolean, got integer 1"),
        (-1, {"anyOf": [{"minimum": 0}, {"type": "null"}]}, "a number of at least 0, got integer -1"),
        (1, {"oneOf": [{"type": "integer"}, {"type": "number"}]},
         "a value of one form, not of both (integer) and (number), got integer 1"),
        (1, {"not": {"type": "integer"}}, "anything but integer, got integer 1"),
        (1, {"allOf": [{"type": "integer"}, {"type": "string"}]}, "string, got integer 1"),
        (1, False, "nothing, got integer 1"),
        ("x" * 99, {"type": "null"}, f'null, got string "{"x" * 59}…"'),
        ("\ud800", {"type": "null"}, 'null, got string "\\ud800"'),
    ],
)  # fmt: skip
def test_a_problem_says_what_would_be_right_and_what_was_given(value, schema, said):
    assert problem(value, schema) == said


def test_a_number_of_any_size_can_be_given():
    assert problem(10**5000, {"type": "string"}) == "string, got integer <int>"


def test_a_problem_says_where_it_is():
    schema = {"properties": {"rows": {"items": {"properties": {"first name": {"type": "string"}}}}}}
    assert check_arguments({"rows": [{}, {"first name": 5}]}, schema) == [
        'rows[1]."first name": expected string, got integer 5'
    ]
    assert check_arguments([], {"type": "object"}) == ["arguments: expected object, got array of 0"]


def test_missing_and_unknown_properties_are_named():
    schema = {
        "properties": {
            "q": {"type": "string"},
            "n": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "x": {},
        },
        "required": ["q", "n", "x"],
        "additionalProperties": False,
    }
    assert check_arguments({"query": "a"}, schema) == [
        "q: missing, expected string",
        "n: missing, expected integer",
        "x: missing, expected any value",
        "query: unknown, expected only q, n, x",
    ]
    assert check_arguments({"a": 1}, {"additionalProperties": False}) == ["a: unknown, expected only nothing"]


def test_additional_properties_may_have_a_schema():
    schema = {"properties": {"a": {}}, "additionalProperties": {"type": "string"}}
    assert check_arguments({"a": 1, "b": 2, "c": "x"}, schema) == ["b: expected string, got integer 2"]


def test_of_several_forms_the_one_that_was_meant_is_explained():
    assert check_arguments({"pet": {"kind": "dog", "name": 5}}, PETS) == [
        "pet.name: expected string, got integer 5"
    ]
    (said,) = check_arguments({"pet": {"kind": "cow"}}, PETS)
    forms = '{ kind: "cat", lives?: integer } | { kind: "dog", name?: string }'
    assert said == f"pet: expected {forms}, got object with kind"


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        (1.0, {"type": "integer"}),
        (None, {"type": "string", "nullable": True}),
        ("x", {"format": "date", "pattern": "^[0-9]+$", "multipleOf": 5}),
        ({"x-1": 1}, {"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": False}),
        (1, {"type": "date"}),
        (1, {"minimum": True, "exclusiveMinimum": True, "enum": "abc", "anyOf": [], "type": [], "not": 5}),
        ("x", {"$ref": "https://example.com/schema.json"}),
        ("x", {"$ref": "#/$defs/nowhere"}),
        ((1, 2), {"type": "array", "minItems": 2}),
    ],
)
def test_what_cannot_be_judged_is_accepted(value, schema):
    assert check_arguments({"v": value}, {"properties": {"v": schema}}) == []


def test_items_that_are_a_list_are_places():
    schema = {"items": [{"type": "string"}, {"type": "integer"}]}
    assert check_arguments(["a", "b", "c"], schema) == ['[1]: expected integer, got string "b"']


def test_at_most_eight_problems_are_reported():
    said = check_arguments([0] * 20, {"items": {"type": "string"}})
    assert said == [f"[{n}]: expected string, got integer 0" for n in range(8)]


# --- agreement with the reference implementation


@given(values, schemas(leaves=st.nothing()))
@settings(max_examples=300)
def test_a_value_is_accepted_exactly_when_jsonschema_accepts_it(value, schema):
    agrees(value, schema)


@given(values, referring())
@settings(max_examples=150)
def test_references_are_followed_as_jsonschema_follows_them(value, schema):
    agrees(value, schema)


def agrees(value, schema):
    before = copy.deepcopy((value, schema))
    said = check_arguments(value, schema)
    assert (said == []) == jsonschema.Draft202012Validator(schema).is_valid(value)
    assert len(said) <= 8
    assert all(said)
    assert (value, schema) == before


# --- garbage, depth, size


@given(values, garbage)
@settings(max_examples=300)
def test_garbage_never_raises(value, schema):
    said = check_arguments(value, schema)
    assert len(said) <= 8
    assert all(problem.count("expected") for problem in said)


def nested(depth, inner):
    for _ in range(depth):
        inner = [inner]
    return inner


LIST_OF_ITSELF = {"type": "array", "items": {"$ref": "#"}}
TWICE = {"anyOf": [LIST_OF_ITSELF, {"type": "array", "items": {"$ref": "#"}}, {"type": "string"}]}


@pytest.mark.parametrize("schema", [{}, LIST_OF_ITSELF, TWICE], ids=["anything", "lists", "choices"])
def test_a_value_of_any_depth_is_checked_without_recursion_error(schema):
    assert check_arguments(nested(100_000, 1), schema) == []


def test_constants_of_any_depth_are_compared():
    assert check_arguments(nested(100_000, 1), {"const": nested(100_000, 1.0)}) == []
    assert check_arguments(nested(100_000, 1), {"enum": [nested(100_000, True)]}) == [
        "arguments: expected <list>, got array of 1"
    ]


def test_forms_that_double_at_each_level_are_checked_once_each():
    assert check_arguments(nested(25, "x"), TWICE) == []
    said = check_arguments(nested(25, 5), TWICE)
    assert said == ["arguments: expected any[] | string, got array of 1"]


@pytest.mark.parametrize("keyword", ["items", "allOf", "anyOf", "oneOf"])
def test_a_schema_of_any_depth_is_no_trouble(keyword):
    schema = {}
    for _ in range(100_000):
        schema = {keyword: [schema] if keyword.endswith("Of") else schema}
    assert check_arguments(nested(1_000, 1), schema) == []


def test_a_schema_that_is_only_itself_asks_for_nothing():
    assert check_arguments(5, {"$ref": "#"}) == []
    assert check_arguments(5, {"allOf": [{"$ref": "#"}], "type": "string"}) != []
