"""contextthrift decides, at every model call, what is worth sending."""

from contextthrift._native import VERSION as __version__
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
from contextthrift.tokens import Encoding, Tokenizable, encoding_names, get_encoding

__all__ = ["__version__"]
