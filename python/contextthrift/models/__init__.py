"""Models: the seam to a language model, and what goes with it."""

from contextthrift.models.base import (
    Capabilities,
    FilePart,
    Model,
    ModelLimits,
    ModelMessage,
    ModelRequest,
    Reply,
    StreamPart,
    TextDelta,
    TextPart,
    ThinkingDelta,
    ThinkingPart,
    ToolCallDelta,
    ToolCallPart,
    ToolDefinition,
    ToolOutput,
    ToolResultPart,
    assistant_reply,
    user_message,
)
from contextthrift.models.callable import CallableModel
from contextthrift.models.language_model import adapted, language_model
from contextthrift.models.provider_usage import usage_from_provider
from contextthrift.models.retry import is_retriable, retry_delay
from contextthrift.models.thinking import (
    ThinkingConfig,
    merge_provider_options,
    resolve_thinking,
    thinking_for,
)
from contextthrift.models.tool_mode import select_tool_mode

__all__ = [
    "CallableModel",
    "Capabilities",
    "FilePart",
    "Model",
    "ModelLimits",
    "ModelMessage",
    "ModelRequest",
    "Reply",
    "StreamPart",
    "TextDelta",
    "TextPart",
    "ThinkingConfig",
    "ThinkingDelta",
    "ThinkingPart",
    "ToolCallDelta",
    "ToolCallPart",
    "ToolDefinition",
    "ToolOutput",
    "ToolResultPart",
    "adapted",
    "assistant_reply",
    "is_retriable",
    "language_model",
    "merge_provider_options",
    "resolve_thinking",
    "retry_delay",
    "select_tool_mode",
    "thinking_for",
    "usage_from_provider",
    "user_message",
]
