"""Runs recorded cases about relevance and turns, and says the answer in the notation."""

import json
from types import SimpleNamespace

import contextthrift
from tests.vectors.notation import estimator, known

CASE = {"id", "fn", "tags", "args", "expect", "expect_codepoint"}


def arguments(case, words):
    known(case, CASE, "case")
    return known(case["args"], words, "args")


def number(value):
    """A float as JSON has it where 1.0 is 1."""
    assert isinstance(value, float)
    return int(value) if value.is_integer() else value


def scaled_relevance_floor(case, _items):
    return number(contextthrift.scaled_relevance_floor(**arguments(case, {"utilization"})))


def content_tokens(case, _items):
    return contextthrift.content_tokens(**arguments(case, {"text"}))


def arg_text(case, _items):
    args = arguments(case, {"value", "value_json"})
    value = json.loads(args["value_json"]) if "value_json" in args else args.get("value")
    return contextthrift.arg_text(value)


def relevance_to_query(case, _items):
    return number(contextthrift.relevance_to_query(**arguments(case, {"text", "query_tokens"})))


MAKES = (
    (contextthrift.HistoryMessage, contextthrift.HistoryCall, contextthrift.Turn),
    (SimpleNamespace, SimpleNamespace, SimpleNamespace),
)
"""Messages, calls and turns of ours, and those of somebody else."""


def in_both_makes(run):
    ours, foreign = (run(*make) for make in MAKES)
    assert ours == foreign
    return ours


def group_history_into_turns(case, _items):
    args = arguments(case, {"messages", "tool_calls"})
    message_words, call_words = {"id", "role", "content", "created_at"}, {"id", "created_at", "tool", "args"}

    def run(message, call, _turn):
        messages = [message(**known(entry, message_words, "message")) for entry in args["messages"]]
        calls = [call(**known(entry, call_words, "call")) for entry in args["tool_calls"]]
        return [grouped(turn) for turn in contextthrift.group_history_into_turns(messages, calls)]

    return in_both_makes(run)


def grouped(turn):
    return {
        "qa": turn.qa,
        "created_at": turn.created_at,
        "messages": [message.id for message in turn.messages],
        "tool_calls": [call.id for call in turn.tool_calls],
    }


def places(kept, turns):
    """Where each turn kept stands among all of them, by identity."""
    standing = {id(turn): place for place, turn in enumerate(turns)}
    return [standing[id(turn)] for turn in kept]


def select_relevant_turns(case, _items):
    args = arguments(case, {"estimator", "turns", "query", "options"})
    options = known(
        args["options"], {"history_budget", "keep_recent", "floor_min", "floor_max", "floor_curve"}, "options"
    )

    def run(_message, _call, turn):
        turns = [turn(**known(entry, {"qa", "created_at"}, "turn")) for entry in args["turns"]]
        estimate_tokens = estimator(args["estimator"])
        kept = contextthrift.select_relevant_turns(
            turns, args["query"], estimate_tokens=estimate_tokens, **options
        )
        assert kept is not turns
        return places(kept, turns)

    return in_both_makes(run)


def select_naive_turns(case, _items):
    args = arguments(case, {"estimator", "turns", "history_budget"})

    def run(_message, _call, turn):
        turns = [turn(**known(entry, {"qa", "created_at"}, "turn")) for entry in args["turns"]]
        estimate_tokens = estimator(args["estimator"])
        kept = contextthrift.select_naive_turns(
            turns, args["history_budget"], estimate_tokens=estimate_tokens
        )
        return places(kept, turns)

    return in_both_makes(run)


RUNNERS = {
    "scaled_relevance_floor": scaled_relevance_floor,
    "content_tokens": content_tokens,
    "arg_text": arg_text,
    "relevance_to_query": relevance_to_query,
    "group_history_into_turns": group_history_into_turns,
    "select_relevant_turns": select_relevant_turns,
    "select_naive_turns": select_naive_turns,
}
