"""Texts that break other counters: they are counted in linear time, on a small stack, and never raise."""

import base64
import random
import threading
import time
import unicodedata

import pytest

from contextthrift import get_encoding, set_cache_size
from contextthrift.tokens.cache import DEFAULT_CACHE_BYTES
from tests.tokens.test_encoding import ESTIMATES, EXACT

RANDOM = random.Random(5)


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    set_cache_size(0)
    yield
    set_cache_size(DEFAULT_CACHE_BYTES)


def repeated(sign):
    return lambda size: sign * (size // len(sign.encode()))


def drawn(alphabet):
    return lambda size: "".join(RANDOM.choices(alphabet, k=size // len(alphabet[-1].encode())))


TEXTS = {
    "one letter": repeated("a"),
    "spaces": repeated(" "),
    "newlines": repeated("\n"),
    "a mark": repeated("^"),
    "a Chinese sign": repeated("語"),
    "combining marks": repeated("\u0301"),
    "emoji": repeated("🔥"),
    "NUL": repeated("\0"),
    "spaces before a word": lambda size: " " * (size - 1) + "x",
    "base64": lambda size: base64.b64encode(RANDOM.randbytes(size * 3 // 4)).decode(),
    "one random word": drawn("abcdefghijklmnopqrstuvwxyz"),
    "random marks": drawn("!@#$%^&*()_+-=[]{}"),
    "random blanks": drawn(" \t\r\n"),
    "random signs of all scripts": drawn("aB1 \n.é世한🔥"),
}


def fastest(encoding, make, size):
    """CPU seconds for the fastest of some texts, each of them new, so that no cache helps."""
    times = []
    for _ in range(5):
        text = make(size)
        started = time.thread_time()
        encoding.count(text)
        times.append(time.thread_time() - started)
    return min(times)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("make", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "p50k_base", "claude"])
def test_ten_times_the_text_takes_about_ten_times_the_time(name, make):
    """Squared time would be a hundred times; the texts are large enough for a clock of a microsecond."""
    encoding = get_encoding(name)
    encoding.count("warm")
    assert fastest(encoding, make, 1_000_000) <= 20 * fastest(encoding, make, 100_000)


@pytest.mark.parametrize("name", [*EXACT, *ESTIMATES])
def test_ten_megabytes_without_a_break_need_no_deep_stack(name):
    text = "".join(RANDOM.choices("abcdefgh", k=10_000)) * 1_000
    counts = []
    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=lambda: counts.append(get_encoding(name).count(text)))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    # `claude` says a token a byte, its most, where ctok counts three quarters of that
    most = len(text) if name == "claude" else len(text) - 1
    assert 1_000_000 < counts[0] <= most


def test_a_million_spaces_are_what_they_should_be_where_tiktoken_panics():
    assert get_encoding("o200k_base").count(" " * 1_000_000) == 7_813


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize("name", [*EXACT, *ESTIMATES])
def test_every_normal_form_of_a_text_has_a_count(name, form):
    text = unicodedata.normalize(form, "Ａ가ﬁé\u0344\u1e9b\u0323") * 100 + "\u0301" * 100_000
    assert get_encoding(name).count(text) > 0


@pytest.mark.parametrize("name", [*EXACT, *ESTIMATES])
def test_half_pairs_in_any_number_are_counted_as_replacement_characters(name):
    encoding = get_encoding(name)
    assert encoding.count("a\ud83d" * 1_000) == encoding.count("a\ufffd" * 1_000)
    assert encoding.count_list(["\udc00\ud83d", "\ud83d\udc00"]) == encoding.count_list(
        ["\ufffd\ufffd", "🐀"]
    )
