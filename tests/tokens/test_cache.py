"""Counts are remembered for the whole process, and nobody can tell but by the time it takes."""

import os
import threading
import time
from itertools import cycle, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import cache_clear, cache_info, fit, get_encoding, set_cache_size
from contextthrift.exceptions import InvalidArgument
from contextthrift.tokens.builtin import BUILTIN_NAMES
from contextthrift.tokens.cache import DEFAULT_CACHE_BYTES, LEAST_CACHE_BYTES, CacheInfo

EXACT = [name for name in BUILTIN_NAMES if get_encoding(name).exact]
TEXTS = [f"{number} is the number of this text, \u00e9\u4f60\U0001f600. " * 20 for number in range(300)]
LONG_ENOUGH = 512
"""Bytes from which on a text is looked up."""


@pytest.fixture(autouse=True)
def empty_cache():
    set_cache_size(DEFAULT_CACHE_BYTES)
    yield
    set_cache_size(DEFAULT_CACHE_BYTES)


def counted_without(name, texts):
    set_cache_size(0)
    counts = get_encoding(name).count_list(texts)
    set_cache_size(DEFAULT_CACHE_BYTES)
    return counts


def test_a_text_is_a_miss_once_and_then_a_hit():
    encoding = get_encoding("cl100k_base")
    for _ in range(3):
        encoding.count(TEXTS[0])
    info = cache_info()
    assert info == CacheInfo(
        hits=2, misses=1, entries=1, size_bytes=info.size_bytes, max_bytes=DEFAULT_CACHE_BYTES
    )
    assert 0 < info.size_bytes < 1_000


def test_clearing_and_resizing_begin_anew():
    encoding = get_encoding("cl100k_base")
    for begin_anew in (cache_clear, lambda: set_cache_size(LEAST_CACHE_BYTES)):
        encoding.count_list(TEXTS)
        assert cache_info().entries == len(TEXTS)
        begin_anew()
        info = cache_info()
        assert (info.hits, info.misses, info.entries, info.size_bytes) == (0, 0, 0, 0)
    assert info.max_bytes == LEAST_CACHE_BYTES


def test_size_0_switches_it_off():
    set_cache_size(0)
    for _ in range(2):
        get_encoding("cl100k_base").count_list(TEXTS)
    assert cache_info() == CacheInfo(hits=0, misses=0, entries=0, size_bytes=0, max_bytes=0)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        (1, "max_bytes is 1; it must be 0, which switches the cache off, or 65536 or more"),
        (-1, "max_bytes is -1; it must be a whole number from 0 to 2**63 - 1"),
        (0.5, "max_bytes is 0.5; it must be a whole number, 0 or more"),
    ],
)
def test_a_size_that_cannot_be_meant_is_refused(size, message):
    with pytest.raises(InvalidArgument) as error:
        set_cache_size(size)
    assert str(error.value) == message
    assert cache_info().max_bytes == DEFAULT_CACHE_BYTES


def test_it_never_holds_more_than_it_may_and_counts_stay_right():
    texts = [f"{number} {'x' * LONG_ENOUGH}" for number in range(5_000)]
    expected = counted_without("cl100k_base", texts)
    set_cache_size(LEAST_CACHE_BYTES)
    for _ in range(2):
        assert get_encoding("cl100k_base").count_list(texts) == expected
    assert 500 < cache_info().entries < 2_000
    assert cache_info().size_bytes <= LEAST_CACHE_BYTES


def test_short_texts_and_estimates_are_not_looked_up():
    get_encoding("cl100k_base").count("x" * (LONG_ENOUGH - 1))
    for name in ("claude", "gemini", "chars4"):
        get_encoding(name).count_list(TEXTS)
    assert (cache_info().hits, cache_info().misses) == (0, 0)
    get_encoding("cl100k_base").count("x" * LONG_ENOUGH)
    assert cache_info().misses == 1


SHORT = [f"{number}: the same short message in a long history" for number in range(3_000)]


def test_short_texts_of_a_batch_are_remembered_in_their_order():
    encoding, expected = get_encoding("cl100k_base"), counted_without("cl100k_base", SHORT)
    assert encoding.count_list(SHORT) == expected
    looked_up = cache_info().misses
    assert len(SHORT) - 12 < looked_up <= len(SHORT), "all but fewer than 512 bytes at the end"
    assert encoding.count_list(SHORT) == expected
    assert (cache_info().hits, cache_info().misses) == (looked_up, looked_up)
    assert cache_info().size_bytes < 20 * len(SHORT)


def test_a_history_that_lost_its_front_and_has_grown_is_found_but_for_its_ends():
    encoding, grown = get_encoding("o200k_base"), [*SHORT[100:], *(text[::-1] for text in SHORT[:100])]
    encoding.count_list(SHORT)
    assert encoding.count_list(grown) == counted_without("o200k_base", grown)
    set_cache_size(DEFAULT_CACHE_BYTES)
    encoding.count_list(SHORT)
    encoding.count_list(grown)
    assert cache_info().hits > len(SHORT) - 300


@given(st.lists(st.one_of(st.text(max_size=60), st.sampled_from([*SHORT[:40], *TEXTS[:3]])), max_size=80))
def test_a_batch_of_long_short_and_tiny_texts_counts_as_without_the_cache(texts):
    for name in ("cl100k_base", "o200k_base", "gpt2"):
        expected = counted_without(name, texts)
        assert [get_encoding(name).count_list(texts) for _ in range(2)] == [expected] * 2


def test_a_limit_that_a_text_is_far_above_does_not_look_it_up():
    assert get_encoding("o200k_base").count_up_to("one two three " * 100_000, 100) is None
    assert (cache_info().misses, cache_info().entries) == (0, 0)


@pytest.mark.parametrize("name", EXACT)
def test_every_exact_encoding_remembers_its_own_count(name):
    expected = counted_without(name, TEXTS)
    for other in EXACT:
        get_encoding(other).count_list(TEXTS)
    assert get_encoding(name).count_list(TEXTS) == expected
    assert [get_encoding(name).count(text) for text in TEXTS] == expected
    assert cache_info().hits > 0


@given(
    st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=8),
    st.sampled_from(EXACT),
    st.integers(0, 1_500),
)
def test_all_ways_to_count_answer_as_without_the_cache(pieces, name, limit):
    texts = ["".join(islice(cycle([piece, *pieces]), LONG_ENOUGH)) for piece in pieces]
    encoding = get_encoding(name)
    expected = counted_without(name, texts)
    limited = [count if count <= limit else None for count in expected]
    for _ in range(2):
        assert [encoding.count_up_to(text, limit) for text in texts] == limited
        assert [encoding.count(text) for text in texts] == expected
        assert encoding.count_list(texts) == expected
        assert encoding.count_batch(texts).tolist() == expected
        assert [encoding.count_up_to(text, limit) for text in texts] == limited
    assert cache_info().hits > 0


def test_a_fit_is_the_same_with_and_without():
    messages = [{"role": "user" if at % 2 == 0 else "assistant", "content": t} for at, t in enumerate(TEXTS)]

    def fitted():
        return fit(messages, context_window=30_000, encoding="o200k_base")

    first, second = fitted(), fitted()
    assert cache_info().hits >= len(TEXTS)
    set_cache_size(0)
    alone = fitted()
    assert first.messages == second.messages == alone.messages
    assert first.trace.total_after == second.trace.total_after == alone.trace.total_after


def test_threads_that_count_clear_and_resize_at_once_get_the_counts_they_get_alone():
    encoding, expected = get_encoding("cl100k_base"), counted_without("cl100k_base", TEXTS)
    until, wrong = time.monotonic() + 1, []

    def count():
        while time.monotonic() < until:
            wrong.extend(counts for counts in [encoding.count_list(TEXTS)] if counts != expected)

    def disturb():
        for size in cycle((LEAST_CACHE_BYTES, 0, DEFAULT_CACHE_BYTES)):
            if time.monotonic() >= until:
                return
            set_cache_size(size)
            cache_clear()

    threads = [threading.Thread(target=work) for work in (*[count] * 8, disturb)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_processes_forked_while_threads_count_answer_right_and_do_not_hang():
    encoding, expected = get_encoding("cl100k_base"), counted_without("cl100k_base", TEXTS)
    over = threading.Event()

    def count():
        while not over.is_set():
            encoding.count_list(TEXTS)

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    children = [forked(encoding, expected) for _ in range(40)]
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    over.set()
    for thread in threads:
        thread.join()
    assert codes == [0] * len(children)


def forked(encoding, expected):
    child = os.fork()
    if child == 0:
        right = all(encoding.count_list(TEXTS) == expected for _ in range(3))
        cache_clear()
        os._exit(0 if right and encoding.count_list(TEXTS) == expected else 1)
    return child
