import pickle
import threading

import numpy as np
import pytest

from contextthrift import Tokenizable, encoding_names, get_encoding
from contextthrift.exceptions import UnknownEncoding, WrongType

EXACT = ("cl100k_base", "o200k_base", "o200k_harmony", "p50k_base", "p50k_edit", "r50k_base", "gpt2")

ESTIMATES = ("chars4", "claude", "gemini")

TEXTS = [
    "",
    "Hello, world!",
    "naïve café",
    "你好世界",
    "🔥🎉",
    "a\r\n\t  b",
    "<|endoftext|>",
    "\ud83d",
    "\ud83d\ude00",
]


@pytest.mark.parametrize("name", [*EXACT, *ESTIMATES])
def test_batches_and_single_counts_agree(name):
    encoding = get_encoding(name)
    counts = [encoding.count(text) for text in TEXTS]
    assert encoding.count_list(TEXTS) == counts
    array = encoding.count_batch(iter(TEXTS))
    assert array.dtype == np.int64
    assert array.tolist() == counts


def test_half_a_pair_counts_as_the_replacement_character_and_a_whole_one_as_its_character():
    for name in ("cl100k_base", "o200k_base"):
        encoding = get_encoding(name)
        assert encoding.count("x\ud83dy") == encoding.count("x\ufffdy")
        assert encoding.count("\ud83d\ude00") == encoding.count("\U0001f600")


def test_the_spelling_of_a_control_token_is_plain_text():
    encoding = get_encoding("cl100k_base")
    assert encoding.count("<|endoftext|>") > 1


def test_an_unknown_name_offers_near_ones():
    with pytest.raises(UnknownEncoding) as raised:
        get_encoding("o200k")
    assert str(raised.value) == "no encoding is called 'o200k'; did you mean o200k_base or o200k_harmony?"


def test_other_types_than_text_are_named():
    encoding = get_encoding("cl100k_base")
    with pytest.raises(WrongType, match=r"^count\(\) takes a string, not bytes$"):
        encoding.count(b"x")
    with pytest.raises(WrongType, match=r"^texts\[1\] is int, not a string$"):
        encoding.count_list(["a", 1])
    with pytest.raises(WrongType, match="not one string"):
        encoding.count_list("ab")


def test_names_and_exactness():
    names = encoding_names()[: len(ESTIMATES) + len(EXACT)]
    assert names == (*ESTIMATES, *EXACT)
    assert [get_encoding(name).exact for name in names] == [
        *[False] * len(ESTIMATES),
        *[True] * len(EXACT),
    ]
    assert repr(get_encoding("chars4")) == "<Encoding chars4>"
    assert pickle.loads(pickle.dumps(get_encoding("chars4"))) is get_encoding("chars4")


def test_threads_count_as_one_does():
    texts = [f"message {number} " * (number % 50) for number in range(2_000)]
    encoding = get_encoding("o200k_base")
    alone = encoding.count_list(texts)
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(encoding.count_list(texts))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [alone] * 8


@pytest.mark.parametrize("sign", ["a", " ", "\n", "^", "-", "語"])
@pytest.mark.parametrize("name", [*EXACT, *ESTIMATES])
def test_a_million_equal_signs_have_a_count(name, sign):
    assert 0 < get_encoding(name).count(sign * 1_000_000) <= 3_000_000


def test_a_static_text_is_counted_once_and_a_function_each_time():
    calls = []

    def clock(ctx):
        calls.append(ctx)
        return f"It is {ctx}."

    static, dynamic = Tokenizable("Be brief."), Tokenizable(clock)
    assert [static.estimate("o200k_base"), static.estimate("o200k_base")] == [3, 3]
    assert dynamic.estimate("o200k_base", "noon") == dynamic.estimate("o200k_base", "noon")
    assert calls == ["noon", "noon"]
    assert str(static) == "Be brief."
    with pytest.raises(WrongType):
        Tokenizable(3)
    with pytest.raises(WrongType):
        Tokenizable(lambda _: 3).render()
