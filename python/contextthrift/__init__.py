"""contextthrift decides, at every model call, what is worth sending.

Two doors: :func:`fit` takes a provider's own messages, :func:`subtract_to_fit` a working set of
messages, memories, passages, thoughts, tools and tool results. Both return a trace of what went.
:class:`Agent` works on a goal with tools, which :func:`tool` makes of functions.

A name is loaded when it is first used, so that ``import contextthrift`` itself costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import contextthrift.fit  # noqa: F401 - see below

if TYPE_CHECKING:
    from contextthrift._native import VERSION as __version__  # noqa: N811
    from contextthrift.agent import Agent, Limits, RunResult, create_agent
    from contextthrift.compaction import (
        CompactedTurns,
        CompactionState,
        SummaryCost,
        assemble_compacted_turns,
        summarise_turns,
    )
    from contextthrift.context import (
        PLAIN_BM25,
        BucketTrace,
        HistoryCall,
        HistoryMessage,
        Image,
        Memory,
        Message,
        RankedTurn,
        Ranking,
        Retrievable,
        StrippedThoughts,
        Thought,
        ThriftTrace,
        Tool,
        ToolCall,
        ToolEntry,
        ToolHit,
        ToolIndex,
        ToolRegistry,
        ToolWeights,
        Turn,
        TurnIndex,
        WorkingSet,
        arg_text,
        content_tokens,
        group_history_into_turns,
        relevance_to_query,
        resolve_budget,
        scaled_relevance_floor,
        select_naive_turns,
        select_relevant_turns,
        select_turns,
        strip_prior_turn_thoughts,
        subtract_to_fit,
    )
    from contextthrift.exceptions import ContextThriftError
    from contextthrift.fit import (
        Cut,
        FitPolicy,
        Fitted,
        FitTrace,
        Repair,
        StageTrace,
        count_messages,
        fit,
        fit_request,
        read_policy,
    )
    from contextthrift.memory import MemoryStore, SQLiteStore, StoredMessage
    from contextthrift.tokens import (
        Encoding,
        Model,
        Tokenizable,
        encoding_for_model,
        encoding_names,
        find_model,
        get_encoding,
        model_names,
        register_model,
        register_token_estimator,
        reply_limit,
    )
    from contextthrift.tokens.cache import CacheInfo, cache_clear, cache_info, set_cache_size
    from contextthrift.tokens.calibration import CalibratedEncoding, calibrate
    from contextthrift.tools import ToolContext, tool

_HOMES: Final = {
    "Agent": "contextthrift.agent",
    "Limits": "contextthrift.agent",
    "RunResult": "contextthrift.agent",
    "create_agent": "contextthrift.agent",
    "CompactedTurns": "contextthrift.compaction",
    "CompactionState": "contextthrift.compaction",
    "SummaryCost": "contextthrift.compaction",
    "assemble_compacted_turns": "contextthrift.compaction",
    "summarise_turns": "contextthrift.compaction",
    "PLAIN_BM25": "contextthrift.context",
    "BucketTrace": "contextthrift.context",
    "HistoryCall": "contextthrift.context",
    "HistoryMessage": "contextthrift.context",
    "Image": "contextthrift.context",
    "Memory": "contextthrift.context",
    "Message": "contextthrift.context",
    "RankedTurn": "contextthrift.context",
    "Ranking": "contextthrift.context",
    "Retrievable": "contextthrift.context",
    "StrippedThoughts": "contextthrift.context",
    "Thought": "contextthrift.context",
    "ThriftTrace": "contextthrift.context",
    "Tool": "contextthrift.context",
    "ToolCall": "contextthrift.context",
    "ToolEntry": "contextthrift.context",
    "ToolHit": "contextthrift.context",
    "ToolIndex": "contextthrift.context",
    "ToolRegistry": "contextthrift.context",
    "ToolWeights": "contextthrift.context",
    "Turn": "contextthrift.context",
    "TurnIndex": "contextthrift.context",
    "WorkingSet": "contextthrift.context",
    "arg_text": "contextthrift.context",
    "content_tokens": "contextthrift.context",
    "group_history_into_turns": "contextthrift.context",
    "relevance_to_query": "contextthrift.context",
    "resolve_budget": "contextthrift.context",
    "scaled_relevance_floor": "contextthrift.context",
    "select_naive_turns": "contextthrift.context",
    "select_relevant_turns": "contextthrift.context",
    "select_turns": "contextthrift.context",
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
    "fit_request": "contextthrift.fit",
    "read_policy": "contextthrift.fit",
    "CacheInfo": "contextthrift.tokens.cache",
    "CalibratedEncoding": "contextthrift.tokens.calibration",
    "MemoryStore": "contextthrift.memory",
    "SQLiteStore": "contextthrift.memory",
    "StoredMessage": "contextthrift.memory",
    "Encoding": "contextthrift.tokens",
    "Model": "contextthrift.tokens",
    "Tokenizable": "contextthrift.tokens",
    "cache_clear": "contextthrift.tokens.cache",
    "cache_info": "contextthrift.tokens.cache",
    "calibrate": "contextthrift.tokens.calibration",
    "encoding_for_model": "contextthrift.tokens",
    "encoding_names": "contextthrift.tokens",
    "find_model": "contextthrift.tokens",
    "get_encoding": "contextthrift.tokens",
    "model_names": "contextthrift.tokens",
    "register_model": "contextthrift.tokens",
    "register_token_estimator": "contextthrift.tokens",
    "reply_limit": "contextthrift.tokens",
    "set_cache_size": "contextthrift.tokens.cache",
    "ToolContext": "contextthrift.tools",
    "tool": "contextthrift.tools",
}

# Importing the subpackage first bound its name here; the name belongs to the function in it.
del globals()["fit"]

__all__ = [
    "PLAIN_BM25",
    "Agent",
    "BucketTrace",
    "CacheInfo",
    "CalibratedEncoding",
    "CompactedTurns",
    "CompactionState",
    "ContextThriftError",
    "Cut",
    "Encoding",
    "FitPolicy",
    "FitTrace",
    "Fitted",
    "HistoryCall",
    "HistoryMessage",
    "Image",
    "Limits",
    "Memory",
    "MemoryStore",
    "Message",
    "Model",
    "RankedTurn",
    "Ranking",
    "Repair",
    "Retrievable",
    "RunResult",
    "SQLiteStore",
    "StageTrace",
    "StoredMessage",
    "StrippedThoughts",
    "SummaryCost",
    "Thought",
    "ThriftTrace",
    "Tokenizable",
    "Tool",
    "ToolCall",
    "ToolContext",
    "ToolEntry",
    "ToolHit",
    "ToolIndex",
    "ToolRegistry",
    "ToolWeights",
    "Turn",
    "TurnIndex",
    "WorkingSet",
    "__version__",
    "arg_text",
    "assemble_compacted_turns",
    "cache_clear",
    "cache_info",
    "calibrate",
    "content_tokens",
    "count_messages",
    "create_agent",
    "encoding_for_model",
    "encoding_names",
    "find_model",
    "fit",
    "fit_request",
    "get_encoding",
    "group_history_into_turns",
    "model_names",
    "read_policy",
    "register_model",
    "register_token_estimator",
    "relevance_to_query",
    "reply_limit",
    "resolve_budget",
    "scaled_relevance_floor",
    "select_naive_turns",
    "select_relevant_turns",
    "select_turns",
    "set_cache_size",
    "strip_prior_turn_thoughts",
    "subtract_to_fit",
    "summarise_turns",
    "tool",
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
