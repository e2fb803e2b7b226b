"""Windows: those of an agent's models, each read once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from contextthrift.models.window import (
    ReportsWindow,
    agent_model_window,
    context_window_of,
    stated_window,
)

if TYPE_CHECKING:
    from contextthrift.agent.config import AgentConfig
    from contextthrift.models import Model
    from contextthrift.models.base import Stage

STAGES: tuple[Stage, ...] = ("executor", "planner", "synthesizer")


class Windows:
    """The windows of the models of all stages.

    What the models' limits say is known at once; models that must be asked are asked by `read`.
    """

    __slots__ = ("_asked", "_known", "_models")

    def __init__(self, config: AgentConfig) -> None:
        """Looks at the models' limits; asks nobody."""
        self._models = {id(model): model for model in map(config.model_of, STAGES)}
        self._known = {key: stated_window(model) for key, model in self._models.items()}
        self._asked = not any(isinstance(model, ReportsWindow) for model in self._models.values())

    async def read(self, *, again: bool = False) -> bool:
        """Asks the models that report their window, all at once; whether there was anyone to ask.

        Runs that start together before the first answer ask each for itself.
        """
        if self._asked and not again:
            return False
        windows = await asyncio.gather(*(context_window_of(model) for model in self._models.values()))
        self._known = dict(zip(self._models, windows, strict=True))
        self._asked = True
        return True

    def of(self, model: Model) -> int | None:
        """The window of one model in tokens; None where nobody knows."""
        return self._known.get(id(model))

    @property
    def smallest(self) -> int | None:
        """The smallest that is known."""
        return agent_model_window(self._known.values())
