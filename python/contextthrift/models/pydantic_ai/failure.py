"""Failure: what pydantic-ai raises, in our words. Every error of a call passes here, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic_ai.exceptions import (
    AgentRunError,
    FallbackExceptionGroup,
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelRateLimitError,
    ModelServerError,
    ModelUnavailableError,
    UserError,
)

from contextthrift.exceptions import ModelDisconnected, ModelError

_LONGEST_MESSAGE: Final = 1_000

_STATUS_OF_KIND: Final = (
    (ModelRateLimitError, 429),
    (ModelUnavailableError, 503),
    (ModelServerError, 500),
)
"""The status of errors that came inside a stream, without one."""


def model_error(error: Exception, label: str) -> ModelError:
    """The error in our words, with its status and the wait the server asks for.

    Args:
        error: What pydantic-ai raised, or a client that met an answer it cannot read.
        label: The model's ``provider/name``.
    """
    if isinstance(error, FallbackExceptionGroup):
        return model_error(error.exceptions[-1], label)
    if isinstance(error, ModelConnectionError):
        return ModelDisconnected(f"{label} could not be reached, or broke off: {_said(error)}")
    if isinstance(error, RecursionError):
        return ModelError(f"{label} was sent nothing: a schema or a message is nested too deeply")
    status = _status(error)
    answered = f"{label} answered {status}" if status else f"{label} failed"
    return ModelError(
        f"{answered}: {_said(error)}", status=status, retry_after_s=getattr(error, "retry_after", None)
    )


def _status(error: Exception) -> int | None:
    if isinstance(error, ModelHTTPError):
        return error.status_code
    return next((status for kind, status in _STATUS_OF_KIND if isinstance(error, kind)), None)


def _said(error: Exception) -> str:
    """What the other side said, without what is around it."""
    body = error.body if isinstance(error, ModelAPIError) else None
    inner = body.get("error", body) if isinstance(body, Mapping) else body
    said = inner.get("message") if isinstance(inner, Mapping) else inner
    if isinstance(said, str) and said.strip():
        return said[:_LONGEST_MESSAGE]
    is_theirs = isinstance(error, AgentRunError | UserError)
    return (str(error) if is_theirs else f"{type(error).__name__}: {error}")[:_LONGEST_MESSAGE]
