"""The fixed texts that stand where something was taken out."""

from __future__ import annotations

from typing import Final

GAP_NOTE: Final = "[Earlier messages were left out to fit the context window.]"
"""Says in a user's message that messages are missing."""

NOT_RUN: Final = "[This tool call was interrupted and not run.]"
"""The result of a call that nobody answered."""

CUT_MARK: Final = "\n[... the middle of this result was left out ...]\n"
"""Stands between the head and the tail of a long result."""


MEDIA_NOTE: Final = "[An image or a file was left out to fit the context window.]"
"""Stands in a message where an image, a file or a recording was."""

ARGUMENT_MARK: Final = "[left out]"
"""Stands where a large argument of an old call was."""


NAMELESS_TOOL: Final = "a tool"
"""The tool in the stub of a result that answers no call that is known."""


def stub_text(tool_name: str) -> str:
    """What is left of a tool's result."""
    return f"[Result of {tool_name} left out to fit the context window.]"
