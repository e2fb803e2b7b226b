"""The window of a model: what it says itself, what the host says of it, or the least of a local one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from contextthrift.models.local_server import DEADLINE_S, UNKNOWN_WINDOW, runs_locally

if TYPE_CHECKING:
    from collections.abc import Iterable

    from contextthrift.models.base import Model


@runtime_checkable
class ReportsWindow(Protocol):
    """A model that can be asked for the window it is loaded with, besides what a `Model` has."""

    async def reported_window(self) -> int | None:
        """The window in tokens; None where it cannot say. See `loaded_window` for servers."""


def stated_window(model: Model) -> int | None:
    """The window that is known without asking: what the model's limits say, else the least of a local one.

    >>> from contextthrift.testing import ScriptedModel
    >>> stated_window(ScriptedModel(provider="ollama")), stated_window(ScriptedModel())
    (4096, None)
    """
    stated = _window(model.limits.context_window_tokens)
    if stated is None and runs_locally(model):
        return UNKNOWN_WINDOW
    return stated


async def context_window_of(model: Model, *, deadline_s: float = DEADLINE_S) -> int | None:
    """The window of a model in tokens: as the model reports it, else as its limits say; None if unknown.

    A local model of which nobody says anything has `UNKNOWN_WINDOW`. A model that raises when it is asked,
    or takes longer than ``deadline_s``, has said nothing.
    """
    if isinstance(model, ReportsWindow):
        try:
            async with asyncio.timeout(deadline_s):
                reported = _window(await model.reported_window())
        except Exception:  # noqa: BLE001 - a failing question must not break an agent
            reported = None
        if reported is not None:
            return reported
    return stated_window(model)


def agent_model_window(stage_windows: Iterable[int | None]) -> int | None:
    """The smallest window that is known among those of the stages' models.

    >>> agent_model_window([32_768, None, 4096])
    4096
    """
    return min((window for window in stage_windows if window is not None), default=None)


def _window(given: Any) -> int | None:
    is_window = isinstance(given, int) and not isinstance(given, bool) and given > 0
    return given if is_window else None
