"""The fixed texts that stand where something was taken out."""

from __future__ import annotations

from typing import Final

GAP_NOTE: Final = "[Earlier messages were left out to fit the context window.]"
"""Says in a user's message that messages are missing."""

NOT_RUN: Final = "[This tool call was interrupted and not run.]"
"""The result of a call that nobody answered."""

CUT_MARK: Final = "\n[... the middle of this result was left out ...]\n"
"""Stands between the head and the tail of a long result."""


def stub_text(tool_name: str) -> str:
    """What is left of a tool's result."""
    return f"[Result of {tool_name} left out to fit the context window.]"
