"""What LangChain knows of a model: its name, its window, and what a call asks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from contextthrift.formats.field import field, text_field
from contextthrift.integrations.fitting import Seen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAMES: Final = ("model_name", "model", "model_id", "deployment_name", "azure_deployment")
"""Where the providers' packages keep the model's name."""
REPLIES: Final = ("max_completion_tokens", "max_tokens", "max_output_tokens", "num_predict")
"""Where they keep the longest reply."""


def seen(model: Any, settings: Mapping[str, Any] | None = None) -> Seen:
    """What is known of a chat model, and of the settings of one call to it."""
    profile = field(model, "profile") or {}
    opened = _count(field(model, "num_ctx"))
    asked = [field(settings, name) for name in REPLIES] + [field(model, name) for name in REPLIES]
    return Seen(
        name=name_of(model),
        window=opened or _count(profile.get("max_input_tokens")),
        is_set=opened is not None,
        most_reply=_count(profile.get("max_output_tokens")),
        reply=next((reply for each in asked if (reply := _count(each))), None),
    )


def name_of(model: Any) -> str | None:
    """The name of a chat model; None where it has none."""
    return text_field(model, *NAMES) if model is not None else None


def is_responses(model: Any, tools: Sequence[Any] = ()) -> bool:
    """Whether langchain-openai sends OpenAI's Responses for a model, as its own method says."""
    decides = getattr(model, "_use_responses_api", None)
    listed = [tool if isinstance(tool, dict) else {"type": "function"} for tool in tools]
    return callable(decides) and bool(decides({"tools": listed} if listed else {}))


def _count(given: Any) -> int | None:
    is_count = isinstance(given, int) and not isinstance(given, bool) and given > 0
    return given if is_count else None
