"""What a prompt is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

PromptMode: TypeAlias = Literal["native", "prompted"]
"""Whether tools and answers have a form of their own on the wire, or stand in the text as JSON."""


class Said(Protocol):
    """One message of the conversation so far."""

    @property
    def role(self) -> str:
        """Who said it; `system` is a summary of what was said before."""

    @property
    def content(self) -> str:
        """The text."""


@dataclass(frozen=True, kw_only=True)
class PromptContext:
    """Everything a stage may be told; each builder takes what its stage needs.

    What is blank or empty is left out of the prompt together with its heading.
    """

    goal: str
    """What the user wants of this run."""
    mode: PromptMode = "native"
    """How the stage's model answers and calls tools."""
    state: str | None = None
    """The host's description of the world, as it is now."""
    tool_catalog: str = ""
    """The tools, one line each. It must be the same for the whole run where the planner reads it."""
    history: Sequence[Said] = ()
    """The conversation before this goal, oldest first."""
    skills: str = ""
    """The index of the skills, one line each."""
    active_skills: str = ""
    """The full instructions of the skills in use."""
    search_mode: bool = False
    """Whether the catalogue is shortened and `find_tools` finds the rest."""
    plan_narrowed: bool = False
    """Whether a step may call only the tools that its plan names."""
    step: str = ""
    """What the current step is to do."""
    expected_outcome: str | None = None
    """What shows that the current step is done."""
    index: int = 0
    """Number of the current step, from 1."""
    total: int = 0
    """Number of steps, as known now."""
    done: Sequence[str] = ()
    """One entry for each step that ran; the first may sum up several."""
    remaining: Sequence[str] = ()
    """Descriptions of the steps to come."""
    findings: Sequence[str] = ()
    """What tools gave back, one line for each call."""
    retry_hint: str | None = None
    """What to say about the goal because the first plan for it was empty."""
