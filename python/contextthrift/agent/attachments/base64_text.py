"""Bytes that were given as text: base64, and data URLs (RFC 2397)."""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, unquote_to_bytes

from contextthrift.exceptions import InvalidArgument

_DATA_URL: Final = re.compile(r"data:([^,]*),(.*)", re.DOTALL | re.IGNORECASE)
_URLSAFE: Final = str.maketrans("-_", "+/")


@dataclass(frozen=True, slots=True, kw_only=True)
class DataURL:
    """The parts of a data URL."""

    media_type: str | None
    payload: str
    is_base64: bool

    def bytes(self) -> bytes:
        """What it holds.

        Raises:
            InvalidArgument: It is said to be base64 and is none.
        """
        if not self.is_base64:
            return unquote_to_bytes(self.payload)
        return decoded(unquote(self.payload) if "%" in self.payload else self.payload)


def data_url(text: str) -> DataURL | None:
    """The parts of a data URL, with parameters or without; None for any other text.

    >>> data_url("data:text/plain;charset=utf-8,a%20b").bytes()
    b'a b'
    """
    found = _DATA_URL.fullmatch(text)
    if found is None:
        return None
    said, payload = found.groups()
    media_type, *parameters = said.split(";")
    return DataURL(
        media_type=media_type.strip() or None,
        payload=payload,
        is_base64=any(each.strip().lower() == "base64" for each in parameters),
    )


def decoded(text: str) -> bytes:
    """The bytes of base64 in either alphabet, also where white space wraps it.

    Raises:
        InvalidArgument: It is none.

    >>> decoded("aGk=")
    b'hi'
    """
    joined = "".join(text.split()).translate(_URLSAFE)
    try:
        return binascii.a2b_base64(joined.encode("ascii"), strict_mode=True)
    except ValueError as error:
        raise InvalidArgument(f"no base64: {error}") from error
