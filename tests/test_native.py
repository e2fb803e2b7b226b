"""The door of the compiled core: its errors and its columns."""

from array import array

import pytest

from contextthrift import _native

NONE = (array("Q"), array("q"), b"")
SCORED = (array("Q"), array("d"))


def subtract(messages, budget=10, retrievables=SCORED):
    return _native.subtract(budget, 0, None, NONE, 3, retrievables, SCORED, messages, NONE, array("Q"))


def test_columns_of_different_lengths_are_a_value_error():
    with pytest.raises(ValueError, match="^column messages has 1 values, the others of its bucket have 2$"):
        subtract((array("Q", [1, 2]), array("q", [1]), bytes(2)))


def test_nan_is_a_value_error():
    with pytest.raises(ValueError, match=r"^retrievables\[0\] is not a number$"):
        subtract(NONE, retrievables=(array("Q", [1]), array("d", [float("nan")])))


def test_a_fraction_outside_the_unit_interval_is_a_value_error():
    with pytest.raises(ValueError, match="^reserve_fraction must lie between 0 and 1$"):
        _native.resolve_budget(10, None, 2.0)


def test_an_unknown_code_is_a_value_error():
    one, none = array("Q", [1]), array("Q")
    columns = (b"\x09", b"\0", one, one, one)
    with pytest.raises(ValueError, match=r"^kind\[0\] is 9, which is no code of that column$"):
        _native.plan_conversation(1, 0, columns, (none, b"", none, none), none, None, None, True, 3, 0)


def test_a_total_beyond_64_bits_is_an_overflow_error():
    with pytest.raises(OverflowError, match="^the total number of tokens exceeds 18446744073709551615$"):
        subtract((array("Q", [2**64 - 1] * 2), array("q", [1, 2]), bytes(2)))


def test_an_unknown_encoding_is_a_key_error():
    with pytest.raises(KeyError, match="no encoding is called"):
        _native.count("nope", "x")


def test_a_column_of_another_element_type_is_refused():
    with pytest.raises(BufferError):
        subtract((array("d", [1.0]), array("q", [1]), bytes(1)))


def test_numpy_arrays_are_columns_too():
    numpy = pytest.importorskip("numpy")
    costs, times = numpy.array([5, 6, 7], dtype="u8"), numpy.array([3, 1, 2], dtype="i8")
    plan = subtract((costs, times, numpy.zeros(3, dtype="u1")), budget=12)
    assert list(plan.messages) == [2, 0]
    assert plan.total_after == 12
    with pytest.raises(BufferError):
        subtract((numpy.zeros(6, dtype="u8")[::2], times, bytes(3)))


def test_codes_shared_with_the_core_are_the_ones_python_knows():
    assert _native.BUCKETS == (
        "image",
        "toolCalls",
        "retrievables",
        "memories",
        "messages",
        "thoughts-shed",
        "tools-shed",
    )
    assert _native.KINDS == ("system", "user", "assistant", "call", "result", "aside", "summary")
    assert _native.ACTIONS == ("stub", "trim", "drop", "note", "unnote", "leave-out")
    assert _native.WITHOUT == ("media", "arguments")
