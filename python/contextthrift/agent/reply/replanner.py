"""What the replanner's text says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from contextthrift.agent.reply.json_object import find_object, own_text
from contextthrift.agent.reply.steps import normalize_steps
from contextthrift.agent.reply.thinking import strip_thinking

Decision: TypeAlias = Literal["continue", "revise", "finish"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplannerReply:
    """How to go on after a step."""

    decision: Decision = "continue"
    """``revise`` and ``finish`` only where the model wrote exactly that."""
    reason: str = ""
    """Why, in the model's words."""
    plan: tuple[str, ...] = ()
    """The descriptions of the steps that are left, when they are to be others."""


def parse_replanner_response(text: str) -> ReplannerReply:
    """Reads ``{"decision": …, "reason": …, "plan": […]}``; anything unclear means to continue.

    >>> parse_replanner_response('{"decision": "finish", "reason": "The goal is met."}')
    ReplannerReply(decision='finish', reason='The goal is met.', plan=())
    >>> parse_replanner_response('{"decision": "finish", "rea')
    ReplannerReply(decision='continue', reason='', plan=())
    """
    found = find_object(strip_thinking(text).strip(), ("decision",)) or {}
    return ReplannerReply(
        decision=_decision(found.get("decision")),
        reason=own_text(found.get("reason")),
        plan=normalize_steps(found.get("plan")),
    )


def _decision(word: object) -> Decision:
    match word:
        case "revise" | "finish":
            return word
        case _:
            return "continue"
