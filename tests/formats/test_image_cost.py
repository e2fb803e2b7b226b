"""Images cost what the providers' own examples say, and never nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift.formats.image_cost import (
    OPENAI_PATCHES,
    OPENAI_TILES,
    Limits,
    anthropic_image_tokens,
    gemini_image_tokens,
    openai_image_tokens,
    patches_of,
)

SIDES = st.one_of(st.integers(1, 3_000), st.integers(1, 2**31 - 1))
SIZES = st.tuples(SIDES, SIDES)
MAYBE_SIZES = st.none() | SIZES
DETAILS = st.sampled_from([None, "low", "high", "auto", "original", "sharp"])
STANDARD = "claude-sonnet-4-6"
HIGH_RESOLUTION = "claude-opus-4-7"


@pytest.mark.parametrize(
    ("size", "detail", "tokens"),
    [
        ((1024, 1024), "high", 765),
        ((2048, 4096), "high", 1105),
        ((4096, 8192), "low", 85),
        ((512, 512), "high", 255),
        ((513, 512), "high", 425),
        ((2048, 768), "auto", 1445),
        ((4000, 1001), "high", 1445),
    ],
)
def test_openai_tiles_follow_the_published_examples(size, detail, tokens):
    for model in (None, "gpt-4o", "gpt-4.1-2025-04-14", "openai/gpt-4o-2024-11-20", "ft:gpt-4o:us:bird:1"):
        assert openai_image_tokens(size, detail, model) == tokens


@pytest.mark.parametrize(
    ("model", "low", "square"),
    [
        ("gpt-4o-mini", 2_833, 2_833 + 4 * 5_667),
        ("o1-pro", 75, 75 + 4 * 150),
        ("o3", 75, 75 + 4 * 150),
        ("gpt-5-2025-08-07", 70, 70 + 4 * 140),
        ("gpt-5.1", 70, 70 + 4 * 140),
        ("computer-use-preview", 65, 65 + 4 * 129),
    ],
)
def test_openai_tile_models_have_their_own_prices(model, low, square):
    assert openai_image_tokens((1024, 1024), "low", model) == low
    assert openai_image_tokens((1024, 1024), "high", model) == square


@pytest.mark.parametrize(
    ("size", "limits", "patches"),
    [
        ((1024, 1024), Limits(2048, 1_536), 1_024),
        ((1800, 2400), Limits(2048, 1_536), 1_452),
        ((2048, 2048), Limits(2048, 2_500), 2_500),
        ((1, 1), Limits(2048, 1_536), 1),
        ((65_535, 1), Limits(65_535, 1_500), 1_500),
    ],
)
def test_openai_patches_follow_the_published_examples(size, limits, patches):
    assert patches_of(size, limits) == patches_of(size[::-1], limits) == patches


@pytest.mark.parametrize(
    ("model", "size", "detail", "tokens"),
    [
        ("gpt-5.4", (1024, 1024), "high", 1_229),
        ("gpt-5.4", (2048, 2048), "high", 3_000),
        ("gpt-5.4-mini", (2048, 2048), "auto", 3_000),
        ("gpt-5.4", (2048, 2048), "low", 4_916),
        ("gpt-5.4", (6000, 6000), "original", 12_000),
        ("gpt-5.5", (2048, 2048), "auto", 4_916),
        ("gpt-5.5", (4096, 4096), "low", 308),
        ("gpt-5.6-sol", (3840, 2160), "auto", 9_792),
        ("gpt-6-astra", (3840, 2160), "original", 9_792),
        ("gpt-5-mini", (1800, 2400), "high", 1_743),
        ("gpt-5-nano-2025-08-07", (1024, 1024), "low", 1_536),
        ("gpt-4.1-mini", (2048, 2048), "high", 6_636),
        ("gpt-4.1-nano", (1024, 1024), "high", 2_520),
        ("o4-mini", (1024, 1024), "high", 1_762),
    ],
)
def test_openai_patch_models_scale_and_multiply_as_published(model, size, detail, tokens):
    assert openai_image_tokens(size, detail, model) == tokens


def test_an_openai_image_of_unknown_size_costs_the_most_that_is_usual():
    assert openai_image_tokens(None) == openai_image_tokens((0, 5)) == 1_445
    assert openai_image_tokens(None, "low") == 85
    assert openai_image_tokens(None, "high", "gpt-5.6-sol") == 3_000
    assert openai_image_tokens(None, "high", "gpt-4.1-mini") == 6_636
    assert openai_image_tokens(None, "original") == openai_image_tokens(None, "auto", "gpt-5.6-sol") == 6_000


@given(SIZES, DETAILS)
def test_an_unknown_openai_model_costs_the_more_of_the_default_and_the_newest(size, detail):
    both = (openai_image_tokens(size, detail, model) for model in ("gpt-4o", "gpt-6-astra"))
    assert openai_image_tokens(size, detail, "gpt-7-nova") == max(both)


@given(MAYBE_SIZES, DETAILS.filter(lambda detail: detail != "original"))
def test_an_image_for_no_named_openai_model_costs_85_to_1445(size, detail):
    assert 85 <= openai_image_tokens(size, detail) <= 1_445


@given(SIZES, DETAILS, st.sampled_from([*OPENAI_TILES, *OPENAI_PATCHES]))
def test_an_openai_image_costs_the_same_on_its_side_and_at_most_what_the_model_takes(size, detail, model):
    tokens = openai_image_tokens(size, detail, model)
    assert tokens == openai_image_tokens(size[::-1], detail, model) >= 1
    assert tokens <= (48_169 if model in OPENAI_TILES else 36_000)


@given(st.integers(1, 700), st.integers(1, 700), st.integers(0, 60), st.integers(0, 60), DETAILS)
def test_an_image_that_nobody_scales_costs_no_less_when_it_grows(width, height, wider, higher, detail):
    for tokens in (
        lambda size: openai_image_tokens(size, detail),
        lambda size: openai_image_tokens(size, detail, "gpt-5-mini"),
        lambda size: anthropic_image_tokens(size, STANDARD),
    ):
        assert tokens((width, height)) <= tokens((width + wider, height + higher))


@pytest.mark.parametrize(
    ("size", "standard", "high_resolution"),
    [
        ((200, 200), 64, 64),
        ((1000, 1000), 1_296, 1_296),
        ((1092, 1092), 1_521, 1_521),
        ((1920, 1080), 1_560, 2_691),
        ((2000, 1500), 1_564, 3_888),
        ((3840, 2160), 1_560, 4_784),
        ((1075, 1520), 33 * 47, 39 * 55),
    ],
)
def test_claude_images_follow_the_published_table(size, standard, high_resolution):
    assert anthropic_image_tokens(size, STANDARD) == standard
    assert anthropic_image_tokens(size, HIGH_RESOLUTION) == high_resolution


@pytest.mark.parametrize(
    ("model", "budget"),
    [
        (None, 4_784),
        ("claude-opus-4-7", 4_784),
        ("claude-opus-4.8", 4_784),
        ("claude-sonnet-5", 4_784),
        ("claude-opus-5-5-20260901", 4_784),
        ("claude-fable-5", 4_784),
        ("a-name-of-ours", 4_784),
        ("claude-sonnet-4-20250514", 1_568),
        ("claude-opus-4-1-20250805", 1_568),
        ("anthropic.claude-haiku-4-5-20251001-v1:0", 1_568),
        ("claude-3-7-sonnet-latest", 1_568),
        ("claude-3-haiku-20240307", 1_568),
    ],
)
def test_the_tier_of_claude_follows_its_version(model, budget):
    assert anthropic_image_tokens(None, model) == budget


@given(SIZES)
def test_a_claude_image_costs_one_token_to_the_budget_of_its_tier(size):
    standard, high = anthropic_image_tokens(size, STANDARD), anthropic_image_tokens(size, HIGH_RESOLUTION)
    assert 1 <= standard <= 1_568
    assert standard <= high <= 4_784
    assert (standard, high) == tuple(
        anthropic_image_tokens(size[::-1], m) for m in (STANDARD, HIGH_RESOLUTION)
    )


@given(st.integers(1, 4_000), st.integers(1, 4_000))
def test_a_claude_image_is_scaled_to_the_largest_edge_that_fits(width, height):
    """The edge is tried from above, one pixel at a time."""
    short, long = sorted((width, height))
    for edge in range(min(long, 1_568), 0, -1):
        other = short if edge == long else max(round(edge * short / long), 1)
        tokens = -(-edge // 28) * -(-other // 28)
        if tokens <= 1_568:
            break
    assert anthropic_image_tokens((width, height), STANDARD) == tokens


@pytest.mark.parametrize(
    ("size", "tokens"),
    [
        ((384, 384), 258),
        ((1, 1), 258),
        ((960, 540), 6 * 258),
        ((385, 384), 4 * 258),
        ((1920, 1080), 6 * 258),
        ((200, 400), 8 * 258),
        ((1, 10_000), 9 * 258),
        (None, 9 * 258),
    ],
)
def test_gemini_2_images_follow_the_published_example(size, tokens):
    assert gemini_image_tokens(size, "models/gemini-2.5-flash") == tokens


@pytest.mark.parametrize(
    ("resolution", "tokens"),
    [
        (None, 1_120),
        ("MEDIA_RESOLUTION_UNSPECIFIED", 1_120),
        ("low", 280),
        ("media_resolution_medium", 560),
        ("MEDIA_RESOLUTION_HIGH", 1_120),
        ("ultra_high", 2_240),
    ],
)
def test_gemini_3_images_cost_what_their_resolution_says(resolution, tokens):
    for size in ((1, 1), (9_000, 9_000), None):
        assert gemini_image_tokens(size, "gemini-3-pro-preview", resolution) == tokens


def test_gemini_2_takes_lower_resolutions_too():
    assert gemini_image_tokens((960, 540), "gemini-2.5-pro", "MEDIA_RESOLUTION_LOW") == 64
    assert gemini_image_tokens((960, 540), "gemini-2.5-pro", "MEDIA_RESOLUTION_MEDIUM") == 256


@given(MAYBE_SIZES, st.sampled_from([None, "low", "medium", "high", "ultra_high"]))
def test_a_gemini_of_no_known_version_costs_the_more_of_both(size, resolution):
    both = (gemini_image_tokens(size, model, resolution) for model in ("gemini-2.5-pro", "gemini-3-pro"))
    unknown = gemini_image_tokens(size, "gemini-flash-latest", resolution)
    assert unknown == gemini_image_tokens(size, None, resolution) == max(both)
    assert 258 <= unknown <= 2_322
