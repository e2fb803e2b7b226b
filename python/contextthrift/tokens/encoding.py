"""A measure of text: how many tokens a model reads in it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.tokens.number import shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from contextthrift.tokens.counter import Counter, NameOf

DEFAULT_ENCODING: Final = "cl100k_base"


class Encoding:
    """A measure of text: how many tokens a model reads in it.

    Get one with :func:`get_encoding` or :func:`encoding_for_model`. It holds no state, so threads
    may share it; it pickles by its source.

    >>> from contextthrift import get_encoding
    >>> encoding = get_encoding("cl100k_base")
    >>> encoding.count("Hello, world!")
    4
    """

    __slots__ = ("_counter", "_source", "exact", "name")

    name: Final[str]
    """Its name, as tiktoken spells it; of a ``tokenizer.json`` the path or the ``hf:`` name."""

    exact: Final[bool]
    """True where counts are the ones of the model's own tokenizer, False for an estimate."""

    def __init__(self, name: str, counter: Counter, *, exact: bool, source: Any = None) -> None:
        """Made by :func:`get_encoding`; ``source`` is what that function gets it from again."""
        self.name = name
        self.exact = exact
        self._counter = counter
        self._source = name if source is None else source

    @property
    def counter(self) -> Counter:
        """What counts behind it."""
        return self._counter

    @property
    def is_custom(self) -> bool:
        """True for the caller's own function, False for what the package counts itself."""
        return self._counter.is_custom

    def count(self, text: str) -> int:
        """The number of tokens of ``text``.

        Text that spells a control token, such as ``<|endoftext|>``, counts as plain text, and half a
        surrogate pair counts as U+FFFD: both as tiktoken's ``encode_ordinary`` does it.

        Raises:
            WrongType: ``text`` is not a string.
            EstimatorAnswer: the measure has no count for it.
        """
        if not isinstance(text, str):
            raise WrongType(f"count() takes a string, not {type(text).__name__}")
        return self._counter.count(text)

    def count_up_to(self, text: str, limit: int) -> int | None:
        """The number of tokens of ``text``, or None where it is more than ``limit``.

        The built-in encodings stop reading there, so that a text of any size is refused at once.

        Raises:
            WrongType: ``text`` is not a string or ``limit`` not a whole number.
            InvalidArgument: ``limit`` is below 0.

        >>> from contextthrift import get_encoding
        >>> get_encoding("o200k_base").count_up_to("one two three " * 1_000_000, 100) is None
        True
        """
        if not isinstance(text, str):
            raise WrongType(f"count_up_to() takes a string, not {type(text).__name__}")
        if not isinstance(limit, int) or isinstance(limit, bool):
            raise WrongType(f"limit is {shown(limit)}; it must be a whole number of tokens")
        if limit < 0:
            raise InvalidArgument(f"limit is {limit}; it must be 0 or more")
        return self._counter.count_up_to(text, limit)

    def count_list(self, texts: Iterable[str]) -> list[int]:
        """The number of tokens of each text, as a list; one native call without the GIL.

        Raises:
            WrongType: one of ``texts`` is not a string; the message names its index.
            EstimatorAnswer: the measure has no count for one; the message names its index.
        """
        counts = self._counts(_listed(texts), "texts[{}]".format)
        return counts if isinstance(counts, list) else list(counts)

    def count_batch(self, texts: Iterable[str]) -> NDArray[np.int64]:
        """As :meth:`count_list`, as a numpy array of int64. Imports numpy."""
        import numpy as np  # noqa: PLC0415 - numpy is imported only where an array is asked for

        return np.asarray(self.count_list(texts), dtype=np.int64)

    def column(self, texts: list[str], name_of: NameOf) -> array[int]:
        """As :meth:`count_list`, as a native column; errors say ``name_of(index)``."""
        counts = self._counts(texts, name_of)
        return counts if isinstance(counts, array) else array("Q", counts)

    def _counts(self, texts: list[str], name_of: NameOf) -> Sequence[int]:
        try:
            return self._counter.count_batch(texts, name_of)
        except TypeError:
            _reject_non_strings(texts, name_of)
            raise

    def __repr__(self) -> str:
        """``<Encoding cl100k_base>``."""
        return f"<Encoding {self.name}>"

    def __reduce__(self) -> tuple[object, tuple[Any]]:
        """Pickles by what it was got from."""
        from contextthrift.tokens.registry import get_encoding  # noqa: PLC0415 - the registry makes encodings

        return get_encoding, (self._source,)


def _listed(texts: Iterable[str]) -> list[str]:
    if isinstance(texts, str):
        raise WrongType("a batch takes an iterable of strings, not one string; use count() for that")
    if not isinstance(texts, Iterable):
        raise WrongType(f"a batch takes an iterable of strings, not {type(texts).__name__}")
    return texts if isinstance(texts, list) else list(texts)


def _reject_non_strings(texts: list[str], name_of: NameOf) -> None:
    for index, text in enumerate(texts):
        if not isinstance(text, str):
            raise WrongType(f"{name_of(index)} is {type(text).__name__}, not a string")
