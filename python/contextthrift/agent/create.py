"""An agent that knows its windows from the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from contextthrift.agent.agent import Agent

if TYPE_CHECKING:
    from contextthrift.agent.config import AgentOptions, ModelSetting


async def create_agent(model: ModelSetting, **options: Unpack[AgentOptions]) -> Agent:
    """An agent whose models were asked for their windows, where they can be; ``Agent`` asks at its first run.

    Args:
        model: A name such as ``openai:gpt-5.2``, a `Model`, a model of pydantic-ai, or a function.
        **options: See `AgentOptions`.

    Raises:
        InvalidArgument: An option that does not exist or cannot be meant; a provider whose name is
            unknown, or whose extra or key is missing.
        WrongType: A value of a type that cannot be read.

    >>> import asyncio
    >>> from contextthrift.models import ModelLimits
    >>> from contextthrift.testing import ScriptedModel
    >>> model = ScriptedModel(limits=ModelLimits(context_window_tokens=8_192))
    >>> asyncio.run(create_agent(model=model)).context_window_tokens
    8192
    """
    agent = Agent(model, **options)
    await agent.refresh_context_window()
    return agent
