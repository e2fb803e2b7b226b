"""What pydantic-ai knows of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from contextthrift.exceptions import UnknownModel
from contextthrift.formats.field import field, text_field
from contextthrift.integrations.fitting import Seen
from contextthrift.tokens import Model, find_model

if TYPE_CHECKING:
    from collections.abc import Mapping


def seen(model: Any, settings: Mapping[str, Any] | None) -> Seen:
    """Its name and its window; the longest reply that the settings of a request ask for."""
    window, reply = field(model, "context_window"), field(settings, "max_tokens")
    return Seen(name=_name(model), window=window, reply=reply)


def is_responses(model: Any) -> bool:
    """Whether OpenAI's Responses are what it is sent, also through a wrapper or as a fallback."""
    kinds = {kind.__name__ for each in _served_by(model) for kind in type(each).__mro__}
    return "OpenAIResponsesModel" in kinds


def _name(model: Any) -> str | None:
    """Its name; of models that stand in for each other that of the smallest, if one encoding measures all."""
    names = {text_field(each, "model_name") or "" for each in _served_by(model)}
    try:
        found = [find_model(name) for name in sorted(names)]
    except UnknownModel:
        return text_field(model, "model_name")
    is_one_measure = len({each.encoding for each in found}) == 1
    return min(found, key=Model.input_budget).name if is_one_measure else text_field(model, "model_name")


def _served_by(model: Any) -> list[Any]:
    """The models that serve its requests: itself, what it wraps, or those it falls back on."""
    if (inner := getattr(model, "wrapped", None)) is not None:
        return _served_by(inner)
    if isinstance(others := getattr(model, "models", None), list | tuple):
        return [each for other in others for each in _served_by(other)]
    return [model]
