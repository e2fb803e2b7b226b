"""What an image costs in tokens, per provider, from its size in pixels.

Each rule is the provider's published one; ``docs/accounting.md`` lists every constant with its page and
date. Where nobody can know (a remote image, a model without a published rule) the answer leans upward.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from contextthrift.formats.image_size import Size

TILE_PX: Final = 512
"""A side of OpenAI's tiles. OpenAI, "Images and vision", tile-based image tokenization."""
TILE_SQUARE_PX: Final = 2048
"""The square that an image is first fitted into. Same page."""
TILE_SHORT_PX: Final = 768
"""What the shorter side is then scaled down to. Same page."""
MOST_TILES: Final = 8
"""The tiles of an image of 2048 by 768, the largest after both."""

PATCH_PX: Final = 32
"""A side of OpenAI's patches. OpenAI, "Images and vision", patch-based image tokenization."""
USUAL_PATCHES: Final = 5_000
"""What an image of unknown size counts as where a model takes more: 2560 by 2000 pixels. Ours."""

CLAUDE_PATCH_PX: Final = 28
"""A side of Claude's patches, one token each. Anthropic, "Vision", resolution and token cost."""

GEMINI_TILE_TOKENS: Final = 258
"""A tile, or a small image. Google, "Image understanding", token calculation."""
GEMINI_SMALL_PX: Final = 384
"""An image with both sides up to this is one tile. Same page."""
GEMINI_MOST_TILES: Final = 9
"""The first whole number of tiles above the "256 + Pan & Scan (~2048)" of "Media resolution"."""
GEMINI_2_TOKENS: Final[Mapping[str, int]] = {"low": 64, "medium": 256}
"""By media resolution up to Gemini 2.5; the others are tiled. Google, "Media resolution"."""
GEMINI_3_TOKENS: Final[Mapping[str, int]] = {"low": 280, "medium": 560, "high": 1120, "ultra_high": 2240}
"""By media resolution from Gemini 3 on, whatever the size; ``high`` is the default. Same page."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """OpenAI's models that see an image in tiles of 512 pixels."""

    base: int
    """Tokens of each image, and all that low detail costs."""
    tile: int
    """Tokens of each tile."""

    def tokens(self, size: Size | None, detail: str) -> int:
        """Tokens of one image."""
        if detail == "low":
            return self.base
        return self.base + self.tile * (MOST_TILES if size is None else _tiles(size))


@dataclass(frozen=True, slots=True)
class Limits:
    """What an image is scaled down to before its patches are counted."""

    edge_px: int
    """The longer side."""
    patches: int
    """The patches."""


@dataclass(frozen=True, slots=True)
class Patches:
    """OpenAI's models that see an image in patches of 32 pixels."""

    percent: int
    """Tokens of a hundred patches."""
    limits: Mapping[str, Limits]
    """By detail; ``auto`` for those that are not named."""

    def tokens(self, size: Size | None, detail: str) -> int:
        """Tokens of one image."""
        limits = self.limits.get(detail, self.limits["auto"])
        if size is None:
            most = min(limits.patches, USUAL_PATCHES, _ceil(limits.edge_px, PATCH_PX) ** 2)
            return _ceil(most * self.percent, 100)
        return _ceil(patches_of(size, limits) * self.percent, 100)


_SMALL: Final = Limits(512, 256)
_HIGH: Final = Limits(2048, 2_500)
_SQUARE: Final = Limits(2048, 6_144)
_BUDGET_1536: Final = {"auto": Limits(2048, 1_536)}
_BUDGET_6144: Final = {"auto": _SQUARE}
_LARGE: Final = Limits(6000, 10_000)
_WHOLE: Final = Limits(65_535, 30_000)
"""No budget; a request with more patches is refused."""

OPENAI_TILES: Final[Mapping[str, Tiles]] = {
    "gpt-4o": Tiles(85, 170),
    "chatgpt-4o": Tiles(85, 170),
    "gpt-4.1": Tiles(85, 170),
    "gpt-4.5": Tiles(85, 170),
    "gpt-4-turbo": Tiles(85, 170),
    "gpt-4o-mini": Tiles(2_833, 5_667),
    "o1": Tiles(75, 150),
    "o3": Tiles(75, 150),
    "gpt-5": Tiles(70, 140),
    "gpt-5.1": Tiles(70, 140),
    "computer-use": Tiles(65, 129),
}
"""OpenAI, "Images and vision", tile-based image tokenization; each name stands for its snapshots too."""

OPENAI_PATCHES: Final[Mapping[str, Patches]] = {
    "gpt-4.1-mini": Patches(162, _BUDGET_6144),
    "gpt-4.1-nano": Patches(246, _BUDGET_1536),
    "o4-mini": Patches(172, _BUDGET_1536),
    "gpt-5-mini": Patches(120, _BUDGET_1536),
    "gpt-5-nano": Patches(150, _BUDGET_1536),
    "gpt-5-codex-mini": Patches(120, _BUDGET_1536),
    "gpt-5.1-codex-mini": Patches(120, _BUDGET_1536),
    "gpt-5.2": Patches(120, _BUDGET_6144),
    "gpt-5.3": Patches(120, _BUDGET_6144),
    "gpt-5.4": Patches(120, {"low": _SQUARE, "original": _LARGE, "auto": _HIGH}),
    "gpt-5.5": Patches(120, {"low": _SMALL, "high": _HIGH, "auto": _LARGE}),
    "gpt-5.6": Patches(120, {"low": _SMALL, "high": _HIGH, "auto": _WHOLE}),
    "gpt-6": Patches(120, {"low": _SMALL, "high": Limits(65_535, 2_500), "auto": _WHOLE}),
}
"""OpenAI, "Images and vision", model sizing behavior and patch-based image tokenization."""

_OPENAI: Final[Mapping[str, Tiles | Patches]] = {**OPENAI_TILES, **OPENAI_PATCHES}
_DEFAULT: Final = OPENAI_TILES["gpt-4o"]
_NEWEST: Final = OPENAI_PATCHES["gpt-6"]

CLAUDE_LIMITS: Final[Mapping[Literal["standard", "high-resolution"], Limits]] = {
    "standard": Limits(1568, 1_568),
    "high-resolution": Limits(2576, 4_784),
}
"""By tier. Anthropic, "Vision", resolution and token cost."""
CLAUDE_HIGH_RESOLUTION_FROM: Final = (4, 7)
"""The first version of Claude in the high-resolution tier. Same page."""

_CLAUDE_VERSION: Final = re.compile(r"claude-(?:[a-z]+-)?(\d)(?:[-.](\d{1,2})(?!\d))?")
_GEMINI_VERSION: Final = re.compile(r"gemini-(\d+)")


def openai_image_tokens(size: Size | None, detail: str | None = None, model: str | None = None) -> int:
    """Tokens of an image of ``size`` in pixels for an OpenAI model.

    Args:
        size: Width and height; None where nobody knows, which costs what the largest usual image does.
        detail: ``low``, ``high``, ``original`` or ``auto``; anything else is ``auto``.
        model: Its name. Without one it counts as GPT-4o, but for ``original``, which only newer models
            take. A name without a published rule counts as whatever costs more, GPT-4o or GPT-6.

    >>> openai_image_tokens((1024, 1024), "high"), openai_image_tokens((4096, 8192), "low")
    (765, 85)
    >>> openai_image_tokens((2048, 2048), "high", "gpt-5.4-mini")
    3000
    """
    known = None if model is None else _openai_rule(model)
    rules: tuple[Tiles | Patches, ...] = (_DEFAULT, _NEWEST)
    if known is not None:
        rules = (known,)
    elif model is None:
        rules = (_NEWEST,) if detail == "original" else (_DEFAULT,)
    return max(rule.tokens(_usable(size), detail or "auto") for rule in rules)


def anthropic_image_tokens(size: Size | None, model: str | None = None) -> int:
    """Tokens of an image of ``size`` in pixels for a Claude model; unknown models are the newest.

    One for each patch of 28 pixels, after the image is scaled to the largest size that keeps its shape
    and both limits of the model's tier. None, for an unknown size, costs the whole budget.

    >>> anthropic_image_tokens((1092, 1092)), anthropic_image_tokens(None, "claude-sonnet-4-5")
    (1521, 1568)
    """
    version = _CLAUDE_VERSION.search(model.lower()) if model else None
    is_standard = version and (int(version[1]), int(version[2] or 0)) < CLAUDE_HIGH_RESOLUTION_FROM
    limits = CLAUDE_LIMITS["standard" if is_standard else "high-resolution"]
    size = _usable(size)
    return limits.patches if size is None else _claude_tokens(size, limits)


def gemini_image_tokens(
    size: Size | None, model: str | None = None, media_resolution: str | None = None
) -> int:
    """Tokens of an image of ``size`` in pixels for a Gemini model.

    From Gemini 3 on the media resolution alone decides; before, the number of tiles, unless it is
    ``low`` or ``medium``. A name without a version counts as whatever costs more.

    >>> gemini_image_tokens((960, 540), "gemini-2.5-flash"), gemini_image_tokens((960, 540), "gemini-3-pro")
    (1548, 1120)
    """
    level = (media_resolution or "").lower().removeprefix("media_resolution_")
    fixed = GEMINI_3_TOKENS.get(level, GEMINI_3_TOKENS["high"])
    tiled = GEMINI_2_TOKENS.get(level) or GEMINI_TILE_TOKENS * _gemini_tiles(_usable(size))
    version = _GEMINI_VERSION.search(model.lower()) if model else None
    if version is None:
        return max(fixed, tiled)
    return fixed if int(version[1]) >= 3 else tiled  # noqa: PLR2004 - the version


def patches_of(size: Size, limits: Limits) -> int:
    """How many of OpenAI's patches cover an image once it is scaled down to the limits.

    >>> patches_of((1024, 1024), Limits(2048, 1_536)), patches_of((1800, 2400), Limits(2048, 1_536))
    (1024, 1452)
    """
    width, height = _within(size, limits.edge_px)
    count = _ceil(width, PATCH_PX) * _ceil(height, PATCH_PX)
    if count <= limits.patches:
        return count
    shrink = (PATCH_PX**2 * limits.patches / (width * height)) ** 0.5
    across, down = width * shrink / PATCH_PX, height * shrink / PATCH_PX
    shrink *= min(int(across) / across, int(down) / down) or 1.0
    resized = max(int(width * shrink), 1), max(int(height * shrink), 1)
    return min(_ceil(resized[0], PATCH_PX) * _ceil(resized[1], PATCH_PX), limits.patches)


def _usable(size: Size | None) -> Size | None:
    return size if size is not None and min(size) > 0 else None


def _openai_rule(model: str) -> Tiles | Patches | None:
    """The rule of the longest known name that ``model`` is, or begins with before a dash or a colon."""
    name = model.lower().rpartition("/")[2].removeprefix("ft:")
    known = (key for key in _OPENAI if name == key or name.startswith((f"{key}-", f"{key}:")))
    longest = max(known, key=len, default=None)
    return None if longest is None else _OPENAI[longest]


def _tiles(size: Size) -> int:
    short, long = sorted(size)
    if long > TILE_SQUARE_PX:
        short, long = _ceil(short * TILE_SQUARE_PX, long), TILE_SQUARE_PX
    if short > TILE_SHORT_PX:
        short, long = TILE_SHORT_PX, long * TILE_SHORT_PX // short
    return _ceil(short, TILE_PX) * _ceil(long, TILE_PX)


def _within(size: Size, edge_px: int) -> Size:
    long = max(size)
    if long <= edge_px:
        return size
    width, height = (max((2 * side * edge_px + long) // (2 * long), 1) for side in size)
    return width, height


def _claude_tokens(size: Size, limits: Limits) -> int:
    short, long = sorted(size)

    def tokens(edge: int) -> int:
        """Of the image with ``edge`` as its longer side; a half rounds to even, as Anthropic's code does."""
        other = max(round(edge * short / long), 1)
        return _ceil(edge, CLAUDE_PATCH_PX) * _ceil(other, CLAUDE_PATCH_PX)

    most = limits.edge_px // CLAUDE_PATCH_PX * CLAUDE_PATCH_PX
    edges = range(1, min(long, most) + 1)
    return tokens(bisect_left(edges, True, key=lambda edge: tokens(edge) > limits.patches))


def _gemini_tiles(size: Size | None) -> int:
    if size is None:
        return GEMINI_MOST_TILES
    if max(size) <= GEMINI_SMALL_PX:
        return 1
    unit = max(min(size) * 2 // 3, 1)
    return min(_ceil(size[0], unit) * _ceil(size[1], unit), GEMINI_MOST_TILES)


def _ceil(number: int, divisor: int) -> int:
    return -(-number // divisor)
