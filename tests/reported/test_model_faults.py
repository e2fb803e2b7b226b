"""Faults that others reported of the ids of calls and of reading plans: none of them here.

Each test quotes what is expected instead, and asserts every clause of it.
"""

import subprocess
import sys

import pytest

from contextthrift.agent.reply.planner import parse_planner_response
from contextthrift.models import ModelMessage, ToolCallPart, ToolOutput, ToolResultPart, user_message
from contextthrift.models.call_ids import unique_call_ids
from contextthrift.models.short_call_ids import short_call_ids
from contextthrift.testing import Scripted
from tests.agent.scripts import run, script


def asked(call_id, arguments):
    call = ToolCallPart(call_id=call_id, name="look", arguments=arguments)
    return ModelMessage(role="assistant", parts=(call,))


def seen(call_id, text):
    result = ToolResultPart(call_id=call_id, name="look", output=ToolOutput(kind="text", value=text))
    return ModelMessage(role="tool", parts=(result,))


# --- ADP-03


def test_ADP_03_ids_that_come_again_are_made_unique():
    """Pairs are made by order of appearance; ids going out are unique; the first keeps its id and the new one
    is derived without randomness, so the cached prefix stays the same; both results are there.
    """
    first = [user_message("u"), asked("find:0", '{"q":"a"}'), seen("find:0", "eight hits")]
    sent = unique_call_ids([*first, asked("find:0", '{"q":"b"}'), seen("find:0", "no hit")])
    assert sent[:3] == tuple(first) == unique_call_ids(first)
    again = sent[3].parts[0].call_id
    assert again != "find:0"
    assert sent[3:] == (asked(again, '{"q":"b"}'), seen(again, "no hit"))
    assert sent == unique_call_ids([*first, asked("find:0", '{"q":"b"}'), seen("find:0", "no hit")])


# --- ADP-05

LONG = ["tooluse_k3Qm1dTz0aaaaa", "tooluse_k3Zz9wPq7bbbbb", "tooluse_k3Qm1dTz0aaaab"]
PROGRAM = f"""
from contextthrift.models import ModelMessage, ToolCallPart
from contextthrift.models.short_call_ids import short_call_ids
calls = tuple(ToolCallPart(call_id=each, name="look", arguments="{{}}") for each in {LONG!r})
[said] = short_call_ids([ModelMessage(role="assistant", parts=calls)])
print(*(part.call_id for part in said.parts))
"""


def test_ADP_05_short_ids_are_distinct_and_the_same_in_every_run():
    """Three distinct ids of nine letters and digits, stable from run to run."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60
        )
        for _ in range(2)
    ]
    here = [short_call_ids([asked(each, "{}")])[0].parts[0].call_id for each in LONG]
    assert [done.stdout.split() for done in runs] == [here, here]
    assert len(set(here)) == 3
    assert all(len(each) == 9 and each.isascii() and each.isalnum() for each in here)


# --- TLS-01

BRACES = 'Here: {"memo": "end the line with }} please", "steps": [{"task": "a { b"}]} Done!'


def with_words(text):
    """The same with the words that a plan has here."""
    return text.replace('"memo"', '"thought"').replace('"task"', '"description"')


def test_TLS_01_a_brace_in_a_string_ends_nothing():
    """Parsed with memo 'end the line with }} please' and one step."""
    said = parse_planner_response(with_words(BRACES))
    assert (said.reply, said.plan) == ("end the line with }} please", ("a { b",))


# --- TLS-03

TWO = '{"steps": [{"task": "real"}]}\n{"steps": []}'


def test_TLS_03_the_first_complete_object_wins():
    """The first complete object wins: one step 'real'."""
    assert parse_planner_response(with_words(TWO)).plan == ("real",)


@pytest.mark.parametrize(("text", "steps"), [(BRACES, ["a { b"]), (TWO, ["real"])])
@pytest.mark.parametrize("tool_mode", ["native", "prompted"])
def test_TLS_01_and_03_hold_for_the_plan_of_a_run(tool_mode, text, steps):
    """Parsed with ... one step. The first complete object wins: one step 'real'."""
    model = script(planner=[Scripted(text=with_words(text))], executor=["done"], synthesizer=["so"])
    result, _ = run(model, tool_mode=tool_mode)
    assert [step.description for step in result.plan.steps] == steps
    assert len(model.requests_of("planner")) == 1
