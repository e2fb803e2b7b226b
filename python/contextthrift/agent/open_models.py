"""Open models: those that keep connections are entered for the length of a run."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from contextthrift.agent.config import AgentConfig
    from contextthrift.models import Model


@asynccontextmanager
async def open_models(config: AgentConfig) -> AsyncIterator[None]:
    """A block in which the agent's models keep their connections; those that keep none are left alone."""
    async with AsyncExitStack() as stack:
        for model in _distinct(config.model, config.planner, config.synthesizer):
            if isinstance(model, AbstractAsyncContextManager):
                await stack.enter_async_context(model)
        yield


def _distinct(*models: Model | None) -> list[Model]:
    """Each model once; models need not be hashable."""
    found: list[Model] = []
    for model in models:
        if model is not None and not any(model is each for each in found):
            found.append(model)
    return found
