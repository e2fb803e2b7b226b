"""The windows every conversation is fitted into, from one below what can be reached to all of it."""

from dataclasses import dataclass

from contextthrift import count_messages, fit
from contextthrift.formats.notice import NOT_RUN
from tests.fit import rules
from tests.fit.outcome import Given, Outcome
from tests.reference import conversation

WIDE = 10**9
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


@dataclass(frozen=True, kw_only=True)
class Everywhere:
    """A request of any format, fitted into each of its windows."""

    outcomes: dict
    """By window, the smallest first."""
    smallest: int
    total: int
    untouched: rules.Untouched


def fit_everywhere(messages, arguments):
    """Fit a request into one below the smallest total, shares of what is above it, and all of it."""
    untouched = rules.Untouched(messages, arguments.get("tools"))
    smallest = into(1, messages, arguments).trace.total_after
    total = into(WIDE, messages, arguments).trace.total_after
    windows = {share(smallest, total, percent) for percent in SHARES} | {smallest - 1}
    outcomes, reading = {}, Given(arguments["format"], messages)
    for window in sorted(window for window in windows if window > 0):
        given = {"context_window": window, "output_reserve": 0, **arguments}
        outcomes[window] = Outcome(reading, given, fit(messages, **given))
    return Everywhere(outcomes=outcomes, smallest=smallest, total=total, untouched=untouched)
