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

    Of an id such as ``openai/gpt-5-nano`` only the provider is looked at; an id without one is native.

    >>> [select_tool_mode(provider) for provider in ("transformers", "openai/gpt-5-nano", "gpt-5-nano")]
    ['prompted', 'native', 'native']
    """
    if setting not in {"auto", "native", "prompted"}:
        raise InvalidArgument(f"tool_mode must be auto, native or prompted; got {setting!r}")
    if setting != "auto":
        return setting
    return "prompted" if IN_PROCESS.search(provider.partition("/")[0]) else "native"
