"""The planner: from a goal to a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from contextthrift.agent.catalog import catalog_of
from contextthrift.agent.prompts import EMPTY_PLAN_RETRY_HINT, PromptContext
from contextthrift.agent.reply.planner import parse_planner_response, planner_prose
from contextthrift.agent.spent import Spent
from contextthrift.agent.steps import cap_plan_steps, known_tools, needs_plan_retry
from contextthrift.agent.structured import Shape
from contextthrift.events import Plan, PlanStep, Retry
from contextthrift.exceptions import AttachmentsNotSupportedError, ContextWindowExceededError, ModelTimeout
from contextthrift.record import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.agent.run import Run
    from contextthrift.models import Reply

_STRINGS = {"type": "array", "items": {"type": "string"}}

PLAN_STEP_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "description": {"type": "string"},
        "expected_outcome": {"type": "string"},
        "suggested_tools": _STRINGS,
    },
    "required": ["description"],
}
PLAN_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "thought": {"type": "string"},
        "steps": {"type": "array", "items": PLAN_STEP_SCHEMA},
        "skills": _STRINGS,
    },
    "required": ["thought", "steps"],
}
"""Shape of a plan. Numbers of items are not in it: several providers refuse them, so code caps the plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What the planner said."""

    thought: str
    steps: tuple[PlanStep, ...]
    skills: tuple[str, ...] = ()
    is_answer: bool = False
    """Whether the thought is the answer, in plain words, and nothing is to be planned."""
    was_asked_in_words: bool = False
    """Whether the structured answer that was asked for first could not be had."""

    @property
    def plan(self) -> Plan:
        """Its plan."""
        return Plan(thought=self.thought, steps=self.steps)


async def create_plan(run: Run, *, retry_of: Planned | None = None) -> Planned:
    """Asks the planner for a plan, and charges the run for it.

    Args:
        run: The run the plan is for.
        retry_of: The plan asked for before, which was empty: say that this one must not be, and do not ask
            for structured output where it could not be had then.

    Raises:
        Exception: Whatever the last of its model calls raised.
    """
    spent, trouble = Spent(), list[Exception]()

    def tell(error: Exception) -> None:
        trouble.append(error)
        run.emit(Retry(phase="plan", attempt=1, error=text_of(error)))

    try:
        context = await _context(run, retry_hint=retry_of is not None)
        in_words = retry_of is not None and retry_of.was_asked_in_words
        written = await _SHAPE.ask(run, context, spent, tell, in_words=in_words)
    except Exception:
        spent.charge_what_is_known(run, "plan")
        raise
    run.charge("plan", spent.usage)
    return replace(_cleaned(run, written), was_asked_in_words=bool(trouble))


async def _context(run: Run, *, retry_hint: bool) -> PromptContext:
    return PromptContext(
        goal=run.goal,
        state=await run.state(),
        tool_catalog=catalog_of(run.tools),
        history=tuple(run.history),
        plan_narrowed=run.config.strategy == "plan-narrowed",
        retry_hint=EMPTY_PLAN_RETRY_HINT if retry_hint else None,
    )


def _cleaned(run: Run, written: Planned) -> Planned:
    """The plan as it is carried out: capped, numbered, with tools that exist."""
    names = {tool.name for tool in run.tools}
    steps = []
    for step in cap_plan_steps(written.steps, run.config.max_plan_steps):
        known, none_known = known_tools(step.suggested_tools, names)
        unknown = [name for name in step.suggested_tools or () if name not in names]
        if unknown:
            run.log.warn("step %s suggests tools that do not exist: %s", step.id, ", ".join(unknown))
        steps.append(
            PlanStep(
                id=step.id,
                description=step.description,
                expected_outcome=step.expected_outcome,
                suggested_tools=known,
                requires_tools=none_known,
            )
        )
    return replace(written, thought=written.thought.strip(), steps=tuple(steps))


def _from_object(found: Mapping[str, Any]) -> Planned | None:
    """A plan in either spelling of its names; None for an object without steps."""
    steps = found.get("steps")
    if not isinstance(steps, list):
        return None
    return Planned(
        thought=_text(found.get("thought")) or "",
        steps=tuple(step for each in steps if (step := _step(each)) is not None),
        skills=_texts(found.get("skills")) or (),
    )


def _step(written: Any) -> PlanStep | None:
    if isinstance(written, str):
        return PlanStep(id="", description=written)
    if not isinstance(written, Mapping) or not isinstance(written.get("description"), str):
        return None
    return PlanStep(
        id="",
        description=written["description"],
        expected_outcome=_text(_either(written, "expected_outcome", "expectedOutcome")),
        suggested_tools=_texts(_either(written, "suggested_tools", "suggestedTools")),
    )


def _either(written: Mapping[str, Any], *names: str) -> Any:
    return next((written[name] for name in names if name in written), None)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: Any) -> tuple[str, ...] | None:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else None


def _from_text(text: str) -> Planned:
    said = parse_planner_response(text)
    steps: Sequence[PlanStep] = [PlanStep(id="", description=description) for description in said.plan]
    return Planned(thought=said.reply, steps=tuple(steps), skills=said.skills)


def _from_prose(run: Run, reply: Reply) -> Planned | None:
    """Plain words as the answer, where a plan would bring none better: for small talk, and without tools.

    A goal that tools might serve is asked about again: a small model may only claim to have done it.
    """
    may_need_tools = bool(run.tools) and needs_plan_retry(run.goal, 0)
    said = "" if may_need_tools or reply.is_cut_off else planner_prose(reply.text)
    return Planned(thought=said, steps=(), is_answer=True) if said else None


_SHAPE = Shape(
    stage="planner",
    schema=PLAN_SCHEMA,
    read_object=_from_object,
    read_text=_from_text,
    read_prose=_from_prose,
    raised_at_once=(ModelTimeout, ContextWindowExceededError, AttachmentsNotSupportedError),
)
