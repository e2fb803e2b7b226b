"""Memories and passages in the budget: what is kept, what it costs, and where it stands."""

import pytest

from contextthrift import FitPolicy, Memory, Retrievable, count_messages, fit
from tests.fit.convert import VARIANTS, converted
from tests.fit.messages import calls, long, result, says, user
from tests.fit.walk import WHOLE, chain

CHAT = [user("first"), calls("a"), result("a", long("heron")), says("one"), user("go on")]


def passage(name, score=None, times=40):
    return Retrievable(id=name, content=long(f"<{name}>", times), score=score)


def memory(name, importance=None, times=40):
    return Memory(content=long(f"<{name}>", times), importance=importance)


PASSAGES = [passage("p1", 0.5), passage("p2", 0.9), passage("p3", 0.1)]
MEMORIES = [memory("m1", 0.2), memory("m2", 0.8)]
NAMES = ("p1", "p2", "p3", "m1", "m2")


def fitted(window, messages=CHAT, *, memories=MEMORIES, retrievables=PASSAGES, **options):
    return fit(
        messages,
        context_window=window,
        estimate_tokens="chars4",
        memories=memories,
        retrievables=retrievables,
        **options,
    )


def kept(out):
    return [name for name in NAMES if f"<{name}>" in (out.context_block or "")]


def losses(**options):
    """The names in the order in which they go, from window to window."""
    order = []
    whole = fitted(10**6, **options)
    for window in range(whole.trace.total_before, 0, -1):
        left = kept(fitted(window, **options))
        order += [name for name in kept(whole) if name not in left and name not in order]
    return order


def test_all_of_them_are_kept_where_they_fit():
    out = fitted(10**6)
    assert kept(out) == list(NAMES)
    assert out.messages == CHAT
    assert out.trace.cuts == ()


def test_the_block_is_beside_the_messages_and_not_in_them():
    assert all(f"<{name}>" not in str(fitted(10**6).messages) for name in NAMES)


def test_without_any_there_is_no_block():
    assert fitted(10**6, memories=(), retrievables=()).context_block is None


def test_where_none_is_left_there_is_no_block():
    assert not fitted(1).context_block
    assert fitted(1).messages == [CHAT[-1]]


def test_passages_go_before_memories_and_the_lowest_first():
    assert losses() == ["p3", "p1", "p2", "m1", "m2"]


def test_of_equal_ones_the_one_listed_later_goes_first():
    passages = [passage("p1"), passage("p2"), passage("p3", 0)]
    assert losses(retrievables=passages, memories=[memory("m1"), memory("m2")])[-2:] == ["m2", "m1"]
    assert losses(retrievables=[passage("p1", 1), passage("p2", 1)])[:2] == ["p2", "p1"]


def test_they_go_after_the_results_and_before_what_was_said():
    arguments = {"memories": MEMORIES, "retrievables": PASSAGES}
    names = [made[0].stage for made in chain(WHOLE, **arguments)]
    places = [place for place, name in enumerate(names) if name == "context"]
    assert len(places) == len(PASSAGES) + len(MEMORIES)
    assert places == list(range(places[0], places[-1] + 1))
    assert set(names[: places[0]]) == {"earlier-results", "current-results"}
    assert names[places[-1] + 1] == "earlier-units"


def test_their_cost_is_in_the_total():
    bare = count_messages(CHAT, estimate_tokens="chars4")
    out = fitted(10**6)
    least = bare + count_messages([user(out.context_block)], estimate_tokens="chars4")
    least -= count_messages([user("")], estimate_tokens="chars4")
    assert out.trace.total_before == out.trace.total_after >= least


@pytest.mark.parametrize("share", range(0, 101, 7))
def test_messages_and_block_fit_together(share):
    most = fitted(10**6).trace.total_before
    out = fitted(max(1, most * share // 100))
    block = 0
    if out.context_block:
        block = count_messages([user(out.context_block)], estimate_tokens="chars4")
        block -= count_messages([user("")], estimate_tokens="chars4")
    sent = count_messages(out.messages, estimate_tokens="chars4") + block
    assert sent <= out.trace.total_after
    assert out.fits == (out.trace.total_after <= out.trace.budget)


def test_a_larger_window_keeps_at_least_what_a_smaller_one_kept():
    most = fitted(10**6).trace.total_before
    before = None
    for window in range(1, most + 1, 3):
        out = fitted(window)
        if before is not None:
            assert set(kept(before)) <= set(kept(out))
            assert set(out.dropped) <= set(before.dropped)
        before = out


@pytest.mark.parametrize("window", [1, 60, 150, 10**6])
def test_what_was_fitted_fits_again_without_them(window):
    out = fitted(window)
    again = fitted(window, out.messages, memories=(), retrievables=())
    assert all(now is then for now, then in zip(again.messages, out.messages, strict=True))
    assert again.fits or not out.fits


def test_a_template_says_how_each_is_written():
    policy = FitPolicy(
        memory_template="* {content} (importance {importance})",
        passage_template='<doc id="{id}" score="{score}">{content}</doc>',
    )
    block = fitted(
        10**6,
        memories=[Memory(content="likes herons", importance=0.8)],
        retrievables=[Retrievable(id="d7", content="on reeds", score=0.5)],
        policy=policy,
    ).context_block
    assert "* likes herons (importance 0.8)" in block
    assert '<doc id="d7" score="0.5">on reeds</doc>' in block


def test_braces_in_a_content_are_text_like_any_other():
    block = fitted(10**6, memories=[Memory(content="{id} {0} }{")], retrievables=()).context_block
    assert "{id} {0} }{" in block


def test_the_lists_given_are_left_as_they_were():
    memories, passages = list(MEMORIES), list(PASSAGES)
    fitted(1, memories=memories, retrievables=passages)
    assert (memories, passages) == (MEMORIES, PASSAGES)


@pytest.mark.parametrize("variant", VARIANTS)
def test_they_go_in_the_same_order_in_every_format(variant):
    request = converted(variant, CHAT)
    order = []
    most = fitted(10**6, request.messages, **request.arguments).trace.total_before
    for window in range(most, 0, -2):
        out = fitted(window, request.messages, **request.arguments)
        order += sorted(set(NAMES) - set(kept(out)) - set(order))
    assert order == ["p3", "p1", "p2", "m1", "m2"]
