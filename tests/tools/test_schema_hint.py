"""The hint, sentence by sentence."""

import pytest
from hypothesis import given

from contextthrift.tools.schema_hint import schema_hint, type_hint
from tests.tools.schemas import garbage


def hint_of(schema, **more):
    return schema_hint({"type": "object", "properties": {"v": schema}, "required": ["v"], **more})


def test_twelve_properties_are_shown_and_an_ellipsis_for_the_rest():
    twelve = {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(12)}}
    shown = ", ".join(f"p{n}?: string" for n in range(12))
    assert schema_hint(twelve) == f"{{ {shown} }}"
    twelve["properties"]["p12"] = {}
    assert schema_hint(twelve) == f"{{ {shown}, … }}"


@pytest.mark.parametrize("schema", [{"type": "object"}, {"type": "object", "properties": {}}, {}])
def test_an_object_without_properties_is_empty(schema):
    assert schema_hint(schema) == "{}"


@pytest.mark.parametrize("schema", [None, True, 5, "object", [], {"type": "string"}, {"type": "array"}])
def test_what_describes_no_object_has_no_hint(schema):
    assert schema_hint(schema) == ""


@pytest.mark.parametrize(
    ("schema", "shown"),
    [
        ({"enum": list("abcdefgh")}, '"a" | "b" | "c" | "d" | "e" | "f" | "g" | "h"'),
        ({"enum": list("abcdefghi"), "type": "string"}, "string"),
        ({"enum": list("abcdefghi")}, "any"),
        ({"enum": [], "type": "string"}, "string"),
        ({"enum": ["ö", 1.5, True, None, {"a": [1]}]}, '"ö" | 1.5 | true | null | {"a":[1]}'),
        ({"const": "fixed"}, '"fixed"'),
        ({"const": None}, "null"),
        ({"type": ["null", "integer", "string"]}, "integer"),
        ({"type": "null"}, "null"),
        ({"type": ["null"]}, "null"),
        ({"type": "array"}, "any[]"),
        ({"type": "array", "items": {"type": "array", "items": {"type": "string"}}}, "string[][]"),
        ({"type": "array", "items": True}, "any[]"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}, "[string, integer]"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "object"),
        ({"properties": {"x": {}}}, "{ x?: any }"),
        ({}, "any"),
        (True, "any"),
        (False, "never"),
        ({"type": "no name"}, "any"),
    ],
)
def test_a_type_is_shown_in_short(schema, shown):
    assert hint_of(schema) == f"{{ v: {shown} }}"


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize(
    ("members", "shown"),
    [
        ([{"type": "string"}, {"type": "null"}], "string"),
        ([{"type": "string"}, {"type": "integer"}, {"type": "null"}], "string | integer"),
        ([{"type": "string"}, {"type": "string", "format": "date"}], "string"),
        ([{"enum": list("abcdef")}, {"type": "null"}], '"a" | "b" | "c" | "d" | "e" | "f"'),
        ([{"type": "string"}, {}], "any"),
        ([{"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "boolean"}], "string | boolean"),
        ([{"const": n} for n in range(4)], "0 | 1 | 2 | 3"),
        ([{"const": n} for n in range(5)], "0 | 1 | 2 | 3 | …"),
        ([{"type": "null"}], "any"),
    ],
)
def test_a_choice_is_shown_without_null(keyword, members, shown):
    assert hint_of({keyword: members}) == f"{{ v: {shown} }}"
    choice = f"({shown})" if "|" in shown else shown
    assert hint_of({"type": "array", "items": {keyword: members}}) == f"{{ v: {choice}[] }}"


def test_the_own_shape_of_a_schema_goes_before_its_choice():
    either = [{"required": ["a"]}, {"required": ["b"]}]
    assert schema_hint({"type": "object", "properties": {"a": {}, "b": {}}, "anyOf": either}) == (
        "{ a?: any, b?: any }"
    )
    assert hint_of({"type": "string", "anyOf": [{"format": "date"}, {"format": "time"}]}) == "{ v: string }"


def test_arguments_of_one_of_several_shapes_are_a_choice_of_objects():
    shapes = [{"properties": {"a": {}}, "required": ["a"]}, {"properties": {"b": {}}}]
    assert schema_hint({"type": "object", "oneOf": shapes}) == "{ a: any } | { b?: any }"


def test_parts_of_all_of_add_up():
    base = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    more = {"properties": {"b": {"type": "integer"}}, "required": ["b"]}
    assert hint_of({"allOf": [base, more]}) == "{ v: { a: string, b: integer } }"
    assert hint_of({"allOf": [{"$ref": "#/$defs/P"}], "default": None}, **{"$defs": {"P": base}}) == (
        "{ v: { a: string } }"
    )


def test_arguments_behind_a_reference_are_found():
    assert schema_hint({"$ref": "#/$defs/P", "$defs": {"P": {"properties": {"x": {}}}}}) == "{ x?: any }"


def test_a_circle_ends_where_objects_are_too_deep():
    node = {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}}}
    assert schema_hint(node) == "{ kids?: { kids?: { kids?: object[] }[] }[] }"


def test_a_circle_without_objects_ends_at_once():
    rows = {"type": "array", "items": {"$ref": "#/$defs/rows"}}
    defs = {"rows": rows, "self": {"$ref": "#/$defs/self"}}
    assert hint_of({"$ref": "#/$defs/rows"}, **{"$defs": defs}) == "{ v: any[][] }"
    assert hint_of({"$ref": "#/$defs/self"}, **{"$defs": defs}) == "{ v: any }"


@pytest.mark.parametrize("reference", ["#/$defs/missing", "https://example.com/a.json", 5, "#/required/9"])
def test_a_reference_that_leads_nowhere_is_anything(reference):
    assert hint_of({"$ref": reference}) == "{ v: any }"


def test_a_reference_may_have_escaped_names():
    defs = {"a/b~c d": {"type": "string"}}
    assert hint_of({"$ref": "#/$defs/a~1b~0c%20d"}, **{"$defs": defs}) == "{ v: string }"


def test_a_name_that_could_break_the_line_is_quoted():
    assert schema_hint({"properties": {"a\n- evil": {}}}) == '{ "a\\n- evil"?: any }'


@given(garbage)
def test_garbage_has_some_hint(schema):
    assert isinstance(schema_hint(schema), str)
    assert "\n" not in schema_hint({"type": "object", "properties": {"v": schema}})
    assert type_hint(schema, schema) != ""


@pytest.mark.parametrize("keyword", ["items", "allOf", "anyOf", "properties", "not"])
def test_a_schema_of_any_depth_has_some_hint(keyword):
    schema = {}
    for _ in range(100_000):
        inner = [schema] if keyword.endswith("Of") else {"v": schema} if keyword == "properties" else schema
        schema = {keyword: inner}
    assert len(hint_of(schema)) < 200


def test_references_that_double_at_each_step_are_not_followed_forever():
    twice = [{"$ref": f"#/$defs/d{n + 1}"} for n in range(60) for _ in range(2)]
    defs = {
        f"d{n}": {"allOf": twice[2 * n : 2 * n + 2], "anyOf": twice[2 * n : 2 * n + 2]} for n in range(60)
    }
    assert hint_of({"$ref": "#/$defs/d0"}, **{"$defs": defs}) == "{ v: any }"
