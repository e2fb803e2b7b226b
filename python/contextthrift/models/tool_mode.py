"""Tool mode: whether a model is given tools natively, or reads about them in its prompt."""

from __future__ import annotations

import re
from typing import Literal

from contextthrift.exceptions import InvalidArgument

ToolMode = Literal["native", "prompted"]
ToolModeSetting = Literal["auto", "native", "prompted"]

IN_PROCESS = re.compile(
    r"web-?llm|mlc|browser-ai|transformers|\bnano\b|built-?in|llama[-_.]?cpp|mlx|gpt4all|onnxruntime-genai",
    re.IGNORECASE | re.ASCII,
)
"""Providers whose models run in this process or on this device, without a server that does tool calling."""


def select_tool_mode(provider: str, setting: ToolModeSetting = "auto") -> ToolMode:
    """The mode for a provider: what the setting says, else prompted for models that run in-process.

    The name of a model is never looked at: ``provider_of`` has the provider of an id.

    >>> select_tool_mode("transformers"), select_tool_mode("openai")
    ('prompted', 'native')
    """
    if setting not in {"auto", "native", "prompted"}:
        raise InvalidArgument(f"tool_mode must be auto, native or prompted; got {setting!r}")
    if setting != "auto":
        return setting
    return "prompted" if IN_PROCESS.search(provider) else "native"


def provider_of(model_id: str) -> str:
    """The provider in an id such as ``openai/gpt-5-nano``; empty for an id without one, which is native.

    >>> provider_of("openai/gpt-5-nano"), provider_of("gpt-5-nano")
    ('openai', '')
    """
    provider, separator, _ = model_id.partition("/")
    return provider if separator else ""
