"""Wire: which protocol a model of pydantic-ai speaks, and to whom."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic_ai.models import Model

Wire = Literal["openai-chat", "openai-responses", "anthropic", "google", "other"]

_BY_CLASS: Final[dict[str, Wire]] = {
    "OpenAIChatModel": "openai-chat",
    "OpenAIResponsesModel": "openai-responses",
    "AnthropicModel": "anthropic",
    "GoogleModel": "google",
}
"""By the name of the class, so that no client has to be imported to look."""


def innermost(model: Model) -> Model:
    """The model inside those that wrap one."""
    while (inner := getattr(model, "wrapped", None)) is not None:
        model = inner
    return model


def wire_of(model: Model) -> Wire:
    """The protocol of a model, or of the class it is derived from."""
    named = (_BY_CLASS.get(kind.__name__) for kind in type(innermost(model)).__mro__)
    return next((wire for wire in named if wire is not None), "other")


def profile_of(model: Model) -> Mapping[str, Any]:
    """What pydantic-ai knows of a model; of one that only chooses between others, that it may do anything."""
    try:
        return innermost(model).profile
    except NotImplementedError:
        return {"supports_thinking": True, "supports_json_schema_output": True}


def is_local(model: Model) -> bool:
    """Whether its server stands on this machine or in this network."""
    host = urlsplit(model.base_url or "").hostname
    if not host:
        return False
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".localhost", ".internal"))
