"""Odd objects and options: each is used as it is meant, or refused in our words."""

from collections import OrderedDict
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import pytest

from contextthrift import FitPolicy, count_messages, fit
from contextthrift.exceptions import (
    ContextThriftError,
    InvalidArgument,
    InvalidMessages,
    WrongType,
)

HI = [{"role": "user", "content": "hi"}]


def fitted(messages=HI, window=1_000, **options):
    return fit(messages, context_window=window, encoding="chars4", **options)


@dataclass(frozen=True)
class Frozen:
    role: str
    content: object = None
    tool_call_id: object = None
    tool_calls: object = None
    extra: str = "kept"


class Named(NamedTuple):
    role: str
    content: object = None
    tool_call_id: object = None
    tool_calls: object = None


CALL = {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}


@pytest.mark.parametrize("kind", [Frozen, Named, lambda **fields: OrderedDict(fields)])
def test_messages_of_any_kind_keep_it_when_they_are_edited(kind):
    result = kind(role="tool", tool_call_id="a", content="long result " * 50)
    messages = [HI[0], kind(role="assistant", tool_calls=[CALL]), result, HI[0], HI[0]]
    messages.insert(3, {"role": "assistant", "content": "done"})
    answer = fitted(messages, 80)
    assert answer.stubbed == (2,)
    assert type(answer.messages[2]) is type(result)
    assert answer.messages[2] != result


def test_a_message_that_cannot_be_edited_is_named_by_its_type():
    result = MappingProxyType({"role": "tool", "tool_call_id": "a", "content": "long result " * 50})
    with pytest.raises(WrongType, match="^a message of type mappingproxy allows no edited copy"):
        fitted([HI[0], {"role": "assistant", "tool_calls": [CALL]}, result, {"role": "assistant"}, HI[0]], 60)


def test_an_error_of_a_predicate_passes_through():
    def overflow(_):
        return 10**400 / 1

    for policy in (FitPolicy(is_pinned=overflow), FitPolicy(is_summary=overflow)):
        with pytest.raises(OverflowError):
            fitted([{"role": "user", "content": "x" * 999}], 10, policy=policy)


@pytest.mark.parametrize("role", ["call", "result"])
def test_a_summary_that_works_stays_with_its_unit(role):
    mark = {"id": "__compact-summary"}
    call = {"role": "assistant", "tool_calls": [CALL]} | (mark if role == "call" else {})
    result = {"role": "tool", "tool_call_id": "a", "content": "res " * 20} | (
        mark if role == "result" else {}
    )
    others = [{"role": "user", "content": "x" * 400}, {"role": "assistant", "content": "ok"}, HI[0]]
    answer = fitted([HI[0], call, result, *others], 60)
    assert [message["role"] for message in answer.messages] == ["user", "assistant", "tool", "user"]
    assert fitted(answer.messages, 60).messages == answer.messages


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"tools": 5}, InvalidMessages),
        ({"tools": [5]}, InvalidMessages),
        ({"tools": [{(1, 2): 3, "name": "a"}]}, InvalidMessages),
        ({"memories": 5}, WrongType),
        ({"query": 5}, WrongType),
        ({"encoding": int}, ContextThriftError),
        ({"format": ["openai"]}, InvalidMessages),
        ({"policy": 5}, WrongType),
    ],
)
def test_odd_options_are_refused_in_our_words(options, error):
    arguments = {"context_window": 1_000, "encoding": "chars4"} | options
    with pytest.raises(error):
        fit(HI, **arguments)


@pytest.mark.parametrize(
    "choice", [{"type": ["x"], "function": {"name": "a"}}, {"allowed_tools": {"tools": 5}}, 5, "auto", [1]]
)
def test_odd_tool_choices_force_nothing_they_do_not_name(choice):
    tools = [{"type": "function", "function": {"name": "b", "parameters": {"description": "long " * 100}}}]
    assert fitted(HI, 20, tools=tools, tool_choice=choice).tools is None


async def asked(_):
    return False


@pytest.mark.parametrize(
    "choices",
    [
        {"on_orphan": []},
        {"is_pinned": 5},
        {"is_summary": None},
        {"tool_rank": 5},
        {"protected_tools": None},
        {"protected_tools": "ab"},
        {"keep_first_user": None},
        {"gap_note": "yes"},
        {"this_turn_result_keep": -1},
        {"is_pinned": asked},
    ],
)
def test_a_wrong_policy_is_told_at_once(choices):
    with pytest.raises((InvalidArgument, WrongType), match=f"^policy.{next(iter(choices))}"):
        FitPolicy(**choices)


def test_protected_tools_may_come_from_a_generator():
    policy = FitPolicy(protected_tools=(name for name in "ab"))
    assert policy.protected_tools == {"a", "b"}


def test_calls_from_a_generator_are_refused_and_not_used_up():
    calls = (call for call in [CALL])
    with pytest.raises(InvalidMessages, match=r"^messages\[0\]\.tool_calls is generator"):
        count_messages([{"role": "assistant", "tool_calls": calls}], encoding="chars4")
    assert list(calls) == [CALL]
