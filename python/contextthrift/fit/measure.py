"""Measuring messages: all texts of a fit together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift.tokens import DEFAULT_ENCODING, Encoding
from contextthrift.tokens.estimator import EstimateTokens, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.formats.reading import Reading


class Measure:
    """What readings and texts cost.

    An encoding counts every text of a message by itself, in one native call for all of them. A
    function is called once a message, with its texts joined by newlines.
    """

    def __init__(self, estimator: Encoding | EstimateTokens) -> None:
        """Measures with an encoding or a function."""
        self._estimator = estimator
        self.is_exact = isinstance(estimator, Encoding) and estimator.exact
        self.name = estimator.name if isinstance(estimator, Encoding) else "custom"

    def readings(self, readings: Sequence[Reading], name: str = "messages[{}]") -> list[int]:
        """The cost of each message: its texts and what it costs besides."""
        if isinstance(self._estimator, Encoding):
            counts = iter(
                self._estimator.count_list([text for reading in readings for text in reading.texts])
            )
            return [reading.flat + sum(next(counts) for _ in reading.texts) for reading in readings]
        with_text = [place for place, reading in enumerate(readings) if reading.texts]
        counted = measure(
            self._estimator,
            ["\n".join(readings[place].texts) for place in with_text],
            DEFAULT_ENCODING,
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

    def texts(self, texts: list[str], name: str) -> list[int]:
        """The cost of each text; ``name`` has ``{}`` where the index belongs in an error."""
        return list(measure(self._estimator, texts, DEFAULT_ENCODING, name.format))
