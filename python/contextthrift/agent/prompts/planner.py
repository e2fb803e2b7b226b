"""The planner's default prompt: from a goal to an ordered list of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contextthrift.agent.prompts.history import recent_messages
from contextthrift.agent.prompts.parts import PromptParts
from contextthrift.agent.prompts.section import join_sections, section
from contextthrift.agent.prompts.unattended import UNATTENDED

if TYPE_CHECKING:
    from contextthrift.agent.prompts.prompt_context import PromptContext

EMPTY_PLAN_RETRY_HINT: Final = (
    "Note: your first plan for this message had no steps. If the message asks for anything that the "
    "tools can do or look up, concrete steps (1 to 6) are required; nothing has been done yet. An empty "
    "plan is right only for a pure greeting or small talk."
)
"""Added to a goal of three words or more whose first plan was empty."""

_ROLE: Final = (
    "You are the PLANNER of an autonomous agent that reaches a goal step by step, with tools. You only "
    "plan: an executor then carries out your steps one by one, and the answer to the user is written "
    "after the last one."
)
_RULES: Final = """\
## RULES
- Give a short {thought} and an ordered list of 1 to 6 steps in {plan}. Each step is distinct and can be \
understood on its own: it names what to do and the names, ids and values it needs. No repetition, no \
padding, no step that only reports the result.
- Plan the use of tools for anything they can do or look up. A question that needs data or a check is a \
real goal: plan the look-up instead of answering from memory.
- Leave {plan} empty only for a pure greeting, thanks, small talk, or a question that the current state \
and general knowledge answer completely without any tool. Then {thought} is the answer itself, written \
to the user.
- Nothing has been done yet. Never say in {thought} that it has.
- Plan realistic steps for the listed tools, starting from the current state. Use the conversation to \
find out what words such as "it" or "the other one" mean.
- Never plan a step that asks the user or waits for them. If the goal can be read in several ways, take \
the most reasonable one and name it as an assumption in {thought}."""
_SKILLS_RULE: Final = (
    "- In `skills`, list the names of the skills below that apply to the goal; none apply: an empty list."
)
_SEARCH_RULE: Final = (
    "- The list of tools may be shortened; more can be found while a step runs. Say in each step what "
    "to do, and name a tool only when it is listed."
)
_NARROWED_RULE: Final = (
    "- Every step must name the exact tools it needs{where}, spelled as in the list. A step can call no "
    "others."
)
_NATIVE_FIELDS: Final = (
    "- Each step has a `description`; `expected_outcome` says in a few words what shows that it is done; "
    "`suggested_tools` names the tools for it, spelled as in the list."
)
_JSON_RULE: Final = """\
## ANSWER
Answer with exactly one JSON object and nothing else: no text before or after it, no code fence. Its \
form, with contents that are only an example:
{"reply": "I take \\"last month\\" to be May.", "plan": ["Look up all bookings in May", "Add up their \
prices"], "skills": []}"""


def planner_prompt(context: PromptContext) -> PromptParts:
    """The planner's role, rules, skills and tools; then goal, conversation and state."""
    system = join_sections(
        _ROLE,
        "\n".join(_rules(context)),
        _JSON_RULE if context.mode == "prompted" else "",
        section("SKILLS", context.skills),
        section("TOOLS", context.tool_catalog),
    )
    prompt = join_sections(
        section("GOAL", join_sections(context.goal.strip(), (context.retry_hint or "").strip())),
        section("CONVERSATION SO FAR", recent_messages(context.history)),
        section("CURRENT STATE", context.state),
    )
    return PromptParts(system, prompt)


def _rules(context: PromptContext) -> list[str]:
    is_text = context.mode == "prompted"
    thought, plan = ("`reply`", "`plan`") if is_text else ("`thought`", "`steps`")
    rules = [_RULES.format(thought=thought, plan=plan)]
    if not is_text:
        rules.append(_NATIVE_FIELDS)
    if context.skills.strip():
        rules.append(_SKILLS_RULE)
    if context.search_mode:
        rules.append(_SEARCH_RULE)
    if context.plan_narrowed:
        rules.append(_NARROWED_RULE.format(where=" in its text" if is_text else " in `suggested_tools`"))
    return [*rules, UNATTENDED]
