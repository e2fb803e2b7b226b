"""Counts of texts that were counted before, remembered by the native core for the whole process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from contextthrift import _native
from contextthrift.exceptions import InvalidArgument
from contextthrift.tokens.number import whole_number

DEFAULT_CACHE_BYTES: Final[int] = _native.DEFAULT_CACHE_BYTES
"""What the cache may hold until it is told otherwise: 32 MiB, which is 450,000 long texts and more."""

LEAST_CACHE_BYTES: Final[int] = _native.LEAST_CACHE_BYTES
"""The smallest cache there is, in bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheInfo:
    """What the cache of counts did since it was last emptied, and what it holds."""

    hits: int
    """Texts whose count was remembered."""

    misses: int
    """Texts that were looked for and had to be counted; short texts are looked for in batches alone."""

    entries: int
    """What is remembered: texts, and blocks of short texts."""

    size_bytes: int
    """Bytes of the tables they are in."""

    max_bytes: int
    """What ``size_bytes`` may be at most; 0 where the cache is off."""


def cache_info() -> CacheInfo:
    """What the cache of counts did in this process since it was last emptied, and what it holds.

    >>> from contextthrift import cache_clear, cache_info, get_encoding
    >>> cache_clear()
    >>> for _ in range(3):
    ...     tokens = get_encoding("o200k_base").count("the same history " * 1_000)
    >>> (cache_info().hits, cache_info().misses, cache_info().entries)
    (2, 1, 1)
    """
    hits, misses, entries, size_bytes, max_bytes = _native.cache_info()
    return CacheInfo(hits=hits, misses=misses, entries=entries, size_bytes=size_bytes, max_bytes=max_bytes)


def cache_clear() -> None:
    """Forgets all counts, gives their memory back, and counts hits and misses from 0."""
    _native.cache_clear()


def set_cache_size(max_bytes: int) -> None:
    """Lets the cache of counts hold this many bytes, or switches it off with 0; it begins empty.

    Raises:
        InvalidArgument: ``max_bytes`` is no whole number, or neither 0 nor ``LEAST_CACHE_BYTES`` or more.
    """
    size = whole_number(max_bytes, "max_bytes")
    if 0 < size < LEAST_CACHE_BYTES:
        raise InvalidArgument(
            f"max_bytes is {size}; it must be 0, which switches the cache off, or {LEAST_CACHE_BYTES} or more"
        )
    _native.set_cache_size(size)
