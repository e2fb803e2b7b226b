"""Usage: the tokens that model calls took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from contextthrift.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage(Record):
    """Tokens of one model call, or of several: ``a + b`` adds field by field.

    >>> (Usage.of(input_tokens=40, output_tokens=10) + Usage.of(input_tokens=2, output_tokens=0)).total_tokens
    52
    """

    input_tokens: int = 0
    """Everything that was sent, read from a cache and written to one included."""
    output_tokens: int = 0
    """Everything that was answered, thinking included."""
    total_tokens: int = 0
    """As the provider reports it, else input and output."""
    reasoning_tokens: int = 0
    """The part of the output that was thinking."""
    cached_input_tokens: int = 0
    """The part of the input that was read from a cache."""
    cache_write_tokens: int = 0
    """The part of the input that was written to a cache."""

    def __add__(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            **{each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)}
        )

    def __bool__(self) -> bool:
        """Whether anything was counted."""
        return self != _NOTHING

    @classmethod
    def of(cls, *, input_tokens: int, output_tokens: int, **parts: int) -> Self:
        """The usage of a call whose total is input and output."""
        total = input_tokens + output_tokens
        return cls(input_tokens=input_tokens, output_tokens=output_tokens, total_tokens=total, **parts)


_NOTHING = Usage()


def normalize_usage(reported: Mapping[str, Any] | None) -> Usage:
    """A report in our names, complete: what is missing is 0, a missing total is input and output.

    ``input_token_details`` and ``output_token_details`` are read before the flat fields of older reports; a
    nested 0 beats a flat value.

    >>> report = {"input_tokens": 7, "output_token_details": {"reasoning_tokens": 0}, "reasoning_tokens": 3}
    >>> normalize_usage(report).reasoning_tokens, normalize_usage(report).total_tokens
    (0, 7)
    """
    report = reported or {}
    sent, answered = _mapping(report, "input_token_details"), _mapping(report, "output_token_details")
    input_tokens, output_tokens = count_of(report, "input_tokens"), count_of(report, "output_tokens")
    return Usage(
        input_tokens=input_tokens or 0,
        output_tokens=output_tokens or 0,
        total_tokens=first_of(count_of(report, "total_tokens"), (input_tokens or 0) + (output_tokens or 0)),
        reasoning_tokens=first_of(
            count_of(answered, "reasoning_tokens"), count_of(report, "reasoning_tokens")
        ),
        cached_input_tokens=first_of(
            count_of(sent, "cache_read_tokens"), count_of(report, "cached_input_tokens")
        ),
        cache_write_tokens=first_of(count_of(sent, "cache_write_tokens")),
    )


def count_of(report: Mapping[str, Any], name: str) -> int | None:
    """The number under the name; None where there is none, or nothing that counts tokens."""
    value = report.get(name)
    is_count = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 2**63
    return int(value) if is_count else None  # type: ignore[arg-type]  # is_count has looked


def first_of(*counts: int | None) -> int:
    """The first that is a number, else 0."""
    return next((count for count in counts if count is not None), 0)


def _mapping(report: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = report.get(name)
    return value if isinstance(value, Mapping) else {}
