"""One change that was decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from contextthrift.fit.trace import Action


BESIDE: Final = frozenset({"tools", "context"})
"""Stages about what stands beside the messages."""


@dataclass(frozen=True, slots=True)
class Step:
    """One change that was decided."""

    stage: str
    number: int
    """Steps of one number were made together."""
    action: Action
    place: int
    """Of the entry, the tool, or the item of the context block."""
    before: int
    after: int
    value: Any = None
    """What a message says now, where the step needed it to be measured."""

    @property
    def is_beside(self) -> bool:
        """Whether it is about something beside the messages."""
        return self.stage in BESIDE
