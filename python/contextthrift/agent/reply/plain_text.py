"""What a text for people says, though a model may have wrapped it in JSON."""

from __future__ import annotations

from contextthrift.agent.reply.json_object import find_object, own_text, prose
from contextthrift.agent.reply.thinking import strip_thinking


def parse_plain_text(text: str) -> str:
    """The text without thoughts, trimmed; of JSON its ``reply``, or nothing.

    Prose keeps its code fences.

    >>> parse_plain_text("<think>6 * 7</think> It is 42. ")
    'It is 42.'
    >>> parse_plain_text('{"reply": "It is 42."}'), parse_plain_text('{"answer": 42}')
    ('It is 42.', '')
    """
    visible = strip_thinking(text).strip()
    shown = prose(visible)
    if shown:
        return shown
    found = find_object(visible, ("reply",)) or {}
    return own_text(found.get("reply"))
