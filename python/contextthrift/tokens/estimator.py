"""The caller's own measure of text."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from inspect import Signature, signature
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, runtime_checkable

from contextthrift import _native
from contextthrift.exceptions import EstimatorAnswer, WrongType
from contextthrift.tokens.counter import Counter
from contextthrift.tokens.number import whole_tokens

if TYPE_CHECKING:
    from contextthrift.tokens.counter import NameOf
    from contextthrift.tokens.encoding import Encoding

EstimateTokens: TypeAlias = Callable[[str, str], float] | Callable[[str], float]
"""A function of a text and an encoding name, or of a text alone, that answers a number of tokens."""


@runtime_checkable
class BatchEstimator(Protocol):
    """An estimator that is asked for many texts at once, as a tokenizer with its own batch call."""

    def estimate_batch(self, texts: list[str], /) -> Sequence[float]:
        """The number of tokens of each text, in their order."""


Estimator: TypeAlias = "str | Encoding | EstimateTokens | BatchEstimator"
"""What ``estimate_tokens=`` takes."""

OnError: TypeAlias = Literal["raise", "fallback"]
"""What an estimator's exception leads to."""


class Custom(Counter):
    """Counts by the caller's own function or object; answers are checked, fractions rounded up."""

    __slots__ = ("encoding", "estimator")

    is_custom = True

    def __init__(self, estimator: EstimateTokens | BatchEstimator, encoding: str) -> None:
        """``encoding`` is the name that a function of two arguments is called with."""
        self.estimator = estimator
        self.encoding = encoding

    @property
    def takes_batches(self) -> bool:
        """Whether it is asked for many texts in one call."""
        return isinstance(self.estimator, BatchEstimator)

    def count_batch(self, texts: list[str], name_of: NameOf) -> Sequence[int]:
        """The tokens of each text: one call for all of them, or one for each.

        Raises:
            EstimatorAnswer: an answer is negative, NaN or infinite, or a batch has too few or too many.
            WrongType: an answer is not a number.
        """
        estimator, encoding = self.estimator, self.encoding
        if isinstance(estimator, BatchEstimator):
            return _checked(_one_each(estimator.estimate_batch(texts), len(texts)), name_of)
        measure: Callable[..., Any] = estimator
        if _takes_text_alone(measure):
            return _checked([measure(text) for text in texts], name_of)
        return _checked([measure(text, encoding) for text in texts], name_of)


def _takes_text_alone(function: Callable[..., Any]) -> bool:
    """Whether it takes one argument and no second, as ``len`` does; one that does not say takes both."""
    try:
        parameters = signature(function)
    except (TypeError, ValueError):
        return False
    return _binds(parameters, "") and not _binds(parameters, "", "")


def _binds(parameters: Signature, *arguments: str) -> bool:
    try:
        parameters.bind(*arguments)
    except TypeError:
        return False
    return True


def _one_each(answers: Any, expected: int) -> list[Any]:
    try:
        listed = list(answers)
    except TypeError:
        raise WrongType(
            f"estimate_batch() answered {type(answers).__name__}; it must answer a list of numbers"
        ) from None
    if len(listed) != expected:
        raise EstimatorAnswer(
            f"estimate_batch() answered {len(listed)} numbers for {expected} texts; "
            "it must answer one for each"
        )
    return listed


def _checked(answers: list[Any], name_of: NameOf) -> array[int]:
    # Two loops in C decide the common case: the pass must stay near the cost of its estimator.
    if _native.all_of(answers, int):
        with suppress(OverflowError):
            return array("Q", answers)
    return array(
        "Q",
        [
            whole_tokens(answer, "the estimator's answer for " + name_of(i))
            for i, answer in enumerate(answers)
        ],
    )
