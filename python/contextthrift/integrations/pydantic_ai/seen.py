"""What pydantic-ai knows of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from contextthrift.formats.field import field, text_field
from contextthrift.integrations.fitting import Seen

if TYPE_CHECKING:
    from collections.abc import Mapping


def seen(model: Any, settings: Mapping[str, Any] | None) -> Seen:
    """Its name and its window; the longest reply that the settings of a request ask for."""
    window, reply = field(model, "context_window"), field(settings, "max_tokens")
    return Seen(name=text_field(model, "model_name"), window=window, reply=reply)


def is_responses(model: Any) -> bool:
    """Whether OpenAI's Responses are what it is sent, also through a wrapper."""
    while (inner := getattr(model, "wrapped", None)) is not None:
        model = inner
    return any(kind.__name__ == "OpenAIResponsesModel" for kind in type(model).__mro__)
