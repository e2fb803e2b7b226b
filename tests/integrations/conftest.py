"""The pages and examples that need a framework: each runs in its environment, as it stands."""

import contextlib
import io
import re
import runpy
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run_page():
    """Runs the blocks of a page of docs whose fence names an integration, as ``python litellm`` does."""

    def run(page, integration):
        found = blocks(page, f"python {integration}")
        for block in found:
            exec(compile(block, page, "exec"), {})  # noqa: S102 - the pages are ours

    return run


@pytest.fixture
def run_diffs():
    """Runs each ``diff`` of a page as two programs; what they print is what the comments say."""

    def run(page):
        for diff in blocks(page, "diff"):
            for other in "+-":
                lines = [line[1:] for line in diff.splitlines() if not line.startswith(other)]
                program = compile("\n".join(lines), page, "exec")
                assert printed_by(partial(exec, program, {})) == promised(lines)

    return run


@pytest.fixture
def run_example():
    """Runs a script of ``examples`` and gives the lines that it prints."""

    def run(name):
        return printed_by(partial(runpy.run_path, str(ROOT / "examples" / name), run_name="__main__"))

    return run


def blocks(page, fence):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = re.findall(rf"```{fence}\n(.*?)```", text, re.DOTALL)
    assert found, f"{page} has no {fence}"
    return found


def printed_by(run):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        run()
    return out.getvalue().splitlines()


def promised(lines):
    return [line.rpartition("  # ")[2] for line in lines if line.startswith("print(")]
