"""The subtractive pass on a working set. Synchronous, and it makes no model call."""

from contextthrift.context.budget import resolve_budget
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
from contextthrift.context.subtract import subtract_to_fit
from contextthrift.context.thoughts import StrippedThoughts, strip_prior_turn_thoughts
from contextthrift.context.trace import BucketTrace, ThriftTrace

__all__ = [
    "BucketTrace",
    "Image",
    "Memory",
    "Message",
    "Retrievable",
    "StrippedThoughts",
    "Thought",
    "ThriftTrace",
    "Tool",
    "ToolCall",
    "ToolRegistry",
    "WorkingSet",
    "resolve_budget",
    "strip_prior_turn_thoughts",
    "subtract_to_fit",
]
