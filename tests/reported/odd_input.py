"""Gives odd input to every public function, one argument at a time, and prints what came of it.

A line `called NAME` for each public name that was called, `FAULT ...` for each answer that is no fair one,
and `alive` at the end.
"""

import asyncio
import inspect
import sys
from enum import Enum

import contextthrift
from contextthrift import ContextThriftError, Memory, Retrievable, Tool, ToolRegistry, Turn, WorkingSet

FAIR = (ContextThriftError, TypeError, ValueError)
PYTHONS_OWN = (BaseException, Enum)
"""Classes whose making is Python's: an enumeration tells of a wrong value with its ``repr``."""


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def nested_dict(depth):
    value = {"role": "user", "content": "x"}
    for _ in range(depth):
        value = {"role": "user", "content": value, "arguments": value}
    return value


ODD = {
    "a lone surrogate": "\ud83d",
    "deep nesting": nested(100_000),
    "deep nesting of dicts": nested_dict(50_000),
    "NaN": float("nan"),
    "negative": -1,
    "2**70": 2**70,
    "-2**70": -(2**70),
    "infinity": float("inf"),
    "None": None,
    "a function": len,
    "bytes": b"\xff\xfe",
    "a list of odd things": ["\ud83d", None, float("nan"), 2**70, -1, b"x"],
    "a dict of odd things": {"\ud83d": float("nan"), "content": 2**70, "role": "user"},
    "messages with odd contents": [{"role": "user", "content": odd} for odd in ("\ud83d", [], 2**70, -1)],
}
LONG_RUN = "a" * 10_000_000


def counts(text, _encoding):
    return len(text)


async def summarize(*, system, text):
    return f"{system[:1]}{text[:1]}"


CHAT = [{"role": "user", "content": "u"}, {"role": "assistant", "content": "x"}]


def working_set(odd="m"):
    return WorkingSet(
        system_prompt="s",
        messages=[],
        memories=[Memory(content=odd, importance=odd), Memory(content="m")],
        retrievables=[Retrievable(content=odd, score=odd, own_tokens=odd), Retrievable(content="r")],
        thoughts=[],
        tools=ToolRegistry([Tool(name="look", description=odd)]),
    )


def plain_set():
    return WorkingSet(
        system_prompt="s", memories=[Memory(content="m")], tools=ToolRegistry([Tool(name="look")])
    )


TURNS = [Turn(qa=f"Herons? {number}", created_at="2026-01-01T00:00:00Z") for number in range(5)]
COUNTED = {"estimate_tokens": counts}

KNOWN = {
    "fit": lambda: ([CHAT], {"context_window": 50, "encoding": "o200k_base", "output_reserve": 1}),
    "fit_batch": lambda: ([[CHAT]], {"context_window": 50, "encoding": "o200k_base"}),
    "plan_batch": lambda: ([[0, 1], [5], [1]], {"budgets": 50}),
    "count_messages": lambda: ([CHAT], {"encoding": "o200k_base"}),
    "subtract_to_fit": lambda: ([plain_set(), 10, ["look"]], {**COUNTED}),
    "strip_prior_turn_thoughts": lambda: ([plain_set()], {**COUNTED}),
    "summarise_turns": lambda: (["text"], {"summarize": summarize, **COUNTED}),
    "assemble_compacted_turns": lambda: ([TURNS], {"summarize": summarize, **COUNTED}),
    "select_naive_turns": lambda: ([TURNS, 20], {**COUNTED}),
    "select_relevant_turns": lambda: ([TURNS, "herons"], {"history_budget": 20, **COUNTED}),
    "group_history_into_turns": lambda: ([[], []], {}),
    "get_encoding": lambda: (["o200k_base"], {}),
    "content_tokens": lambda: (["herons"], {}),
    "relevance_to_query": lambda: (["herons", ["heron"]], {}),
    "resolve_budget": lambda: ([100, 10], {}),
    "scaled_relevance_floor": lambda: ([0.5], {}),
    "register_token_estimator": lambda: (["mine", counts], {}),
}
"""For functions with required arguments of their own kind, a call that works."""


def base_call(name, function):
    """Arguments to begin with, and those that may be replaced."""
    if name in KNOWN:
        return KNOWN[name]()
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return [], {}
    required = [one for one in parameters if one.default is inspect.Parameter.empty]
    plain = [one for one in required if one.kind in {one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD}]
    named = {one.name: "x" for one in required if one.kind is one.KEYWORD_ONLY}
    return ["x"] * len(plain), named


def option_names(function):
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]


def variations(name, function):
    """Calls with one odd argument each."""
    arguments, named = base_call(name, function)
    for kind, odd in ODD.items():
        for place in range(len(arguments)):
            yield kind, [*arguments[:place], odd, *arguments[place + 1 :]], named
        for option in option_names(function):
            yield f"{option} {kind}", arguments, {**named, option: odd}


def tried(name, kind, function, arguments, named):
    """Calls it; tells of an exception that is neither ours nor Python's own for a wrong argument."""
    try:
        answer = function(*arguments, **named)
        if inspect.iscoroutine(answer):
            asyncio.run(answer)
    except FAIR:
        pass
    except AttributeError as error:
        # What is asked for its attributes, whatever its type, has none of them.
        if not (
            name in {"subtract_to_fit", "strip_prior_turn_thoughts"} and "has no attribute" in str(error)
        ):
            sys.stdout.write(f"FAULT {name} {kind}: {error!r:.200}\n")
    except BaseException as error:  # noqa: BLE001 - a panic is one of those, and is what is looked for
        sys.stdout.write(f"FAULT {name} {kind}: {type(error).__mro__} {error!s:.200}\n")


def odd_calls():
    for name in contextthrift.__all__:
        function = getattr(contextthrift, name)
        if not callable(function) or (isinstance(function, type) and issubclass(function, PYTHONS_OWN)):
            continue
        for kind, arguments, named in variations(name, function):
            tried(name, kind, function, arguments, named)
        sys.stdout.write(f"called {name}\n")


def long_runs():
    """Ten megabytes of one letter, to whatever takes text."""
    chat = [{"role": "user", "content": LONG_RUN}]
    for name in ("chars4", "o200k_base"):
        tried(name, "10 MB", contextthrift.get_encoding(name).count, [LONG_RUN], {})
    tried("fit", "10 MB", contextthrift.fit, [chat], {"context_window": 50, "encoding": "chars4"})
    tried("content_tokens", "10 MB", contextthrift.content_tokens, [LONG_RUN], {})
    tried("relevance_to_query", "10 MB", contextthrift.relevance_to_query, [LONG_RUN, ["a"]], {})
    tried("get_encoding", "10 MB", contextthrift.get_encoding, [LONG_RUN], {})


def odd_items():
    """Odd values in items, in messages and in tools."""
    for kind, odd in ODD.items():
        arguments = [working_set(odd), 10, ["look"]]
        tried("subtract_to_fit", f"items with {kind}", contextthrift.subtract_to_fit, arguments, COUNTED)
        window = {"context_window": 50, "encoding": "o200k_base"}
        for field in ("role", "content", "name", "tool_calls", "tool_call_id"):
            chat = [{**CHAT[0], field: odd}, *CHAT]
            tried("fit", f"{field} {kind}", contextthrift.fit, [chat], window)
        call = {"id": "a", "type": "function", "function": {"name": "f", "arguments": odd}}
        chat = [CHAT[0], {"role": "assistant", "tool_calls": [call]}, CHAT[0]]
        tried("fit", f"arguments {kind}", contextthrift.fit, [chat], window)
        tools = [{"type": "function", "function": {"name": "f", "parameters": odd}}]
        tried("fit", f"a tool with {kind}", contextthrift.fit, [CHAT], {**window, "tools": tools})


def encodings():
    """The methods of an encoding, with whatever is no text."""
    encoding = contextthrift.get_encoding("o200k_base")
    for method in ("count", "count_list", "count_batch", "count_up_to"):
        for kind, odd in ODD.items():
            arguments = [odd, 5] if method == "count_up_to" else [odd]
            tried(f"Encoding.{method}", kind, getattr(encoding, method), arguments, {})


def main():
    odd_calls()
    odd_items()
    encodings()
    long_runs()
    assert contextthrift.get_encoding("o200k_base").count("hello") == 1
    assert contextthrift.fit(CHAT, context_window=1_000, encoding="o200k_base").fits
    sys.stdout.write("alive\n")


if __name__ == "__main__":
    main()
