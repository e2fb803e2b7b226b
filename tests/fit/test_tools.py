"""Which tools are left out, and what becomes of tool_choice."""

import pytest

from contextthrift import FitPolicy, count_messages
from tests.fit.messages import call, calls, forced, long, result, says, tool, user
from tests.fit.walk import after, chain, into, stages

TOOLS = [tool("idle"), tool("find"), tool("look"), tool("send")]


def left(fitted):
    return list(map(name_of, fitted.tools or []))


def name_of(one):
    return one[one["type"]]["name"]


def tool_order(messages, **options):
    """The names of the tools in the order they are left out."""
    names = list(map(name_of, options["tools"]))
    order = []
    for position, made in enumerate(chain(messages, **options)):
        if made[0].stage == "tools":
            kept = left(after(position + 1, messages, **options))
            order.extend(name for name in names if name not in (*kept, *order))
    return order


def test_tools_go_last_and_in_their_order():
    messages = [user("u"), says(long("one")), user("v")]
    assert stages(messages, tools=TOOLS)[-1] == "tools"
    assert tool_order(messages, tools=TOOLS) == ["idle", "find", "look", "send"]


def test_tools_go_by_rank_and_protected_ones_last():
    ranks = {"idle": 2, "find": 1, "look": 0, "send": 0}
    policy = FitPolicy(tool_rank=ranks.__getitem__, protected_tools=("look",))
    assert tool_order([user("u")], tools=TOOLS, policy=policy) == ["send", "find", "idle", "look"]


def test_a_tool_that_a_kept_call_names_stays():
    messages = [
        user("u"),
        calls(call("a", "find")),
        result("a", "x"),
        user("v"),
        calls(call("b", "send")),
        result("b", "y"),
    ]
    fitted = into(1, messages, tools=TOOLS)
    assert left(fitted) == ["send"]
    assert fitted.tools[0] is TOOLS[3]


def test_the_forced_tool_stays():
    fitted = into(1, [user("u")], tools=TOOLS, tool_choice=forced("look"))
    assert left(fitted) == ["look"]
    assert fitted.tool_choice == forced("look")


@pytest.mark.parametrize("choice", ["auto", "none", "required"])
def test_an_emptied_tool_list_takes_tool_choice_along(choice):
    fitted = into(1, [user("u")], tools=TOOLS, tool_choice=choice)
    assert not fitted.tools
    assert fitted.tool_choice is None


@pytest.mark.parametrize("tools", [None, []])
def test_without_tools_there_is_no_tool_choice_either(tools):
    fitted = into(100_000, [user("u")], tools=tools, tool_choice="auto")
    assert not fitted.tools
    assert fitted.tool_choice is None


def test_allowed_tools_stay():
    chosen = {"mode": "required", "tools": [forced("look"), forced("find")]}
    choice = {"type": "allowed_tools", "allowed_tools": chosen}
    fitted = into(1, [user("u")], tools=TOOLS, tool_choice=choice)
    assert left(fitted) == ["find", "look"]
    assert fitted.tool_choice is choice


def test_custom_tools_are_ranked_and_forced_like_functions():
    custom = {"type": "custom", "custom": {"name": "grep", "description": "Searches."}}
    tools = [custom, *TOOLS]
    assert tool_order([user("u")], tools=tools, tool_choice=forced("send"))[0] == "grep"
    choice = {"type": "custom", "custom": {"name": "grep"}}
    assert into(1, [user("u")], tools=tools, tool_choice=choice).tools == [custom]


def test_tools_that_fit_stay_as_they_are():
    fitted = into(100_000, [user("u")], tools=TOOLS, tool_choice="auto")
    assert fitted.tools == TOOLS
    assert all(out is given for out, given in zip(fitted.tools, TOOLS, strict=True))
    assert fitted.tool_choice == "auto"


def test_without_tools_there_are_none():
    fitted = into(100_000, [user("u")])
    assert (fitted.tools, fitted.tool_choice) == (None, None)


def test_one_tool_too_many_goes_alone():
    total = count_messages([user("u")], tools=TOOLS, estimate_tokens="chars4")
    fitted = into(total - 1, [user("u")], tools=TOOLS)
    assert left(fitted) == ["find", "look", "send"]
    assert fitted.trace.total_after == count_messages([user("u")], tools=TOOLS[1:], estimate_tokens="chars4")
