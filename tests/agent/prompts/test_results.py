"""The turn that tells a model in text mode what its actions gave."""

from types import SimpleNamespace

from contextthrift.agent.prompts import results_turn
from contextthrift.tools.catalog import CatalogEntry


def call(name="add", given=None, output=None, ok=True):
    return SimpleNamespace(name=name, input=given or {}, output=output, ok=ok)


def sections(text):
    return [each.split("\n") for each in text.split("\n\n")]


def test_each_call_has_a_line_with_its_outcome():
    results, _ = sections(
        results_turn(
            [
                call("add", {"x": 1, "t": "ö"}, {"sum": 2}),
                call("rm", {}, ValueError("no such file"), ok=False),
            ]
        )
    )
    assert results[:2] == ["## RESULTS", '- add {"x":1,"t":"ö"} -> ok: {"sum":2}']
    assert results[2].startswith("- rm {} -> failed: ")
    assert "no such file" in results[2]


def test_arguments_are_cut_at_160_characters_and_outputs_at_400():
    results, _ = sections(results_turn([call("a", {"q": "x" * 200}, "y" * 500)]))
    arguments, output = results[1].removeprefix("- a ").split(" -> ok: ")
    assert arguments == '{"q":"' + "x" * 153 + "…"
    assert output == '"' + "y" * 398 + "…"


def test_new_tools_are_listed_before_the_instruction():
    new = [CatalogEntry(name="zip", description="Pack", hint="{ path: string }")]
    _, tools, instruction = sections(results_turn([call()], new))
    assert tools[0] == "## NEWLY AVAILABLE TOOLS"
    assert tools[-1] == "- zip({ path: string }): Pack"
    assert len(instruction) == 1


def test_without_new_tools_nothing_is_said_of_them():
    assert [part[0] for part in sections(results_turn([call()]))][:-1] == ["## RESULTS"]
    assert "AVAILABLE" not in results_turn([call()])


def test_an_output_that_is_no_json_is_told_as_text():
    circle = []
    circle.append(circle)
    assert "[circular]" in results_turn([call(output=circle)])
