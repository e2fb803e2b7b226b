"""A model of pydantic-ai as one of ours."""

from __future__ import annotations

import logging
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Self

from pydantic_ai.direct import model_request_stream

from contextthrift.exceptions import ModelDisconnected, UnknownModel
from contextthrift.models.base import Capabilities, ModelLimits, model_label
from contextthrift.models.local_server import DEADLINE_S, UNKNOWN_WINDOW, loaded_window
from contextthrift.models.pydantic_ai.failure import model_error
from contextthrift.models.pydantic_ai.incoming import Deltas, is_complete, reply_of
from contextthrift.models.pydantic_ai.outgoing import messages_of, parameters_of
from contextthrift.models.pydantic_ai.settings import settings_of
from contextthrift.models.pydantic_ai.thought import thought_of
from contextthrift.models.pydantic_ai.wire import innermost, is_local, profile_of, wire_of
from contextthrift.tokens import find_model

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from types import TracebackType

    from pydantic_ai.models import Model

    from contextthrift.models.base import ModelRequest, StreamPart

_log = logging.getLogger("contextthrift")


class PydanticAIModel:
    """A ``Model`` of pydantic-ai; `language_model` makes one from a name.

    Entering it with ``async with`` keeps its connections until it is left. An agent does so for each run; a
    single ``stream`` outside one opens a connection and closes it.
    """

    def __init__(
        self,
        model: Model,
        *,
        limits: ModelLimits | None = None,
        capabilities: Capabilities | None = None,
    ) -> None:
        """Takes the model, and what is known better than by this package's tables."""
        self._model = model
        self.provider: str = innermost(model).system
        self.name: str = model.model_name
        self.limits: ModelLimits = _over(limits, _limits(model))
        self.capabilities: Capabilities = _over(capabilities, _capabilities(model))
        self.is_local: bool = is_local(innermost(model)) and wire_of(model) == "openai-chat"
        """Whether it is a server of one's own, which may cut what is too long without a word."""
        self._told: set[str] = set()

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamPart]:
        """Streams the answer to a request.

        Raises:
            ModelError: The provider refused, failed or broke off.
        """
        asked = self._asked(request)
        try:
            async with self._model, asked as answer:
                deltas = Deltas()
                async for event in answer:
                    part = deltas.of(event)
                    if part is not None:
                        yield part
                response = answer.get()
        except Exception as error:
            raise model_error(error, model_label(self)) from error
        if not is_complete(response, wire_of(self._model)):
            raise ModelDisconnected(f"the answer of {model_label(self)} ended before it was complete")
        reply = reply_of(response)
        if not reply.usage:
            self._tell("it reports no tokens: caps on tokens cannot act")
        yield reply

    async def reported_window(self) -> int | None:
        """The window with which a server of one's own has loaded the model; None for any other server.

        One that does not say counts as loaded with the least: what is longer it may cut without a word. A
        gateway to a provider's models is told from such a server by ``limits``.
        """
        if not self.is_local:
            return None
        loaded = await loaded_window(
            innermost(self._model).base_url or "", self.name, deadline_s=DEADLINE_S * 0.75
        )
        return loaded or self.limits.context_window_tokens or UNKNOWN_WINDOW

    def thinking_room(self, request: ModelRequest) -> int:
        """The tokens added to the cap on the answer, also where the model thinks without being asked."""
        model = innermost(self._model)
        thought = thought_of(request, model.model_name, profile_of(model))
        return thought.tokens if thought.thinks else 0

    def _asked(self, request: ModelRequest) -> Any:
        return model_request_stream(
            self._model,
            messages_of(request, wire_of(self._model)),
            model_settings=settings_of(innermost(self._model), request, self.limits, self._tell),
            model_request_parameters=parameters_of(
                request, shapes=self.capabilities.structured_output is not False
            ),
        )

    def _tell(self, what: str) -> None:
        """Warns, once for each thing."""
        if what not in self._told:
            self._told.add(what)
            _log.warning("%s: %s", model_label(self), what)

    async def __aenter__(self) -> Self:
        """Keeps connections from now on."""
        await self._model.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes them when the last one who entered leaves."""
        await self._model.__aexit__(kind, error, trace)


def _over(given: Any, found: Any) -> Any:
    """What was given, and what was found where that is None."""
    if given is None:
        return found
    known = {each.name: getattr(given, each.name) for each in fields(given)}
    return replace(found, **{name: value for name, value in known.items() if value is not None})


def _limits(model: Model) -> ModelLimits:
    """Those of our table; a server of one's own may have been started with any window, so none for it."""
    if is_local(innermost(model)):
        return ModelLimits()
    try:
        known = find_model(model.model_name)
    except UnknownModel:
        return ModelLimits()
    return ModelLimits(
        context_window_tokens=known.window,
        max_input_tokens=known.max_input,
        max_output_tokens=known.max_output,
    )


def _capabilities(model: Model) -> Capabilities:
    """What pydantic-ai denies is believed; what it claims is not, as it claims images for any model."""
    profile = profile_of(model)
    return Capabilities(
        tools=None if profile.get("supports_tools", True) else False,
        structured_output=None if profile.get("supports_json_schema_output", False) else False,
    )
