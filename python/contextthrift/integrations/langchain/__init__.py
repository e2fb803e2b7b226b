"""LangChain, LangGraph and deepagents: a middleware, ``trim_messages`` and a hook.

The extra is ``langchain``; ``trim_messages`` and ``pre_model_hook`` need only langchain-core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from contextthrift.integrations.extra import without_extra

try:
    from contextthrift.integrations.langchain.trim import pre_model_hook, trim_messages
except ModuleNotFoundError as error:
    raise without_extra(error, "langchain") from None

if TYPE_CHECKING:
    from contextthrift.integrations.langchain.middleware import FitMiddleware

__all__ = ["FitMiddleware", "pre_model_hook", "trim_messages"]


def __getattr__(name: str) -> Any:
    if name != "FitMiddleware":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from contextthrift.integrations.langchain.middleware import FitMiddleware  # noqa: PLC0415 - needs more
    except ModuleNotFoundError as error:
        raise without_extra(error, "langchain") from None
    return FitMiddleware
