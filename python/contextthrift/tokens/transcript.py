"""The size of a stored conversation, by the rule of four characters to a token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

CHARS_PER_TOKEN = 4
"""As the encoding ``chars4`` has it: the one measure that is the same for every model."""


class Spoken(Protocol):
    """A message with a role and a text."""

    @property
    def role(self) -> str:
        """Who speaks."""

    @property
    def content(self) -> str:
        """What is said."""


def estimate_tokens(text: str) -> int:
    """A quarter of the characters, rounded up.

    >>> estimate_tokens("abcde")
    2
    """
    return -(-len(text) // CHARS_PER_TOKEN)


def estimate_messages_tokens(messages: Iterable[Spoken]) -> int:
    """The messages' ``role: content`` lines, each estimated by itself."""
    return sum(estimate_tokens(f"{message.role}: {message.content}\n") for message in messages)
