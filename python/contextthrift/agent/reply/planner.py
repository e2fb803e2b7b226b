"""What the planner's text says."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from contextthrift.agent.reply.fence import without_fences
from contextthrift.agent.reply.json_object import (
    end_of_list,
    end_of_object,
    end_of_string,
    find_object,
    own_text,
    prose,
)
from contextthrift.agent.reply.steps import normalize_steps
from contextthrift.agent.reply.thinking import strip_thinking

if TYPE_CHECKING:
    from collections.abc import Iterator

FIELDS = ("reply", "plan", "skills", "thought", "steps")
PLAN_KEY = re.compile(r'"(?:plan|steps)"\s*:')
MARK = re.compile(r'["{\[\]]')


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannerReply:
    """A plan, and what the planner has to say."""

    reply: str = ""
    """What it says to the user; empty when the text is JSON that cannot be read."""
    plan: tuple[str, ...] = ()
    """The descriptions of the steps, in order."""
    skills: tuple[str, ...] = ()
    """The names of the skills it picked, known or not."""


def parse_planner_response(text: str) -> PlannerReply:
    """Reads ``{"reply": …, "plan": […], "skills": […]}``, however it is wrapped.

    ``thought`` and ``steps``, which the structured form has, are read where ``reply`` and ``plan`` are not.
    From JSON that is broken or cut off the complete strings are saved. Text without JSON is the reply.

    >>> parse_planner_response('Sure: {"reply": "On it", "plan": ["Open the file"]}')
    PlannerReply(reply='On it', plan=('Open the file',), skills=())
    >>> parse_planner_response('{"reply": "On it", "plan": ["Open the file", "Clo').plan
    ('Open the file',)
    >>> parse_planner_response("Hello!").reply
    'Hello!'
    """
    visible = strip_thinking(text).strip()
    found = find_object(visible, FIELDS)
    if found is not None:
        return _from_object(found)
    plain = without_fences(visible)
    if PLAN_KEY.search(plain):
        return _salvaged(plain)
    return PlannerReply(reply=prose(visible))


def planner_prose(text: str) -> str:
    """What the planner says where it wrote no JSON at all; empty where it did.

    >>> planner_prose("<think>Small talk.</think> Hello!"), planner_prose('{"plan": ["Open the')
    ('Hello!', '')
    """
    visible = strip_thinking(text).strip()
    is_json = find_object(visible, FIELDS) is not None or PLAN_KEY.search(without_fences(visible))
    return "" if is_json else prose(visible)


def _from_object(found: dict[str, Any]) -> PlannerReply:
    said = [found.get("reply"), found.get("thought")]
    plan = found["plan"] if "plan" in found else _descriptions(found.get("steps"))
    return PlannerReply(
        reply=own_text(next((text for text in said if isinstance(text, str)), "")),
        plan=normalize_steps(plan),
        skills=normalize_steps(found.get("skills")),
    )


def _descriptions(steps: object) -> list[object]:
    """The steps, told by their descriptions where they are objects."""
    listed = steps if isinstance(steps, list) else []
    return [step.get("description") if isinstance(step, dict) else step for step in listed]


# --- what can be saved of broken JSON


def _salvaged(text: str) -> PlannerReply:
    return PlannerReply(
        reply=own_text(_saved_string(text, "reply") or _saved_string(text, "thought")),
        plan=normalize_steps(_saved_list(text, "plan") or _descriptions(_saved_list(text, "steps"))),
        skills=normalize_steps(_saved_list(text, "skills")),
    )


def _saved_string(text: str, name: str) -> str:
    """The string of the first field of this name; empty when it was cut off."""
    field = re.search(rf'"{name}"\s*:\s*"', text)
    end = end_of_string(text, field.end()) if field else None
    return _decoded(text[field.end() - 1 : end]) if field and end is not None else ""


def _saved_list(text: str, name: str) -> list[object]:
    """The complete items of the first list of this name: its strings, and its objects."""
    field = re.search(rf'"{name}"\s*:\s*\[', text)
    return list(_items(text, field.end())) if field else []


def _items(text: str, position: int) -> Iterator[object]:
    """What stands from here to the list's own end, or to the first item that was cut off."""
    while mark := MARK.search(text, position):
        end = _end_of_item(text, mark)
        if end is None:
            return
        item = text[mark.start() : end]
        if mark[0] == '"':
            yield _decoded(item)
        elif mark[0] == "{":
            yield find_object(item, FIELDS)
        position = end


def _end_of_item(text: str, mark: re.Match[str]) -> int | None:
    match mark[0]:
        case '"':
            return end_of_string(text, mark.end())
        case "{":
            return end_of_object(text, mark.start())
        case "[":
            return end_of_list(text, mark.start())
    return None


def _decoded(quoted: str) -> str:
    """The string without quotes and escapes; as it is written when an escape is none of JSON's."""
    try:
        return str(json.loads(quoted, strict=False))
    except ValueError:
        return quoted[1:-1]
