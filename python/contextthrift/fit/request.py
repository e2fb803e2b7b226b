"""One request, read, repaired and measured: what the ladder decides about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from contextthrift.context.argument import real_number
from contextthrift.exceptions import WrongType
from contextthrift.fit.context_block import ContextBlock
from contextthrift.fit.listing import Read
from contextthrift.fit.plain import format_and_listing
from contextthrift.fit.repair import Entry, Repair, repair
from contextthrift.fit.standing import mark, read_as_joined
from contextthrift.formats.json_text import json_text
from contextthrift.formats.notice import NAMELESS_TOOL, stub_text
from contextthrift.once import once

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.fit.listing import Listing
    from contextthrift.fit.measure import Measure
    from contextthrift.fit.policy import FitPolicy
    from contextthrift.formats.reading import Format, Fragment


@dataclass(kw_only=True)
class Request:
    """Messages, tools and context with their costs, all in tokens."""

    provider: Format
    measure: Measure
    policy: FitPolicy
    listing: Listing
    repairs: list[Repair]
    fixed: int
    """What costs besides and always stays: the request's own framing, a system prompt, an output schema."""
    is_fixed_exact: bool
    """Whether no part of that is an estimate."""
    given_tools: Any
    """As the caller gave them."""
    tools: list[Any]
    """One by one."""
    tool_names: list[str]
    tool_ranks: list[float]
    """The lowest is left out first."""
    tool_costs: list[int]
    context: ContextBlock
    query: str | None

    @classmethod
    def of(
        cls,
        messages: Sequence[Any],
        measure: Measure,
        policy: FitPolicy,
        *,
        system: Any = None,
        tools: Any = None,
        response_format: Any = None,
        format: str | Format = "auto",  # noqa: A002 - the option's public name
        model: str | None = None,
        memories: Sequence[Any] = (),
        retrievables: Sequence[Any] = (),
        query: str | None = None,
        goes_on: bool = False,
        repairs: bool = True,
    ) -> Request:
        """Reads, repairs and measures; changes nothing.

        Raises:
            InvalidMessages: a message or a tool that cannot be read; the message names its index.
            WrongType: another argument that cannot be read.
        """
        listing: Listing | None
        provider, listing = format_and_listing(messages, format, measure, policy, model)
        mended: list[Repair] = []
        if listing is None:
            entries = [_entry(fragment, policy) for fragment in provider.fragments(messages)]
            if repairs:
                entries, mended = repair(entries, provider, policy.on_orphan, goes_on)
            mark(entries, policy)
            if mended:
                read_as_joined(entries, provider)
            listing = Read(entries, measure.readings([entry.reading for entry in entries]))
        beside, is_beside_exact = _beside(provider, measure, system, response_format)
        listed = [] if tools is None else provider.tools(tools)
        names = [provider.tool_name(tool, index) for index, tool in enumerate(listed)]
        return cls(
            provider=provider,
            measure=measure,
            policy=policy,
            listing=listing,
            repairs=mended,
            fixed=provider.flat_request + beside,
            is_fixed_exact=is_beside_exact,
            given_tools=tools,
            tools=listed,
            tool_names=names,
            tool_ranks=[_rank(name, policy) for name in names],
            tool_costs=_tool_costs(provider, measure, listed),
            context=ContextBlock.of(memories, retrievables, policy, measure),
            query=_question(query),
        )

    @property
    def entries(self) -> Sequence[Entry]:
        """All of them, repaired."""
        return self.listing.entries

    @property
    def costs(self) -> Sequence[int]:
        """What each entry costs."""
        return self.listing.costs

    @once
    def tools_total(self) -> int:
        """All tools together, with what a request with any tools costs besides."""
        return sum(self.tool_costs) + (self.provider.flat_tools if self.tools else 0)

    @once
    def total(self) -> int:
        """Everything."""
        return self.fixed + self.listing.total + self.tools_total + sum(self.context.costs)

    @property
    def is_exact(self) -> bool:
        """Whether no part of the total is an estimate."""
        is_beside_exact = self.is_fixed_exact and not self.tools and not self.context.items
        return self.measure.is_exact and is_beside_exact and self.listing.is_exact

    def cost_of(self, values: Sequence[Any]) -> list[int]:
        """What edited messages cost; those that are alike are measured once."""
        return self.measure.distinct([self.provider.read(value, 0) for value in values])


def _entry(fragment: Fragment, policy: FitPolicy) -> Entry:
    """A fragment as the policy takes it: a user message that holds a tool's output is a result."""
    reading = fragment.reading
    if policy.is_tool_output and reading.role == "user":
        is_stub = reading.texts == (stub_text(NAMELESS_TOOL),)  # a stub no longer shows what it was
        if is_stub or policy.is_tool_output(fragment.message):
            reading = replace(reading, role="result")
    return Entry(fragment, reading)


def _rank(name: str, policy: FitPolicy) -> float:
    return real_number(policy.tool_rank(name), f"tool_rank({name!r})") if policy.tool_rank else 0.0


def _tool_costs(provider: Format, measure: Measure, tools: list[Any]) -> list[int]:
    texts = [provider.tool_text(tool) for tool in tools]
    return [provider.flat_tool + cost for cost in measure.texts(texts, "tools[{}]")] if texts else []


def _beside(provider: Format, measure: Measure, system: Any, response_format: Any) -> tuple[int, bool]:
    """What a separate system prompt and an output schema cost, and whether that is exact.

    How a provider writes a schema into the prompt is not published.
    """
    readings = [] if system is None else [provider.system(system)]
    schema = [] if response_format is None else [json_text(response_format)]
    schema_tokens = sum(measure.texts(schema, "response_format")) if schema else 0
    tokens = sum(measure.readings(readings, "system")) + schema_tokens
    return tokens, not schema and all(reading.is_exact for reading in readings)


def _question(query: str | None) -> str | None:
    if query is not None and not isinstance(query, str):
        raise WrongType(f"query is {type(query).__name__}; it must be a string")
    return query
