"""The examples of the documentation that need a framework: each runs in its environment."""

import re
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
    code = (ROOT / "examples" / name).read_text(encoding="utf-8")
    exec(compile(code, name, "exec"), {"__name__": "__main__"})  # noqa: S102 - the examples are ours
    return capsys.readouterr().out
