"""What a query does: which earlier turns go first, and with `order` which of their units."""

import pytest

from contextthrift import FitPolicy, fit
from contextthrift.exceptions import InvalidArgument

SAID = [
    ("How do I bake sourdough bread?", "Feed the starter, then fold the dough. " * 6),
    ("What painted sunrises did Turner leave?", "Several sunrises hang in London. " * 6),
    ("Is it going to rain?", "No rain is expected this week. " * 6),
]


def chat(question):
    messages = []
    for asked, answered in SAID:
        messages += [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}]
    return [*messages, {"role": "user", "content": question}]


def kept_topics(fitted):
    text = "\n".join(message["content"] for message in fitted.messages)
    return [
        topic
        for topic, word in (("bread", "starter"), ("art", "Turner"), ("rain", "expected"))
        if word in text
    ]


def fitted(messages, window, **options):
    return fit(messages, context_window=window, output_reserve=0, encoding="o200k_base", **options)


POLICY = FitPolicy(keep_first_user=False, gap_note=False)


def test_the_turn_that_suits_the_query_stays_longest():
    messages = chat("And now?")
    by_age = fitted(messages, 150, policy=POLICY)
    asked = fitted(messages, 150, policy=POLICY, query="baking bread with dough")
    assert kept_topics(by_age) == ["art", "rain"]
    assert kept_topics(asked) == ["bread", "rain"]


def test_auto_takes_the_query_from_the_current_turn():
    messages = chat("So how is the dough folded for my breads?")
    auto = fitted(messages, 150, policy=POLICY, query="auto")
    assert kept_topics(auto) == ["bread", "rain"]
    assert auto.messages == fitted(messages, 150, policy=POLICY, query=messages[-1]["content"]).messages


def test_auto_on_an_empty_conversation_and_on_one_turn_is_fine():
    assert fitted([], 100, query="auto").messages == []
    assert fitted([{"role": "user", "content": "hi"}], 100, query="auto").fits


def work(number, topic):
    call = {"id": f"c{number}", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"c{number}", "content": topic},
    ]


def test_by_relevance_the_units_that_suit_the_query_stay_whatever_their_age():
    topics = [f"the weather station number {number} says mild and dry" for number in range(8)]
    topics[1] = "the painter Turner left sunrises to the gallery"
    messages = [{"role": "user", "content": "Look around."}]
    for number, topic in enumerate(topics):
        messages += work(number, topic)
    messages += [{"role": "assistant", "content": "Done."}, {"role": "user", "content": "Turner's sunrises?"}]
    by_age = fitted(messages, 120, query="auto", policy=FitPolicy(gap_note=False))
    by_score = fitted(messages, 120, policy=FitPolicy(gap_note=False, order="relevance"))
    assert by_age.fits
    assert by_score.fits
    calls = [
        [call["id"] for message in each.messages for call in message.get("tool_calls") or ()]
        for each in (by_age, by_score)
    ]
    assert "c1" not in calls[0]
    assert "c1" in calls[1]


def test_a_larger_window_keeps_more_and_fitting_twice_changes_nothing():
    messages = chat("How is the dough folded?")
    policy = FitPolicy(keep_first_user=False, order="relevance")
    sizes = [len(fitted(messages, window, policy=policy).messages) for window in range(20, 200, 5)]
    assert sizes == sorted(sizes)
    for window in range(60, 200, 20):
        once = fitted(messages, window, policy=policy)
        assert fitted(once.messages, window, policy=policy).messages == once.messages


def test_an_order_that_does_not_exist_is_refused():
    with pytest.raises(InvalidArgument, match="policy.order is 'size'; it must be 'age' or 'relevance'"):
        FitPolicy(order="size")
