"""Incoming: chunks of litellm as our deltas and our reply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from contextthrift.exceptions import ModelError
from contextthrift.formats.field import field as field_of
from contextthrift.models.base import (
    ModelMessage,
    Part,
    Reply,
    StreamPart,
    TextDelta,
    TextPart,
    ThinkingDelta,
    ThinkingPart,
    ToolCallDelta,
    ToolCallPart,
)
from contextthrift.models.litellm.outgoing import KEY
from contextthrift.models.provider_usage import usage_from_provider
from contextthrift.usage import Usage, count_of


@dataclass(slots=True)
class _Call:
    """A tool call as far as it was written."""

    call_id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class _Thought:
    """A block of thinking as far as it was written."""

    texts: list[str] = field(default_factory=list)
    signature: str | None = None
    redacted: dict[str, Any] | None = None


class Incoming:
    """Puts one answer together while its chunks come."""

    __slots__ = ("_blocks", "_calls", "_finish_reason", "_texts", "_thoughts", "_usage")

    def __init__(self) -> None:
        """For an answer that has not begun."""
        self._texts: list[str] = []
        self._thoughts: list[str] = []
        self._blocks: list[_Thought] = []
        self._calls: dict[int, _Call] = {}
        self._usage = Usage()
        self._finish_reason: str | None = None

    def take(self, chunk: Any) -> Iterator[StreamPart]:
        """What a chunk shows."""
        if (usage := field_of(chunk, "usage")) is not None:
            self._usage = usage_of(usage)
        for choice in (field_of(chunk, "choices") or ())[:1]:
            self._finish_reason = field_of(choice, "finish_reason") or self._finish_reason
            yield from self._delta(field_of(choice, "delta"))

    def reply(self, label: str) -> Reply:
        """The whole answer.

        Raises:
            ModelError: The connection ended before the answer did; such a call may be made again.
        """
        if self._finish_reason is None:
            broken = ConnectionError("no reason to finish came")
            raise ModelError(f"the answer of {label} ended before it was complete") from broken
        text = "".join(self._texts)
        said = (TextPart(text=text),) if text else ()
        parts: tuple[Part, ...] = (*self._thinking(), *said, *map(_call_part, self._calls.values()))
        return Reply(
            message=ModelMessage(role="assistant", parts=parts),
            usage=self._usage,
            finish_reason=self._finish_reason,
        )

    def _delta(self, delta: Any) -> Iterator[StreamPart]:
        if thought := field_of(delta, "reasoning_content"):
            self._thoughts.append(thought)
            yield ThinkingDelta(text=thought)
        for block in field_of(delta, "thinking_blocks") or ():
            self._block(block)
        if text := field_of(delta, "content"):
            self._texts.append(text)
            yield TextDelta(text=text)
        for piece in field_of(delta, "tool_calls") or ():
            yield self._piece(piece)

    def _block(self, block: Any) -> None:
        """A block comes in pieces; its signature, or that it is encrypted, ends it."""
        if field_of(block, "type") == "redacted_thinking":
            redacted = {"type": "redacted_thinking", "data": field_of(block, "data")}
            self._blocks.append(_Thought(redacted=redacted))
            return
        newest = self._blocks[-1] if self._blocks else None
        if newest is None or newest.signature or newest.redacted:
            newest = _Thought()
            self._blocks.append(newest)
        newest.texts.append(field_of(block, "thinking") or "")
        newest.signature = field_of(block, "signature") or newest.signature

    def _piece(self, piece: Any) -> ToolCallDelta:
        call = self._calls.setdefault(field_of(piece, "index") or 0, _Call())
        function = field_of(piece, "function")
        call.call_id = call.call_id or field_of(piece, "id") or ""
        call.name = call.name or field_of(function, "name") or ""
        written = field_of(function, "arguments") or ""
        call.arguments.append(written)
        kept = field_of(piece, "provider_specific_fields")
        if isinstance(kept, Mapping):
            call.kept.update(kept)
        return ToolCallDelta(call_id=call.call_id, name=call.name, arguments=written)

    def _thinking(self) -> list[ThinkingPart]:
        """The signed blocks where there are any, else the thoughts as one text."""
        signed = [block for block in self._blocks if block.signature or block.redacted]
        if signed:
            return [_thinking_part(block) for block in signed]
        text = "".join(self._thoughts)
        return [ThinkingPart(text=text)] if text else []


def usage_of(reported: Any) -> Usage:
    """litellm's usage: in OpenAI's form for every provider, with what was written to a cache beside it."""
    report = reported.model_dump() if hasattr(reported, "model_dump") else reported
    if not isinstance(report, Mapping):
        return Usage()
    usage = usage_from_provider("openai", report)
    return replace(usage, cache_write_tokens=count_of(report, "cache_creation_input_tokens") or 0)


def _thinking_part(block: _Thought) -> ThinkingPart:
    kept = {KEY: block.redacted} if block.redacted else None
    return ThinkingPart(text="".join(block.texts), signature=block.signature, opaque=kept)


def _call_part(call: _Call) -> ToolCallPart:
    kept = {KEY: call.kept} if call.kept else None
    return ToolCallPart(call_id=call.call_id, name=call.name, arguments="".join(call.arguments), opaque=kept)
