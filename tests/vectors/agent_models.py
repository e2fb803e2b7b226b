"""Runs recorded cases about models: their windows, what they take, and when a prompt is too long."""

import asyncio
from dataclasses import asdict, dataclass, field

from contextthrift.agent import Agent
from contextthrift.compaction.settings import fit_compaction_to_window, resolve_compaction
from contextthrift.exceptions import ContextWindowExceededError, ModelError
from contextthrift.models import (
    ModelLimits,
    ToolDefinition,
    agent_model_window,
    context_overflow_of,
    context_window_of,
    resolve_capabilities,
    supports_images,
    supports_pdf,
)
from contextthrift.testing import ScriptedModel
from contextthrift.tools import resolve_tool_strategy, tool_definition_tokens
from tests.vectors.agent_notation import Told
from tests.vectors.notation import known, named


@dataclass(frozen=True)
class Named:
    """A model of which only its names matter, and perhaps its window."""

    provider: str
    name: str
    limits: ModelLimits = field(default_factory=ModelLimits)


class Reporting(Named):
    """A model that says its window when it is asked, or fails."""

    def __init__(self, reported, **told):
        super().__init__(**told)
        object.__setattr__(self, "reported", reported)

    async def reported_window(self):
        if isinstance(self.reported, Exception):
            raise self.reported
        return self.reported


def fitted(*, config, model_window):
    resolved = resolve_compaction(config)
    given = fit_compaction_to_window(resolved, config, model_window)
    return Told(asdict(given), given is resolved)


def window(*, model):
    known(model, {"provider", "id", "reported_window", "configured_window", "probe_raises"}, "model")
    told = {
        "provider": model["provider"],
        "name": model["id"],
        "limits": ModelLimits(context_window_tokens=model.get("configured_window")),
    }
    reported = OSError("gone") if model.get("probe_raises") else model.get("reported_window")
    return asyncio.run(context_window_of(Reporting(reported, **told)))


def smallest(*, stage_windows):
    return agent_model_window(stage_windows)


def window_of_agent(*, config, model_window):
    model = ScriptedModel(limits=ModelLimits(context_window_tokens=model_window))
    return Agent(model, compaction=config).context_window_tokens


def definition_tokens(*, tools):
    return tool_definition_tokens(
        ToolDefinition(name=tool["name"], description=tool["description"], input_schema=tool["parameters"])
        for tool in tools
    )


def strategy(*, strategy, tool_count, tool_tokens, context_window_tokens, tool_search_threshold):
    return resolve_tool_strategy(
        strategy,
        tool_count=tool_count,
        tool_tokens=tool_tokens,
        context_window_tokens=context_window_tokens,
        threshold=tool_search_threshold,
    )


def strategy_of_setting(*, setting, threshold, **sizes):
    return strategy(strategy=setting, tool_search_threshold=threshold, **sizes)


def overflow(*, case, error_type, message, model):
    """Of what is told the sizes, and the message, where the case says something of them."""
    called = Named(
        model["provider"],
        model["id"],
        ModelLimits(context_window_tokens=model.get("context_window_tokens")),
    )
    kinds = {"APIError": ModelError, "ContextWindowExceededError": ContextWindowExceededError}
    error = message if error_type is None else named(kinds, error_type, "error_type")(message)
    found = context_overflow_of(error, called)
    if found is None:
        return {"overflow": False}
    told = {
        "overflow": True,
        "prompt_tokens": found.prompt_tokens,
        "context_window_tokens": found.context_window_tokens,
        "message": str(found),
    }
    asked = {key.removesuffix("_contains") for key in case["expected"]}
    return Told({key: value for key, value in told.items() if key in asked}, found is error)


def images(*, model):
    return supports_images(named_model(model))


def pdf(*, model):
    return supports_pdf(named_model(model))


def capabilities(*, model, tool_mode, vision, inputs):
    found = resolve_capabilities(named_model(model), tool_mode, vision=vision, inputs=inputs)
    return {"images": found.images, "pdf": found.pdf, "files": found.files}


def named_model(model):
    return model if isinstance(model, str) else Named(model["provider"], model["model_id"])


ADAPTERS = {
    "context:fit_compaction_to_window": fitted,
    "context:context_window_of": window,
    "context:agent_model_window": smallest,
    "context:agent_context_window_tokens": window_of_agent,
    "context:tool_definition_tokens": definition_tokens,
    "context:resolve_tool_strategy": strategy,
    "context:context_overflow_of": overflow,
    "tools:resolve_tool_strategy": strategy_of_setting,
    "tools:supports_images": images,
    "tools:supports_pdf": pdf,
    "tools:resolve_capabilities": capabilities,
}
