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
from contextthrift.models.capabilities import resolve_capabilities, supports_images, supports_pdf
from contextthrift.models.language_model import adapted, language_model
from contextthrift.models.local_server import loaded_window
from contextthrift.models.overflow import context_overflow_of
from contextthrift.models.provider_usage import usage_from_provider
from contextthrift.models.retry import is_retriable, retry_delay
from contextthrift.models.thinking import (
    ThinkingConfig,
    merge_provider_options,
    resolve_thinking,
    thinking_for,
)
from contextthrift.models.tool_mode import select_tool_mode
from contextthrift.models.window import agent_model_window, context_window_of

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
    "agent_model_window",
    "assistant_reply",
    "context_overflow_of",
    "context_window_of",
    "is_retriable",
    "language_model",
    "loaded_window",
    "merge_provider_options",
    "resolve_capabilities",
    "resolve_thinking",
    "retry_delay",
    "select_tool_mode",
    "supports_images",
    "supports_pdf",
    "thinking_for",
    "usage_from_provider",
    "user_message",
]
