"""Words, shared words, floors, texts of arguments, and turns."""

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import (
    HistoryCall,
    HistoryMessage,
    Tokenizable,
    Turn,
    arg_text,
    content_tokens,
    group_history_into_turns,
    relevance_to_query,
    scaled_relevance_floor,
)
from contextthrift.context.utf16 import utf16_cut, utf16_length
from contextthrift.exceptions import InvalidArgument, WrongType
from tests.reference import relevance as twin

# Letters that make words, and those that become ASCII or break a word.
lettered = st.text(alphabet="abcXYZ019 _-é東🙂İKſ", max_size=60)
texts = st.text() | lettered
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=12,
)

# --- words


@given(texts)
def test_words_are_the_twins(text):
    assert content_tokens(text) == twin.content_tokens(text)


def test_any_character_breaks_a_word_or_belongs_to_it_as_for_the_twin():
    text = "".join(f"ab{chr(code)}cdef " for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    assert content_tokens(text) == twin.content_tokens(text)


def test_half_a_surrogate_pair_breaks_a_word():
    assert content_tokens("abcd\ud800efgh ijkl") == ["abcd", "efgh", "ijkl"]


@given(texts, st.lists(st.text(alphabet="abc019", max_size=5)))
def test_relevance_is_the_twins(text, tokens):
    tokens += content_tokens(text)[::2]
    assert relevance_to_query(text, tokens) == twin.relevance_to_query(text, tokens)


@pytest.mark.parametrize("tokens", [("retry",), {"retry"}, iter(["retry"]), {"retry": 1}])
def test_tokens_of_any_iterable_are_read(tokens):
    assert relevance_to_query("Retry", tokens) == 1.0


@pytest.mark.parametrize("value", [None, 5, b"text"])
def test_a_text_must_be_a_string(value):
    with pytest.raises(WrongType, match="text is .*; it must be a string"):
        content_tokens(value)
    with pytest.raises(WrongType, match="text is .*; it must be a string"):
        relevance_to_query(value, ["a"])


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ("retry", "query_tokens is one string; it must be a list"),
        (None, "query_tokens is NoneType; it must be a list"),
        (["retry", 5], "query_tokens[1] is int; it must be a string"),
    ],
)
def test_query_tokens_must_be_a_list_of_strings(tokens, message):
    with pytest.raises(WrongType) as caught:
        relevance_to_query("text", tokens)
    assert str(caught.value) == message


# --- floors


@given(st.floats(allow_nan=False) | st.integers())
def test_the_floor_lies_between_its_ends(utilization):
    assert 0.125 <= scaled_relevance_floor(utilization) <= 0.43


def test_the_floor_rises_from_its_exact_ends():
    floors = [scaled_relevance_floor(hundredth / 100) for hundredth in range(101)]
    assert (floors[0], floors[-1]) == (0.125, 0.43)
    assert floors == sorted(floors)


@pytest.mark.parametrize("value", [math.nan, None, "0.5", True, 10**400])
def test_a_utilization_must_be_a_number(value):
    with pytest.raises(InvalidArgument, match="utilization"):
        scaled_relevance_floor(value)


# --- texts of arguments


@given(json_values)
def test_texts_of_arguments_are_the_twins(value):
    assert arg_text(value) == twin.arg_text(value)


@given(st.text(alphabet="a🙂é", max_size=40), st.integers(-1, 60))
def test_a_cut_takes_all_that_fits_and_no_half_character(text, units):
    cut = utf16_cut(text, units)
    assert cut == twin.first_units(text, units)
    assert utf16_length(cut) <= max(units, 0)


@pytest.mark.parametrize(
    "value",
    [
        object(),
        {1, 2},
        b"bytes",
        {"t": datetime.now(tz=UTC)},
        math.nan,
        [math.inf],
        {(1, 2): 3},
        pytest.param(10**5000, id="10**5000"),
    ],
)
def test_what_json_cannot_hold_has_no_text(value):
    assert arg_text(value) == ""


def test_a_cycle_and_a_deep_nesting_have_no_text():
    cycle = {}
    cycle["self"] = cycle
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert (arg_text(cycle), arg_text(deep)) == ("", "")


def test_arguments_are_cut_before_a_character_that_does_not_fit():
    assert arg_text("a" * 198 + "🙂") == '"' + "a" * 198
    assert arg_text("a" * 197 + "🙂") == '"' + "a" * 197 + "🙂"


# --- turns

times = st.sampled_from(["1", "2", "3", "4", "5", "30", "é", ""])
said = st.lists(
    st.builds(
        HistoryMessage,
        role=st.sampled_from(["user", "assistant", "Assistant", "tool"]),
        content=st.sampled_from(["", "hello", "漢字 🙂"]),
        created_at=times,
    ),
    max_size=8,
)
made = st.lists(
    st.builds(
        HistoryCall,
        created_at=times,
        tool=st.sampled_from([None, "", "read"]),
        args=st.sampled_from([None, {"n": 1}]),
    ),
    max_size=6,
)


@given(said, made)
def test_turns_are_the_twins(messages, calls):
    turns = group_history_into_turns(messages, calls)
    expected = twin.group(messages, calls)
    assert [(turn.qa, turn.created_at) for turn in turns] == [(t["qa"], t["created_at"]) for t in expected]
    for turn, other in zip(turns, expected, strict=True):
        assert list(map(id, turn.messages)) == list(map(id, other["messages"]))
        assert list(map(id, turn.tool_calls)) == list(map(id, other["calls"]))


def test_a_history_of_nothing_has_no_turns():
    assert group_history_into_turns([]) == []
    assert group_history_into_turns([], [HistoryCall(created_at="1", tool="read")]) == []


def test_messages_and_calls_need_only_what_is_read():
    message = SimpleNamespace(role="user", content=None, created_at="1")
    turns = group_history_into_turns(iter([message]), (SimpleNamespace(created_at="1"),))
    assert turns[0].qa == ""
    assert turns[0].tool_calls == (turns[0].tool_calls[0],)


def test_content_that_renders_is_rendered():
    message = HistoryMessage(role="user", content=Tokenizable("hello"), created_at="1")
    assert group_history_into_turns([message])[0].qa == "hello"


@dataclass
class Told:
    role: object = "user"
    content: object = "x"
    created_at: object = "1"
    tool: object = "read"


class Bare:
    pass


@pytest.mark.parametrize(
    ("messages", "calls", "message"),
    [
        ("hello", [], "messages is one string; it must be a list"),
        (None, [], "messages is NoneType; it must be a list"),
        ([], "read", "tool_calls is one string; it must be a list"),
        ([], 5, "tool_calls is int; it must be a list"),
        (
            [Told(), {"role": "user"}],
            [],
            "messages[1] is a dict; it must be an object with the attribute role",
        ),
        (
            [Told()],
            [SimpleNamespace(tool="read")],
            "tool_calls[0] is SimpleNamespace, which has no created_at",
        ),
        ([Told(), Told(created_at=5)], [], "messages[1].created_at is int; it must be a string"),
        ([Told()], [Told(created_at=None)], "tool_calls[0].created_at is NoneType; it must be a string"),
        ([Told()], [Told(), Told(tool=7)], "tool_calls[1].tool is int; it must be a string"),
        (
            [Told(content=Bare())],
            [],
            "messages[0].content is Bare, which renders to no text; give it a __str__ or an estimate",
        ),
    ],
)
def test_what_cannot_be_read_is_named(messages, calls, message):
    with pytest.raises(WrongType) as caught:
        group_history_into_turns(messages, calls)
    assert str(caught.value) == message


def test_many_calls_of_one_turn_and_calls_in_reverse_take_no_time():
    message = HistoryMessage(role="user", content="go", created_at="0")
    calls = [HistoryCall(created_at=f"{i:06}", tool="read", args=i) for i in range(20_000, 0, -1)]
    (turn,) = group_history_into_turns([message], calls)
    assert turn == Turn(
        qa="go\n" + "\n".join(f"read {i}" for i in range(20_000, 0, -1)),
        created_at="0",
        messages=(message,),
        tool_calls=tuple(calls),
    )
