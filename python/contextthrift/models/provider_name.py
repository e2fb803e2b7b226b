"""Provider names: what stands before the colon in ``openai:gpt-5.2``, and what each provider needs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from contextthrift.exceptions import UnknownModel
from contextthrift.tokens import find_model


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """What a provider's models need."""

    extra: str
    """The extra of this package that brings its client."""
    keys: tuple[str, ...]
    """Environment variables that may hold its key, the first choice first."""
    client: str
    """The package with its client, which the extra brings."""
    host: str | None = None
    """Environment variable that may name another server, which may want no key."""


_OPENAI: Final = Provider(extra="openai", keys=("OPENAI_API_KEY",), client="openai", host="OPENAI_BASE_URL")

PROVIDERS: Final[dict[str, Provider]] = {
    "openai": _OPENAI,
    "openai-chat": _OPENAI,
    "openai-responses": _OPENAI,
    "anthropic": Provider(extra="anthropic", keys=("ANTHROPIC_API_KEY",), client="anthropic"),
    "google": Provider(extra="google", keys=("GOOGLE_API_KEY", "GEMINI_API_KEY"), client="google.genai"),
}
"""The providers that are tested here. The clients' documentation names the variables:
https://pydantic.dev/docs/ai/models/overview/"""

SLIP: Final = 0.8
"""How alike a name must be to be taken for a slip of the pen, as difflib rates it: ``opnai`` has 0.91, and
``google-vertex``, which is a provider of its own, 0.63."""

ALIASES: Final = {"gemini": "google", "claude": "anthropic"}
"""Other names under which people look for them."""


def split_name(name: str) -> tuple[str, str]:
    """Provider and model of a name such as ``openai:gpt-5.2`` or ``anthropic/claude-sonnet-4-5``.

    Raises:
        UnknownModel: One of them is missing; the message offers a complete name.

    >>> split_name("openrouter:anthropic/claude-sonnet-4-5")
    ('openrouter', 'anthropic/claude-sonnet-4-5')
    """
    match = re.fullmatch(r"([^:/]+)[:/](.+)", name.strip())
    if match is None and name.strip().endswith((":", "/")):
        raise UnknownModel(f"{name!r} has no model behind its provider; a name has the form 'openai:gpt-5.2'")
    if match is None:
        raise UnknownModel(f"{name!r} has no provider in front; {_example(name)}")
    provider, model = match.groups()
    return ALIASES.get(provider.lower(), provider.lower()), model


def unknown_provider(provider: str, model: str, known: tuple[str, ...]) -> UnknownModel:
    """The error for a provider that nobody knows, with near names where there are any.

    >>> str(unknown_provider("antropic", "claude-x", ("openai", "anthropic")))
    "there is no provider 'antropic'; did you mean 'anthropic:claude-x'?"
    """
    near = get_close_matches(provider, known, n=1)
    if near:
        return UnknownModel(f"there is no provider {provider!r}; did you mean '{near[0]}:{model}'?")
    return UnknownModel(
        f"there is no provider {provider!r}; among the providers are {', '.join(sorted(known))}"
    )


def misspelt(provider: str, model: str) -> str:
    """A question to end a message with, where a name looks like a slip of the pen; else nothing.

    For where nobody can be asked whether there is such a provider.

    >>> misspelt("opnai", "gpt-5.2"), misspelt("google-vertex", "gemini-2.5-pro")
    ("; or did you mean 'openai:gpt-5.2'?", '')
    """
    near = get_close_matches(provider, PROVIDERS, n=1, cutoff=SLIP)
    return f"; or did you mean '{near[0]}:{model}'?" if near else ""


def _example(name: str) -> str:
    """How the name would be complete, for a model that is known by itself."""
    try:
        provider = find_model(name).provider
    except UnknownModel:
        provider = None
    if provider in PROVIDERS:
        return f"did you mean '{provider}:{name}'?"
    return "a name has the form 'openai:gpt-5.2'"
