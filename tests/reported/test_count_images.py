"""Faults that others reported of counting images: none of them here.

CNT-10: an inline image was counted by the length of its base64.
CNT-11: inline images were counted as nothing.
"""

from functools import partial
from itertools import pairwise
from timeit import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import count_messages, fit
from tests.formats import images

TINY = "data:image/png;base64,AAAA"
HUGE = "data:image/png;base64," + "A" * 4_000_000
SCREENSHOT = images.data_url(images.png(1920, 1080), length=3_000_000)
URLS = {"rubbish": HUGE, "screenshot": SCREENSHOT, "remote": "https://example.org/bird.png"}


def image(url, **detail):
    return {"type": "image_url", "image_url": {"url": url, **detail}}


def asked(*parts):
    return [{"role": "user", "content": [*parts, {"type": "text", "text": "what is this?"}]}]


def counted(messages, encoding="o200k_base"):
    return count_messages(messages, encoding=encoding)


def cost(*parts, encoding="o200k_base"):
    return counted(asked(*parts), encoding) - counted(asked(), encoding)


@pytest.mark.parametrize("encoding", ["o200k_base", "cl100k_base", "chars4"])
@pytest.mark.parametrize("detail", [{}, {"detail": "auto"}, {"detail": "low"}, {"detail": "high"}], ids=str)
@pytest.mark.parametrize("url", URLS.values(), ids=URLS)
def test_cnt_10_an_inline_image_costs_a_bounded_allowance(url, detail, encoding):
    assert 85 <= cost(image(url, **detail), encoding=encoding) <= 6_000


def test_cnt_10_the_allowance_does_not_depend_on_the_length_of_the_base64():
    assert {cost(image(HUGE[:length])) for length in (30, 2_000, 400_002, len(HUGE))} == {1_445}
    lengths = (100, 5_000, 3_000_000)
    assert {cost(image(images.data_url(images.png(1024, 1024), length=length))) for length in lengths} == {
        765
    }


@pytest.mark.parametrize("url", [HUGE, SCREENSHOT], ids=["rubbish", "screenshot"])
def test_cnt_10_counting_a_huge_image_takes_no_longer_than_counting_a_tiny_one(url):
    tiny, huge = (
        min(repeat(partial(counted, asked(image(address))), number=20, repeat=9)) for address in (TINY, url)
    )
    assert huge < 5 * tiny


def test_cnt_10_one_screenshot_sets_off_no_cut():
    fitted = fit(asked(image(HUGE)), context_window=8_000, encoding="o200k_base")
    assert fitted.fits
    assert fitted.messages == asked(image(HUGE))
    assert fitted.trace.total_before == fitted.trace.total_after == counted(asked(image(HUGE)))
    assert not fitted.trace.exact


@pytest.mark.parametrize("url", URLS.values(), ids=URLS)
def test_cnt_11_every_further_image_adds_the_same_allowance(url):
    counts = [counted(asked(*[image(url)] * number)) for number in range(46)]
    steps = {later - earlier for earlier, later in pairwise(counts)}
    assert len(steps) == 1
    assert steps.pop() > 0
    assert counts[45] - counts[0] == 45 * (counts[1] - counts[0])


def test_cnt_11_images_in_further_messages_add_the_same_as_in_one():
    base = [{"role": "user", "content": "a"}]
    bare = counted([*base, *asked() * 45]) - counted(base)
    added = counted([*base, *asked(image(SCREENSHOT)) * 45]) - counted(base)
    assert added - bare == 45 * cost(image(SCREENSHOT)) > 0


@pytest.mark.parametrize(
    ("size", "detail", "tokens"),
    [
        ((1024, 1024), {"detail": "high"}, 765),
        ((2048, 4096), {"detail": "high"}, 1_105),
        ((4096, 8192), {"detail": "low"}, 85),
        ((300, 200), {}, 255),
        ((2048, 2048), {"detail": "original"}, 4_916),
        ((300, 200), {"detail": 7}, 255),
    ],
)
@pytest.mark.parametrize("writer", [images.png, images.jpeg, images.webp_lossy, images.gif])
def test_an_inline_image_costs_by_its_size_and_detail(writer, size, detail, tokens):
    assert cost(image(images.data_url(writer(*size)), **detail)) == tokens


@given(st.text(max_size=60) | st.none() | st.integers())
def test_whatever_stands_where_the_address_belongs_costs_the_largest_image(url):
    assert cost(image(url)) == cost({"type": "image_url"}) == 1_445
