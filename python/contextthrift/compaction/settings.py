"""Settings of compaction: how much of a window conversations, traces and tool results may take."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING, Any

from contextthrift.settings import Settings, settings_from

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_WINDOW_TOKENS = 128_000
KEEP_RECENT_TURNS = 4
KEEP_RECENT_STEPS = 3
KEEP_TOOL_RESULTS = 3
SUMMARY_MAX_TOKENS = 1024
MAX_TOOL_OUTPUT_CHARS = 20_000
WINDOW_OF_A_KEPT_RESULT = 8192
"""Tokens of a window for each tool result that is never cleared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionConfig(Settings):
    """What is set by the host; None leaves a setting to its default."""

    auto: bool | None = None
    """Whether conversations and traces are summarised when they grow."""
    context_window_tokens: float | None = None
    threshold_tokens: float | None = None
    """Tokens above which they are."""
    keep_recent_turns: float | None = None
    keep_recent_steps: float | None = None
    summary_max_tokens: float | None = None
    """Tokens of one summary."""
    max_tool_output_chars: float | None = None
    """Characters of one tool result that a model sees; 0 for all."""
    clear_tool_results_after_tokens: float | None = None
    """Tokens of a step's conversation above which old tool results are cleared; 0 for never."""
    keep_tool_results: float | None = None
    """How many of the newest are never cleared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction:
    """The settings, complete; they mean what `CompactionConfig` says."""

    auto: bool = True
    context_window_tokens: int = DEFAULT_WINDOW_TOKENS
    threshold_tokens: int = DEFAULT_WINDOW_TOKENS // 2
    keep_recent_turns: int = KEEP_RECENT_TURNS
    keep_recent_steps: int = KEEP_RECENT_STEPS
    summary_max_tokens: int = SUMMARY_MAX_TOKENS
    max_tool_output_chars: int = MAX_TOOL_OUTPUT_CHARS
    clear_tool_results_after_tokens: int = DEFAULT_WINDOW_TOKENS // 4
    keep_tool_results: int = KEEP_TOOL_RESULTS


def compaction_config(given: CompactionConfig | Mapping[str, Any] | None) -> CompactionConfig:
    """The host's settings, also from a mapping.

    Raises:
        InvalidArgument: A name that no setting has.
    """
    if given is None or isinstance(given, CompactionConfig):
        return given or CompactionConfig()
    return settings_from(CompactionConfig, given, "compaction")


def resolve_compaction(config: CompactionConfig | Mapping[str, Any] | None = None) -> Compaction:
    """The settings with defaults for what is not given; threshold and clearing follow the window.

    A number that is negative or not finite counts as not given, and so does 0 for window, threshold and
    summary.

    >>> resolve_compaction({"context_window_tokens": 8000}).threshold_tokens
    4000
    """
    set_ = compaction_config(config)
    window = _positive(set_.context_window_tokens, DEFAULT_WINDOW_TOKENS)
    return Compaction(
        auto=True if set_.auto is None else set_.auto,
        context_window_tokens=window,
        threshold_tokens=_positive(set_.threshold_tokens, window // 2),
        keep_recent_turns=_count(set_.keep_recent_turns, KEEP_RECENT_TURNS),
        keep_recent_steps=_count(set_.keep_recent_steps, KEEP_RECENT_STEPS),
        summary_max_tokens=_positive(set_.summary_max_tokens, SUMMARY_MAX_TOKENS),
        max_tool_output_chars=_count(set_.max_tool_output_chars, MAX_TOOL_OUTPUT_CHARS),
        clear_tool_results_after_tokens=_count(set_.clear_tool_results_after_tokens, window // 4),
        keep_tool_results=_count(set_.keep_tool_results, KEEP_TOOL_RESULTS),
    )


def fit_compaction_to_window(
    resolved: Compaction,
    configured: CompactionConfig | Mapping[str, Any] | None,
    model_window: int | None,
) -> Compaction:
    """The settings made to suit the window that the models really have; the very object if none is known.

    Nothing grows: the threshold is at most half of the window, clearing begins at a quarter, one tool result
    has at most as many characters as the window has tokens (about a quarter of it), and a summary is at
    most a quarter. What was set to 0 (never, no cap) stays so.

    Args:
        resolved: The settings, as `resolve_compaction` gave them for ``configured``.
        configured: What the host set.
        model_window: The smallest window that is known among the agent's models, in tokens.

    >>> fitted = fit_compaction_to_window(resolve_compaction(), None, 4096)
    >>> fitted.threshold_tokens, fitted.max_tool_output_chars, fitted.keep_tool_results
    (2048, 4096, 1)
    """
    if model_window is None:
        return resolved
    set_ = compaction_config(configured)
    has_window = _positive(set_.context_window_tokens, 0) > 0
    window = min(resolved.context_window_tokens, model_window) if has_window else model_window
    fewest = max(1, min(window // WINDOW_OF_A_KEPT_RESULT, KEEP_TOOL_RESULTS))
    return replace(
        resolved,
        context_window_tokens=window,
        threshold_tokens=min(_positive(set_.threshold_tokens, window), window // 2),
        summary_max_tokens=min(resolved.summary_max_tokens, -(-window // 4)),
        max_tool_output_chars=min(resolved.max_tool_output_chars, window),
        clear_tool_results_after_tokens=min(
            _count(set_.clear_tool_results_after_tokens, window), window // 4
        ),
        keep_tool_results=_count(set_.keep_tool_results, fewest),
    )


def _count(given: float | None, default: int) -> int:
    is_number = isinstance(given, int | float) and not isinstance(given, bool) and isfinite(given)
    return int(given) if given is not None and is_number and given >= 0 else default


def _positive(given: float | None, default: int) -> int:
    return _count(given, default) or default
