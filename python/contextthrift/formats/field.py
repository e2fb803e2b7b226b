"""Fields of a message, whether it is a dict or one of the SDKs' objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeGuard

from contextthrift.exceptions import InvalidMessages


def field(holder: Any, *names: str) -> Any:
    """What stands in the first of ``names`` that is there and not None; None where none is.

    A text or a list has no fields, though Python gives it attributes.

    >>> field({"thoughtSignature": "c2ln"}, "thought_signature", "thoughtSignature")
    'c2ln'
    >>> field("a text", "title") is None
    True
    """
    if type(holder) is dict:  # by far the most; a fit of a long conversation asks for hundreds of thousands
        for name in names:
            if (value := holder.get(name)) is not None:
                return value
        return None
    if holder is None or isinstance(holder, str | bytes | list):
        return None
    is_mapping = isinstance(holder, Mapping)
    for name in names:
        value = holder.get(name) if is_mapping else getattr(holder, name, None)
        if value is not None:
            return value
    return None


def text_field(holder: Any, *names: str) -> str | None:
    """The same where it is a text; None otherwise."""
    found = field(holder, *names)
    return found if isinstance(found, str) else None


def getter(holder: Any) -> Callable[[str], Any]:
    """:func:`field` of one holder, for who asks it for many fields.

    >>> getter({"role": "user"})("role")
    'user'
    """
    return holder.get if type(holder) is dict else partial(field, holder)


def name_in_use(holder: Any, *names: str) -> str:
    """Which of a field's spellings ``holder`` has; the first where it has none.

    >>> name_in_use({"mimeType": "image/png"}, "mime_type", "mimeType")
    'mimeType'
    """
    has = (name in holder if isinstance(holder, Mapping) else hasattr(holder, name) for name in names)
    return next((name for name, is_there in zip(names, has, strict=True) if is_there), names[0])


def kind_of(value: Any) -> str:
    """The name of its type, for the words of an error."""
    return "None" if value is None else type(value).__name__


def is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    """Whether it is a list or a tuple of things, as opposed to a text or a named tuple."""
    if isinstance(value, list):
        return True
    is_text = isinstance(value, str | bytes | bytearray)
    return isinstance(value, Sequence) and not is_text and not hasattr(value, "_fields")


def listed(messages: Sequence[Any]) -> list[Any]:
    """The messages as a list: the caller's own where it is one.

    Raises:
        InvalidMessages: they are none.
    """
    if type(messages) is list:
        return messages
    if not is_list(messages):
        raise InvalidMessages(f"messages is {kind_of(messages)}; it must be a list of messages")
    return list(messages)
