"""What counts as a number, and how one is shown in an error."""

from __future__ import annotations

import math
import operator
from typing import Any, Final, SupportsFloat, SupportsIndex

from contextthrift.exceptions import EstimatorAnswer, InvalidArgument, WrongType

LARGEST_COUNT: Final = 2**64 - 1
"""The largest number of tokens that the native core takes."""

LARGEST: Final = 2**63 - 1
"""The largest whole number of an argument that the native core takes."""

LONGEST_SHOWN: Final = 60
"""Characters of a value that an error shows."""


def is_number(value: object) -> bool:
    """Whether ``value`` is a real number of any library, bool excepted.

    Here and below the usual types stand first: to ask about a protocol takes a hundred times as long.
    """
    return isinstance(value, int | float | SupportsIndex | SupportsFloat) and not isinstance(value, bool)


def whole_tokens(value: Any, what: str) -> int:
    """``value`` as a whole number of tokens; a fraction is rounded up.

    Raises:
        EstimatorAnswer: it is negative, not finite, or too large; the message begins with ``what``.
        WrongType: it is not a number.
    """
    if not is_number(value):
        raise WrongType(f"{what} is {shown(value)} ({type(value).__name__}); it must be a number of tokens")
    try:
        tokens = operator.index(value) if isinstance(value, int | SupportsIndex) else math.ceil(value)
    except (OverflowError, ValueError):
        tokens = -1
    except TypeError:
        raise WrongType(f"{what} is {shown(value)}; it must be a number of tokens") from None
    if not 0 <= tokens <= LARGEST_COUNT:
        raise EstimatorAnswer(f"{what} is {shown(value)}; it must be a number of tokens, 0 or more")
    return tokens


def whole_number(value: object, name: str, *, least: int = 0) -> int:
    """``value`` as an int from ``least`` to 2**63 - 1.

    Raises:
        InvalidArgument: it is no whole number, or out of range.
    """
    if not isinstance(value, int | SupportsIndex) or isinstance(value, bool):
        raise InvalidArgument(f"{name} is {shown(value)}; it must be a whole number, {least} or more")
    try:
        number = operator.index(value)
    except TypeError:
        raise InvalidArgument(
            f"{name} is {shown(value)}; it must be a whole number, {least} or more"
        ) from None
    if not least <= number <= LARGEST:
        raise InvalidArgument(
            f"{name} is {shown(number)}; it must be a whole number from {least} to 2**63 - 1"
        )
    return number


def shown(value: object) -> str:
    """``repr(value)``, shortened, also of a number that is too long to be printed."""
    try:
        text = repr(value)
    except RecursionError:
        return f"a nested {type(value).__name__}"
    except ValueError:
        return f"a number of {int(math.log10(abs(value)))} digits" if isinstance(value, int) else "a value"
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "..."
