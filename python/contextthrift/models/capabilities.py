"""Capabilities: which attachments a model takes. True, False, or None where nobody knows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Protocol

from contextthrift.models.base import Capabilities

if TYPE_CHECKING:
    from collections.abc import Mapping

    from contextthrift.models.tool_mode import ToolMode


class Named(Protocol):
    """What is looked at of a model."""

    @property
    def provider(self) -> str:
        """The provider's id, such as ``openai`` or ``openai.chat``."""

    @property
    def name(self) -> str:
        """The model's own name."""


ON_DEVICE: Final = re.compile(r"web-?llm|mlc|browser-ai|transformers|built-?in", re.IGNORECASE)
"""Providers whose models run on this device; few of them see."""
SEES_ON_DEVICE: Final = re.compile(
    r"(?:vision|[-_]vl)(?=$|[-_])|llava|smolvlm|moondream|gemma-?3n", re.IGNORECASE
)
"""Names of those that do."""
TEXT_ONLY: Final = re.compile(
    r"gpt-3\.5|o1-mini|o3-mini|deepseek|embedding|babbage|davinci|codestral", re.IGNORECASE
)
"""Families of models that see nothing, whatever the tables of adapters say."""
SEE: Final = re.compile(r"google|anthropic|openai|azure|xai|vertex|bedrock|gemini|moonshot|mistral", re.I)
"""Providers whose other models see, by the beginning of their ids."""
READ_PDF: Final = re.compile(r"google|anthropic|openai|azure|vertex|bedrock|gemini", re.I)
COMPATIBLE: Final = re.compile(r"openai-compatible", re.I)
"""Any server at all may be behind it."""


def supports_images(model: Named | str) -> bool | None:
    """Whether a model takes images; ``provider/name`` names one as well. The first rule that knows decides.

    Of a model with ``is_local``, on a server of one's own, only its name says something: the provider is
    that of the protocol.

    >>> supports_images("openai/gpt-5"), supports_images("openai/gpt-3.5-turbo"), supports_images("gpt-5")
    (True, False, None)
    """
    provider, name = _named(model)
    if isinstance(model, str):
        if TEXT_ONLY.search(name) or "deepseek" in provider.lower():
            return False
        return True if _begins(SEE, provider) else None
    is_on_device = ON_DEVICE.search(provider) is not None
    if is_on_device or getattr(model, "is_local", False):
        return SEES_ON_DEVICE.search(name) is not None or (False if is_on_device else None)
    if "deepseek" in provider.lower():
        return "flash" in name.lower()
    if TEXT_ONLY.search(name):
        return False
    return True if _begins(SEE, provider) else None


def supports_pdf(model: Named | str) -> bool | None:
    """Whether a model takes PDF files.

    >>> supports_pdf("anthropic/claude-sonnet-4"), supports_pdf("xai/grok-4")
    (True, None)
    """
    provider, _ = _named(model)
    if supports_images(model) is False:
        return False
    if ON_DEVICE.search(provider) or "moonshot" in provider.lower():
        return False
    if getattr(model, "is_local", False):
        return None
    return True if _begins(READ_PDF, provider) else None


def resolve_capabilities(
    model: Named | str,
    tool_mode: ToolMode = "native",
    *,
    vision: bool | None = None,
    inputs: Mapping[str, bool | None] | None = None,
) -> Capabilities:
    """Which attachments the executor's model takes, as far as anybody knows.

    What the host says goes first (``inputs`` by kind, then ``vision``), then what the model says of
    itself, then these tables. A model that only reads prompts is taken to see only where that is sure, and
    to read no files.
    """
    said = getattr(model, "capabilities", None) or Capabilities()
    is_prompted = tool_mode == "prompted"
    sees, reads = supports_images(model), False if is_prompted else supports_pdf(model)
    host = inputs or {}
    return Capabilities(
        tools=said.tools,
        structured_output=said.structured_output,
        images=_first(host.get("images"), vision, said.images, sees is True if is_prompted else sees),
        pdf=_first(host.get("pdf"), said.pdf, reads),
        files=_first(host.get("files"), said.files, False if is_prompted else None),
    )


def _first(*known: bool | None) -> bool | None:
    return next((each for each in known if each is not None), None)


def _named(model: Any) -> tuple[str, str]:
    """Provider and name; of an id the first two parts of its path, and no provider where it has one only."""
    if not isinstance(model, str):
        return model.provider, model.name
    first, *rest = model.split("/")
    return (first, rest[0]) if rest else ("", first)


def _begins(providers: re.Pattern[str], provider: str) -> bool:
    return providers.match(provider) is not None and COMPATIBLE.match(provider) is None
