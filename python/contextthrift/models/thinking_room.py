"""The room of thinking: tokens that a reply may take besides its answer, as providers count both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from contextthrift.models.base import Model, ModelRequest

Level: TypeAlias = Literal["minimal", "low", "medium", "high", "xhigh", "max"]
"""The levels that ask for thinking."""

TOKENS: Final[dict[Level, int]] = {
    "minimal": 1_024,
    "low": 2_048,
    "medium": 8_192,
    "high": 16_384,
    "xhigh": 24_576,
    "max": 32_768,
}
"""By level: the budget where a provider takes only budgets, and the room added to the cap on an answer. The
ends are Anthropic's smallest budget and the largest of Gemini 2.5 Pro (https://ai.google.dev/gemini-
api/docs/thinking); most between them double the one before."""


def thinking_budget(request: ModelRequest) -> int | None:
    """The exact number of tokens that thinking may take, where one is set."""
    options = (request.provider_options or {}).get("anthropic") or {}
    budget = (options.get("thinking") or {}).get("budget_tokens")
    return int(budget) if budget else None


def thinking_room(request: ModelRequest) -> int:
    """The tokens that thinking may take: its budget, else those of its level; 0 for no thinking.

    >>> from contextthrift.models import ModelRequest
    >>> thinking_room(ModelRequest(stage="planner", system="", messages=(), reasoning="low"))
    2048
    """
    level = level_of(request)
    return thinking_budget(request) or (0 if level is None else TOKENS[level])


def room_of(model: Model, request: ModelRequest) -> int:
    """The same as the model itself says, if it does: some think without being asked."""
    said = getattr(model, "thinking_room", None)
    return int(said(request)) if callable(said) else thinking_room(request)


def level_of(request: ModelRequest) -> Level | None:
    """The level that a request asks for, if it asks for one."""
    return next((known for known in TOKENS if known == request.reasoning), None)
