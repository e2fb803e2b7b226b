"""The executor's default prompt: one step, done with tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contextthrift.agent.prompts.parts import PromptParts
from contextthrift.agent.prompts.section import entry, join_sections, section
from contextthrift.agent.prompts.unattended import UNATTENDED

if TYPE_CHECKING:
    from contextthrift.agent.prompts.prompt_context import PromptContext

_ROLE: Final = (
    "You are the EXECUTOR of an autonomous agent. A planner has split the goal into steps; you carry out the "
    "current step, with tools."
)
_RULES: Final = """\
## RULES
- Do the current step and nothing else. Earlier steps are done; later steps come after yours.
- Call tools where the step needs them; do not only describe what you would do.
- Never ask the user and never wait for them: nobody answers. Look up what you do not know; else take a \
sensible default and state it as an assumption.
- Build on the current state and on the results of earlier steps. Do not redo finished work.
- When a call fails, read the error, then correct the call or try another way.
- End with a short factual summary of what you did and found{where}. Put in it the concrete data that \
later steps or the answer need: names, ids, numbers, values, exactly as you received them. {form}
- Only if the step is truly impossible (a tool it needs is missing or denied, credentials or data cannot \
be had), write [BLOCKER] and one sentence that says why. Something hard is no blocker, and a search that \
finds nothing is a result."""
_SEARCH_RULE: Final = (
    "- If you need a tool that you do not have, call find_tools with a few keywords. What it finds can "
    "be called right after."
)
_SKILLS_RULE: Final = (
    "- If one of the skills below covers the step and its instructions are not among the active ones, "
    "load it first with load_skill; read its files with read_skill_file when its instructions need "
    "them."
)
_JSON_RULE: Final = """\
## ANSWER
Answer every time with exactly one JSON object and nothing else: no text before or after it, no code \
fence. Its form:
{"reply": "what you do", "actions": [{"tool": "name_of_a_listed_tool", "args": {"parameter": "value"}}]}
- The actions run in the order given; then you get their results and answer again.
- Call only tools that are listed, by their exact names. `args` match the parameters in the list, where \
`?` marks those that may be left out.
- When nothing (more) is to be done, "actions" is [] and "reply" is the summary.
- A blocker is "actions": [] and [BLOCKER] with its reason in "reply"."""


def executor_prompt(context: PromptContext) -> PromptParts:
    """Role, rules and skills; then goal, state, in text mode the tools, earlier steps, the current one."""
    is_text = context.mode == "prompted"
    system = join_sections(
        _ROLE,
        "\n".join(_rules(context, is_text=is_text)),
        _JSON_RULE if is_text else "",
        section("SKILLS", context.skills),
        section("ACTIVE SKILLS", context.active_skills),
    )
    prompt = join_sections(
        section("GOAL OF THE WHOLE RUN", context.goal),
        section("CURRENT STATE", context.state),
        section("TOOLS", context.tool_catalog if is_text else ""),
        section("EARLIER STEPS", _numbered(context)),
        section(_step_title(context), _step(context)),
    )
    return PromptParts(system, prompt)


def _rules(context: PromptContext, *, is_text: bool) -> list[str]:
    where, form = (" in `reply`", "Plain sentences.") if is_text else ("", "Plain text, no JSON.")
    rules = [_RULES.format(where=where, form=form)]
    if context.search_mode:
        rules.append(_SEARCH_RULE)
    if context.skills.strip():
        rules.append(_SKILLS_RULE)
    return [*rules, UNATTENDED]


def _numbered(context: PromptContext) -> str:
    """The earlier steps with their own numbers, also where the first entry sums up several of them."""
    done = context.done
    folded = max(0, context.index - 1 - len(done))
    numbers = [str(folded + place) for place in range(1, len(done) + 1)]
    if folded and numbers:
        numbers[0] = f"1-{numbers[0]}"
    lines = zip(numbers, done, strict=True)
    return "\n".join(entry(f"{number}. ", text) for number, text in lines if text.strip())


def _step_title(context: PromptContext) -> str:
    if context.index < 1:
        return "CURRENT STEP"
    return f"CURRENT STEP {context.index} OF {max(context.index, context.total)}"


def _step(context: PromptContext) -> str:
    expected = (context.expected_outcome or "").strip()
    return f"{context.step.strip()}\nExpected outcome: {expected}" if expected else context.step
