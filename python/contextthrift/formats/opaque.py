"""What cannot be read: encrypted thinking, signatures, search results that only the provider opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from contextthrift.formats.json_text import is_named_tuple, json_text, plain

CHARACTERS_PER_TOKEN: Final = 5
"""Of base64, for a token of the text behind it: three quarters as many bytes, and four of them to a token."""

_PREFIX: Final = "encrypted_"
_KEYS: Final = frozenset({"signature", "thought_signature", "thoughtSignature", "fingerprint"})


def opaque_tokens(*texts: Any) -> int:
    """An estimate that leans upward of what encrypted texts or bytes stand for; None is nothing.

    >>> opaque_tokens("EqQBCkYIBRgCKkBhYmNk"), opaque_tokens(None, "")
    (4, 0)
    """
    lengths = (len(text) for text in texts if isinstance(text, str | bytes))
    return sum(-(-length // CHARACTERS_PER_TOKEN) for length in lengths)


def parted(value: Any) -> tuple[str, int]:
    """The JSON of a block that nobody knows without its encrypted fields, and the estimate for those.

    >>> parted({"type": "hologram", "encrypted_content": "YWJjZGVmZ2hpag=="})
    ('{"type":"hologram"}', 4)
    """
    hidden: list[Any] = []
    shown = json_text(_shown(value, hidden))
    return shown, opaque_tokens(*hidden)


def _shown(value: Any, hidden: list[Any]) -> Any:
    if isinstance(value, list | tuple) and not is_named_tuple(value):
        return [_shown(item, hidden) for item in value]
    if not isinstance(value, Mapping):
        is_object = is_named_tuple(value) or hasattr(value, "__dict__") or hasattr(value, "__slots__")
        made = plain(value) if is_object else value
        return _shown(made, hidden) if isinstance(made, Mapping) else value
    shown = {}
    for key, held in value.items():
        is_hidden = isinstance(key, str) and (key.startswith(_PREFIX) or key in _KEYS)
        if is_hidden and isinstance(held, str | bytes):
            hidden.append(held)
        else:
            shown[key] = _shown(held, hidden)
    return shown
