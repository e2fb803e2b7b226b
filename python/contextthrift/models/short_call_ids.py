"""Short call ids: for Mistral, which takes nothing but nine letters and digits."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from contextthrift.models.base import ModelMessage, ToolCallPart, ToolResultPart

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from contextthrift.models.base import Part

LENGTH: Final = 9
"""https://docs.mistral.ai/capabilities/function_calling, and what its servers answer to any other id."""
SIGNS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SHORT: Final = re.compile(rf"[a-zA-Z0-9]{{{LENGTH}}}")


def short_call_ids(messages: Sequence[ModelMessage]) -> tuple[ModelMessage, ...]:
    """The messages with call ids of nine letters and digits, distinct where the given ones are.

    An id of that form stays. Any other becomes a digest of the whole of it, so that it is the same in every
    request and every run; the few that would meet another id are told apart by their number.

    >>> from contextthrift.models import assistant_reply
    >>> call = ToolCallPart(call_id="tooluse_k3Qm1dTz0aaaaa", name="look", arguments="{}")
    >>> [message] = short_call_ids([assistant_reply(tool_calls=(call,)).message])
    >>> len(message.parts[0].call_id)
    9
    """
    shorter = _shortener()
    return tuple(
        replace(message, parts=tuple(_renamed(part, shorter) for part in message.parts))
        for message in messages
    )


def _shortener() -> Callable[[str], str]:
    """A function that gives each id its short form; the same one for the same id."""
    short_of: dict[str, str] = {}
    taken: set[str] = set()

    def shorter(call_id: str) -> str:
        if call_id not in short_of:
            number, short = 0, call_id if SHORT.fullmatch(call_id) else _digest(call_id, 0)
            while short in taken:
                number += 1
                short = _digest(call_id, number)
            taken.add(short)
            short_of[call_id] = short
        return short_of[call_id]

    return shorter


def _renamed(part: Part, shorter: Callable[[str], str]) -> Part:
    if not isinstance(part, ToolCallPart | ToolResultPart):
        return part
    short = shorter(part.call_id)
    return part if short == part.call_id else replace(part, call_id=short)


def _digest(call_id: str, number: int) -> str:
    digest = blake2b(f"{number}:{call_id}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    value, signs = int.from_bytes(digest, "big"), []
    for _ in range(LENGTH):
        value, rest = divmod(value, len(SIGNS))
        signs.append(SIGNS[rest])
    return "".join(signs)
