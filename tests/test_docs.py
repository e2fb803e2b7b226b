"""The Python in README and docs runs as it stands."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
"""What those below them show needs a framework each: ``tests/integrations`` runs it."""
LINKED = [*PAGES, *sorted((ROOT / "docs").glob("*/*.md"))]
BLOCKS = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    )
]


@pytest.mark.parametrize("block", BLOCKS)
def test_example_runs(block):
    exec(compile(block, "example", "exec"), {})  # noqa: S102 - the examples are ours


def test_there_are_examples():
    assert len(BLOCKS) >= 3


def test_links_between_pages_lead_somewhere():
    for page in LINKED:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
