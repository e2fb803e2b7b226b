"""The windows every conversation is fitted into, from one below what can be reached to all of it."""

from dataclasses import dataclass

from contextthrift import count_messages, fit
from contextthrift.formats.notice import NOT_RUN
from tests.fit import rules
from tests.reference import conversation

SHARES = (0, 5, 10, 25, 50, 75, 100)


@dataclass(frozen=True, kw_only=True)
class Fits:
    """One conversation, fitted into each of its windows."""

    messages: list
    arguments: dict
    """What `fit` had besides the list and the window."""
    floor: int
    total: int
    smallest: int
    """The smallest total any window reaches."""
    fitted: dict
    """What came out, by window, the smallest window first."""
    untouched: rules.Untouched

    def at_share(self, percent):
        return self.fitted[share(self.floor, self.total, percent)]


def share(floor, total, percent):
    return floor + (total - floor) * percent // 100


def fit_all(messages, arguments):
    """Fit the list into its floor, shares of what is above it, the smallest total reachable and one below."""
    untouched = rules.Untouched(messages, arguments.get("tools"))
    floor, total = floor_cost(messages, arguments), total_cost(messages, arguments)
    smallest = into(1, messages, arguments).trace.total_after
    windows = {share(floor, total, percent) for percent in SHARES} | {smallest, smallest - 1}
    fitted = {window: into(window, messages, arguments) for window in sorted(windows) if window > 0}
    return Fits(
        messages=messages,
        arguments=arguments,
        floor=floor,
        total=total,
        smallest=smallest,
        fitted=fitted,
        untouched=untouched,
    )


def into(window, messages, arguments):
    return fit(messages, context_window=window, output_reserve=0, **arguments)


def total_cost(messages, arguments):
    """What the repaired list costs."""
    repaired = [entry.message for entry in conversation.repair(messages, NOT_RUN)]
    return count_messages(repaired, tools=arguments.get("tools"), **rules.measure_of(arguments))


def floor_cost(messages, arguments):
    """What the floor costs, with the tools that its calls or tool_choice name."""
    entries = conversation.repair(messages, NOT_RUN)
    kept = [
        entries[position].message for position in conversation.floor(entries, **rules.predicates(arguments))
    ]
    needed = {name for message in kept for name in rules.called_names(message)} | {
        rules.forced_name(arguments)
    }
    tools = [tool for tool in arguments.get("tools") or [] if tool["function"]["name"] in needed]
    return count_messages(kept, tools=tools or None, **rules.measure_of(arguments))
