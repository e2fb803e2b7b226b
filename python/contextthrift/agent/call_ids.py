"""Ids of tool calls: one for each, whatever a server sent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from contextthrift.models import ToolCallPart

if TYPE_CHECKING:
    from contextthrift.models import ModelMessage
    from contextthrift.models.base import Part


def with_own_ids(message: ModelMessage, taken: set[str]) -> ModelMessage:
    """The message with an id for each tool call that no other call has; the ids are added to ``taken``.

    Some servers of local models send none, or the same one again and again. The very message comes back
    where its ids are good.

    >>> from contextthrift.models import assistant_reply
    >>> twice = assistant_reply(tool_calls=(ToolCallPart(call_id="", name="t", arguments=""),) * 2).message
    >>> [part.call_id for part in with_own_ids(twice, set()).parts]
    ['call-1', 'call-2']
    """
    parts = tuple(_with_own_id(part, taken) for part in message.parts)
    is_same = all(new is old for new, old in zip(parts, message.parts, strict=True))
    return message if is_same else replace(message, parts=parts)


def _with_own_id(part: Part, taken: set[str]) -> Part:
    if not isinstance(part, ToolCallPart):
        return part
    if not part.call_id or part.call_id in taken:
        part = replace(part, call_id=_free_id(taken))
    taken.add(part.call_id)
    return part


def _free_id(taken: set[str]) -> str:
    number = len(taken) + 1
    while (name := f"call-{number}") in taken:
        number += 1
    return name
