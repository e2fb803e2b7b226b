"""Every exception contextthrift raises.

    ContextThriftError
    ├── InvalidArgument (ValueError)       a number or an option that cannot be meant
    │   ├── UnknownEncoding                a name no encoding has
    │   ├── MissingTokenizer               a tokenizer.json that cannot be had
    │   ├── MissingProvider                a provider whose extra or key is missing
    │   ├── UnknownModel                   a name no model has
    │   └── UnreadableAttachment           an attachment that is missing, too large, or something else
    ├── WrongType (TypeError)              a value of a type that cannot be read
    │   └── MissingEstimator               the measure of text was left out
    ├── EstimatorAnswer (ValueError)       an estimator answered a number that is no count
    ├── InvalidMessages (ValueError)       a message list that cannot be read
    │   └── UnknownFormat                  a shape no format has
    ├── WindowRefused (ValueError)         even the floor does not fit
    ├── ModelError (RuntimeError)          a model call that did not give an answer
    │   ├── ModelDisconnected (ConnectionError)    it could not be reached, or broke off
    │   ├── ModelTimeout (TimeoutError)    it took longer than it may
    │   ├── ContextWindowExceededError     what was to be sent is longer than the model's window
    │   └── AttachmentsNotSupportedError   an attachment of a kind that the model cannot take
    │       └── ImagesNotSupportedError    that kind is an image
    ├── ToolError (RuntimeError)           a tool call that did not give an answer
    │   └── ToolBudgetError                a call beyond ``max_tool_calls``
    ├── StoreError (RuntimeError)          a store of conversations that cannot be read or written
    ├── LoopIsRunning (RuntimeError)       a synchronous call from within an event loop
    ├── CancelledWithin (RuntimeError)     awaited work was cancelled, though nobody told the run to stop
    └── Aborted                            the run was told to stop

An estimator that answers something other than a number raises ``WrongType``.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

AttachmentKind: TypeAlias = Literal["image", "pdf", "file"]


class ContextThriftError(Exception):
    """Base of every exception of this package."""


class InvalidArgument(ContextThriftError, ValueError):
    """A number or an option that cannot be meant; the message names it."""


class UnknownEncoding(InvalidArgument):
    """A name that no encoding has; the message offers near names."""


class MissingTokenizer(InvalidArgument):
    """A ``tokenizer.json`` that cannot be had; the message says where it was looked for."""


class MissingProvider(InvalidArgument):
    """A provider that cannot be had; the message says what to install, or where its key has to be."""


class UnknownModel(InvalidArgument):
    """A name that no model has; the message offers near names and says what to give instead."""


class UnreadableAttachment(InvalidArgument):
    """An attachment that cannot be had; the message names it, such as ``files[1]``, and says why."""


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


class ModelDisconnected(ModelError, ConnectionError):
    """A model that could not be reached, or whose answer broke off."""


class ModelTimeout(ModelError, TimeoutError):
    """A model call, or a step, that took longer than it may; the message names the limit."""


class ContextWindowExceededError(ModelError):
    """What is to be sent is longer than the model's window: said by the provider, or known before the call.

    ``prompt_tokens`` and ``context_window_tokens`` are None where nobody said them. Another try is no help.

    >>> str(ContextWindowExceededError("m (local)", 4124, 4096)).partition(". ")[0]
    'm (local): the conversation no longer fits its context window (prompt 4124 tokens, window 4096)'
    """

    def __init__(
        self,
        model_label: str,
        prompt_tokens: int | None = None,
        context_window_tokens: int | None = None,
        *,
        reply_tokens: int = 0,
    ) -> None:
        """Names the model and the sizes that are known; ``reply_tokens`` is what was kept for the reply."""
        sizes = ""
        if prompt_tokens is not None and context_window_tokens is not None:
            kept = f" and {reply_tokens} for the reply" if reply_tokens else ""
            sizes = f" (prompt {prompt_tokens} tokens{kept}, window {context_window_tokens})"
        super().__init__(
            f"{model_label}: the conversation no longer fits its context window{sizes}. Start a new chat or "
            "compact this one, use fewer tools, or choose a model with a larger window"
        )
        self.prompt_tokens = prompt_tokens
        self.context_window_tokens = context_window_tokens


class AttachmentsNotSupportedError(ModelError):
    """A model that cannot take an attachment of a kind: known before the call, or said by the provider.

    ``kind`` is ``image``, ``pdf`` or ``file``. Another try is no help.

    >>> str(AttachmentsNotSupportedError("m (house)", "pdf"))
    "m (house) can't take PDF files. Convert it to text or Markdown, or use a model that reads PDF files"
    """

    def __init__(self, model_label: str, kind: AttachmentKind, detail: str | None = None) -> None:
        """Names the model, what it cannot take, and what to do; ``detail`` says how that is known."""
        what, advice = _NOT_TAKEN[kind]
        known = f" ({detail})" if detail else ""
        super().__init__(f"{model_label} can't take {what}{known}. {advice}")
        self.kind: AttachmentKind = kind


class ImagesNotSupportedError(AttachmentsNotSupportedError):
    """A model that cannot take images."""

    def __init__(self, model_label: str, detail: str | None = None) -> None:
        """As the base, of the kind ``image``."""
        super().__init__(model_label, "image", detail)


_NOT_TAKEN: Final[dict[AttachmentKind, tuple[str, str]]] = {
    "image": ("images", "Remove the image, or use a vision model"),
    "pdf": ("PDF files", "Convert it to text or Markdown, or use a model that reads PDF files"),
    "file": ("file attachments", "Paste the file's text into the goal, or use another model"),
}
"""What a model cannot take, and what helps, by kind."""


class ToolError(ContextThriftError, RuntimeError):
    """A tool call that did not give an answer; the message is what the model is told."""


class ToolBudgetError(ToolError):
    """A tool call beyond ``max_tool_calls``; the message has the cap."""


class StoreError(ContextThriftError, RuntimeError):
    """A store of conversations that cannot be read or written; the message names its file."""


class LoopIsRunning(ContextThriftError, RuntimeError):
    """A synchronous call that would block a running event loop; the message has the call to await."""


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
