import pickle

import pytest

import contextthrift
from contextthrift import (
    Message,
    Tokenizable,
    WorkingSet,
    encoding_names,
    fit,
    get_encoding,
    register_token_estimator,
    subtract_to_fit,
)
from contextthrift.exceptions import EstimatorAnswer, InvalidArgument, UnknownEncoding, WrongType
from contextthrift.tokens import registry


def words(text, encoding):
    return len(text.split())


class Batched:
    """An estimator that is asked for many texts at once."""

    def __init__(self, answers=None):
        self.calls = []
        self.answers = answers

    def estimate_batch(self, texts):
        self.calls.append(list(texts))
        return [len(text.split()) for text in texts] if self.answers is None else self.answers


@pytest.fixture(autouse=True)
def forget(monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})


def test_a_registered_name_is_taken_wherever_an_encoding_is():
    encoding = register_token_estimator("words", words, exact=True)
    assert get_encoding("words") is encoding
    assert encoding_names()[-1] == "words"
    assert encoding.exact
    assert encoding.is_custom
    assert encoding.count_list(["one two", ""]) == [2, 0]
    assert encoding.count_up_to("one two", 1) is None
    assert Tokenizable("one two three").estimate("words") == 3
    assert (
        fit([{"role": "user", "content": "one two"}], context_window=9, encoding="words").trace.encoding
        == "words"
    )
    assert pickle.loads(pickle.dumps(encoding)) is encoding


def test_the_new_measure_takes_the_place_of_an_own_one():
    register_token_estimator("mine", words)
    text = Tokenizable("one two three")
    assert text.estimate("mine") == 3
    register_token_estimator("mine", lambda text, _: len(text))
    assert get_encoding("mine").count("abc") == 3
    assert text.estimate("mine") == 13


@pytest.mark.parametrize("name", ["cl100k_base", "chars4", "llama3", "hf:x/y", "a/b", "x.json", ""])
def test_a_name_of_the_package_or_a_place_cannot_be_taken(name):
    with pytest.raises(InvalidArgument, match="register another name|cannot be an estimator's name"):
        register_token_estimator(name, words)


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(WrongType, match=r"^the estimator is int; it must be a function"):
        register_token_estimator("mine", 3)
    with pytest.raises(WrongType, match=r"^an encoding's name is a string, not int$"):
        register_token_estimator(3, words)


def test_an_object_with_estimate_batch_is_asked_once_for_everything():
    batched = Batched()
    messages = [Message(id=str(i), content="one two " * i, created_at_ms=i) for i in range(5)]
    ws = WorkingSet(system_prompt="be brief", messages=messages)
    trace = subtract_to_fit(ws, 100, [], estimate_tokens=batched, output_reserve=0)
    assert trace.total_before == 22
    assert len(batched.calls) == 1
    assert register_token_estimator("batched", Batched()).count_list(["a b", "c"]) == [2, 1]


@pytest.mark.parametrize(
    ("answers", "error", "message"),
    [
        (
            [1],
            EstimatorAnswer,
            "estimate_batch() answered 1 numbers for 2 texts; it must answer one for each",
        ),
        (None, None, None),
        (7, WrongType, "estimate_batch() answered int; it must answer a list of numbers"),
        (
            [1, float("nan")],
            EstimatorAnswer,
            "the estimator's answer for texts[1] is nan; it must be a number of tokens, 0 or more",
        ),
        (
            [1, "2"],
            WrongType,
            "the estimator's answer for texts[1] is '2' (str); it must be a number of tokens",
        ),
    ],
)
def test_the_answers_of_a_batch_are_checked(answers, error, message):
    encoding = register_token_estimator("batched", Batched(answers))
    if error is None:
        assert encoding.count_list(["a", "b"]) == [1, 1]
        return
    with pytest.raises(error) as raised:
        encoding.count_list(["a", "b"])
    assert str(raised.value) == message


def test_fractions_are_rounded_up():
    assert register_token_estimator("half", Batched([0.5, 2.0])).count_list(["a", "b"]) == [1, 2]


def test_an_unknown_name_offers_registered_ones_and_families_too():
    register_token_estimator("my_words", words)
    with pytest.raises(UnknownEncoding) as raised:
        get_encoding("my_word")
    assert str(raised.value) == "no encoding is called 'my_word'; did you mean my_words?"
    with pytest.raises(UnknownEncoding, match="did you mean llama3"):
        get_encoding("llama-3")


def test_a_models_name_offers_the_models_encoding():
    with pytest.raises(UnknownEncoding) as raised:
        get_encoding("gpt-4o")
    assert str(raised.value) == (
        "no encoding is called 'gpt-4o'; did you mean o200k_base, the encoding of the model of that name?"
    )


def test_a_name_that_resembles_none_lists_the_encodings():
    with pytest.raises(
        UnknownEncoding, match="^no encoding is called '~'; the encodings are chars4, claude, "
    ):
        get_encoding("~")


@pytest.mark.parametrize("limit", [-1, 1.5, True, None])
def test_a_limit_that_is_no_number_of_tokens_is_refused(limit):
    with pytest.raises((InvalidArgument, WrongType), match=r"^limit is "):
        get_encoding("cl100k_base").count_up_to("text", limit)


def test_a_function_of_a_text_alone_is_an_estimator_too():
    turns = [contextthrift.Turn(qa="four", created_at=""), contextthrift.Turn(qa="seven", created_at="")]
    assert contextthrift.select_naive_turns(turns, 5, estimate_tokens=len) == turns[1:]
    named = []

    def with_name(text, encoding=""):
        named.append(encoding)
        return len(text)

    assert contextthrift.select_naive_turns(turns, 9, estimate_tokens=with_name) == turns
    assert set(named) == {contextthrift.tokens.DEFAULT_ENCODING}
