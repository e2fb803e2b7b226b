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
    ├── WindowRefused (ValueError)         even the floor does not fit
    ├── ModelError (RuntimeError)          a model call that did not give an answer
    │   └── ModelTimeout (TimeoutError)    it took longer than it may
    ├── ToolError (RuntimeError)           a tool call that did not give an answer
    │   └── ToolBudgetError                a call beyond ``max_tool_calls``
    ├── CancelledWithin (RuntimeError)     awaited work was cancelled, though nobody told the run to stop
    └── Aborted                            the run was told to stop

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


class WindowRefused(ContextThriftError, ValueError):
    """Even the floor does not fit the window; the message has both numbers of tokens."""


class ModelError(ContextThriftError, RuntimeError):
    """A model call that did not give an answer.

    ``status`` is the HTTP status of the answer that was given instead, ``retry_after_s`` how many seconds it
    asks to wait.
    """

    def __init__(
        self, message: str, *, status: int | None = None, retry_after_s: float | None = None
    ) -> None:
        """Says what failed, and what the other side answered."""
        super().__init__(message)
        self.status = status
        self.retry_after_s = retry_after_s


class ModelTimeout(ModelError, TimeoutError):
    """A model call, or a step, that took longer than it may; the message names the limit."""


class ToolError(ContextThriftError, RuntimeError):
    """A tool call that did not give an answer; the message is what the model is told."""


class ToolBudgetError(ToolError):
    """A tool call beyond ``max_tool_calls``; the message has the cap."""


class CancelledWithin(ContextThriftError, RuntimeError):
    """Work that was awaited got cancelled by someone else than the run; the message names the work."""


class Aborted(ContextThriftError):
    """The run was told to stop by its signal; the message is the reason."""

    def __init__(self, reason: str | None = None) -> None:
        """Says why the run was stopped."""
        super().__init__(reason or "the run was aborted")


@contextmanager
def total_in_range() -> Iterator[None]:
    """Says in our words that a sum of costs does not fit in 64 bits."""
    try:
        yield
    except OverflowError as error:
        raise InvalidArgument("the costs add up to more than 2**64 - 1 tokens") from error
