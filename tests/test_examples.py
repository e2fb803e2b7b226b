"""Every example runs offline, as a user runs it, and prints what it is there to show."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
PRINTED = {
    "count_tokens.py": ["o200k_base    16 tokens, exact", "11 MB within 1,000 tokens: False"],
    "fit_a_chat.py": ["fits a budget of 5,600 (window 6,000, reserve 400)", "62 messages in, "],
    "one_budget.py": ["fits a budget of 700 (window 900, reserve 200)", "14 messages, 0 passages left"],
    "own_estimator.py": ["(house), fits a budget of 800", "the newest stays: True"],
    "relevant_turns.py": ["What did Mia paint? -> turn 0", "What should be deleted? -> turn 4"],
}
"""What each example prints, among other things; an example without a row fails the last test."""


def run_example(name, *arguments, folder, **variables):
    offline = {key: value for key, value in os.environ.items() if not key.endswith(("_API_KEY", "_BASE_URL"))}
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / name, *arguments],
        cwd=folder,
        env=offline | {"PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"} | variables,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.stderr.decode() == ""
    assert done.returncode == 0
    return done.stdout.decode()


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_prints_what_it_is_there_to_show(name, tmp_path):
    printed = run_example(name, folder=tmp_path)
    for told in PRINTED[name]:
        assert told in printed


def test_no_example_is_left_out():
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(PRINTED)
