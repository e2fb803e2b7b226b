"""What the executor's text says."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from contextthrift.agent.reply.fence import without_fences
from contextthrift.agent.reply.json_object import end_of_list, first_object, own_text, prose, whole_json
from contextthrift.agent.reply.thinking import strip_thinking

BLOCKER = "[BLOCKER]"
"""What a model writes when its step cannot be done."""

BRACKET = re.compile(r"[\[\]]")
ENVELOPE = ("reply", "actions")
BARE_ACTION = (*ENVELOPE, "tool")


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A tool that is to be called."""

    tool: str
    """The name as the model wrote it, known or not."""
    args: dict[str, Any] = field(default_factory=dict)
    """The arguments; empty when the model wrote none, or none by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutorReply:
    """What a step says, and what it wants done."""

    reply: str = ""
    """The text of the step so far; empty when the text is JSON that cannot be read."""
    actions: tuple[Action, ...] = ()
    """The calls in the model's order, equal ones too."""


def parse_executor_response(text: str) -> ExecutorReply:
    """Reads ``{"reply": …, "actions": [{"tool": …, "args": {…}}]}``, however it is wrapped.

    A bare list of actions and a single bare action are read too, also within prose. JSON that was cut off
    has no actions, and an action out of a list that cannot be read does not count: a batch is run whole or
    not at all. Text without JSON is the reply.

    >>> parse_executor_response('{"reply": "Adding", "actions": [{"tool": "add", "args": {"x": 1}}]}')
    ExecutorReply(reply='Adding', actions=(Action(tool='add', args={'x': 1}),))
    >>> parse_executor_response('Now [{"tool": "a"}, {"tool": "b"}]').actions
    (Action(tool='a', args={}), Action(tool='b', args={}))
    >>> parse_executor_response('[{"tool": "a"}, {"tool": "b"')
    ExecutorReply(reply='', actions=())
    """
    visible = strip_thinking(text).strip()
    try:
        value = whole_json(visible)
    except ValueError:
        return _within(visible)
    if isinstance(value, dict):
        return _from_object(value)
    return ExecutorReply(reply=prose(visible), actions=_actions(value))


def split_blocker(text: str) -> tuple[str, bool]:
    """The text of a step without thoughts and without ``[BLOCKER]``, and whether that stood in it.

    >>> split_blocker("[BLOCKER] The account is locked.")
    ('The account is locked.', True)
    >>> split_blocker("<think>[BLOCKER]?</think> Done.")
    ('Done.', False)
    """
    visible = strip_thinking(text)
    return visible.replace(BLOCKER, "").strip(), BLOCKER in visible


def _from_object(found: dict[str, Any]) -> ExecutorReply:
    return ExecutorReply(reply=own_text(found.get("reply")), actions=_actions(found.get("actions", [found])))


def _actions(listed: object) -> tuple[Action, ...]:
    """An action for each object that names a tool."""
    entries = listed if isinstance(listed, list) else []
    return tuple(
        Action(tool=entry["tool"], args=args if isinstance(args := entry.get("args"), dict) else {})
        for entry in entries
        if isinstance(entry, dict) and isinstance(entry.get("tool"), str)
    )


def _within(visible: str) -> ExecutorReply:
    """The actions of a text that is not JSON as a whole."""
    plain = without_fences(visible)
    bracket = _bracket_around_first_object(plain)
    listed = _actions_of_list(plain, bracket)
    if listed:
        return ExecutorReply(reply=prose(visible), actions=listed)
    found = first_object(plain, BARE_ACTION if bracket is None else ENVELOPE)
    return ExecutorReply(reply=prose(visible)) if found is None else _from_object(found)


def _bracket_around_first_object(text: str) -> int | None:
    """Where the innermost list begins that is still open at the first brace; None outside of any."""
    still_open: list[int] = []
    for mark in BRACKET.finditer(text, 0, max(text.find("{"), 0)):
        if mark[0] == "[":
            still_open.append(mark.start())
        elif still_open:
            still_open.pop()
    return still_open[-1] if still_open else None


def _actions_of_list(text: str, bracket: int | None) -> tuple[Action, ...]:
    """The actions of the list that begins at the bracket, all of them, or none."""
    end = None if bracket is None else end_of_list(text, bracket)
    if end is None:
        return ()
    try:
        return _actions(whole_json(text[bracket:end]))
    except ValueError:
        return ()
