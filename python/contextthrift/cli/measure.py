"""What is counted, by the names of models and encodings on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from contextthrift.cli.bad_input import BadInput
from contextthrift.fit.door import measured_request
from contextthrift.tokens import encoding_for_model, find_model, get_encoding

if TYPE_CHECKING:
    from contextthrift.cli.document import Document
    from contextthrift.tokens import Encoding

NO_MEASURE: Final = "a measure of text is missing: give --model or --encoding"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A number of tokens."""

    tokens: int
    encoding: str
    """The name of what measured the texts."""
    is_exact: bool
    """Whether no part of the number is an estimate: neither texts nor framing."""


def measure_of(model: str | None, encoding: str | None) -> Encoding:
    """The encoding of that name, else the model's.

    Raises:
        BadInput: Neither is named.
        UnknownEncoding: No encoding is called so.
        UnknownModel: No model is called so.
    """
    if encoding is not None:
        return get_encoding(encoding)
    if model is None:
        raise BadInput(NO_MEASURE)
    return encoding_for_model(model)


def counted_text(text: str, model: str | None, encoding: str | None) -> Counted:
    """The tokens of a plain text; errors are those of :func:`measure_of`.

    >>> [counted_text("Hi", model, None).is_exact for model in ("gpt-4o", "gpt-6-sol", "claude-opus-4-6")]
    [True, False, False]
    """
    measure = measure_of(model, encoding)
    is_stand_in = encoding is None and model is not None and find_model(model).encoding_is_stand_in
    return Counted(
        tokens=measure.count(text), encoding=measure.name, is_exact=measure.exact and not is_stand_in
    )


def counted_messages(document: Document, model: str | None, encoding: str | None) -> Counted:
    """The tokens of a conversation as a fit measures it; a request's own model counts where none is named.

    Raises:
        BadInput, UnknownEncoding, UnknownModel: As of :func:`measure_of`.
        InvalidMessages: A message or a tool that cannot be read.
    """
    model = document.model if model is None else model
    if model is None and encoding is None:
        raise BadInput(NO_MEASURE)
    beside = {name: value for name, value in document.arguments.items() if name != "tool_choice"}
    request = measured_request(document.messages, model=model, encoding=encoding, **beside)
    return Counted(tokens=request.total, encoding=request.measure.name, is_exact=request.is_exact)
