"""The prompts of the four stages, each of which a host may replace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from contextthrift.agent.prompts.executor import executor_prompt
from contextthrift.agent.prompts.planner import planner_prompt
from contextthrift.agent.prompts.replanner import replanner_prompt
from contextthrift.agent.prompts.synthesizer import synthesizer_prompt
from contextthrift.settings import Settings

if TYPE_CHECKING:
    from contextthrift.agent.prompts.parts import PromptBuilder


@dataclass(frozen=True, kw_only=True)
class Prompts(Settings):
    """What makes the prompt of each stage; a stage that is not given keeps its default.

    >>> def terse(context):
    ...     return "You plan. Be terse.", context.goal
    >>> Prompts(planner=terse).executor is default_prompts().executor
    True
    """

    planner: PromptBuilder = planner_prompt
    """From the goal to a list of steps."""
    executor: PromptBuilder = executor_prompt
    """One step."""
    replanner: PromptBuilder = replanner_prompt
    """How the run goes on after a step."""
    synthesizer: PromptBuilder = synthesizer_prompt
    """The answer."""


def default_prompts() -> Prompts:
    """The prompts an agent has unless it is given others."""
    return Prompts()
