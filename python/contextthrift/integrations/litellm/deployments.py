"""The deployments that the running proxy has under the name of a model."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import UnknownModel
from contextthrift.formats.field import field
from contextthrift.integrations.litellm.window import seen_in
from contextthrift.tokens import find_model

if TYPE_CHECKING:
    from contextthrift.integrations.fitting import Seen

PROXY: Final = "litellm.proxy.proxy_server"
"""The module of the proxy, which holds its router; importing it here would start one."""


def widest_deployment(name: str) -> Seen | None:
    """The deployment of a model with the largest window; None where there is none, or one is not known."""
    router = getattr(sys.modules.get(PROXY), "llm_router", None)
    found = [_seen(each) for each in (router and router.registry().deployments(name)) or ()]
    windows = [_window(seen) for seen in found]
    if not found or None in windows:
        return None
    return max(zip(windows, found, strict=True), key=lambda pair: pair[0] or 0)[1]


def _seen(deployment: Any) -> Seen:
    parameters = field(deployment, "litellm_params") or {}
    told = dict(parameters.items() if isinstance(parameters, dict) else vars(parameters).items())
    return seen_in({**told, "model_info": field(deployment, "model_info")})


def _window(seen: Seen) -> int | None:
    if seen.is_set or seen.name is None:
        return seen.window
    try:
        return find_model(seen.name).window
    except UnknownModel:
        return seen.window
