"""contextthrift decides, at every model call, what is worth sending.

Two doors: :func:`fit` takes a provider's own messages, :func:`subtract_to_fit` a working set of
messages, memories, passages, thoughts, tools and tool results. Both return a trace of what went.
"""

from contextthrift._native import VERSION
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

__version__ = VERSION

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
