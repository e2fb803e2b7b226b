"""Faults that others reported of fitting messages: none of them here.

Each test quotes what is expected instead, and asserts every clause of it.
"""

from timeit import repeat

import pytest

from contextthrift import FitPolicy, Retrievable, count_messages, fit
from contextthrift.exceptions import InvalidArgument
from contextthrift.formats.notice import CUT_MARK, NOT_RUN, stub_text
from tests.fit import pieces, validity
from tests.fit.convert import VARIANTS, converted
from tests.fit.messages import call, calls, result, says, user
from tests.fit.native import answered, thinking, uses

MEASURE = {"encoding": "o200k_base"}


def looking(*ids):
    return calls(*(call(each, "look", f'{{"q":"{each}"}}') for each in ids))


# --- FIT-01

READING = [user("read it"), looking("c1"), result("c1", "short"), says("read"), user("next?")]


def windows_around(budget, messages):
    return [*range(1, budget), budget, *range(budget, count_messages(messages, **MEASURE) + 1)]


def test_FIT_01_a_call_and_its_result_are_kept_or_gone_together():
    """Either call and result are both kept or both gone; the kept list is valid for OpenAI."""
    budget = count_messages(READING[-3:], **MEASURE)
    for window in windows_around(budget, READING):
        out = fit(READING, context_window=window, **MEASURE)
        assert ({1, 2} <= set(out.dropped)) or not {1, 2} & set(out.dropped)
        validity.check("openai", out.messages, READING)
    assert fit(READING, context_window=budget, **MEASURE).fits


@pytest.mark.parametrize("variant", VARIANTS)
def test_FIT_01_the_kept_list_is_valid_for_each_provider(variant):
    """Either call and result are both kept or both gone; ... valid for OpenAI, Anthropic and Gemini."""
    request = converted(variant, READING)
    whole = count_messages(request.messages, **MEASURE, **request.arguments)
    for window in range(1, whole + 1):
        out = fit(request.messages, context_window=window, **MEASURE, **request.arguments)
        kinds = [piece.kind for piece in pieces.pieces(request.format, out.messages)]
        assert kinds.count("call") == kinds.count("result")
        validity.check(request.format, out.messages, request.messages)


# --- FIT-03

THREE = [
    user("three things"),
    looking("a", "b", "d"),
    result("a", "x"),
    result("b", "long " * 4_000),
    result("d", "z"),
    user("and?"),
]


@pytest.mark.parametrize("keep", [0, 1, 3])
@pytest.mark.parametrize("window", [1, 20, 60, 100, 200, 2_000, 5_000])
def test_FIT_03_a_round_of_parallel_calls_is_one_unit(window, keep):
    """The round of one assistant message and all its results is one unit: results may be shortened or
    stubbed, never removed one by one.
    """
    out = fit(THREE, context_window=window, policy=FitPolicy(this_turn_result_keep=keep), **MEASURE)
    assert {1, 2, 3, 4} & set(out.dropped) in (set(), {1, 2, 3, 4})
    if 1 not in out.dropped:
        assert [message.get("tool_call_id") for message in out.messages][-4:-1] == ["a", "b", "d"]
        long = next(message for message in out.messages if message.get("tool_call_id") == "b")
        assert long is THREE[3] or long["content"] == stub_text("look") or CUT_MARK in long["content"]


def test_FIT_03_in_200_tokens_the_long_result_is_a_stub_and_the_others_stay():
    """The round ... is one unit: results may be shortened or stubbed, never removed one by one."""
    out = fit(THREE, context_window=200, policy=FitPolicy(this_turn_result_keep=1), **MEASURE)
    assert out.fits
    assert out.messages == [*THREE[:3], result("b", stub_text("look")), *THREE[4:]]


# --- FIT-05

SHORTENED = [user("語" * 50)]


def seconds(window, messages):
    return min(repeat(lambda: fit(messages, context_window=window, **MEASURE), number=5, repeat=5))


def test_FIT_05_a_limit_that_cannot_be_reached_ends_at_once():
    """Ends within 100 ms with fits = false and the size of the floor; no loop, no exception."""
    out = fit(SHORTENED, context_window=1, **MEASURE)
    assert not out.fits
    assert out.messages == SHORTENED
    assert out.trace.total_after == count_messages(SHORTENED, **MEASURE)
    assert seconds(1, SHORTENED) < 20 * seconds(1_000, SHORTENED)


# --- FIT-06

PARTS = [user([{"type": "text", "text": "First text. " * 400}]), user("and now?")]
STRINGS = [user("First text. " * 400), user("and now?")]
EARLIER = [PARTS[0], says("well"), PARTS[1]]


@pytest.mark.parametrize("budget", [1, 10, 50, 500, 5_000])
@pytest.mark.parametrize("messages", [PARTS, EARLIER], ids=["in one turn", "in an earlier turn"])
def test_FIT_06_content_in_parts_is_handled_like_a_string(messages, budget):
    """List content is handled like string content: the result is within budget or fits = false; never
    silently over budget.
    """
    out = fit(messages, context_window=budget, **MEASURE)
    sent = count_messages(out.messages, **MEASURE)
    assert out.fits == (sent <= budget)
    assert sent == out.trace.total_after
    plain = [user(STRINGS[0]["content"]), *messages[1:]]
    as_text = fit(plain, context_window=budget, **MEASURE)
    assert (as_text.fits, as_text.dropped, as_text.trace.total_after) == (out.fits, out.dropped, sent)


# --- FIT-08


@pytest.mark.parametrize("reserve", [8_192, 20_000, 2**40])
def test_FIT_08_a_reserve_as_large_as_the_window_is_a_configuration_error(reserve):
    """A configuration error or a clamped reserve that the trace names; never a wrapped-around budget, never
    a refusal of a 3-token prompt by default.
    """
    with pytest.raises(InvalidArgument) as caught:
        fit([user("hi")], context_window=8_192, output_reserve=reserve, **MEASURE)
    assert "output_reserve" in str(caught.value)
    assert "8192" in str(caught.value).replace(",", "")
    assert str(reserve) in str(caught.value).replace(",", "")
    by_default = fit([user("hi")], context_window=8_192, **MEASURE)
    assert by_default.fits
    assert 0 < by_default.trace.budget <= 8_192


# --- FIT-10


def test_FIT_10_an_inexact_count_keeps_a_margin_for_the_reply():
    """With an inexact counter a margin is kept (for this case at least 1800 tokens); with an exact counter
    none is needed.
    """
    from contextthrift import reply_limit

    limit = reply_limit(400_000, 90_000, 380_000, exact=False)
    assert 0 < limit <= 400_000 - 90_000 - 1_800
    assert limit + 91_800 <= 400_000
    assert reply_limit(400_000, 90_000, 380_000, exact=True) == 310_000
    assert reply_limit(400_000, 90_000, 5_000, exact=True) == 5_000


# --- FIT-11


def chunks(number=3):
    return [
        Retrievable(content=f"chunk {place} " + "chunk " * 1_499, id=f"r{place}") for place in range(number)
    ]


def kept(out):
    return [place for place in range(3) if f"chunk {place} " in (out.context_block or "")]


def with_chunks(window, reserve=512):
    return fit(
        [user("hello")],
        system="s",
        retrievables=chunks(),
        context_window=window,
        output_reserve=reserve,
        **MEASURE,
    )


def test_FIT_11_the_tail_of_the_ranking_is_cut_first():
    """The tail of the ranking is cut first; system prompt and newest turn stay."""
    out = with_chunks(4_096)
    assert out.fits
    assert out.trace.total_after <= 4_096 - 512
    assert kept(out) == [0, 1]
    assert out.messages == [user("hello")]
    bare = count_messages([user("hello")], system="s", **MEASURE)
    assert out.trace.total_after > bare > count_messages([user("hello")], **MEASURE)
    assert [kept(with_chunks(window)) for window in (6_000, 2_400, 600)] == [[0, 1, 2], [0], []]


def test_FIT_11_a_floor_that_is_too_big_is_refused_and_not_raised():
    """... if even the floor is too big, fits = false instead of an exception."""
    out = with_chunks(3, reserve=0)
    assert not out.fits
    assert out.messages == [user("hello")]
    assert kept(out) == []


# --- FIT-13

BROKEN = [user("u"), result("gone", "stray"), says("x"), looking("c9"), user("still there?")]


def test_FIT_13_both_directions_are_mended_and_once():
    """Both directions are mended: the stray result goes, the open call gets a marked 'interrupted' result;
    repairing twice changes nothing more.
    """
    out = fit(BROKEN, context_window=10_000, **MEASURE)
    assert out.messages == [BROKEN[0], BROKEN[2], BROKEN[3], result("c9", NOT_RUN), BROKEN[4]]
    assert "interrupted" in NOT_RUN
    assert out.dropped == (1,)
    again = fit(out.messages, context_window=10_000, **MEASURE)
    assert again.trace.repairs == ()
    assert all(now is before for now, before in zip(again.messages, out.messages, strict=True))


@pytest.mark.parametrize("variant", VARIANTS)
def test_FIT_13_it_is_mended_in_every_format(variant):
    """Both directions are mended ...; repairing twice changes nothing more."""
    request = converted(variant, BROKEN)
    out = fit(request.messages, context_window=10_000, **MEASURE, **request.arguments)
    results = [
        piece for piece in validity.reading.pieces(request.format, out.messages) if piece.kind == "result"
    ]
    assert [piece.text for piece in results] == [NOT_RUN]
    validity.check(request.format, out.messages, request.messages)
    again = fit(out.messages, context_window=10_000, **MEASURE, **request.arguments)
    assert again.messages == out.messages
    assert again.trace.repairs == ()


# --- ADP-06

ROUND = [
    {"role": "user", "content": "u"},
    uses("t1", before=[thinking("let me see", "sig-own-1")]),
    {"role": "user", "content": [answered("t1", "x " * 3_000)]},
]
SO = {"role": "assistant", "content": [thinking("so", "sig-own-2"), {"type": "text", "text": "x"}]}
FINISHED = [*ROUND, SO, {"role": "user", "content": "go on"}]


def thoughts(messages):
    return [block for message in messages for block in message["content"] if is_thinking(block)]


def is_thinking(block):
    return isinstance(block, dict) and block["type"] == "thinking"


@pytest.mark.parametrize("window", [1, 60, 400, 1_000, 2_500, 10_000])
def test_ADP_06_thinking_of_an_unfinished_round_passes_through(window):
    """Thinking blocks of an unfinished tool round pass through byte for byte or the whole round goes; older
    finished rounds may lose them entirely; never a changed block.
    """
    out = fit(ROUND, context_window=window, format="anthropic", **MEASURE)
    assert out.messages[0] is ROUND[0]
    assert out.messages[1] is ROUND[1]
    assert [block["type"] for block in out.messages[2]["content"]] == ["tool_result"]
    assert out.fits == (out.trace.total_after <= window)
    validity.check("anthropic", out.messages, ROUND)


def test_ADP_06_in_400_tokens_the_result_is_shortened_and_the_thinking_stays():
    """Thinking blocks of an unfinished tool round pass through byte for byte ...; never a changed block."""
    out = fit(ROUND, context_window=400, format="anthropic", **MEASURE)
    assert out.fits
    assert out.messages[:2] == ROUND[:2]
    assert out.messages[2] != ROUND[2]


@pytest.mark.parametrize("window", [1, 60, 400, 1_000, 2_500, 10_000])
def test_ADP_06_older_rounds_lose_their_thinking_whole_or_not_at_all(window):
    """... older finished rounds may lose them entirely; never a changed block."""
    out = fit(FINISHED, context_window=window, format="anthropic", **MEASURE)
    for block in thoughts(out.messages):
        assert block in thoughts(FINISHED)
    validity.check("anthropic", out.messages, FINISHED)
