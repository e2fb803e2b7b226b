"""The examples of the documentation that need a framework: each runs in its environment."""

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def blocks(page, word=""):
    """The code of a page in fences that begin with ``python`` and this word."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = re.findall(rf"```python ?{word}\n(.*?)```", text, re.DOTALL)
    assert found, f"{page} has no example for {word or 'it'}"
    return found


def run(code):
    """Runs a block as it stands."""
    exec(compile(code, "example", "exec"), {"__name__": "example"})  # noqa: S102 - the examples are ours


def run_example(name, capsys):
    """Runs a script of ``examples`` and returns what it printed."""
    runpy.run_path(str(ROOT / "examples" / name), run_name="__main__")
    return capsys.readouterr().out


def run_diffs(page, capsys):
    """Runs each ``diff`` of a page as two programs; what they print is what the comments say."""
    diffs = re.findall(r"```diff\n(.*?)```", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.DOTALL)
    assert diffs, f"{page} has no diff"
    for diff in diffs:
        for other in "+-":
            lines = [line[1:] for line in diff.splitlines() if not line.startswith(other)]
            promised = [line.rpartition("  # ")[2] for line in lines if line.startswith("print(")]
            run("\n".join(lines))
            assert capsys.readouterr().out.splitlines() == promised
