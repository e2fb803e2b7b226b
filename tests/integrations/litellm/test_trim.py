"""``trim_messages`` beside litellm's own."""

import litellm
import pytest
from litellm.utils import trim_messages as litellms

from contextthrift import FitPolicy, count_messages
from contextthrift.exceptions import InvalidArgument, UnknownModel, WindowRefused
from contextthrift.integrations.litellm import trim_messages

pytestmark = pytest.mark.filterwarnings("ignore")  # those of litellm, which are not ours to mend


def tools_in_turn(count, words=120):
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Read the book."}]
    for number in range(count):
        call = {"id": f"c{number}", "type": "function", "function": {"name": "read", "arguments": "{}"}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": f"page {number} " * words})
    return [*messages, {"role": "user", "content": "And?"}]


def talk(turns):
    said = [("user", "question"), ("assistant", "answer")]
    chat = [
        {"role": role, "content": f"{what} {n} " + "word " * 20} for n in range(turns) for role, what in said
    ]
    return [*chat, {"role": "user", "content": "and now?"}]


def orphans(messages):
    called = {call["id"] for message in messages for call in message.get("tool_calls") or ()}
    return [m["tool_call_id"] for m in messages if m["role"] == "tool" and m["tool_call_id"] not in called]


def test_pairs_stay_whole_at_every_limit_where_litellm_leaves_orphans():
    given = tools_in_turn(10)
    limits = range(400, 3_000, 100)
    broken = [limit for limit in limits if orphans(litellms(given, "gpt-4o", max_tokens=limit))]
    assert len(broken) > 10
    for limit in limits:
        trimmed = trim_messages(given, "gpt-4o", max_tokens=limit)
        assert orphans(trimmed) == []
        assert trimmed[0] is given[0]
        assert trimmed[-1]["content"].endswith("And?")
        assert count_messages(trimmed, model="gpt-4o") <= limit


def test_the_limit_is_the_same_share_of_the_longest_input():
    given = talk(200)
    trimmed, left = trim_messages(given, "gpt-4", return_response_tokens=True)
    assert int(8_192 * 0.75) - count_messages(trimmed, model="gpt-4") == left
    assert 0 <= left < 60
    assert len(trim_messages(given, "gpt-4", trim_ratio=0.4)) < len(trimmed) < len(given)


def test_messages_that_fit_are_the_callers_and_the_tokens_left_come_with_them():
    given = [{"role": "user", "content": "Hello, world!"}]
    trimmed, left = trim_messages(given, "gpt-4o", return_response_tokens=True)
    assert trimmed[0] is given[0]
    assert left == int(128_000 * 0.75) - 11
    assert litellms(given, "gpt-4o", return_response_tokens=True) == given  # of its two answers only one


def test_without_a_model_text_is_measured_as_litellm_measures_it():
    given = tools_in_turn(4)
    trimmed = trim_messages(given, max_tokens=700, policy=FitPolicy(gap_note=False))
    assert count_messages(trimmed, encoding="cl100k_base") <= 700


def test_a_model_that_only_litellm_knows_has_its_limit(monkeypatch):
    monkeypatch.setitem(litellm.model_cost, "house-6", {"max_input_tokens": 600})
    given = talk(30)
    assert 2 < len(trim_messages(given, "house-6")) < len(given)


def test_what_litellm_passes_over_in_silence_is_an_error():
    given = tools_in_turn(1)
    assert litellms(given, "gpt-4oo") == given
    with pytest.raises(
        UnknownModel, match=r"^the longest input of 'gpt-4oo' is not known.* give max_tokens="
    ):
        trim_messages(given, "gpt-4oo")
    with pytest.raises(InvalidArgument, match=r"^trim_messages\(\) needs max_tokens=, or model="):
        trim_messages(given)
    with pytest.raises(InvalidArgument, match=r"^trim_ratio is 75; it must be above 0 and at most 1$"):
        trim_messages(given, "gpt-4o", trim_ratio=75)
    with pytest.raises(WindowRefused, match="the budget is 5"):
        trim_messages(given, "gpt-4o", max_tokens=5)
