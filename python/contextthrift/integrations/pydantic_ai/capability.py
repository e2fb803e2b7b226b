"""A capability of pydantic-ai's agents: fits each model request, and leaves the history alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pydantic_ai.capabilities import AbstractCapability, CapabilityOrdering

from contextthrift.integrations.fitting import FitOptions
from contextthrift.integrations.pydantic_ai.messages import Messages, instructions_of, is_fixed
from contextthrift.integrations.pydantic_ai.seen import is_responses, seen

if TYPE_CHECKING:
    from pydantic_ai import RunContext
    from pydantic_ai.models import ModelRequestContext, ModelRequestParameters
    from pydantic_ai.tools import ToolDefinition

NATIVE: Final = "native"
"""The mode of output in which the provider is sent a schema."""


@dataclass(kw_only=True, eq=False)
class FitRequest(FitOptions, AbstractCapability[Any]):
    """Makes what an agent sends fit its model's window: ``Agent(model, capabilities=[FitRequest()])``.

    It is asked before each attempt, when the model that will serve it is known, and changes only what is
    sent: the history keeps everything. Parts that stay are the run's own objects, and what a provider signed
    is kept whole or dropped whole. Instructions, output tools and schemas are counted and never cut; function
    tools go last of all, those that were never called.
    """

    @classmethod
    def get_serialization_name(cls) -> str | None:
        """None: its choices may be functions, which no file of an agent can hold."""
        return None

    def get_ordering(self) -> CapabilityOrdering:
        """Inside all others, so that it measures what they made of the request."""
        return CapabilityOrdering(position="innermost")

    async def prepare_model_request(
        self, ctx: RunContext[Any], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        """The request as it fits.

        Raises:
            WindowRefused: even the least does not fit.
            InvalidArgument: nobody knows the model's window.
        """
        parameters = request_context.model_request_parameters
        known = seen(request_context.model, request_context.model_settings)
        shown = [tool for tool in parameters.function_tools if _is_shown(tool, parameters)]
        fitted = self.fitted(
            request_context.messages,
            known,
            format=Messages(self.model or known.name, is_responses=is_responses(request_context.model)),
            system=instructions_of(parameters.instruction_parts),
            tools=shown or None,
            tool_choice=(request_context.model_settings or {}).get("tool_choice"),
            response_format=_beside(parameters),
            stays=is_fixed,
        )
        if len(fitted.tools or ()) != len(shown):
            gone = {id(tool) for tool in shown} - {id(tool) for tool in fitted.tools or ()}
            left = [tool for tool in parameters.function_tools if id(tool) not in gone]
            parameters = replace(parameters, function_tools=left)
        return replace(request_context, messages=fitted.messages, model_request_parameters=parameters)


def _is_shown(tool: ToolDefinition, parameters: ModelRequestParameters) -> bool:
    """Whether its definition is in the prompt: one whose loading is deferred is once it was found."""
    return not tool.defer_loading or tool.name in parameters.revealed_tool_names


def _beside(parameters: ModelRequestParameters) -> list[Any] | None:
    """What else is sent: output tools, the provider's own tools, the schema of a native output."""
    listed = [
        {"name": tool.name, "description": tool.description, "parameters": tool.parameters_json_schema}
        for tool in parameters.output_tools
    ]
    beside: list[Any] = [*listed, *parameters.native_tools]
    if parameters.output_mode == NATIVE and parameters.output_object is not None:
        beside.append(parameters.output_object.json_schema)
    return beside or None
