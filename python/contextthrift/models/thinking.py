"""Thinking: how much a model is asked to think, in each stage, and what each provider is sent for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, TypeAlias, get_args

from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.settings import Settings, settings_from

ThinkingLevel = Literal["provider-default", "none", "minimal", "low", "medium", "high", "xhigh", "max"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingConfig(Settings):
    """How much a model thinks."""

    level: ThinkingLevel = "medium"
    budget_tokens: int | None = None
    """Tokens it may think; where a provider takes a budget it wins over the level."""
    include_thoughts: bool = True
    """Whether its thoughts are streamed as events."""


ThinkingSetting: TypeAlias = "bool | ThinkingLevel | ThinkingConfig | Mapping[str, Any] | None"


def thinking_config(setting: ThinkingSetting) -> ThinkingConfig | None:
    """The setting in full: True is medium, a word is a level, None and False leave it to the provider.

    Raises:
        InvalidArgument: A level, or a name in a mapping, that does not exist.
        WrongType: A value that cannot be read.
    """
    match setting:
        case None | False:
            return None
        case True:
            return ThinkingConfig()
        case ThinkingConfig():
            config = setting
        case str():
            config = ThinkingConfig(level=setting)
        case Mapping():
            config = settings_from(ThinkingConfig, setting, "thinking")
        case _:
            raise WrongType(
                "thinking must be a bool, a level, a ThinkingConfig or a mapping; "
                f"got {type(setting).__name__}"
            )
    if config.level not in get_args(ThinkingLevel):
        raise InvalidArgument(
            f"thinking level must be one of {', '.join(get_args(ThinkingLevel))}; got {config.level!r}"
        )
    return config


def thinking_for(
    stage: str, top: ThinkingSetting, per_stage: Mapping[str, ThinkingSetting] | None
) -> ThinkingSetting:
    """The setting of a stage: its own where it has one, even False; else the one for all.

    >>> thinking_for("planner", "high", {"planner": False})
    False
    """
    return per_stage[stage] if per_stage is not None and stage in per_stage else top


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingRequest:
    """What a model request says about thinking; nothing where both are None."""

    reasoning: ThinkingLevel | None = None
    provider_options: dict[str, Any] | None = None


def resolve_thinking(setting: ThinkingSetting) -> ThinkingRequest:
    """What a request carries for a setting.

    >>> resolve_thinking("none")
    ThinkingRequest(reasoning='none', provider_options={'local': {'enable_thinking': False}})
    """
    config = thinking_config(setting)
    if config is None:
        return ThinkingRequest()
    return ThinkingRequest(reasoning=config.level, provider_options=_options(config))


def _options(config: ThinkingConfig) -> dict[str, Any]:
    local = {"enable_thinking": config.level != "none"}
    if config.level == "none":
        return {"local": local}
    if _is_budget(config.budget_tokens):
        return {
            "anthropic": {"thinking": {"type": "enabled", "budget_tokens": config.budget_tokens}},
            "google": {
                "thinking_config": {
                    "thinking_budget": config.budget_tokens,
                    "include_thoughts": config.include_thoughts,
                }
            },
            "local": local,
        }
    if not config.include_thoughts:
        return {"local": local}
    return {
        "google": {"thinking_config": {"include_thoughts": True}},
        "openai": {"reasoning_summary": "auto"},
        "local": local,
    }


def _is_budget(tokens: object) -> bool:
    return (
        isinstance(tokens, int | float) and not isinstance(tokens, bool) and isfinite(tokens) and tokens > 0
    )


def merge_provider_options(*maps: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The options together: later ones win, mappings are merged, anything else is replaced; None for nothing.

    >>> merge_provider_options({"openai": {"a": 1}}, None, {"openai": {"b": 2}})
    {'openai': {'a': 1, 'b': 2}}
    """
    merged: dict[str, Any] = {}
    for options in maps:
        merged = _merged(merged, options or {})
    return merged or None


def _merged(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    both = dict(first)
    for key, value in second.items():
        old = both.get(key)
        both[key] = _merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return both
