"""What a prompt is made into."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from contextthrift.agent.prompts.prompt_context import PromptContext


class PromptParts(NamedTuple):
    """The two texts of one model call. A plain pair of texts is as good."""

    system: str
    """What is the same for the whole run, so that a provider can cache it."""
    prompt: str
    """What changes: goal, state, progress, step."""


PromptBuilder: TypeAlias = Callable[[PromptContext], tuple[str, str]]
"""Makes the prompt of one stage: the system part and the user part."""


def with_system(base: str, extra: str | None) -> str:
    """The host's own instructions, then the system text of the stage; without instructions, that text alone.

    They stand first, so they may soften what the stage demands.

    >>> with_system("You plan.", " Answer in German. ")
    'Answer in German.\\n\\nYou plan.'
    """
    host = (extra or "").strip()
    return f"{host}\n\n{base}" if host and base else host or base
