"""The constants of the accounting hold what is published, and the tables of the docs say the same."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from contextthrift import count_messages, get_encoding
from contextthrift.formats import image_cost, opaque
from contextthrift.formats.framing import FRAMINGS, OPENAI, Framing
from tests.reference.openai_tools import tokens_of_tool, tokens_of_tools

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "accounting.md").read_text(encoding="utf-8")
TOOLS = [
    json.loads(line)["tool"]
    for line in (ROOT / "tests" / "data" / "tau_tools.jsonl").read_text().splitlines()
]
COSTS = [field.name for field in fields(Framing) if field.name != "published"]


def table(first_head):
    """The rows of the table whose first head begins so, as cells."""
    lines = iter(PAGE.splitlines())
    for line in lines:
        if line.startswith(f"| {first_head}"):
            next(lines)
            break
    rows = []
    while (line := next(lines, "")).startswith("|"):
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def named(cell):
    return re.match("`([^`]+)`", cell)[1]


def written(framing, field):
    """A figure as the table has it."""
    value = getattr(framing, field)
    if field in framing.published:
        return f"{value:,}"
    return "-" if not value and field.startswith(("audio", "video")) else f"~{value:,}"


def test_the_page_has_every_figure_of_every_framing():
    expected = [[field, *(written(framing, field) for framing in FRAMINGS.values())] for field in COSTS]
    assert [[named(row[0]), *row[1:]] for row in table("field of `Framing`")] == expected
    assert f"| {' | '.join(FRAMINGS)} |" in PAGE


def test_the_page_says_what_encrypted_text_costs():
    assert f"`CHARACTERS_PER_TOKEN` = {opaque.CHARACTERS_PER_TOKEN} " in PAGE


def test_the_page_has_every_constant_of_images():
    numbers = {
        name: f"{value:,}"
        for name, value in vars(image_cost).items()
        if name.isupper() and not name.startswith("_") and type(value) is int
    }
    assert {named(row[0]): row[1] for row in table("constant")} == numbers


def test_the_page_has_every_openai_model():
    tiles = [
        [f"`{name}`", f"{rule.base:,}", f"{rule.tile:,}"] for name, rule in image_cost.OPENAI_TILES.items()
    ]
    assert table("tile models") == tiles
    patches = []
    for name, rule in image_cost.OPENAI_PATCHES.items():
        by_detail = (
            rule.limits.get(detail, rule.limits["auto"]) for detail in ("low", "high", "original", "auto")
        )
        limits = [f"{limit.edge_px} px, {limit.patches:,}" for limit in by_detail]
        patches.append([f"`{name}`", f"{rule.percent / 100:.2f}", *limits])
    assert table("patch models") == patches


def test_the_page_has_both_tiers_of_claude_and_the_resolutions_of_gemini():
    tiers = {
        name: [f"{limit.edge_px} px", f"{limit.patches:,}"]
        for name, limit in image_cost.CLAUDE_LIMITS.items()
    }
    assert {named(row[0]): row[2:] for row in table("tier")} == tiers
    gemini = {
        level: [f"{image_cost.GEMINI_2_TOKENS.get(level, 'tiles')}", f"{tokens:,}"]
        for level, tokens in image_cost.GEMINI_3_TOKENS.items()
    }
    assert {named(row[0]): row[1:] for row in table("media resolution")} == gemini


@pytest.mark.parametrize("framing", FRAMINGS.values(), ids=FRAMINGS)
def test_no_figure_is_negative_and_what_is_published_is_a_figure(framing):
    assert all(getattr(framing, field) >= 0 for field in COSTS)
    assert framing.published <= set(COSTS)


@pytest.mark.parametrize(("encoding", "tokens"), [("cl100k_base", 129), ("o200k_base", 124)])
def test_openai_messages_cost_what_the_cookbook_s_example_does(encoding, tokens):
    def said(role, content, **name):
        return {"role": role, "content": content, **name}

    user, assistant = {"name": "example_user"}, {"name": "example_assistant"}
    messages = [
        said(
            "system",
            "You are a helpful, pattern-following assistant that translates corporate jargon "
            "into plain English.",
        ),
        said("system", "New synergies will help drive top-line growth.", **user),
        said("system", "Things working well together will increase revenue.", **assistant),
        said(
            "system",
            "Let's circle back when we have more bandwidth to touch base on opportunities "
            "for increased leverage.",
            **user,
        ),
        said("system", "Let's talk later when we're less busy about how to do better.", **assistant),
        said(
            "user",
            "This late pivot means we don't have time to boil the ocean for the client deliverable.",
        ),
    ]
    assert count_messages(messages, encoding=encoding) == tokens


@pytest.mark.parametrize("encoding", ["cl100k_base", "o200k_base"])
@pytest.mark.parametrize("role", ["system", "developer", "user", "assistant", "tool", "function"])
def test_the_name_of_every_openai_role_is_one_token(encoding, role):
    assert get_encoding(encoding).count(role) == OPENAI.role


def test_claude_s_framing_leans_over_the_published_example():
    framing, count = FRAMINGS["anthropic"], get_encoding("o200k_base").count
    texts = count("You are a scientist") + count("Hello, Claude")
    assert 14 <= framing.request + framing.message + framing.role + texts <= 18


def test_the_json_of_real_tools_is_longer_than_what_openai_bills():
    count = get_encoding("o200k_base").count
    jsons = [count(json.dumps(tool, ensure_ascii=False, separators=(",", ":"))) for tool in TOOLS]
    assert all(tokens > tokens_of_tool(tool, count) for tokens, tool in zip(jsons, TOOLS, strict=True))
    assert (len(TOOLS), sum(jsons), tokens_of_tools(TOOLS, count)) == (30, 4_437, 2_983)
    assert "4,437 tokens where the cookbook's rule for GPT-4o gives 2,983" in PAGE


@pytest.mark.parametrize(
    "parameters",
    [{}, {"parameters": {"type": "object", "properties": {"a": {"enum": list("abcd") * 9}}}}],
    ids=["no parameters", "a long enum of short values"],
)
def test_the_json_of_a_lone_odd_tool_is_shorter(parameters):
    tool = {"type": "function", "function": {"name": "f", **parameters}}
    count = get_encoding("o200k_base").count
    assert count(json.dumps(tool, separators=(",", ":"))) < tokens_of_tools([tool], count)
