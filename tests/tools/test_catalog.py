"""The catalogue's lines."""

from contextthrift.tools.catalog import NO_TOOLS, CatalogEntry, render_catalog


def test_each_tool_has_one_line_in_the_order_given():
    tools = [
        CatalogEntry(name="zip", description="  Pack\n\n files\tinto   one ", hint="{ path: string }"),
        CatalogEntry(name="add"),
    ]
    assert render_catalog(tools) == "- zip({ path: string }): Pack files into one\n- add(): "


def test_a_hint_by_hand_may_have_several_lines():
    assert render_catalog([CatalogEntry(name="a", hint='{\n  x: "a  b",\n}')]) == '- a({ x: "a  b", }): '


def test_no_tools_is_said():
    assert render_catalog([]) == NO_TOOLS
