"""The OpenAI Agents SDK: a filter of what each model call is sent.

``RunConfig(call_model_input_filter=FitInput())`` is the whole of it; the extra is ``openai-agents``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from contextthrift.formats.field import field, text_field
from contextthrift.integrations.extra import without_extra
from contextthrift.integrations.fitting import FitOptions, Seen

try:
    from agents import Agent, AgentOutputSchema, AgentOutputSchemaBase, RunContextWrapper, handoff
    from agents.models.default_models import get_default_model
    from agents.models.openai_responses import Converter
except ModuleNotFoundError as error:
    raise without_extra(error, "openai-agents") from None

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agents.run_config import CallModelData, ModelInputData


@dataclass(kw_only=True, eq=False)
class FitInput(FitOptions):
    """Makes what a run sends fit its model's window: the value of ``RunConfig.call_model_input_filter``.

    Items that stay are the run's own objects; sessions and results keep everything. Instructions, tools,
    handoffs and the output's schema are counted and never cut, since the filter cannot change them.

    The filter sees the agent and not the run's configuration: where a run names a model or settings of its
    own, give ``model=`` here as well. What an MCP server offers is asked of it once more before each call.

    >>> FitInput(model="gpt-4o").model
    'gpt-4o'
    """

    goes_on: bool | None = None
    """Whether the items go on from some that OpenAI has stored, as with ``previous_response_id`` and
    ``conversation_id``; when not given, lists that hold nothing of the model's do."""

    async def __call__(self, data: CallModelData[Any]) -> ModelInputData:
        """The input as it fits, with the same instructions.

        Raises:
            WindowRefused: even the least does not fit.
            InvalidArgument: nobody knows the model's window.
        """
        given = data.model_data
        tools = await _tools(data)
        fitted = self.fitted(
            given.input,
            _seen(data.agent),
            format="openai-responses",
            system=given.instructions,
            tools=tools or None,
            tool_choice={"type": "allowed_tools", "tools": tools},
            response_format=_schema(data.agent.output_type),
            goes_on=_holds_no_answer(given.input) if self.goes_on is None else self.goes_on,
        )
        return replace(given, input=fitted.messages)


def _seen(agent: Agent[Any]) -> Seen:
    """The name that the agent's model goes by, and the longest reply that its settings ask for."""
    model = agent.model
    name = get_default_model() if model is None else model if isinstance(model, str) else None
    if name is None:
        name = text_field(model, "model")
    return Seen(name=name, reply=agent.model_settings.max_tokens)


async def _tools(data: CallModelData[Any]) -> list[Any]:
    """The definitions that are sent with the call, handoffs among them."""
    agent = data.agent
    listed = await agent.get_all_tools(RunContextWrapper(data.context))
    handoffs = [handoff(other) if isinstance(other, Agent) else other for other in agent.handoffs]
    sent = Converter.convert_tools(
        listed, handoffs, model=_seen(agent).name, allow_opaque_tool_search_surface=True
    )
    return list(sent.tools)


def _schema(output_type: Any) -> Any:
    if output_type is None or output_type is str:
        return None
    made = output_type if isinstance(output_type, AgentOutputSchemaBase) else AgentOutputSchema(output_type)
    return None if made.is_plain_text() else made.json_schema()


def _holds_no_answer(items: Sequence[Any]) -> bool:
    """Whether nothing in the list is the model's: then a result answers a call that is stored elsewhere."""
    return not any(
        field(item, "role") == "assistant"
        or (kind := text_field(item, "type") or "").endswith("_call")
        or kind == "reasoning"
        for item in items
    )
