"""What a message of a framework holds, as it is read block by block."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextthrift.integrations.dialect import Dialect


@dataclass(slots=True)
class Held:
    """The texts and the costs of one message, for the model that reads it."""

    dialect: Dialect
    model: str | None
    texts: list[str] = field(default_factory=list)
    """Everything that is measured."""
    flat: int = 0
    """What its images, files and seals cost, in tokens."""
    blocks: int = 0
    """How many blocks are sent."""
    media: int = 0
    """How many images and files."""
    is_signed: bool = False
    """Whether its provider can tell that something in it was edited."""
    is_exact: bool = True
    """False where something in it is no plain text."""
