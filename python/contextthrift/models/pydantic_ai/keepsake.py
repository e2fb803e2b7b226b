"""Keepsake: what a provider wants back unchanged with a part of its answer, as plain data in ``opaque``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse, TextPart, ThinkingPart, ToolCallPart

    from contextthrift.models.base import Part

    Theirs = TextPart | ThinkingPart | ToolCallPart

KEY: Final = "pydantic_ai"
"""Under this name it stands in ``opaque``, so that nobody takes it for something else."""

_OF_PART: Final = ("id", "provider_name", "provider_details")
_OF_RESPONSE: Final = ("provider_name", "provider_url", "canonical_system")
"""Who answered: pydantic-ai sends ids and signatures back to nobody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keepsake:
    """Ids and details of a part, and who answered; the latter in the first part that has any only."""

    part: Mapping[str, Any]
    response: Mapping[str, Any]

    @classmethod
    def from_provider(cls, part: Theirs, response: ModelResponse | None) -> Self:
        """What there is to keep of a part, and of the response where it is given."""
        own = _set_fields(part, _OF_PART)
        return cls(part=own, response=_set_fields(response, _OF_RESPONSE) if own else {})

    @classmethod
    def of(cls, opaque: Any) -> Self:
        """What ``opaque`` holds; nothing where another adapter wrote it."""
        kept = opaque.get(KEY) if isinstance(opaque, Mapping) else None
        if not isinstance(kept, Mapping):
            return cls(part={}, response={})
        return cls(part=kept.get("part") or {}, response=kept.get("response") or {})

    def opaque(self) -> dict[str, Any] | None:
        """It as plain data, which can be stored as JSON; None where there is nothing to keep."""
        kept = {"part": dict(self.part), "response": dict(self.response)}
        return {KEY: {name: data for name, data in kept.items() if data}} if self.part else None

    def fields(self) -> dict[str, Any]:
        """Arguments for making the part again."""
        return {name: self.part[name] for name in _OF_PART if name in self.part}


def response_of(parts: Sequence[Part]) -> dict[str, Any]:
    """Arguments for making the response again that the parts came in."""
    kept = (Keepsake.of(getattr(part, "opaque", None)).response for part in parts)
    found = next((response for response in kept if response), {})
    return {name: found[name] for name in _OF_RESPONSE if name in found}


def _set_fields(of: object, names: Sequence[str]) -> dict[str, Any]:
    values = {name: getattr(of, name, None) for name in names}
    return {name: value for name, value in values.items() if value is not None}
