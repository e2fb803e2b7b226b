"""What a model is shown of a tool's result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from contextthrift.agent.reply.clip import as_json
from contextthrift.models import ToolOutput
from contextthrift.record import plain, text_of

if TYPE_CHECKING:
    from contextthrift.models.base import OutputKind
    from contextthrift.tools import Tool


def model_output(tool: Tool | None, output: Any, *, ok: bool, max_chars: int) -> ToolOutput:
    """A result as the model gets it: the tool's own conversion first, then the cap on its length."""
    if not ok:
        shown = ToolOutput(kind="error-text", value=text_of(output))
    elif tool is not None and tool.to_model_output is not None:
        shown = as_output(tool.to_model_output(output))
    else:
        shown = as_output(output)
    return limit_model_output(shown, max_chars)


def as_output(value: Any) -> ToolOutput:
    """Text as text, anything else as JSON; nothing is JSON's null."""
    if isinstance(value, ToolOutput):
        return value
    return (
        ToolOutput(kind="text", value=value)
        if isinstance(value, str)
        else ToolOutput(kind="json", value=plain(value))
    )


def limit_model_output(output: ToolOutput, max_chars: int) -> ToolOutput:
    """The output with at most ``max_chars`` characters (0: any number) and a note of how many were cut.

    JSON that is too long becomes text. The very object comes back where nothing is cut.

    >>> limit_model_output(ToolOutput(kind="text", value="x" * 14), 10).value
    'xxxxxxxxxx… [truncated 4 chars]'
    """
    text = _text(output)
    if max_chars <= 0 or text is None or len(text) <= max_chars:
        return output
    kind: OutputKind = "error-text" if output.kind.startswith("error") else "text"
    cut = f"{text[:max_chars]}… [truncated {len(text) - max_chars} chars]"
    return replace(output, kind=kind, value=cut)


def _text(output: ToolOutput) -> str | None:
    """What counts for the cap; None for parts, which are left as they are."""
    if output.kind == "content":
        return None
    if output.kind in {"json", "error-json"}:
        return as_json(output.value)
    return output.value if isinstance(output.value, str) else text_of(output.value)
