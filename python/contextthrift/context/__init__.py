"""The subtractive pass on a working set, and which turns of a history are relevant.

Synchronous, and it makes no model call.
"""

from contextthrift.context.budget import resolve_budget
from contextthrift.context.fill import select_turns
from contextthrift.context.items import (
    Image,
    Memory,
    Message,
    Retrievable,
    Thought,
    Tool,
    ToolCall,
    ToolRegistry,
    WorkingSet,
)
from contextthrift.context.ranking import PLAIN_BM25, Ranking
from contextthrift.context.relevance import (
    arg_text,
    content_tokens,
    relevance_to_query,
    scaled_relevance_floor,
)
from contextthrift.context.select import select_naive_turns, select_relevant_turns
from contextthrift.context.subtract import subtract_to_fit
from contextthrift.context.thoughts import StrippedThoughts, strip_prior_turn_thoughts
from contextthrift.context.tool_entry import ToolEntry
from contextthrift.context.tool_index import ToolHit, ToolIndex, ToolWeights
from contextthrift.context.trace import BucketTrace, ThriftTrace
from contextthrift.context.turn import HistoryCall, HistoryMessage, Turn, group_history_into_turns
from contextthrift.context.turn_index import RankedTurn, TurnIndex

__all__ = [
    "PLAIN_BM25",
    "BucketTrace",
    "HistoryCall",
    "HistoryMessage",
    "Image",
    "Memory",
    "Message",
    "RankedTurn",
    "Ranking",
    "Retrievable",
    "StrippedThoughts",
    "Thought",
    "ThriftTrace",
    "Tool",
    "ToolCall",
    "ToolEntry",
    "ToolHit",
    "ToolIndex",
    "ToolRegistry",
    "ToolWeights",
    "Turn",
    "TurnIndex",
    "WorkingSet",
    "arg_text",
    "content_tokens",
    "group_history_into_turns",
    "relevance_to_query",
    "resolve_budget",
    "scaled_relevance_floor",
    "select_naive_turns",
    "select_relevant_turns",
    "select_turns",
    "strip_prior_turn_thoughts",
    "subtract_to_fit",
]
