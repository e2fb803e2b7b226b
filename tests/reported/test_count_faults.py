"""Faults that were reported against other libraries' counting, each with what is expected instead."""

import time
from itertools import pairwise

import pytest

from contextthrift import cache_clear, count_messages, fit, get_encoding
from tests.tokens.test_encoding import ESTIMATES, EXACT


@pytest.mark.timeout(60)
@pytest.mark.parametrize("sign", ["^", "a", "-", " ", "\n", "語"])
@pytest.mark.parametrize("name", [*EXACT, *ESTIMATES])
def test_cnt_01_a_million_equal_signs_are_counted_in_time(name, sign):
    """Returns a positive count within 2 s and raises nothing; also for 'a', '-', ' ', newline and a CJK sign
    repeated a million times.
    """
    encoding = get_encoding(name)
    encoding.count("warm")
    cache_clear()
    started = time.thread_time()
    assert encoding.count(sign * 1_000_000) > 0
    assert time.thread_time() - started < 2


@pytest.mark.parametrize("name", [*EXACT, *ESTIMATES])
def test_cnt_03_the_spelling_of_a_control_token_is_plain_text(name):
    """A count comes back, no exception, the marker is counted as plain text (more tokens than the same
    sentence without it).
    """
    encoding = get_encoding(name)
    text = "my parser prints <|endoftext|> and <|im_start|>system here"
    without = text.replace("<|endoftext|>", "").replace("<|im_start|>", "")
    assert encoding.count(text) > encoding.count(without)
    assert encoding.count("<|endoftext|>") > 1


CONVERSATION = [
    {"role": "user", "content": "hi"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"q":"c1"}'}}
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "42"},
    {"role": "assistant", "content": "done"},
    {"role": "user", "content": "thanks"},
]


@pytest.mark.parametrize("contents", ["as they are", "empty"])
@pytest.mark.parametrize("name", [*EXACT, *ESTIMATES])
def test_cnt_08_every_message_more_costs_more(name, contents):
    """count(messages[:k+1]) > count(messages[:k]) for every k, also for empty content (overhead)."""
    messages = CONVERSATION if contents == "as they are" else [{**m, "content": ""} for m in CONVERSATION]
    counts = [count_messages(messages[:k], encoding=name) for k in range(len(messages) + 1)]
    assert all(less < more for less, more in pairwise(counts))


def test_cnt_13_a_long_history_is_counted_once():
    """The injected counter is called at most once per message (plus a constant) and the fit takes under
    200 ms with a cheap counter.
    """
    messages = [{"role": "user", "content": "some two hundred words of chat " * 33}] * 1000
    calls = 0

    def count(text, _):
        nonlocal calls
        calls += 1
        return len(text) // 4

    started = time.thread_time()
    fitted = fit(messages, context_window=16_000, estimate_tokens=count)
    took = time.thread_time() - started
    assert not fitted.fits
    assert calls <= len(messages) + 4
    assert took < 0.2 * 5, "five times as long as asked for, since the machine may be busy"
