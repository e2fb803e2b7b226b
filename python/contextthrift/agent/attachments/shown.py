"""What of a run's attachments each stage is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contextthrift.agent.attachments.note import with_attachments
from contextthrift.models import resolve_capabilities, user_message
from contextthrift.models.media_type import kind_of_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.agent.config import AgentConfig
    from contextthrift.models import Capabilities, FilePart, ModelMessage
    from contextthrift.models.base import Stage

STAGES: Final[frozenset[Stage]] = frozenset({"planner", "executor", "synthesizer"})
"""The replanner decides by what was done, and summaries have nothing to look at."""


def is_shown_attachments(stage: Stage) -> bool:
    """Whether a stage sees attachments at all."""
    return stage in STAGES


def capabilities_of(config: AgentConfig, stage: Stage) -> Capabilities:
    """What a stage's model takes; what the host says is of the executor's, in every stage it serves."""
    model = config.model_of(stage)
    if model is not config.model_of("executor"):
        return resolve_capabilities(model, config.mode_of(stage))
    return resolve_capabilities(model, config.mode_of(stage), vision=config.vision, inputs=config.inputs)


def takes(capabilities: Capabilities, part: FilePart) -> bool | None:
    """Whether an attachment can be taken; None where nobody knows."""
    match kind_of_type(part.media_type):
        case "image":
            return capabilities.images
        case "pdf":
            return capabilities.pdf
        case "file":
            return capabilities.files


def prompt_with(
    config: AgentConfig, stage: Stage, prompt: str, attachments: Sequence[FilePart]
) -> ModelMessage:
    """A stage's prompt, with the names of what is attached, and with the attachments themselves behind it.

    A model of the stage's own that is known not to take one is told its name only.
    """
    if not attachments or not is_shown_attachments(stage):
        return user_message(prompt)
    known = capabilities_of(config, stage)
    shown = [part for part in attachments if takes(known, part) is not False]
    return user_message(with_attachments(f"{prompt}\n", attachments), *shown)
