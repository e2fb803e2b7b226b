"""Turns of a history: a question with its answer and the calls made for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from contextthrift import _native
from contextthrift.brief import Brief
from contextthrift.context.listed import all_texts, attributes, listed, one_text
from contextthrift.context.measure import rendered
from contextthrift.context.relevance import arg_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from contextthrift.context.items import Content


@dataclass(slots=True, kw_only=True)
class HistoryMessage(Brief):
    """One message of a history."""

    role: str
    """Who speaks; ``assistant`` ends a turn, all other roles are alike."""
    created_at: str
    """When it was made, as a timestamp of the same format throughout the history."""
    content: Content = None
    """Its text."""
    id: str | None = None
    """Its id."""


@dataclass(slots=True, kw_only=True)
class HistoryCall(Brief):
    """One tool call of a history."""

    created_at: str
    """When it was made, in the format of the messages."""
    tool: str | None = None
    """The name of the tool."""
    args: Any = None
    """What the tool was given."""
    id: str | None = None
    """Its id."""


@dataclass(slots=True, kw_only=True)
class Turn(Brief):
    """What was said and done up to an answer of the assistant."""

    qa: str
    """Its text: what was said, then a line for each call."""
    created_at: str
    """When its last message was made."""
    messages: tuple[Any, ...] = ()
    """:class:`HistoryMessage` or alike."""
    tool_calls: tuple[Any, ...] = ()
    """:class:`HistoryCall` or alike."""
    author: str | None = None
    """Who speaks, where turns are of different people; a query that names them ranks the turn higher."""
    session: Any = None
    """Equal for the turns of one conversation, where there are several; None for all is one."""


def group_history_into_turns(messages: Iterable[Any], tool_calls: Iterable[Any] = ()) -> list[Turn]:
    """A history as turns, oldest first, each with the calls made in it.

    A message of the role ``assistant`` ends the turn it is in; what is left at the end is a turn, too.
    A call belongs to the last turn before the first one that begins later than the call, so a call
    earlier than the first turn is in none. Timestamps compare by code point: right for one format,
    meaningless for a mixture. Nothing is sorted: messages and calls count in the order given.

    Args:
        messages: :class:`HistoryMessage` or objects with ``role``, ``content`` and ``created_at``.
        tool_calls: :class:`HistoryCall` or objects with ``created_at`` and, if they have it, ``tool``
            and ``args``.

    Raises:
        WrongType: an argument is one string or no list, an item lacks an attribute, or its timestamp,
            tool name or content is no text; the message names it.

    >>> turns = group_history_into_turns(
    ...     [
    ...         HistoryMessage(role="user", content="Is it up?", created_at="2026-01-01T10:00:00Z"),
    ...         HistoryMessage(role="assistant", content="Yes.", created_at="2026-01-01T10:00:05Z"),
    ...     ],
    ...     [HistoryCall(tool="ping", args={"n": 1}, created_at="2026-01-01T10:00:02Z")],
    ... )
    >>> turns[0].qa
    'Is it up?\\nYes.\\nping {"n":1}'
    """
    said, made = listed(messages, "messages"), listed(tool_calls, "tool_calls")
    closes = bytes([role == "assistant" for role in attributes(said, "role", "messages[{}]")])
    contents = _contents(said)
    ends, places, call_ends = _native.group_turns(
        closes, _times(said, "messages[{}]"), _times(made, "tool_calls[{}]")
    )
    calls = [made[place] for place in places]
    lines = [_line(call, place) for call, place in zip(calls, places, strict=True)]
    turns = []
    start = call_start = 0
    for end, call_end in zip(ends, call_ends, strict=True):
        turns.append(
            Turn(
                qa="\n".join([*contents[start:end], *filter(None, lines[call_start:call_end])]),
                created_at=said[end - 1].created_at,
                messages=tuple(said[start:end]),
                tool_calls=tuple(calls[call_start:call_end]),
            )
        )
        start, call_start = end, call_end
    return turns


def _contents(said: list[Any]) -> list[str]:
    contents = attributes(said, "content", "messages[{}]")
    if _native.all_of(contents, str):
        return contents
    return [rendered(content, None, f"messages[{i}].content") for i, content in enumerate(contents)]


def _times(items: list[Any], name: str) -> list[str]:
    return all_texts(attributes(items, "created_at", name), name + ".created_at")


def _line(call: Any, place: int) -> str:
    """What a call adds to the text of its turn; nothing without the name of a tool."""
    tool = getattr(call, "tool", None)
    if not tool:
        return ""
    name = tool if isinstance(tool, str) else one_text(tool, f"tool_calls[{place}].tool")
    return f"{name} {arg_text(getattr(call, 'args', None))}"
