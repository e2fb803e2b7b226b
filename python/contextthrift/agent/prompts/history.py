"""The conversation so far, as the planner sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contextthrift.agent.prompts.section import entry
from contextthrift.agent.reply.clip import clip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.agent.prompts.prompt_context import Said

MAX_MESSAGES: Final = 8
"""The newest messages shown: they resolve "it" and "the second one"; older ones seldom do."""
MAX_CHARS: Final = 400
"""Longest text of one message."""
_SUMMARY_ROLE: Final = "system"


def recent_messages(history: Sequence[Said]) -> str:
    """The newest 8 messages, oldest first, each with its role and at most 400 characters of its text.

    A summary of older messages (role `system`) is shown whole, and one that stands first is always shown,
    besides the newest 8: it is all that is left of what it sums up.
    """
    newest = list(history[-MAX_MESSAGES:])
    if len(history) > MAX_MESSAGES and history[0].role == _SUMMARY_ROLE:
        newest.insert(0, history[0])
    return "\n".join(_line(said) for said in newest if (said.content or "").strip())


def _line(said: Said) -> str:
    if said.role == _SUMMARY_ROLE:
        return entry("- summary: ", said.content)
    return entry(f"- {said.role}: ", clip(said.content.strip(), MAX_CHARS))
