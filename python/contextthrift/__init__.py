"""contextthrift decides, at every model call, what is worth sending.

Two doors: :func:`fit` takes a provider's own messages, :func:`subtract_to_fit` a working set of
messages, memories, passages, thoughts, tools and tool results. Both return a trace of what went.

A name is loaded when it is first used, so that ``import contextthrift`` itself costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import contextthrift.fit  # noqa: F401 - see below

if TYPE_CHECKING:
    from contextthrift._native import VERSION as __version__  # noqa: N811
    from contextthrift.context import (
        BucketTrace,
        Image,
        Memory,
        Message,
        Retrievable,
        StrippedThoughts,
        Thought,
        ThriftTrace,
        Tool,
        ToolCall,
        ToolRegistry,
        WorkingSet,
        resolve_budget,
        strip_prior_turn_thoughts,
        subtract_to_fit,
    )
    from contextthrift.exceptions import ContextThriftError
    from contextthrift.fit import Cut, FitPolicy, Fitted, FitTrace, Repair, StageTrace, count_messages, fit
    from contextthrift.tokens import Encoding, Tokenizable, encoding_names, get_encoding

_HOMES: Final = {
    "BucketTrace": "contextthrift.context",
    "Image": "contextthrift.context",
    "Memory": "contextthrift.context",
    "Message": "contextthrift.context",
    "Retrievable": "contextthrift.context",
    "StrippedThoughts": "contextthrift.context",
    "Thought": "contextthrift.context",
    "ThriftTrace": "contextthrift.context",
    "Tool": "contextthrift.context",
    "ToolCall": "contextthrift.context",
    "ToolRegistry": "contextthrift.context",
    "WorkingSet": "contextthrift.context",
    "resolve_budget": "contextthrift.context",
    "strip_prior_turn_thoughts": "contextthrift.context",
    "subtract_to_fit": "contextthrift.context",
    "ContextThriftError": "contextthrift.exceptions",
    "Cut": "contextthrift.fit",
    "FitPolicy": "contextthrift.fit",
    "FitTrace": "contextthrift.fit",
    "Fitted": "contextthrift.fit",
    "Repair": "contextthrift.fit",
    "StageTrace": "contextthrift.fit",
    "count_messages": "contextthrift.fit",
    "fit": "contextthrift.fit",
    "Encoding": "contextthrift.tokens",
    "Tokenizable": "contextthrift.tokens",
    "encoding_names": "contextthrift.tokens",
    "get_encoding": "contextthrift.tokens",
}

# Importing the subpackage first bound its name here; the name belongs to the function in it.
del globals()["fit"]

__all__ = [
    "BucketTrace",
    "ContextThriftError",
    "Cut",
    "Encoding",
    "FitPolicy",
    "FitTrace",
    "Fitted",
    "Image",
    "Memory",
    "Message",
    "Repair",
    "Retrievable",
    "StageTrace",
    "StrippedThoughts",
    "Thought",
    "ThriftTrace",
    "Tokenizable",
    "Tool",
    "ToolCall",
    "ToolRegistry",
    "WorkingSet",
    "__version__",
    "count_messages",
    "encoding_names",
    "fit",
    "get_encoding",
    "resolve_budget",
    "strip_prior_turn_thoughts",
    "subtract_to_fit",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value = import_module("contextthrift._native").VERSION
    elif name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module 'contextthrift' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
