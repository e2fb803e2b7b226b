"""Language models by name, or as objects of pydantic-ai; its import waits until one is wanted."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from contextthrift.exceptions import MissingProvider
from contextthrift.models.provider_name import PROVIDERS, Provider, misspelt, split_name

if TYPE_CHECKING:
    from contextthrift.models.base import Capabilities, Model, ModelLimits


class PydanticAI(Protocol):
    """A ``Model`` of pydantic-ai, known by its method so that nothing has to be imported to look."""

    @property
    def request_stream(self) -> Any:
        """Opens a stream."""


def language_model(
    name: str,
    *,
    api_key: str | None = None,
    base_url: str | None = None,
    limits: ModelLimits | None = None,
    capabilities: Capabilities | None = None,
) -> Model:
    """The model called ``name``, such as ``openai:gpt-5.2`` or ``anthropic/claude-sonnet-4-6``.

    Args:
        name: Provider and model. ``docs/models-of-agents.md`` lists the providers.
        api_key: The provider's key; else it is read from the environment.
        base_url: Another server that speaks the provider's protocol.
        limits: Windows to go by; what is None in it comes from this package's table.
        capabilities: What the model can, where you know better; what is None in it is found out.

    Raises:
        UnknownModel: No provider is called so, or none is given; the message offers near names.
        MissingProvider: The provider's extra is not installed, or there is no key for it.
    """
    provider, model = split_name(name)
    needs = PROVIDERS.get(provider)
    _check_key(provider, needs, given=bool(api_key or base_url))
    try:
        from contextthrift.models import pydantic_ai  # noqa: PLC0415 - takes seconds, and is an extra

        return pydantic_ai.open_model(
            provider, model, api_key=api_key, base_url=base_url, limits=limits, capabilities=capabilities
        )
    except ImportError as error:
        if needs is None and not (error.name or "").startswith("pydantic_ai"):
            raise MissingProvider(
                f"models of {provider!r} need a package that is missing: {error}"
            ) from error
        extra = needs.extra if needs else "agent"
        raise MissingProvider(
            f"models of {provider!r} need an extra: pip install 'contextthrift[{extra}]' ({error})"
            + ("" if needs else misspelt(provider, model))
        ) from error


def adapted(
    model: PydanticAI, *, limits: ModelLimits | None = None, capabilities: Capabilities | None = None
) -> Model:
    """A ``Model`` of pydantic-ai as one of ours; see `language_model` for the options."""
    from contextthrift.models.pydantic_ai import PydanticAIModel  # noqa: PLC0415 - an extra, as above

    return PydanticAIModel(model, limits=limits, capabilities=capabilities)  # type: ignore[arg-type]  # the protocol asks for less


def _check_key(provider: str, needs: Provider | None, *, given: bool) -> None:
    if needs is None or given:
        return
    names = (*needs.keys, needs.host) if needs.host else needs.keys
    if not any(os.environ.get(name) for name in names):
        what, first = "a key", ""
        if not (_is_installed("pydantic_ai") and _is_installed(needs.client)):
            what, first = "an extra and a key", f"pip install 'contextthrift[{needs.extra}]', and "
        other = "; for a server that wants no key give base_url=" if needs.host else ""
        raise MissingProvider(
            f"models of {provider!r} need {what}: {first}set {' or '.join(needs.keys)} in the environment "
            f"(in code: language_model(..., api_key=...)){other}"
        )


def _is_installed(package: str) -> bool:
    """Whether it could be imported; nothing is, but for the packages around it."""
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False
