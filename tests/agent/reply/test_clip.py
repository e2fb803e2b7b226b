import json
from collections import OrderedDict
from enum import Enum
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift.agent.reply import as_json, clip


class Wordless:
    def __str__(self):
        raise OSError("no words")


class Unreadable(dict):
    def items(self):
        raise OSError("no items")


class Colour(Enum):
    RED = 1


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def within_itself():
    value = {"a": 1}
    value["self"] = [value]
    return value


@given(st.text(max_size=20), st.integers(-3, 25))
def test_clipped_text_is_the_beginning_within_the_limit(text, limit):
    clipped = clip(text, limit)
    assert len(clipped) == max(0, min(len(text), limit))
    assert clipped == text or limit <= 0 or (clipped[-1] == "…" and text.startswith(clipped[:-1]))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("é", '"é"'),
        ({True: 1, None: 2, 1.5: 3}, '{"true":1,"null":2,"1.5":3}'),
        ({(1, 2): "a", float("nan"): None}, '{"(1, 2)":"a","nan":null}'),
        (MappingProxyType({"a": OrderedDict(b=[float("inf")])}), '{"a":{"b":[null]}}'),
        (ValueError(), '"ValueError"'),
        ([KeyError("a"), Colour.RED], '["\'a\'","Colour.RED"]'),
        (frozenset({1}), "[1]"),
        (Wordless(), '"<Wordless>"'),
        ([Wordless(), 1], '["<Wordless>",1]'),
        (within_itself(), '{"a":1,"self":["[circular]"]}'),
    ],
)
def test_any_value_has_a_text(value, text):
    assert as_json(value) == text


def test_a_value_too_deep_or_too_long_has_the_name_of_its_type():
    assert as_json(nested(100_000)) == "[" * 64 + '"<list>"' + "]" * 64
    assert as_json([10**5000]) == '["<int>"]'


def test_a_value_that_cannot_be_read_is_its_text():
    assert as_json([Unreadable(a=1)]) in {'[{"a":1}]', "[\"{'a': 1}\"]"}


def test_a_value_that_stands_twice_is_no_cycle():
    shared = [1]
    assert as_json([shared, shared, ValueError("x")]) == '[[1],[1],"x"]'


def test_things_that_all_refer_to_each_other_are_written_once_each():
    crowd = [[] for _ in range(200)]
    for member in crowd:
        member.extend(crowd)
    assert as_json(crowd).count("[circular]") < 200 * 202


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_json_is_compact_json(value):
    assert as_json(value) == json.dumps(value, separators=(",", ":"), ensure_ascii=False)
