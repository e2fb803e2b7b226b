"""Every exception contextthrift raises.

    ContextThriftError
    ├── InvalidArgument (ValueError)       a number or an option that cannot be meant
    │   ├── UnknownEncoding                a name no encoding has
    │   ├── MissingTokenizer               a tokenizer.json that cannot be had
    │   └── UnknownModel                   a name no model has
    ├── WrongType (TypeError)              a value of a type that cannot be read
    │   └── MissingEstimator               the measure of text was left out
    ├── EstimatorAnswer (ValueError)       an estimator answered a number that is no count
    ├── InvalidMessages (ValueError)       a message list that cannot be read
    │   └── UnknownFormat                  a shape no format has
    ├── UnsupportedOption (ValueError)     an option this version does not have yet
    └── WindowRefused (ValueError)         even the floor does not fit

An estimator that answers something other than a number raises ``WrongType``.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class ContextThriftError(Exception):
    """Base of every exception of this package."""


class InvalidArgument(ContextThriftError, ValueError):
    """A number or an option that cannot be meant; the message names it."""


class UnknownEncoding(InvalidArgument):
    """A name that no encoding has; the message offers near names."""


class MissingTokenizer(InvalidArgument):
    """A ``tokenizer.json`` that cannot be had; the message says where it was looked for."""


class UnknownModel(InvalidArgument):
    """A name that no model has; the message offers near names and says what to give instead."""


class WrongType(ContextThriftError, TypeError):
    """A value of a type that cannot be read; the message names the argument or the item."""


class MissingEstimator(WrongType):
    """The measure of text was left out; the message names function and option."""


class EstimatorAnswer(ContextThriftError, ValueError):
    """An estimator answered a number that is no count; the message names the item."""


class InvalidMessages(ContextThriftError, ValueError):
    """A message list that cannot be read; the message names the index and what would be right."""


class UnknownFormat(InvalidMessages):
    """Messages in a shape that no format has; the message says what was seen."""


class UnsupportedOption(ContextThriftError, ValueError):
    """An option that this version does not have yet; the message names it."""


class WindowRefused(ContextThriftError, ValueError):
    """Even the floor does not fit the window; the message has both numbers of tokens."""


@contextmanager
def total_in_range() -> Iterator[None]:
    """Says in our words that a sum of costs does not fit in 64 bits."""
    try:
        yield
    except OverflowError as error:
        raise InvalidArgument("the costs add up to more than 2**64 - 1 tokens") from error
