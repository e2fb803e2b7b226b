"""Named encodings: exact or estimated counts of text, made in the native core."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

from contextthrift import _native
from contextthrift.exceptions import UnknownEncoding, WrongType

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT_ENCODING: Final = "cl100k_base"


class Encoding:
    """A measure of text: how many tokens a model reads in it.

    Get one with :func:`get_encoding`. It holds no state, so threads and processes may share it.

    >>> encoding = get_encoding("cl100k_base")
    >>> encoding.count("Hello, world!")
    4
    """

    __slots__ = ("exact", "name")

    name: Final[str]
    """Its name, as tiktoken spells it."""

    exact: Final[bool]
    """True where counts are the ones of the model's own tokenizer, False for an estimate."""

    def __init__(self, name: str, *, exact: bool) -> None:
        """Made by :func:`get_encoding`."""
        self.name = name
        self.exact = exact

    def count(self, text: str) -> int:
        """The number of tokens of ``text``.

        Text that spells a control token, such as ``<|endoftext|>``, counts as plain text, and half a
        surrogate pair counts as U+FFFD: both as tiktoken's ``encode_ordinary`` does it.

        Raises:
            WrongType: ``text`` is not a string.
        """
        if not isinstance(text, str):
            raise WrongType(f"count() takes a string, not {type(text).__name__}")
        return _native.count(self.name, text)

    def count_list(self, texts: Iterable[str]) -> list[int]:
        """The number of tokens of each text, as a list; one native call without the GIL.

        Raises:
            WrongType: one of ``texts`` is not a string; the message names its index.
        """
        listed = _listed(texts)
        try:
            return _native.count_batch(self.name, listed)
        except TypeError:
            _reject_non_strings(listed)
            raise

    def count_batch(self, texts: Iterable[str]) -> NDArray[np.int64]:
        """As :meth:`count_list`, as a numpy array of int64. Imports numpy."""
        import numpy as np  # noqa: PLC0415 - numpy is imported only where an array is asked for

        return np.asarray(self.count_list(texts), dtype=np.int64)

    def __repr__(self) -> str:
        """``<Encoding cl100k_base>``."""
        return f"<Encoding {self.name}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Pickles by name."""
        return get_encoding, (self.name,)


def encoding_names() -> tuple[str, ...]:
    """The names :func:`get_encoding` knows."""
    return _native.ENCODINGS


def get_encoding(name: str) -> Encoding:
    """The encoding called ``name``; the same object at every call.

    Its vocabulary is part of the package and is read at the first count, never downloaded.

    Raises:
        UnknownEncoding: no encoding has the name; the message offers near ones.
        WrongType: ``name`` is not a string.
    """
    if not isinstance(name, str):
        raise WrongType(f"an encoding's name is a string, not {type(name).__name__}")
    if name not in _native.ENCODINGS:
        from difflib import get_close_matches  # noqa: PLC0415 - needed only for this error

        near = get_close_matches(name, _native.ENCODINGS, n=3, cutoff=0.5) or _native.ENCODINGS
        raise UnknownEncoding(f"no encoding is called {name!r}; did you mean {' or '.join(near)}?")
    return _encoding(name)


@cache
def _encoding(name: str) -> Encoding:
    return Encoding(name, exact=_native.is_exact(name))


def _listed(texts: Iterable[str]) -> list[str]:
    if isinstance(texts, str):
        raise WrongType("a batch takes an iterable of strings, not one string; use count() for that")
    if not isinstance(texts, Iterable):
        raise WrongType(f"a batch takes an iterable of strings, not {type(texts).__name__}")
    return texts if isinstance(texts, list) else list(texts)


def _reject_non_strings(texts: list[str]) -> None:
    for index, text in enumerate(texts):
        if not isinstance(text, str):
            raise WrongType(f"texts[{index}] is {type(text).__name__}, not a string")
