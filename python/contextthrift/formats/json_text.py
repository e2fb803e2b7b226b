"""The JSON of tools, arguments and blocks, as it is measured."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from contextthrift.exceptions import InvalidMessages


def json_text(value: Any) -> str:
    """Compact JSON of any value; the SDKs' objects in it without their fields that are None.

    Raises:
        InvalidMessages: it is no JSON: a circle, or keys that are no texts.

    >>> json_text({"name": "look", "args": [1, None]})
    '{"name":"look","args":[1,null]}'
    """
    try:
        value = plain(value) if is_named_tuple(value) else value
        return _COMPACT.encode(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidMessages(f"a tool or its arguments cannot be written as JSON: {error}") from error


def is_named_tuple(value: Any) -> bool:
    """Whether it has fields though it is a tuple, which JSON takes for a list."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def plain(value: Any) -> Any:
    """One of the SDKs' objects as what JSON knows; bytes as base64, anything else as its text."""
    if hasattr(value, "model_dump"):
        return value.model_dump(exclude_none=True)
    if is_named_tuple(value):
        return {name: held for name, held in value._asdict().items() if held is not None}
    if isinstance(value, Mapping):
        return dict(value)
    if is_dataclass(value) and not isinstance(value, type):
        found = {each.name: getattr(value, each.name) for each in fields(value)}
        return {name: held for name, held in found.items() if held is not None}
    if isinstance(value, bytes | bytearray):
        return base64.b64encode(value).decode()
    return str(value)


_COMPACT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=plain)
