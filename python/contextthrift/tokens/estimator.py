"""The injected measure of text: an encoding, the name of one, or the caller's own function."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

from contextthrift import _native
from contextthrift.exceptions import MissingEstimator, WrongType
from contextthrift.tokens.encoding import Encoding, get_encoding
from contextthrift.tokens.number import whole_tokens

EstimateTokens: TypeAlias = Callable[[str, str], float]
"""A function of a text and an encoding name that answers a number of tokens."""

Estimator: TypeAlias = str | Encoding | EstimateTokens
"""What ``estimate_tokens=`` takes."""


def resolve_estimator(estimate_tokens: Estimator | None, function: str) -> Encoding | EstimateTokens:
    """The encoding or the callable that ``estimate_tokens`` stands for.

    Raises:
        MissingEstimator: it was left out; the message names ``function`` and the option.
        UnknownEncoding: it is a name that no encoding has.
        WrongType: it is none of the three.
    """
    if estimate_tokens is None:
        raise MissingEstimator(
            f"{function}() needs estimate_tokens: an encoding name such as 'o200k_base', "
            "an encoding, or a function (text, encoding_name) -> number of tokens; "
            "encoding= alone measures nothing"
        )
    if isinstance(estimate_tokens, str):
        return get_encoding(estimate_tokens)
    if isinstance(estimate_tokens, Encoding) or callable(estimate_tokens):
        return estimate_tokens
    raise WrongType(
        f"{function}(): estimate_tokens is {type(estimate_tokens).__name__}, "
        "not an encoding name, an encoding, or a function (text, encoding_name) -> number of tokens"
    )


def measure(
    estimator: Encoding | EstimateTokens, texts: list[str], encoding: str, name_of: Callable[[int], str]
) -> array[int]:
    """The tokens of each text: one native batch for an encoding, one call a text for a function.

    ``name_of`` tells what the text at an index is, for the message of an error.

    Raises:
        EstimatorAnswer: an answer is negative, NaN or infinite.
        WrongType: an answer is not a number.
    """
    if isinstance(estimator, Encoding):
        return array("Q", estimator.count_list(texts))
    return checked([estimator(text, encoding) for text in texts], name_of)


def checked(answers: list[Any], name_of: Callable[[int], str]) -> array[int]:
    """Answers as a native column of whole numbers of tokens; fractions are rounded up."""
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
