"""The pages and the example about it run as they stand."""

import pages
import pytest


@pytest.mark.parametrize("block", pages.blocks("integrations.md", "pydantic_ai"))
def test_the_page_of_integrations_runs(block):
    pages.run(block)


@pytest.mark.parametrize("block", pages.blocks("migrate/from-pydantic-ai-harness.md"))
def test_the_page_about_moving_runs(block):
    pages.run(block)


def test_the_example_runs(capsys):
    printed = pages.run_example("pydantic_ai_agent.py", capsys)
    assert "earlier-" in printed
    assert "fits a budget of" in printed
