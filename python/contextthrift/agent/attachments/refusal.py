"""Refusals: which errors of a provider say that it does not take an attachment, and of which kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from contextthrift.exceptions import (
    AttachmentsNotSupportedError,
    ContextThriftError,
    ImagesNotSupportedError,
    ModelError,
)
from contextthrift.models import context_overflow_of, is_retriable
from contextthrift.models.media_type import kind_of_type
from contextthrift.models.retry import status_of
from contextthrift.record import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.exceptions import AttachmentKind
    from contextthrift.models import FilePart

QUOTED: Final = 160
"""Characters of a provider's message that are quoted."""
LONGEST: Final = 20_000
"""Characters of an error that are looked at; some echo the whole request behind their message."""

_IMAGE: Final = r"image|(?<![a-z])vision|multi-?modal"
_PDF: Final = r"pdf|document(?!ation)"
_WORDS: Final = re.compile(
    "|".join(
        (
            _IMAGE,
            _PDF,
            r"media[ _-]?type",
            r"unsupported[ _-]+(?:\w+[ _-]+){0,3}(?:files?|content|parts?|mime)(?![a-z])",
            r"(?:does not|doesn't|do not|don't) support (?:\w+ ){0,4}(?:files?|content)(?![a-z])",
            r"invalid content type",
            r"(?:inline|file)_?data",
        )
    ),
    re.IGNORECASE,
)
"""What providers and adapters say. It is broad: a provider's words for it are many."""
_SAYS_IMAGE: Final = re.compile(_IMAGE, re.IGNORECASE)
_SAYS_PDF: Final = re.compile(_PDF, re.IGNORECASE)

OTHER_STATUSES: Final = frozenset({401, 403, 408, 409})
"""HTTP statuses of other trouble, whatever is said with them; so are those that another try may mend."""


def is_attachment_refusal(error: object, model_name: str = "") -> bool:
    """Whether an error, or the text of one, reads as if the provider did not take what was attached.

    A prompt that is too long, a rate limit, a missing right, a lost connection and a server's trouble are
    none. ``model_name`` is not looked at where the error has it: some have such words in theirs.

    >>> is_attachment_refusal("unsupported MIME type"), is_attachment_refusal("Rate limit reached")
    (True, False)
    """
    if context_overflow_of(error) is not None:
        return False
    name = ""
    if isinstance(error, BaseException):
        if _is_other_trouble(error):
            return False
        name = f"{type(error).__name__} "
    said = text_of(error)[:LONGEST]
    if model_name:
        said = said.replace(model_name, "")
    return _WORDS.search(f"{name}{said}") is not None


def refused_kind(message: str, attachments: Sequence[FilePart]) -> AttachmentKind:
    """Which kind of attachment a refusal is about: the only one, else the one it names, else the first."""
    kinds = [kind_of_type(part.media_type) for part in attachments]
    if "pdf" in kinds and _SAYS_PDF.search(message):
        named: AttachmentKind = "pdf"
    elif "image" in kinds and _SAYS_IMAGE.search(message):
        named = "image"
    else:
        named = kinds[0]
    return kinds[0] if len(set(kinds)) == 1 else named


def unsupported_attachment_error(
    model_label: str, kind: AttachmentKind, detail: str | None = None
) -> AttachmentsNotSupportedError:
    """The error that says that a model does not take attachments of a kind, and what to do about it.

    >>> str(unsupported_attachment_error("m", "image"))
    "m can't take images. Remove the image, or use a vision model"
    """
    if kind == "image":
        return ImagesNotSupportedError(model_label, detail)
    return AttachmentsNotSupportedError(model_label, kind, detail)


def quoted(message: str) -> str:
    """The beginning of what the provider said, on one line."""
    said = " ".join(message.split())
    return f"it answered: {said[:QUOTED]}"


def _is_other_trouble(error: BaseException) -> bool:
    is_ours = isinstance(error, ContextThriftError) and not isinstance(error, ModelError)
    is_known = is_ours or status_of(error) in OTHER_STATUSES
    return is_known or isinstance(error, OSError) or is_retriable(error)
