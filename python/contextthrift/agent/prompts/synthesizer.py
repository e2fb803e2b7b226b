"""The synthesizer's default prompt: the answer that the user reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contextthrift.agent.prompts.parts import PromptParts
from contextthrift.agent.prompts.section import bullets, join_sections, section
from contextthrift.agent.prompts.unattended import UNATTENDED

if TYPE_CHECKING:
    from contextthrift.agent.prompts.prompt_context import PromptContext

NO_CHANGES: Final = "(no changes were made)"
"""Stands where the progress would."""

_ROLE: Final = (
    "You are the SYNTHESIZER of an autonomous agent. The work is over; you write the answer that the "
    "user reads."
)
_RULES: Final = """\
## RULES
- Answer the goal from what was done and found and from the current state. Invent nothing that is \
missing there.
- Result first, with the concrete data the user asked for; copy names, ids, numbers and values exactly \
where accuracy matters. Then say briefly what was changed, if anything was.
- Name the assumptions that were made. Say plainly what failed or was not done, and why.
- Ask no follow-up question, unless the goal cannot be completed without the user; then ask for just \
what is missing.
- Be short and friendly. Plain text or light Markdown, no JSON.
- Write in the language of the user's goal. Do not talk of steps, plans or how the agent works."""
_REQUEST: Final = "Write the answer to the goal."


def synthesizer_prompt(context: PromptContext) -> PromptParts:
    """The synthesizer's role, rules and active skills; then goal, state, progress and findings.

    It is the same in both modes: the answer is text in either.
    """
    system = join_sections(_ROLE, f"{_RULES}\n{UNATTENDED}", section("ACTIVE SKILLS", context.active_skills))
    prompt = join_sections(
        section("GOAL", context.goal),
        section("CURRENT STATE", context.state),
        section("WHAT WAS DONE", bullets(context.done) or NO_CHANGES),
        section("FINDINGS", bullets(context.findings)),
        _REQUEST,
    )
    return PromptParts(system, prompt)
