"""Faults that others reported of estimating tokens by characters: none of them here.

CNT-05: four characters a token counted Chinese, Japanese and Korean several times too low.
CNT-06: emoji outside the basic plane were half a token each, joined ones a single one.
"""

import pytest

from contextthrift import fit, get_encoding

EAST_ASIAN = {"Chinese": "你好世界" * 25, "Japanese": "こんにちは" * 20, "Korean": "안녕하세요" * 20}
ENGLISH = (
    "The committee met twice in spring. Although nobody had read the long report, everyone agreed that its "
    "recommendations were sensible, affordable and overdue."
)
EMOJI = {"three": ("🔥🎉💯", 3), "family": ("👨‍👩‍👧‍👦", 4), "flags": ("🇩🇪🇫🇷", 4)}


@pytest.fixture(params=["claude", "gemini"])
def estimate(request):
    return get_encoding(request.param)


@pytest.mark.parametrize("language", EAST_ASIAN)
def test_cnt_05_a_hundred_east_asian_characters_are_sixty_tokens_or_more(estimate, language):
    text = EAST_ASIAN[language]
    assert len(text) == 100
    assert estimate.count(text) >= 60
    assert estimate.count_list([text]) == [estimate.count(text)]


def test_cnt_05_no_east_asian_text_is_a_quarter_of_its_characters(estimate):
    for text in EAST_ASIAN.values():
        for length in range(1, 101):
            assert estimate.count(text[:length]) > length / 4


def test_cnt_05_ascii_stays_near_a_quarter_of_its_characters(estimate):
    # Claude's newer tokenizer makes more of English, and Gemini's fewer of long words
    low, high = {"claude": (1.0, 1.6), "gemini": (0.8, 1.2)}[estimate.name]
    for times in (1, 10, 1000):
        text = ENGLISH * times
        assert low * len(text) / 4 <= estimate.count(text) <= high * len(text) / 4


def test_cnt_05_a_fit_by_the_estimate_stays_within_the_window(estimate):
    texts = [text * 3 for text in EAST_ASIAN.values()] * 4
    roles = ["user", "assistant"] * 6
    messages = [{"role": role, "content": text} for role, text in zip(roles, texts, strict=True)]
    fitted = fit(messages, context_window=1_000, output_reserve=0, encoding=estimate)
    kept = [message["content"] for message in fitted.messages]
    assert fitted.fits
    assert len(kept) < len(texts)
    assert sum(0.6 * len(text) for text in kept if not text.isascii()) <= 1_000


@pytest.mark.parametrize("sort", EMOJI)
def test_cnt_06_every_code_point_outside_the_basic_plane_is_a_token_or_more(estimate, sort):
    text, outside = EMOJI[sort]
    assert sum(ord(character) > 0xFFFF for character in text) == outside
    assert estimate.count(text) >= outside


def test_cnt_06_a_joined_sequence_counts_every_code_point(estimate):
    text, _ = EMOJI["family"]
    counts = [estimate.count(text[:length]) for length in range(1, len(text) + 1)]
    assert len(counts) == 7
    assert counts == sorted(counts)
    assert all(after > before for before, after in zip(counts, counts[2:], strict=False))
    assert counts[-1] >= sum(estimate.count(character) for character in text if ord(character) > 0xFFFF) / 2


def test_cnt_06_counts_are_of_code_points_not_of_utf_16_units(estimate):
    pairs = "".join(chr(0xD800 + (ord(c) - 0x10000 >> 10)) + chr(0xDC00 + (ord(c) & 0x3FF)) for c in "🔥🎉💯")
    assert len(pairs) == 6
    assert estimate.count(pairs) == estimate.count("🔥🎉💯") >= 3


def test_cnt_06_each_emoji_more_is_a_token_more(estimate):
    for number in range(1, 50):
        assert estimate.count("🔥" * number) >= number
