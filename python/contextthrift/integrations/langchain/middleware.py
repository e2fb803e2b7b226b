"""A middleware of LangChain's agents, and so of deepagents: fits each model request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langchain.agents.middleware import AgentMiddleware
from langchain.agents.structured_output import AutoStrategy, ProviderStrategy, ToolStrategy

from contextthrift.integrations.fitting import FitOptions
from contextthrift.integrations.langchain.messages import Messages, is_summary
from contextthrift.integrations.langchain.seen import is_responses, seen

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from langchain.agents.middleware import ModelRequest


@dataclass(kw_only=True, eq=False)
class FitMiddleware(FitOptions, AgentMiddleware):
    """Makes what an agent sends fit its model's window: ``create_agent(..., middleware=[FitMiddleware()])``.

    Messages and tools that stay are the agent's own objects; its state keeps everything. The system message
    and the output's schema are counted and never cut; the summary that a summarization middleware wrote
    always stays. Tools go last of all, those that were never called, lowest rank first.

    It belongs last in the list: what the others change is then measured, and what it made fit is sent.
    """

    def wrap_model_call(self, request: ModelRequest, handler: Callable[[ModelRequest], Any]) -> Any:
        """The answer to the request as it fits.

        Raises:
            WindowRefused: even the least does not fit.
            InvalidArgument: nobody knows the model's window.
        """
        return handler(self._request(request))

    async def awrap_model_call(
        self, request: ModelRequest, handler: Callable[[ModelRequest], Awaitable[Any]]
    ) -> Any:
        """The same for ``ainvoke`` and ``astream``."""
        return await handler(self._request(request))

    def _request(self, request: ModelRequest) -> ModelRequest:
        known = seen(request.model, request.model_settings)
        fitted = self.fitted(
            request.messages,
            known,
            format=Messages(
                self.model or known.name, is_responses=is_responses(request.model, request.tools)
            ),
            system=request.system_message,
            tools=request.tools or None,
            tool_choice=request.tool_choice,
            response_format=_schemas(request.response_format),
            is_summary=is_summary,
        )
        changes: dict[str, Any] = {"messages": fitted.messages}
        if len(fitted.tools or ()) != len(request.tools):
            changes |= {"tools": fitted.tools or [], "tool_choice": fitted.tool_choice}
        return request.override(**changes)


def _schemas(response_format: Any) -> Any:
    """The schemas of a structured answer, whichever way it is asked for."""
    if response_format is None or isinstance(response_format, dict):
        return response_format
    if isinstance(response_format, ProviderStrategy):
        return response_format.schema_spec.json_schema
    if isinstance(response_format, AutoStrategy):
        response_format = ToolStrategy(response_format.schema)
    elif not isinstance(response_format, ToolStrategy):
        response_format = ToolStrategy(response_format)
    return [spec.json_schema for spec in response_format.schema_specs]
