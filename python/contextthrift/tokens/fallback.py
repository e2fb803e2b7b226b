"""Going on where the caller's own estimator fails."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from contextthrift.tokens.builtin import BuiltIn
from contextthrift.tokens.estimator import Custom

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.tokens.counter import NameOf

FALLBACK: Final = BuiltIn("claude")
"""Counts in an estimator's place: of the built-in estimates the one that leans upward the most."""


class Forgiving(Custom):
    """Counts by the caller's estimator, and by ``FALLBACK`` what it fails for.

    An exception and an answer that is no count are failures; ``failures`` and ``reason`` tell of them.
    What is no error, such as cancellation or an interrupt, passes through. A batch that fails is
    measured anew as a whole: the estimator is asked for no text twice.
    """

    __slots__ = ("failures", "reason")

    def __init__(self, custom: Custom) -> None:
        """Takes the measure that may fail."""
        super().__init__(custom.estimator, custom.encoding)
        self.failures = 0
        self.reason = None

    def count_batch(self, texts: list[str], name_of: NameOf) -> Sequence[int]:
        """The tokens of each text; raises nothing of the estimator's."""
        if self.takes_batches:
            return self._counted(texts, name_of)
        return array("Q", [self._counted([text], _named(name_of, at))[0] for at, text in enumerate(texts)])

    def _counted(self, texts: list[str], name_of: NameOf) -> Sequence[int]:
        try:
            return super().count_batch(texts, name_of)
        except Exception as error:  # noqa: BLE001 - the caller's code may raise anything; the trace tells of it
            self.failures += len(texts)
            self.reason = self.reason or error
            return FALLBACK.count_batch(texts, name_of)


def _named(name_of: NameOf, place: int) -> NameOf:
    return lambda _: name_of(place)
