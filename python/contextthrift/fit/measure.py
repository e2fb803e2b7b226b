"""Measuring messages: all texts of a fit together."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from contextthrift import _native

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.formats.reading import Reading
    from contextthrift.tokens import Encoding, Model


class Measure:
    """What readings and texts cost.

    An encoding of the package counts every text of a message by itself, in one native call for all of
    them. The caller's own function is called once a message, with its texts joined by newlines.
    """

    def __init__(self, encoding: Encoding, model: Model | None) -> None:
        """Measures with an encoding, for ``model`` where it is known."""
        self._encoding = encoding
        self.is_exact = encoding.exact and not (model and model.encoding_is_stand_in)
        self.name = encoding.name

    @property
    def is_custom(self) -> bool:
        """Whether it is the caller's own function."""
        return self._encoding.is_custom

    @property
    def native(self) -> str | None:
        """The name by which the native core counts the same; None where it cannot."""
        return self._encoding.counter.native

    @property
    def failures(self) -> int:
        """How many texts the caller's function failed for."""
        return self._encoding.counter.failures

    def readings(self, readings: Sequence[Reading], name: str = "messages[{}]") -> list[int]:
        """The cost of each message: its texts and what it costs besides."""
        if not readings:
            return []
        if not self._encoding.is_custom:
            counts = iter(self.column([text for reading in readings for text in reading.texts]))
            return [reading.flat + sum(next(counts) for _ in reading.texts) for reading in readings]
        with_text = [place for place, reading in enumerate(readings) if reading.texts]
        counted = self._encoding.column(
            ["\n".join(readings[place].texts) for place in with_text],
            lambda i: name.format(with_text[i]),
        )
        costs = [reading.flat for reading in readings]
        for place, count in zip(with_text, counted, strict=True):
            costs[place] += count
        return costs

    def distinct(self, readings: Sequence[Reading]) -> list[int]:
        """As :meth:`readings` for messages of our own making, many of which are alike."""
        alike = {(reading.texts, reading.flat): reading for reading in readings}
        costs = dict(zip(alike, self.readings(list(alike.values())), strict=True))
        return [costs[reading.texts, reading.flat] for reading in readings]

    def column(self, texts: list[str]) -> array[int]:
        """The count of each text, as a native column.

        The core counts in this thread alone: other cores have requests of their own.
        """
        if self.native:
            return array("Q", _native.count_batch_here(self.native, texts))
        return self._encoding.column(texts, "texts[{}]".format)

    def texts(self, texts: list[str], name: str) -> list[int]:
        """The cost of each text; ``name`` has ``{}`` where the index belongs in an error."""
        return list(self._encoding.column(texts, name.format))
