"""Steps: what becomes of a list of steps that a model wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift.agent.reply.steps import normalize_steps
from contextthrift.events import PlanStep

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence


def cap_plan_steps(steps: Iterable[PlanStep], cap: int) -> tuple[PlanStep, ...]:
    """The steps of a plan: trimmed, none blank or said twice, at most ``cap`` (1 at least), numbered.

    >>> named = [PlanStep(id="", description=text) for text in ("Open", " ", "open ", "Close")]
    >>> [(step.id, step.description) for step in cap_plan_steps(named, 8)]
    [('s1', 'Open'), ('s2', 'Close')]
    """
    first: dict[str, PlanStep] = {}
    for step in steps:
        if step.description.strip():
            first.setdefault(step.description.strip().casefold(), step)
    chosen = list(first.values())[: max(1, cap)]
    return tuple(_numbered(step, f"s{number}") for number, step in enumerate(chosen, start=1))


def revised_steps(
    plan: Sequence[str], *, iteration: int, max_iterations: int, max_plan_steps: int
) -> tuple[PlanStep, ...]:
    """The steps that replace those that remain after step ``iteration``, numbered ``r<iteration>-1`` ...

    >>> [step.id for step in revised_steps(["x", "y"], iteration=2, max_iterations=8, max_plan_steps=8)]
    ['r2-1', 'r2-2']
    """
    cap = max(0, min(max_plan_steps, max_iterations - iteration))
    descriptions = normalize_steps(list(plan))[:cap]
    return tuple(
        PlanStep(id=f"r{iteration}-{number}", description=description)
        for number, description in enumerate(descriptions, start=1)
    )


def known_tools(
    suggested: Sequence[str] | None, tools: Collection[str]
) -> tuple[tuple[str, ...] | None, bool]:
    """The suggestions that are tools, and whether there were suggestions but none of them is one."""
    if not suggested:
        return None, False
    known = tuple(dict.fromkeys(name for name in suggested if name in tools))
    return known or None, not known


def needs_plan_retry(goal: str, planned_steps: int) -> bool:
    """Whether an empty plan is asked for again: small models sometimes claim to be done with real goals.

    >>> needs_plan_retry("file a report", 0), needs_plan_retry("hello there", 0)
    (True, False)
    """
    return planned_steps == 0 and len(goal.split()) > 2  # noqa: PLR2004 - a greeting has two words


def _numbered(step: PlanStep, number: str) -> PlanStep:
    return PlanStep(
        id=number,
        description=step.description.strip(),
        expected_outcome=step.expected_outcome,
        suggested_tools=step.suggested_tools,
        requires_tools=step.requires_tools,
    )
