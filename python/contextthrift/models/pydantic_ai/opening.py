"""Opening: from the names of a provider and a model to a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.models import infer_model, known_model_names
from pydantic_ai.providers import infer_provider_class

from contextthrift.exceptions import MissingProvider
from contextthrift.models.provider_name import PROVIDERS, unknown_provider
from contextthrift.models.pydantic_ai.model import PydanticAIModel

if TYPE_CHECKING:
    from contextthrift.models.base import Capabilities, ModelLimits


def open_model(
    provider: str,
    model: str,
    *,
    api_key: str | None = None,
    base_url: str | None = None,
    limits: ModelLimits | None = None,
    capabilities: Capabilities | None = None,
) -> PydanticAIModel:
    """The model of a provider; any that pydantic-ai knows is taken, `PROVIDERS` are those tested here.

    Raises:
        UnknownModel: There is no such provider.
        MissingProvider: There is no key for it.
        ImportError: Its client is not installed.
    """
    options = {"api_key": api_key, "base_url": base_url}
    given = {name: value for name, value in options.items() if value is not None}
    try:
        make: Any = infer_provider_class(provider)
    except ValueError as error:
        raise unknown_provider(provider, model, _providers()) from error
    try:
        opened = infer_model(f"{provider}:{model}", provider_factory=lambda _name: make(**given))
    except UserError as error:
        raise MissingProvider(f"{provider}:{model} cannot be had: {error}") from error
    return PydanticAIModel(opened, limits=limits, capabilities=capabilities)


def _providers() -> tuple[str, ...]:
    known = (name.partition(":")[0] for name in known_model_names() if ":" in name)
    return tuple(dict.fromkeys((*PROVIDERS, *known)))
