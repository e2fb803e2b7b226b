"""Limits: the caps on the tokens of a run, and of each call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from contextthrift.events import LimitBreach
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.settings import Settings, settings_from

if TYPE_CHECKING:
    from contextthrift.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class CallCaps(Settings):
    """Tokens that ONE call of a stage may answer."""

    planner: int = 800
    executor: int = 1200
    replanner: int = 400
    synthesizer: int = 400
    compaction: int = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits(Settings):
    """Caps on the tokens of a run: soft, looked at between steps and after each round of a step.

    A cap that is None, 0 or negative is no cap. The answer is written whatever was reached.
    """

    max_input_tokens: int | None = None
    max_output_tokens: int | None = None
    """Thinking included."""
    max_reasoning_tokens: int | None = None
    max_total_tokens: int | None = None
    per_call: Mapping[str, int] | None = None
    """Caps on the answer of one call, by stage, in place of those of `CallCaps`."""


def check_limits(usage: Usage, limits: Limits | None) -> LimitBreach | None:
    """The first cap that was reached, in the order total, input, output, reasoning.

    >>> from contextthrift.usage import Usage
    >>> check_limits(Usage.of(input_tokens=40, output_tokens=10), Limits(max_total_tokens=50))
    LimitBreach(kind='total', tokens=50, cap=50)
    """
    if limits is None:
        return None
    figures = (
        LimitBreach(kind="total", tokens=usage.total_tokens, cap=limits.max_total_tokens or 0),
        LimitBreach(kind="input", tokens=usage.input_tokens, cap=limits.max_input_tokens or 0),
        LimitBreach(kind="output", tokens=usage.output_tokens, cap=limits.max_output_tokens or 0),
        LimitBreach(kind="reasoning", tokens=usage.reasoning_tokens, cap=limits.max_reasoning_tokens or 0),
    )
    return next((figure for figure in figures if 0 < figure.cap <= figure.tokens), None)


def limits_of(given: Limits | Mapping[str, Any]) -> Limits:
    """The caps, also from a mapping.

    Raises:
        InvalidArgument: A cap that does not exist, or is no whole number.
        WrongType: It is neither.
    """
    if isinstance(given, Limits):
        limits = given
    elif isinstance(given, Mapping):
        limits = settings_from(Limits, given, "limits")
    else:
        raise WrongType(f"limits must be Limits or a mapping; got {type(given).__name__}")
    for name in (each.name for each in fields(Limits) if each.name != "per_call"):
        cap = getattr(limits, name)
        if cap is not None and (isinstance(cap, bool) or not isinstance(cap, int)):
            raise InvalidArgument(f"limits.{name} must be a whole number of tokens, or None; got {cap!r}")
    return limits


def resolve_call_caps(
    limits: Limits | None = None,
    *,
    budgets: Mapping[str, int] | None = None,
    summary_max_tokens: int | None = None,
) -> CallCaps:
    """The caps of each stage: those of ``limits.per_call``, else of ``budgets``, else the defaults.

    ``summary_max_tokens`` is the default for compaction.

    Raises:
        InvalidArgument: A stage that does not exist, or a cap below 1.

    >>> resolve_call_caps(Limits(per_call={"planner": 900})).planner
    900
    """
    caps = CallCaps() if summary_max_tokens is None else CallCaps(compaction=summary_max_tokens)
    given = {**(budgets or {}), **((limits.per_call if limits else None) or {})}
    for stage, cap in given.items():
        _check_cap(stage, cap)
    return replace(caps, **given)


def _check_cap(stage: str, cap: Any) -> None:
    stages = [each.name for each in fields(CallCaps)]
    if stage not in stages:
        raise InvalidArgument(f"there is no stage {stage!r} to cap; the stages are {', '.join(stages)}")
    if isinstance(cap, bool) or not isinstance(cap, int) or cap < 1:
        raise InvalidArgument(f"the cap of {stage} must be a whole number of tokens, 1 or more; got {cap!r}")
