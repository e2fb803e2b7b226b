"""Providers' message formats: how each is read, recognised and edited.

One module per format. A new one is a class with the methods of
:class:`~contextthrift.formats.reading.Format`, named in ``FORMATS``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.exceptions import UnknownFormat
from contextthrift.formats.anthropic import Anthropic
from contextthrift.formats.field import field, listed
from contextthrift.formats.gemini import Gemini
from contextthrift.formats.openai import OpenAIChat
from contextthrift.formats.responses import OpenAIResponses
from contextthrift.tokens.number import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from contextthrift.formats.reading import Format

_CHAT: Final = OpenAIChat()
FORMATS: Final[tuple[Format, ...]] = (_CHAT, OpenAIResponses(), Anthropic(), Gemini())
"""Every format."""

LOOKED_AT: Final = 100
"""How many messages behind the first one with a sign are searched for signs of another format."""
_OTHERS: Final = ("type", "parts")
PLAIN: Final = (
    ("system", "developer", "user", "assistant"),
    (*_OTHERS, "tool_calls", "function_call", "refusal", "reasoning_content"),
)
"""Roles and fields: with one of these roles, texts, and none of these fields a message is of every format but
Gemini's."""
CHAT: Final = ((*PLAIN[0], "tool", "function"), _OTHERS)
"""The same of OpenAI chat: more roles, and fewer fields that tell of another format."""

_KINDS: Final[Mapping[str, Callable[[str], Format]]] = {
    "openai": OpenAIChat,
    "openai-responses": OpenAIResponses,
    "anthropic": Anthropic,
    "gemini": Gemini,
}


def format_of(messages: Sequence[Any], name: str | Format = "auto", model: str | None = None) -> Format:
    """The format called ``name``, or for ``auto`` the one that the messages show signs of, for a model.

    Messages with a role and nothing that only one format has are OpenAI chat, and so is an empty list. A
    format of another package's messages is given itself, made for its model.

    Raises:
        UnknownFormat: no format has the name or the shape, or the messages show signs of two; the
            message says what was seen and where.
        InvalidMessages: ``messages`` is not a list.
    """
    every = listed(messages)
    if not isinstance(name, str) and hasattr(name, "fragments"):
        return name
    by_name = {known.name: known for known in FORMATS}
    if not isinstance(name, str) or (name != "auto" and name not in by_name):
        raise UnknownFormat(f"no format is called {shown(name)}; it must be auto or {' or '.join(by_name)}")
    found = _recognised(every) if name == "auto" else by_name[name]
    return found if model is None else _KINDS[found.name](model)


def _recognised(messages: list[Any]) -> Format:
    seen: dict[str, tuple[Format, str]] = {}
    end = len(messages) - 1
    if messages and _native.next_odd(messages, 0, end + 1, *CHAT) > end:
        return _CHAT
    at = _native.next_odd(messages, 0, end + 1, *PLAIN)
    while at <= end:
        for known in FORMATS:
            if known.name not in seen and (sign := known.sign(messages[at])) is not None:
                seen[known.name] = known, f"messages[{at}] has {sign} ({known.name})"
                end = min(end, at + LOOKED_AT)
        at = _native.next_odd(messages, at + 1, end + 1, *(CHAT if _CHAT.name in seen else PLAIN))
    if len(seen) > 1:
        signs = " and ".join(words for _, words in seen.values())
        raise UnknownFormat(f"the format is ambiguous: {signs}; name one with format=")
    if seen:
        (found, _), *_ = seen.values()
        return found
    if not messages or any(isinstance(field(message, "role"), str) for message in messages):
        return _CHAT
    raise UnknownFormat(f"no known format has messages like these: {_seen(messages)}; name one with format=")


def _seen(messages: Sequence[Any]) -> str:
    first = messages[0]
    if isinstance(first, dict):
        return f"messages[0] is a dict with the fields {', '.join(map(repr, first)) or 'none'}"
    return f"messages[0] is {type(first).__name__}"


__all__ = ["FORMATS", "format_of"]
