"""The four wire forms, and short ways to ask a model that speaks one of them to the local server."""

from importlib.util import find_spec

import pytest

from contextthrift.models import ModelRequest, ToolDefinition, language_model, user_message
from tests.models.server import anthropic, gemini, openai_chat, openai_responses

WIRES = (openai_chat, openai_responses, anthropic, gemini)


def is_missing(package):
    try:
        return find_spec(package) is None
    except ModuleNotFoundError:
        return True


MISSING = [name for name in ("pydantic_ai", "openai", "anthropic", "google.genai") if is_missing(name)]

needs_providers = pytest.mark.skipif(
    bool(MISSING), reason=f"pip install '.[dev]' brings {', '.join(MISSING)}"
)
on_every_wire = pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.NAME)

LOOK = ToolDefinition(
    name="look",
    description="Looks something up",
    input_schema={"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
)


def model_at(url, wire, name=None, **options):
    """A model of a wire form whose provider is the server at ``url``."""
    return language_model(name or wire.MODEL, api_key="key", base_url=url + wire.BASE, **options)


def request(**options):
    """A request of the executor."""
    options.setdefault("messages", (user_message("Hello"),))
    return ModelRequest(**{"stage": "executor", "system": "Be brief.", **options})


async def parts_of(model, asked=None):
    """Everything a model streams for a request."""
    return [part async for part in model.stream(asked or request())]


async def reply_of(model, asked=None):
    """The reply of a model to a request."""
    return (await parts_of(model, asked))[-1]
