"""What a request costs besides its texts: the tokens around them, and flat allowances for what is no text.

One :class:`Framing` per format. ``docs/accounting.md`` lists every figure with its source; a figure that
the provider does not publish leans upward, and its name is not in ``published``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Framing:
    """One format's constants, all in tokens.

    >>> FRAMINGS["openai"].message, FRAMINGS["anthropic"].tool_preamble
    (3, 804)
    >>> "tool_preamble" in FRAMINGS["gemini"].published
    False
    """

    request: int
    """Once in every request: what primes the reply."""
    message: int
    """Around a message."""
    role: int
    """The role's own name."""
    name: int
    """For a message that has a name, besides the name's text."""
    call: int
    """Around the name and the arguments of a tool call, besides its message where it has one."""
    result: int
    """Around a tool's result, besides its message where it has one."""
    tool: int
    """Around a tool's definition, which is measured as compact JSON."""
    tool_preamble: int
    """Once in a request with any tools."""
    file: int
    """A file whose pages nobody counted."""
    pdf_page: int
    """A page of a PDF, its text and its picture."""
    audio: int = 0
    """A piece of audio of unknown length; 0 where the provider takes none."""
    audio_second: int = 0
    """A second of audio; 0 where the provider takes none."""
    video: int = 0
    """A video of unknown length; 0 where the provider takes none."""
    video_second: int = 0
    """A second of video with its sound; 0 where the provider takes none."""
    published: frozenset[str] = frozenset()
    """The fields above that the provider publishes; all others lean upward."""


OPENAI: Final = Framing(
    request=3,
    message=3,
    role=1,
    name=1,
    call=8,
    result=8,
    tool=0,
    tool_preamble=12,
    file=2_000,
    pdf_page=3_000,
    audio=2_000,
    audio_second=10,
    published=frozenset({"request", "message", "role", "name", "tool_preamble", "audio_second"}),
)
"""Chat completions. OpenAI cookbook, "How to count tokens with tiktoken"; calls and results lean over what
"OpenAI harmony response format" puts around them; audio is that of "Managing costs"."""

OPENAI_RESPONSES: Final = Framing(
    request=3,
    message=5,
    role=1,
    name=1,
    call=12,
    result=12,
    tool=0,
    tool_preamble=12,
    file=2_000,
    pdf_page=3_000,
    audio=2_000,
    audio_second=10,
    published=frozenset({"audio_second"}),
)
"""Responses. What "OpenAI harmony response format" puts around an item, calls and results being items."""

ANTHROPIC: Final = Framing(
    request=3,
    message=4,
    role=1,
    name=0,
    call=16,
    result=16,
    tool=32,
    tool_preamble=804,
    file=7_784,
    pdf_page=7_784,
    published=frozenset({"tool_preamble", "pdf_page"}),
)
"""Messages. Anthropic, "Tool use with Claude", pricing; "PDF support"; "Vision"; "Token counting"."""

GEMINI: Final = Framing(
    request=2,
    message=2,
    role=1,
    name=0,
    call=8,
    result=8,
    tool=8,
    tool_preamble=16,
    file=2_000,
    pdf_page=1_120,
    audio=1_920,
    audio_second=32,
    video=18_000,
    video_second=300,
    published=frozenset({"pdf_page", "audio_second", "video_second"}),
)
"""generateContent. Google, "Understand and count tokens", "Media resolution", "Video understanding"."""

FRAMINGS: Final[Mapping[str, Framing]] = {
    "openai": OPENAI,
    "openai-responses": OPENAI_RESPONSES,
    "anthropic": ANTHROPIC,
    "gemini": GEMINI,
}
"""By the name of the format."""
