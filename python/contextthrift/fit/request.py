"""One request, read, repaired and measured: what the ladder decides about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from contextthrift.context.argument import real_number
from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.fit.repair import Entry, Repair, repair
from contextthrift.formats import format_of

if TYPE_CHECKING:
    from contextthrift.fit.measure import Measure
    from contextthrift.fit.policy import FitPolicy
    from contextthrift.formats.reading import Format


@dataclass(kw_only=True)
class Request:
    """Messages and tools with their costs, all in tokens."""

    provider: Format
    measure: Measure
    policy: FitPolicy
    entries: list[Entry]
    repairs: list[Repair]
    costs: list[int]
    """What each entry costs."""
    fixed: int
    """What costs besides and always stays: the request's own framing and a separate system prompt."""
    tools: list[Any]
    tool_names: list[str]
    tool_ranks: list[float]
    """The lowest is left out first."""
    tool_costs: list[int]

    @classmethod
    def of(
        cls,
        messages: Sequence[Any],
        measure: Measure,
        policy: FitPolicy,
        *,
        system: str | None,
        tools: Sequence[Any] | None,
        format: str,  # noqa: A002 - the option's public name
        repairs: bool = True,
    ) -> Request:
        """Reads, repairs and measures; changes nothing.

        Raises:
            InvalidMessages: a message or a tool that cannot be read; the message names its index.
        """
        provider = format_of(messages, format)
        readings = [provider.read(message, index) for index, message in enumerate(messages)]
        entries = [
            Entry(message, reading, at)
            for at, (message, reading) in enumerate(zip(messages, readings, strict=True))
        ]
        entries, mended = repair(entries, provider, policy.on_orphan) if repairs else (entries, [])
        listed = _listed_tools(tools)
        names = [provider.tool_name(tool, index) for index, tool in enumerate(listed)]
        tool_texts = [provider.tool_text(tool) for tool in listed]
        return cls(
            provider=provider,
            measure=measure,
            policy=policy,
            entries=entries,
            repairs=mended,
            costs=measure.readings([entry.reading for entry in entries]),
            fixed=provider.flat_request + _system_cost(system, measure),
            tools=listed,
            tool_names=names,
            tool_ranks=[_rank(name, policy) for name in names],
            tool_costs=measure.texts(tool_texts, "tools[{}]") if tool_texts else [],
        )

    @cached_property
    def total(self) -> int:
        """Everything."""
        return self.fixed + sum(self.costs) + sum(self.tool_costs)

    @property
    def is_exact(self) -> bool:
        """Whether no part of the total is an estimate."""
        return (
            self.measure.is_exact and not self.tools and all(entry.reading.is_exact for entry in self.entries)
        )


def _rank(name: str, policy: FitPolicy) -> float:
    return real_number(policy.tool_rank(name), f"tool_rank({name!r})") if policy.tool_rank else 0.0


def _system_cost(system: str | None, measure: Measure) -> int:
    if system is None:
        return 0
    if not isinstance(system, str):
        raise WrongType(f"system is {type(system).__name__}; it must be a string")
    return measure.texts([system], "system")[0]


def _listed_tools(tools: Sequence[Any] | None) -> list[Any]:
    if tools is None:
        return []
    if isinstance(tools, str | bytes) or not isinstance(tools, Sequence):
        raise InvalidMessages(f"tools is {type(tools).__name__}; it must be a list of tool definitions")
    return list(tools)
