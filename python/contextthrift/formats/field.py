"""Fields of a message, whether it is a dict or one of the SDKs' objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def text_at(holder: Any, where: str, *names: str) -> str | None:
    """The same of a field that must be a text if it is there.

    Raises:
        InvalidMessages: it is something else; the error begins with ``where``.

    >>> text_at({"name": 3}, "messages[0]", "name")
    Traceback (most recent call last):
    contextthrift.exceptions.InvalidMessages: messages[0].name is int; it must be text
    """
    found = field(holder, *names)
    if found is None or isinstance(found, str):
        return found
    raise _wrong(holder, where, names, "text")


def sealed_at(holder: Any, where: str, *names: str) -> str | bytes | None:
    """A field that must be text or bytes if it is there, as signatures are; it raises likewise."""
    found = field(holder, *names)
    if found is None or isinstance(found, str | bytes):
        return found
    raise _wrong(holder, where, names, "text or bytes")


def object_at(holder: Any, where: str, *names: str) -> Any:
    """A field that must be a dict or an object with fields if it is there; it raises likewise."""
    found = field(holder, *names)
    if found is None or is_object(found):
        return found
    raise _wrong(holder, where, names, "an object")


def is_object(value: Any) -> bool:
    """Whether it may have fields: it is no text, no number and no list."""
    is_scalar = isinstance(value, str | bytes | bytearray | int | float)
    return value is not None and not is_scalar and not is_list(value)


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


def _wrong(holder: Any, where: str, names: Sequence[str], wanted: str) -> InvalidMessages:
    is_there = (name for name in names if field(holder, name) is not None)
    name = next(is_there, names[0])
    return InvalidMessages(f"{where}.{name} is {kind_of(field(holder, name))}; it must be {wanted}")


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
