"""Settings: the options of a request as pydantic-ai takes them, thinking among them.

What each provider is sent for a level, for ``none`` and for a budget stands in ``docs/models-of-agents.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from contextthrift.models.pydantic_ai.thought import Thought, option, thought_of
from contextthrift.models.pydantic_ai.wire import is_local, profile_of, wire_of

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.settings import ModelSettings

    from contextthrift.models.base import ModelLimits, ModelRequest

    Tell: TypeAlias = Callable[[str], None]

LEAST_BUDGET: Final = 1_024
"""Tokens below which Anthropic refuses a budget.
https://platform.claude.com/docs/en/build-with-claude/extended-thinking"""

GEMINI_25_MOST: Final = 24_576
"""Tokens above which Gemini 2.5 Flash refuses a budget. https://ai.google.dev/gemini-api/docs/thinking"""

_OWN_OPTIONS: Final = {
    "anthropic": {"thinking"},
    "google": {"thinking_config"},
    "openai": {"reasoning_summary"},
}
"""Options about thinking, which are read here; all others are passed on."""


def settings_of(model: Model, request: ModelRequest, limits: ModelLimits, tell: Tell) -> ModelSettings:
    """The settings of a request; retries are the agent's, so the client makes none.

    Args:
        model: The model, without what wraps it.
        request: The request.
        limits: The model's windows.
        tell: Warns of something, once.
    """
    settings: dict[str, Any] = _passed_on(request)
    if "max_retries" not in model.unsupported_settings:
        settings["max_retries"] = 0
    thought = thought_of(request, model.model_name, profile_of(model))
    if is_local(model) and wire_of(model) == "openai-chat" and not thought.possible:
        settings |= _local(request)
    elif thought.wanted and not thought.possible:
        tell(f"it has no thinking, so level {thought.level!r} is ignored")
    elif thought.possible:
        settings |= _THINKING.get(wire_of(model), _any)(model, request, thought)
    settings |= _temperature(model, request, thought, tell)
    settings |= _cap(settings, request, thought, limits)
    return settings  # type: ignore[return-value]  # a TypedDict whose keys depend on the provider


def _passed_on(request: ModelRequest) -> dict[str, Any]:
    """Options by the name of the provider, as pydantic-ai names them: ``openai`` ``prompt_cache_key``
    is ``openai_prompt_cache_key``. Those of other providers are not read by the model's class."""
    return {
        f"{provider}_{name}": value
        for provider, options in (request.provider_options or {}).items()
        if provider != "local" and isinstance(options, Mapping)
        for name, value in options.items()
        if name not in _OWN_OPTIONS.get(provider, ())
    }


def _local(request: ModelRequest) -> dict[str, Any]:
    """The switch of vLLM, SGLang and llama.cpp for templates that can think, such as Qwen3's."""
    thinks = option(request, "local", "enable_thinking")
    if thinks is None:
        return {}
    return {"extra_body": {"chat_template_kwargs": {"enable_thinking": bool(thinks)}}}


def _any(_model: Model, _request: ModelRequest, thought: Thought) -> dict[str, Any]:
    """The level in pydantic-ai's words, which it brings to the nearest that the model has."""
    if thought.level is not None:
        return {"thinking": thought.level}
    return {"thinking": False} if thought.off else {}


def _openai(model: Model, request: ModelRequest, thought: Thought) -> dict[str, Any]:
    """The level as an effort, and a summary where one is wanted; a budget has no place there."""
    summary = option(request, "openai", "reasoning_summary")
    shown = {"openai_reasoning_summary": summary} if summary and not thought.off else {}
    return {**_any(model, request, thought), **shown}


def _anthropic(model: Model, request: ModelRequest, thought: Thought) -> dict[str, Any]:
    """A budget, or the effort of a model that decides by itself how long to think."""
    given = option(request, "anthropic", "thinking")
    if isinstance(given, Mapping) and given.get("type") not in {None, "enabled"}:
        return {"anthropic_thinking": dict(given)}
    decides_itself = model.profile.get("anthropic_supports_adaptive_thinking", False)
    takes_budget = not model.profile.get("anthropic_disallows_budget_thinking", False)
    if thought.off or not thought.wanted:
        return _any(model, request, thought)
    if decides_itself and not (thought.budget and takes_budget):
        # Those that take no budget any more also keep their thoughts to themselves unless asked.
        asked = {"anthropic_thinking": {"type": "adaptive", "display": "summarized"}}
        return {**_any(model, request, thought), **(asked if thought.shown and not takes_budget else {})}
    return {"anthropic_thinking": {"type": "enabled", "budget_tokens": max(LEAST_BUDGET, thought.tokens)}}


def _google(model: Model, request: ModelRequest, thought: Thought) -> dict[str, Any]:
    """A budget, or a level; Gemini 2.5 has no levels and gets a budget for it."""
    given = option(request, "google", "thinking_config")
    config = dict(given) if isinstance(given, Mapping) else {}
    if thought.off or (not config and not thought.wanted):
        return _any(model, request, thought)
    config.setdefault("include_thoughts", False)
    if thought.level is not None and "thinking_budget" not in config:
        config |= _google_level(model.profile, thought)
    return {"google_thinking_config": config}


def _google_level(profile: Mapping[str, Any], thought: Thought) -> dict[str, Any]:
    if not profile.get("google_supports_thinking_level", True):
        return {"thinking_budget": min(thought.tokens, GEMINI_25_MOST)}
    heights = ("MINIMAL", "LOW", "MEDIUM", "HIGH")
    wanted = {"minimal": 0, "low": 1, "medium": 2}.get(thought.level or "", 3)
    least = 0 if profile.get("google_supports_minimal_thinking_level", True) else 1
    accepted = profile.get("google_thinking_levels") or heights[least:]
    near = min(
        (heights.index(level) for level in accepted), key=lambda height: (abs(height - wanted), -height)
    )
    return {"thinking_level": heights[near]}


_THINKING: Final[dict[str, Callable[[Model, ModelRequest, Thought], dict[str, Any]]]] = {
    "openai-chat": _openai,
    "openai-responses": _openai,
    "anthropic": _anthropic,
    "google": _google,
}


def _temperature(model: Model, request: ModelRequest, thought: Thought, tell: Tell) -> dict[str, Any]:
    """The temperature; OpenAI and Anthropic refuse one while the model thinks, the newest Claude always."""
    if request.temperature is None:
        return {}
    refuses = thought.thinks and wire_of(model) in {"openai-chat", "openai-responses", "anthropic"}
    if refuses or profile_of(model).get("anthropic_disallows_sampling_settings", False):
        tell("it takes no temperature here, so the temperature is left out")
        return {}
    return {"temperature": request.temperature}


def _most(limits: ModelLimits) -> int | None:
    """The longest reply: what the model gives, and never more than half of its window."""
    window = limits.context_window_tokens
    known = (limits.max_output_tokens, None if window is None else window // 2)
    return min((tokens for tokens in known if tokens is not None), default=None)


def _cap(
    settings: dict[str, Any], request: ModelRequest, thought: Thought, limits: ModelLimits
) -> dict[str, Any]:
    """The cap on the answer, with room for the thinking that every provider counts in.

    Both together stay within what the model can give, and within half of its window. An explicit budget of
    Anthropic's must be below the cap, so it is lowered where they do not.
    """
    if request.max_output_tokens is None:
        return {}
    most = _most(limits)
    room = thought.tokens if thought.thinks else 0
    budget = (settings.get("anthropic_thinking") or {}).get("budget_tokens")
    if budget is not None:
        room = budget
    cap = request.max_output_tokens + room
    if most is None or cap <= most:
        return {"max_tokens": cap}
    if budget is None or most <= LEAST_BUDGET:
        return {"max_tokens": most}
    lowered = max(LEAST_BUDGET, most - request.max_output_tokens)
    return {"max_tokens": most, "anthropic_thinking": {"type": "enabled", "budget_tokens": lowered}}
