"""Thought: whether a model will think over a request, and how many tokens it may take."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from contextthrift.models.thinking_room import TOKENS, Level, level_of

if TYPE_CHECKING:
    from contextthrift.models.base import ModelRequest

_CLAIMED: Final = re.compile(r"claude-(?:2|instant|3-(?!7))")
"""Models that do not think, though their profiles say so: Claude does since 3.7.
https://platform.claude.com/docs/en/build-with-claude/extended-thinking"""

_BY_ITSELF: Final[Level] = "medium"
"""What a model that thinks without being asked is taken to do; OpenAI's default effort."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """What a request says about thinking, and what the model makes of it."""

    level: Level | None
    """The level, where one is asked for."""
    off: bool
    """Whether it is asked not to think."""
    budget: int | None
    """The tokens it may think, where they are given."""
    shown: bool
    """Whether its thoughts are wanted as text."""
    possible: bool
    """Whether the model can think at all."""
    thinks: bool
    """Whether it will."""

    @property
    def wanted(self) -> bool:
        """Whether thinking is asked for."""
        return self.level is not None or (self.budget is not None and not self.off)

    @property
    def tokens(self) -> int:
        """Tokens it may take."""
        if self.budget is not None and not self.off:
            return self.budget
        return TOKENS["minimal" if self.off else self.level or _BY_ITSELF]


def thought_of(request: ModelRequest, name: str, profile: Mapping[str, Any]) -> Thought:
    """What the request says, for the model of that name and profile."""
    always = bool(profile.get("thinking_always_enabled", False))
    possible = always or (bool(profile.get("supports_thinking", False)) and not _CLAIMED.search(name))
    # Gemini's profiles do not say so, but each of its models that can think does unless told not to.
    unasked = profile.get("thinking_enabled_by_default", False) or "google_supports_thinking_level" in profile
    level = level_of(request)
    off = request.reasoning == "none"
    budget = None if off else _budget(request)
    asked = level is not None or budget is not None
    return Thought(
        level=level,
        off=off,
        budget=budget,
        shown=bool(
            option(request, "google", "thinking_config", "include_thoughts")
            or option(request, "openai", "reasoning_summary")
        ),
        possible=possible,
        thinks=possible and (always or asked or (unasked and not off)),
    )


def option(request: ModelRequest, *names: str) -> Any:
    """An option of a provider, by the names that lead to it; None where there is none."""
    found: Any = request.provider_options
    for name in names:
        found = found.get(name) if isinstance(found, Mapping) else None
    return found


def _budget(request: ModelRequest) -> int | None:
    found = (
        option(request, "anthropic", "thinking", "budget_tokens"),
        option(request, "google", "thinking_config", "thinking_budget"),
    )
    return next((int(tokens) for tokens in found if isinstance(tokens, int | float) and tokens > 0), None)
