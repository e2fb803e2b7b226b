"""Text that knows how to render and to count itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from contextthrift.exceptions import WrongType
from contextthrift.tokens.encoding import DEFAULT_ENCODING, Encoding
from contextthrift.tokens.registry import get_encoding

Renderer: TypeAlias = Callable[[object], str]
"""A function of the live context that renders the text for one dispatch."""


class Tokenizable:
    """Static text, or text that is rendered anew from the live context at each dispatch.

    Static text is counted once per encoding and then remembered, so that a long-lived working set is
    not counted again at every dispatch.

    >>> Tokenizable("Be brief.").estimate("cl100k_base")
    3
    >>> Tokenizable(lambda ctx: f"It is {ctx}.").render("noon")
    'It is noon.'
    """

    __slots__ = ("_counts", "_source")

    def __init__(self, source: str | Renderer) -> None:
        """Takes the text, or a function of the live context that returns it.

        Raises:
            WrongType: ``source`` is neither.
        """
        if not isinstance(source, str) and not callable(source):
            raise WrongType(f"Tokenizable takes a string or a function, not {type(source).__name__}")
        self._source = source
        self._counts: dict[Encoding, int] = {}

    @property
    def is_static(self) -> bool:
        """True for plain text, False for a function of the live context."""
        return isinstance(self._source, str)

    def render(self, ctx: object = None) -> str:
        """The text, for the live context ``ctx``.

        Raises:
            WrongType: the function returned something other than a string.
        """
        if isinstance(self._source, str):
            return self._source
        text = self._source(ctx)
        if not isinstance(text, str):
            raise WrongType(f"the function of a Tokenizable returned {type(text).__name__}, not a string")
        return text

    def estimate(self, encoding: str | Encoding = DEFAULT_ENCODING, ctx: object = None) -> int:
        """The number of tokens of the text by an encoding, or by the one of that name.

        Raises:
            UnknownEncoding: no encoding has the name.
        """
        measure = encoding if isinstance(encoding, Encoding) else get_encoding(encoding)
        if not self.is_static:
            return measure.count(self.render(ctx))
        if measure not in self._counts:
            self._counts[measure] = measure.count(self.render())
        return self._counts[measure]

    def __str__(self) -> str:
        """The text without a live context."""
        return self.render()

    def __repr__(self) -> str:
        """The source, not the text it would render."""
        return f"Tokenizable({self._source!r})"
