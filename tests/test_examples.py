"""Every example runs offline, as a user runs it, and prints what it is there to show."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.models.server import openai_chat
from tests.models.server.http import Answer, serving
from tests.models.server.turn import Call, Turn
from tests.models.wires import needs_providers

EXAMPLES = Path(__file__).parent.parent / "examples"
PRINTED = {
    "count_tokens.py": ["o200k_base    16 tokens, exact", "11 MB within 1,000 tokens: False"],
    "fit_a_chat.py": ["fits a budget of 5,600 (window 6,000, reserve 400)", "62 messages in, "],
    "look_at_files.py": [
        "I see unnamed (image/gif), stock.csv (text/csv).",
        "refused: function (callable) can't take images. Remove the image, or use a vision model",
    ],
    "one_budget.py": ["fits a budget of 700 (window 900, reserve 200)", "14 messages, 0 passages left"],
    "own_agent.py": [
        "stock_of({'goods': ['tea', 'coffee']}) gave {'tea': 12, 'coffee': 0}",
        "There is tea, 12 packets of it, but coffee is out.",
    ],
    "own_estimator.py": ["(house), fits a budget of 800", "the newest stays: True"],
    "relevant_turns.py": ["What did Mia paint? -> turn 0", "What should be deleted? -> turn 4"],
    "remember.py": ["What is my name? -> You are Ann. (4 messages kept)"],
    "test_of_an_agent.py": ["passed"],
    "watch_a_run.py": ["plan: Count; Count on", "text: three", "stopped\nsteps done: 1, stopped: True"],
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
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode(), done.stderr.decode()


PLAN = {"thought": "", "steps": [{"description": "Count"}, {"description": "Count on"}]}
NOTHING_TO_DO = Turn(text=(json.dumps({"thought": "You are Ann.", "steps": []}),))
ASKED = Turn(calls=(Call(call_id="c1", name="stock_of", pieces=('{"goods": ["cocoa"]}',)),))
WITH_A_KEY = {
    "own_agent.py": (
        [
            Turn(text=(json.dumps(PLAN),)),
            ASKED,
            *(Turn(text=(said,)) for said in ("3 packets.", "Cocoa too.", "There is cocoa.")),
        ],
        ["stock_of({'goods': ['cocoa']}) gave {'cocoa': 3}", "There is cocoa."],
    ),
    "remember.py": (
        [NOTHING_TO_DO] * 4,  # an empty plan is asked about once more
        ["What is my name? -> You are Ann. (4 messages kept)"],
    ),
    "watch_a_run.py": (
        [Turn(text=(json.dumps(PLAN),)), Turn(text=("one",)), Turn(text=("two",))],
        ["plan: Count; Count on", "text: one"],
    ),
}
"""What a model answers, and what an example prints that is given the model's name."""


@needs_providers
@pytest.mark.parametrize("name", WITH_A_KEY)
def test_an_example_works_with_a_key(name, tmp_path):
    answers, wanted = WITH_A_KEY[name]

    async def printed():
        script = [Answer(openai_chat.pieces(turn)) for turn in answers]
        async with serving(*script) as (_, url):
            server = {"OPENAI_API_KEY": "key", "OPENAI_BASE_URL": url + openai_chat.BASE}
            return await asyncio.to_thread(
                run_example,
                name,
                f"openai-chat:{openai_chat.MODEL.partition(':')[2]}",
                folder=tmp_path,
                **server,
            )

    told, _ = asyncio.run(printed())  # the server counts fewer tokens than were sent, which is warned of
    for line in wanted:
        assert line in told


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_prints_what_it_is_there_to_show(name, tmp_path):
    printed, errors = run_example(name, folder=tmp_path)
    assert errors == ""
    for told in PRINTED[name]:
        assert told in printed


def test_no_example_is_left_out():
    tests = Path(__file__).parent / "integrations"
    run_there = "".join(path.read_text(encoding="utf-8") for path in tests.rglob("*.py"))
    left = {path.name for path in EXAMPLES.glob("*.py")} - set(PRINTED)
    assert [name for name in sorted(left) if f'"{name}"' not in run_there] == []
