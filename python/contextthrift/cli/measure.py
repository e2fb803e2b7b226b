"""What measures text, by the names on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from contextthrift.cli.document import BadInput
from contextthrift.tokens import encoding_for_model, find_model, get_encoding

if TYPE_CHECKING:
    from contextthrift.tokens import Encoding

NO_MEASURE: Final = "a measure of text is missing: give --model or --encoding"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """An encoding, and whether it is the one that is asked for."""

    encoding: Encoding
    is_exact: bool
    """Whether its counts of text are exact; those of a stand-in for a model's encoding are not."""

    @classmethod
    def of(cls, model: str | None, encoding: str | None) -> Self:
        """The encoding of that name, else the model's.

        Raises:
            BadInput: Neither is named.
            UnknownEncoding: No encoding is called so.
            UnknownModel: No model is called so.

        >>> [Measure.of(model, None).is_exact for model in ("gpt-4o", "gpt-6-sol", "claude-opus-4-6")]
        [True, False, False]
        """
        if encoding is not None:
            named = get_encoding(encoding)
            return cls(encoding=named, is_exact=named.exact)
        if model is None:
            raise BadInput(NO_MEASURE)
        own = encoding_for_model(model)
        return cls(encoding=own, is_exact=own.exact and not find_model(model).encoding_is_stand_in)
