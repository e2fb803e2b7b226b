"""Copies with other arguments or fields: what they keep, and what allows none."""

import json
from collections import OrderedDict
from types import MappingProxyType

import pytest

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.arguments import DEEPEST, marked_json, marks, values_of_json
from contextthrift.formats.copying import changed
from contextthrift.formats.json_text import json_text


def nested(depth):
    return '{"q":' + "[" * depth + '"long"' + "]" * depth + "}"


def test_arguments_keep_their_alphabet():
    assert marked_json('{"q": "long", "city": "東京"}', marks({0})) == '{"q": "[left out]", "city": "東京"}'


def test_arguments_that_change_nothing_are_the_same_text():
    text = '{"q":   "spaced"}'
    assert marked_json(text, marks(())) is text


@pytest.mark.parametrize(("depth", "found"), [(DEEPEST - 1, ["long"]), (DEEPEST, []), (100_000, [])])
def test_arguments_nested_too_deep_are_left_alone(depth, found):
    assert values_of_json(nested(depth)) == found
    kept = marked_json(nested(depth), marks({0}))
    assert ("long" in kept) is not bool(found)


def test_a_copy_is_of_the_same_type():
    message = OrderedDict(role="user", content="x", mine=1)
    edited = changed(message, content="y")
    assert (type(edited), edited, message["content"]) == (
        OrderedDict,
        OrderedDict(role="user", content="y", mine=1),
        "x",
    )


def test_a_type_that_cannot_be_copied_is_named():
    with pytest.raises(WrongType, match=r"^a message of type mappingproxy allows no edited copy: "):
        changed(MappingProxyType({"role": "user"}), content="y")


def test_what_is_no_json_is_told():
    circle = []
    circle.append(circle)
    with pytest.raises(InvalidMessages, match=r"^a tool or its arguments cannot be written as JSON: "):
        json_text(circle)
    assert json_text({"data": b"bytes", "kinds": {"a"}}) == json.dumps(
        {"data": "Ynl0ZXM=", "kinds": "{'a'}"}, separators=(",", ":")
    )
