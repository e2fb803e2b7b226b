"""Which tools a step can call where the plan narrows them."""

import pytest

from contextthrift.events import PlanStep
from contextthrift.tools import FixedToolset, Tool, ToolContext
from contextthrift.tools.narrowing import NarrowedToolset


def callable_in(strategy="plan-narrowed", **step):
    tools = [Tool(name=name, description="d") for name in ("find", "find_rows", "mail")]
    tools.append(Tool(name="load", description="d", builtin=True))
    context = ToolContext(step=PlanStep(id="s1", **{"description": "Do it", **step}))
    return [tool.name for tool in NarrowedToolset(FixedToolset(tools), strategy).tools(context)]


@pytest.mark.parametrize(
    ("step", "names"),
    [
        ({"suggested_tools": ("mail",)}, ["mail", "load"]),
        ({}, ["load"]),
        ({"requires_tools": True}, ["find", "find_rows", "mail", "load"]),
        ({"suggested_tools": ("unknown",)}, ["find", "find_rows", "mail", "load"]),
        ({"description": "Use find_rows and mail the rest"}, ["find_rows", "mail", "load"]),
        ({"description": "Use find_rows", "suggested_tools": ("mail",)}, ["mail", "load"]),
    ],
)
def test_a_narrowed_step_has_what_the_plan_names_for_it(step, names):
    assert callable_in(**step) == names


def test_every_tool_is_there_where_nothing_narrows():
    assert callable_in("all") == ["find", "find_rows", "mail", "load"]
