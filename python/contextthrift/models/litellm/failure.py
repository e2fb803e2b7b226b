"""Failure: what litellm raises, in our words."""

from __future__ import annotations

from typing import Any, Final

from contextthrift.exceptions import ModelError
from contextthrift.models.retry import status_of
from contextthrift.record import text_of

LONGEST_MESSAGE: Final = 1_000


def model_error(error: Exception, label: str) -> ModelError:
    """The error with its status and the seconds the server asks to wait; the class of litellm in its text.

    A lost connection has a status of 500 from litellm already, which is tried again.
    """
    if isinstance(error, ModelError):
        return error
    status = status_of(error)
    answered = f"{label} answered {status}" if status else f"{label} failed"
    said = f"{type(error).__name__}: {text_of(error)}"[:LONGEST_MESSAGE]
    return ModelError(f"{answered}: {said}", status=status, retry_after_s=_retry_after(error))


def _retry_after(error: Any) -> float | None:
    """Of the headers, which litellm keeps in one place or the other; a date in them is not read."""
    response = getattr(error, "response", None)
    for headers in (getattr(error, "litellm_response_headers", None), getattr(response, "headers", None)):
        try:
            return float(headers["retry-after"])  # type: ignore[index]  # whatever it is, it is tried
        except (KeyError, TypeError, ValueError):
            continue
    return None
