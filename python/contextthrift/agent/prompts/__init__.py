"""The prompts of the agent's stages.

A prompt is made by a plain function from a `PromptContext` to a system part and a user part. The system part
holds only what stays the same for a whole run, so that providers can cache it; whatever changes stands in the
user part.
"""

from contextthrift.agent.prompts.defaults import Prompts, default_prompts
from contextthrift.agent.prompts.executor import executor_prompt
from contextthrift.agent.prompts.parts import PromptBuilder, PromptParts, with_system
from contextthrift.agent.prompts.planner import EMPTY_PLAN_RETRY_HINT, planner_prompt
from contextthrift.agent.prompts.prompt_context import PromptContext, PromptMode, Said
from contextthrift.agent.prompts.replanner import replanner_prompt
from contextthrift.agent.prompts.results import Called, results_turn
from contextthrift.agent.prompts.summaries import HISTORY_SUMMARY, STEPS_SUMMARY
from contextthrift.agent.prompts.synthesizer import synthesizer_prompt

__all__ = [
    "EMPTY_PLAN_RETRY_HINT",
    "HISTORY_SUMMARY",
    "STEPS_SUMMARY",
    "Called",
    "PromptBuilder",
    "PromptContext",
    "PromptMode",
    "PromptParts",
    "Prompts",
    "Said",
    "default_prompts",
    "executor_prompt",
    "planner_prompt",
    "replanner_prompt",
    "results_turn",
    "synthesizer_prompt",
    "with_system",
]
