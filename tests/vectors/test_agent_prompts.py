"""The recorded cases about prompts, hints and catalogues."""

import json
from pathlib import Path

import pytest

from tests.vectors.agent_prompts import RUNNERS

FOLDER = Path(__file__).parent / "agent"
CASES = [
    pytest.param(runner, case, id=case["id"])
    for (file, fn), runner in RUNNERS.items()
    for case in json.loads((FOLDER / f"{file}.json").read_text(encoding="utf-8"))["cases"]
    if case.get("fn") == fn
]
PARTS = {
    f"{part}_{word}": (part, word == "contains")
    for part in ("user", "system")
    for word in ("contains", "not_contains")
}


@pytest.mark.parametrize(("runner", "recorded"), CASES)
def test_a_recorded_case_holds(runner, recorded):
    answer = runner(recorded["input"])
    if "expected" in recorded:
        assert answer == recorded["expected"]
    elif isinstance(recorded["expect"], str) or not recorded["expect"].keys() <= PARTS.keys():
        assert answer == recorded["expect"]
    else:
        for key, texts in recorded["expect"].items():
            part, is_there = PARTS[key]
            assert [text for text in texts if (text in answer[part]) is not is_there] == []


def test_every_runner_has_a_case():
    assert len(CASES) >= len(RUNNERS)
    assert {runner for runner, _ in (case.values for case in CASES)} == set(RUNNERS.values())
