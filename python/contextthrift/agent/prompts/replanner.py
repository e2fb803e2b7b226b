"""The replanner's default prompt: how the run goes on after a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contextthrift.agent.prompts.parts import PromptParts
from contextthrift.agent.prompts.section import bullets, join_sections, section
from contextthrift.agent.prompts.unattended import UNATTENDED

if TYPE_CHECKING:
    from contextthrift.agent.prompts.prompt_context import PromptContext

NO_PROGRESS: Final = "(nothing yet)"
"""Stands where the progress would."""
NO_STEPS: Final = "(none)"
"""Stands where the remaining steps would."""

_ROLE: Final = (
    "You are the REPLANNER of an autonomous agent that works through a list of steps. A step has just "
    "run; you decide how the run goes on."
)
_RULES: Final = """\
## RULES
- Choose one decision:
  continue: the remaining steps still fit.
    revise: the remaining work needs better steps. `plan` is the new list for the remaining work only; \
it replaces all remaining steps and repeats nothing that is done.
  finish: the goal is already met.
- Judge only from the current state and the progress. Prefer continue when it is defensible.
- After a failure, prefer another way around it (another tool, source or order) to giving up. Do not \
repeat unchanged what failed.
- If no steps remain, revise when something useful can still be tried for the goal, else finish.
- Each new step can be understood on its own: it names what to do and the names, ids and values it needs.
- Never add a step that asks the user or waits for them.
- `reason` is one sentence. `plan` is empty unless you revise."""
_JSON_RULE: Final = """\
## ANSWER
Answer with exactly one JSON object and nothing else: no text before or after it, no code fence. \
"decision" is "continue", "revise" or "finish". Its form, with contents that are only an example:
{"decision": "revise", "reason": "The export was refused, but single records can be read.", "plan": \
["Read the records 12, 15 and 19 one by one", "Compare their dates"]}"""
_QUESTION: Final = "Decide how the run goes on: continue, revise or finish."


def replanner_prompt(context: PromptContext) -> PromptParts:
    """The replanner's role, rules and active skills; then goal, state, progress and remaining steps."""
    system = join_sections(
        _ROLE,
        f"{_RULES}\n{UNATTENDED}",
        _JSON_RULE if context.mode == "prompted" else "",
        section("ACTIVE SKILLS", context.active_skills),
    )
    prompt = join_sections(
        section("GOAL", context.goal),
        section("CURRENT STATE", context.state),
        section("PROGRESS", bullets(context.done) or NO_PROGRESS),
        section("REMAINING STEPS", bullets(context.remaining) or NO_STEPS),
        _QUESTION,
    )
    return PromptParts(system, prompt)
