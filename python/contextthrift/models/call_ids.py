"""Call ids: made unique where a model numbers its calls anew in each answer."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import replace
from typing import TYPE_CHECKING

from contextthrift.models.base import ToolCallPart, ToolResultPart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.models.base import ModelMessage, Part


def unique_call_ids(messages: Sequence[ModelMessage]) -> tuple[ModelMessage, ...]:
    """The messages with ids that no two calls share; calls and results pair by order of appearance.

    The first call keeps its id, a later one has its number behind it, so that the same conversation always
    begins with the same bytes.

    >>> from contextthrift.models.base import ModelMessage
    >>> call = ToolCallPart(call_id="find-0", name="find", arguments="{}")
    >>> asked = ModelMessage(role="assistant", parts=(call,))
    >>> [message.parts[0].call_id for message in unique_call_ids([asked, asked])]
    ['find-0', 'find-0-2']
    """
    given: set[str] = set()
    open_calls: dict[str, deque[str]] = defaultdict(deque)
    return tuple(
        replace(message, parts=tuple(_renamed(part, given, open_calls) for part in message.parts))
        for message in messages
    )


def _renamed(part: Part, given: set[str], open_calls: dict[str, deque[str]]) -> Part:
    match part:
        case ToolCallPart():
            call_id = _free(part.call_id, given)
            given.add(call_id)
            open_calls[part.call_id].append(call_id)
            return part if call_id == part.call_id else replace(part, call_id=call_id)
        case ToolResultPart() if open_calls[part.call_id]:
            return replace(part, call_id=open_calls[part.call_id].popleft())
        case _:
            return part


def _free(call_id: str, given: set[str]) -> str:
    number, free = 1, call_id
    while free in given:
        number += 1
        free = f"{call_id}-{number}"
    return free
