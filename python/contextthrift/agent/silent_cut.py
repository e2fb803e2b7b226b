"""Silent cuts: servers that leave out of a prompt what their window has no room for, without a word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contextthrift.agent.chat_form import output_text
from contextthrift.exceptions import ContextThriftError
from contextthrift.models import TextPart, ToolCallPart, ToolResultPart
from contextthrift.models.local_server import runs_locally
from contextthrift.models.overflow import label_of

if TYPE_CHECKING:
    from contextthrift.agent.run import Run
    from contextthrift.models import Model, ModelRequest, Reply
    from contextthrift.models.base import Part

CHARACTERS_PER_TOKEN: Final = 4
"""Of English text; most other text has fewer, so the estimate is seldom too high."""
SHARE: Final = 0.5
"""A prompt of which less than this was counted was cut. Ollama counts ``num_ctx`` of it or less."""


def warn_if_cut(run: Run, model: Model, request: ModelRequest, reply: Reply) -> None:
    """Warns, once a run, where a local server counted far fewer tokens than it was sent."""
    counted = reply.usage.input_tokens
    if not counted or _WARNED in run.notes or not runs_locally(model):
        return
    sent = estimated_tokens(request)
    if counted < SHARE * sent:
        run.notes[_WARNED] = True
        run.log.warn(
            f"{label_of(model)} counted {counted} tokens of a prompt of about {sent}: it seems to have cut "
            "it to its window without a word. Load the model with a larger window (num_ctx of Ollama), or "
            "set limits=ModelLimits(context_window_tokens=...) to the one it has"
        )


def estimated_tokens(request: ModelRequest) -> int:
    """The texts of a request at four characters a token; images and files are left out."""
    texts = sum(_characters(part) for message in request.messages for part in message.parts)
    return (len(request.system) + texts) // CHARACTERS_PER_TOKEN


def _characters(part: Part) -> int:
    match part:
        case TextPart():
            return len(part.text)
        case ToolCallPart():
            return len(part.arguments)
        case ToolResultPart() if part.output.kind != "content":
            try:
                return len(output_text(part.output))
            except ContextThriftError:
                return 0
        case _:
            return 0


_WARNED: Final = object()
