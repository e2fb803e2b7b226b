"""A callback of litellm that fits what is sent: in the proxy, the router and the SDK."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from litellm.integrations.custom_logger import CustomLogger

from contextthrift.exceptions import ContextThriftError, UnknownFormat, WindowRefused
from contextthrift.fit.whole import WholeRequest
from contextthrift.formats.field import text_field
from contextthrift.integrations.litellm.calls import (
    DEFAULTS,
    checked_options,
    exceeded,
    fitted_whole,
    is_fitted,
)
from contextthrift.integrations.litellm.deployments import widest_deployment
from contextthrift.integrations.litellm.window import seen_in

if TYPE_CHECKING:
    from contextthrift.integrations.fitting import FitOptions, Seen

FITTED: Final = frozenset({"completion", "acompletion", "responses", "aresponses", "anthropic_messages"})
"""The types of calls whose arguments hold a conversation that we read."""

SYNCHRONOUS: Final = frozenset({"completion", "responses"})
"""Those of them that litellm makes without asking a callback first."""

_log: Final = logging.getLogger("contextthrift.litellm")


class FitHandler(CustomLogger):
    """Fits each request to the window of the model that gets it.

    In the proxy's ``config.yaml``; :data:`proxy_handler` is one with the default options::

        litellm_settings:
          callbacks: ["contextthrift.integrations.litellm.proxy_handler"]

    With the SDK or a router: ``litellm.callbacks = [FitHandler()]``. litellm asks it before asynchronous
    calls only, and shows it only what is passed by name.

    A request that cannot be read, or whose window nobody knows, is sent as it is, with a warning in the log
    ``contextthrift.litellm``: what stands before all traffic must not break what a provider would take.
    """

    def __init__(self, options: FitOptions = DEFAULTS) -> None:
        """Takes the choices that hold for every request.

        Raises:
            WrongType: they are no ``FitOptions``.
        """
        super().__init__()
        self._options = checked_options(options)
        self._warned: set[str] = set()

    async def async_pre_call_hook(
        self, user_api_key_dict: Any, cache: Any, data: dict[str, Any], call_type: str
    ) -> dict[str, Any] | None:
        """Before the proxy chooses a deployment: fits to the largest window there is under the model's name.

        So what the proxy checks and limits, and other hooks see, is what will be sent. A request of which
        even the least is too much for that is left to the other hook.
        """
        name = text_field(data, "model")
        seen = None if name is None or call_type not in FITTED else widest_deployment(name)
        if seen is None:
            return None
        try:
            return await asyncio.to_thread(self._fitted, data, seen)
        except WindowRefused:
            return None

    async def async_pre_call_deployment_hook(
        self, kwargs: dict[str, Any], call_type: Any
    ) -> dict[str, Any] | None:
        """Before each call of a model, each retry and each fallback: fits to the window of that model.

        Raises:
            ContextWindowExceededError: of litellm: even the least does not fit. A router goes on to its
                ``context_window_fallbacks``; without any the caller gets a status of 400.
        """
        if getattr(call_type, "value", call_type) not in FITTED:
            return None
        name = text_field(kwargs, "model") or text_field(kwargs.get("litellm_logging_obj"), "model") or ""
        try:
            return await asyncio.to_thread(self._fitted, kwargs, seen_in({**kwargs, "model": name}))
        except WindowRefused as refused:
            raise exceeded(refused, name) from refused

    def log_pre_api_call(self, model: Any, messages: Any, kwargs: dict[str, Any]) -> None:
        """Says once that a synchronous call is not fitted: litellm asks no callback before one."""
        if kwargs.get("call_type") in SYNCHRONOUS and not is_fitted.get():
            self._warn_once(
                f"a synchronous call of {model} is sent as it is, since litellm asks no callback before one; "
                "call contextthrift.integrations.litellm.completion, or litellm.acompletion",
                "synchronous",
            )

    def _fitted(self, arguments: dict[str, Any], seen: Seen) -> dict[str, Any] | None:
        """The arguments as they fit; None where they are left alone, and the log says why."""
        try:
            whole = WholeRequest.of(arguments)
            return fitted_whole(whole, replace(seen, reply=whole.max_output), self._options)
        except WindowRefused:
            raise
        except UnknownFormat as error:
            self._warn(seen, error, "; litellm shows a callback only what is passed by name, as messages=")
        except ContextThriftError as error:
            self._warn(seen, error)
        return None

    def _warn(self, seen: Seen, error: ContextThriftError, hint: str = "") -> None:
        told = f"a request to {seen.name} is sent as it is: {error}{hint}"
        self._warn_once(told, f"{seen.name} {type(error).__name__}")

    def _warn_once(self, told: str, kind: str) -> None:
        """Once for each kind: a proxy sees thousands of the same."""
        if kind not in self._warned:
            self._warned.add(kind)
            _log.warning("%s", told)


proxy_handler: Final = FitHandler()
"""The handler with the default options, for the proxy's ``config.yaml``."""
