"""Spans for runs, model calls and tool calls, as a policy: the loop knows nothing of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift.agent.fitting import FITTED
from contextthrift.agent.policy import Policy
from contextthrift.agent.telemetry import attributes, content, names
from contextthrift.agent.telemetry.spans import find_spans
from contextthrift.agent.telemetry.traced_toolset import TracedToolset

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from opentelemetry.trace import TracerProvider

    from contextthrift.agent.run import Run
    from contextthrift.models import ModelRequest, Reply
    from contextthrift.tools import Toolset


class Telemetry(Policy):
    """Makes spans by OpenTelemetry's conventions.

    They are ``invoke_agent``, ``chat {model}`` and ``execute_tool {name}``. They hang together, and under
    whatever span is current where the run was begun; what a model's client or a tool does hangs under theirs.
    They never hold what was said, not even the words of errors, unless you ask for it. Without the extra
    ``otel`` there are no spans, and the log of the first run says so, once.
    """

    def __init__(
        self,
        *,
        agent_name: str | None = None,
        with_content: bool = False,
        tracer_provider: TracerProvider | None = None,
    ) -> None:
        """Takes a tracer of the provider, else of the one that the program has set or will set.

        Args:
            agent_name: What the agent is called in its spans.
            with_content: Also record system texts, messages, arguments and results, whatever is in them.
            tracer_provider: Where spans go.
        """
        self._agent_name = agent_name
        self._with_content = with_content
        self._spans = find_spans(tracer_provider)
        self._was_told = False

    @property
    def enabled(self) -> bool:
        """Whether OpenTelemetry is installed."""
        return self._spans is not None

    async def around_run(self, run: Run, proceed: Callable[[], Awaitable[None]]) -> None:
        """A span for the run."""
        if self._spans is None:
            return await self._without_spans(run, proceed)
        name = f"{names.INVOKE_AGENT} {self._agent_name}" if self._agent_name else names.INVOKE_AGENT
        with self._spans.span(name, attributes.of_run(run, self._agent_name)) as span:
            try:
                await proceed()
            finally:
                span.set_attributes(attributes.of_work(run))

    async def around_call(
        self, run: Run, request: ModelRequest, proceed: Callable[[ModelRequest], Awaitable[Reply]]
    ) -> Reply:
        """A span for each try of a model call."""
        if self._spans is None:
            return await proceed(request)
        known = attributes.of_request(run, request, is_compacted=run.notes.get(FITTED) is request)
        if self._with_content:
            known |= content.of_request(request)
        with self._spans.span(f"{names.CHAT} {known[names.REQUEST_MODEL]}", known, is_client=True) as span:
            reply = await proceed(request)
            span.set_attributes(attributes.of_reply(reply))
            if self._with_content:
                span.set_attributes(content.of_reply(reply))
            return reply

    def toolset(self, run: Run, inner: Toolset) -> Toolset:
        """A span for each call of a tool."""
        if self._spans is None:
            return inner
        return TracedToolset(inner, self._spans, with_content=self._with_content)

    async def _without_spans(self, run: Run, proceed: Callable[[], Awaitable[None]]) -> None:
        if not self._was_told:
            self._was_told = True
            run.log.warn("there are no spans: telemetry needs pip install 'contextthrift[otel]'")
        await proceed()
