"""A model that litellm reaches as one of ours."""

from __future__ import annotations

import asyncio
import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from contextthrift.exceptions import ModelError, UnknownModel
from contextthrift.models.base import Capabilities, ModelLimits, model_label
from contextthrift.models.litellm.failure import model_error
from contextthrift.models.litellm.incoming import Incoming
from contextthrift.models.litellm.outgoing import arguments_of
from contextthrift.models.local_server import is_local, loaded_window
from contextthrift.tokens import find_model

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from contextthrift.models.base import ModelRequest, StreamPart


class LiteLLMModel:
    """A model that litellm reaches, such as ``anthropic/claude-sonnet-4-5`` or ``hosted_vllm/qwen3``.

    Retries are the agent's, so litellm's own are off. Options of litellm that are not named here go in
    ``options``; those of one call in the request's ``provider_options["litellm"]``.
    """

    def __init__(
        self,
        name: str,
        *,
        api_key: str | None = None,
        api_base: str | None = None,
        limits: ModelLimits | None = None,
        capabilities: Capabilities | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Imports and opens nothing.

        Args:
            name: As litellm writes it, with the provider in front.
            api_key: The provider's key; else litellm reads it from the environment.
            api_base: Another server that speaks the provider's protocol.
            limits: Windows to go by; left out they come from this package's table, but for a local server.
            capabilities: What the model can.
            options: Further arguments of ``litellm.acompletion``.
        """
        provider, _, rest = name.partition("/")
        self.litellm_name = name
        self.provider: str = provider if rest else _provider_of(name)
        self.name: str = rest or name
        self.limits: ModelLimits = limits or _limits(self.provider, self.name)
        self.capabilities: Capabilities = capabilities or Capabilities()
        self._api_base = api_base
        given = {"api_key": api_key, "api_base": api_base}
        self._options = {**{key: value for key, value in given.items() if value}, **(options or {})}

    async def reported_window(self) -> int | None:
        """The window that a local server has loaded the model with; None of any other."""
        if self._api_base is None or not is_local(self.provider):
            return None
        return await loaded_window(self._api_base, self.name)

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamPart]:
        """Streams the answer to a request.

        Raises:
            ModelError: The provider refused, failed or broke off, or litellm is not installed.
        """
        library = await asyncio.to_thread(_library)
        incoming = Incoming()
        try:
            supported = library.get_supported_openai_params(model=self.litellm_name) or ()
            most = self.limits.max_output_tokens
            arguments = arguments_of(request, self.provider, supported, most)
            async with _opened(library, self.litellm_name, {**arguments, **self._options}) as chunks:
                async for chunk in chunks:
                    for part in incoming.take(chunk):
                        yield part
        except Exception as error:
            raise model_error(error, model_label(self)) from error
        yield incoming.reply(model_label(self))


@asynccontextmanager
async def _opened(library: Any, name: str, arguments: dict[str, Any]) -> AsyncIterator[Any]:
    """The chunks of an answer; leaving the block before their end closes the connection."""
    chunks = await library.acompletion(model=name, stream=True, **arguments)
    try:
        yield chunks
    finally:
        await chunks.aclose()


def _library() -> Any:
    """The module, which is told to fetch no list of prices when it is imported and to print nothing."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    try:
        import litellm  # noqa: PLC0415 - takes seconds, and is an extra
    except ImportError as error:
        raise ModelError(
            f"models behind litellm need an extra: pip install 'contextthrift[litellm]' ({error})"
        ) from error
    litellm.suppress_debug_info = True
    return litellm


def _provider_of(name: str) -> str:
    try:
        return find_model(name).provider or ""
    except UnknownModel:
        return ""


def _limits(provider: str, name: str) -> ModelLimits:
    """Those of our table; a server of one's own may have been started with any window, so none for it."""
    if is_local(provider):
        return ModelLimits()
    try:
        known = find_model(name)
    except UnknownModel:
        return ModelLimits()
    return ModelLimits(
        context_window_tokens=known.window,
        max_input_tokens=known.max_input,
        max_output_tokens=known.max_output,
    )
