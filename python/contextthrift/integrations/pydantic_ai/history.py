"""A history processor: what it cuts is gone from the run's history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic_ai import RunContext  # noqa: TC002 - pydantic-ai reads the annotations
from pydantic_ai.messages import ModelMessage  # noqa: TC002 - pydantic-ai reads the annotations

from contextthrift.integrations.fitting import FitOptions
from contextthrift.integrations.pydantic_ai.messages import Messages, is_fixed
from contextthrift.integrations.pydantic_ai.seen import is_responses, seen

if TYPE_CHECKING:
    from collections.abc import Callable


def fit_history(**options: Any) -> Callable[[RunContext[Any], list[ModelMessage]], list[ModelMessage]]:
    """A processor for ``ProcessHistory``: the messages that fit the window of the run's model.

    pydantic-ai takes what a processor returns as the history from then on, so what was cut is gone. Use
    `FitRequest` where the history is to keep everything. Tools and schemas are not shown to processors:
    leave room for them with ``output_reserve=``.

    Takes the fields of `FitOptions`, and raises as they do.

    >>> from pydantic_ai.capabilities import ProcessHistory
    >>> capability = ProcessHistory(fit_history(context_window=8_000, output_reserve=2_000))
    """
    chosen = FitOptions(**options)

    def fitted_history(ctx: RunContext[Any], messages: list[ModelMessage]) -> list[ModelMessage]:
        known = seen(ctx.model, ctx.model_settings)
        return chosen.fitted(
            messages,
            known,
            format=Messages(chosen.model or known.name, is_responses=is_responses(ctx.model)),
            system=getattr(messages[-1], "instructions", None) if messages else None,
            stays=is_fixed,
        ).messages

    return fitted_history
