"""The runner fails on what it does not know, and no tag changes anything but those of the table."""

import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest

import contextthrift
from tests.vectors.folder import RECORDED, load
from tests.vectors.notation import UnknownNotationError
from tests.vectors.own_items import OwnItems
from tests.vectors.runners import RUNNERS
from tests.vectors.scene import ForeignItems
from tests.vectors.test_vectors import holds

ROOT = Path(__file__).parents[2]
CASE = {
    "id": "own-1",
    "fn": "subtract_to_fit",
    "family": "own",
    "tags": [],
    "estimator": "len",
    "window": 100,
    "relevant_tool_names": ["a"],
    "options": {"output_reserve": 0},
    "input": {
        "system_prompt": "sys",
        "messages": [{"id": "m1", "content": "hello", "created_at_ms": 1}],
        "memories": [{"key": "k1", "content": "cat"}],
        "retrievables": [{"key": "r1", "content": "passage", "own_tokens": 3}],
        "thoughts": [{"id": "t1", "content": "hm", "created_at_ms": 1}],
        "tools": [{"name": "a"}],
        "tool_calls": [{"ref": "c1", "token_cost": 2, "created_at_ms": 1}],
        "image": {"label": "i", "token_cost": 1},
    },
    "expect": {
        "reserve": 0,
        "budget": 100,
        "total_before": 22,
        "total_after": 20,
        "fits": True,
        "refused": False,
        "rows": [
            ["thoughts", 2, 0, 1, 0],
            ["tools", 3, 3, 1, 1],
            ["image", 1, 1, 1, 1],
            ["toolCalls", 2, 2, 1, 1],
            ["retrievables", 3, 3, 1, 1],
            ["memories", 3, 3, 1, 1],
            ["messages", 5, 5, 1, 1],
            ["thoughts-shed", 0, 0, 0, 0],
            ["tools-shed", 3, 3, 1, 1],
        ],
        "row_ids": {"retrievables": []},
        "thoughts_note": "dropped",
        "messages": ["m1"],
        "memories": ["k1"],
        "retrievables": ["r1"],
        "thoughts": [],
        "tool_calls": ["c1"],
        "image_kept": True,
        "hidden": [],
        "visible": ["a"],
        "hide_calls": 1,
    },
}
MAKES = pytest.mark.parametrize("items", [OwnItems, ForeignItems])


def changed(*path, to):
    """The case with one value set, at the path of keys."""
    case = deepcopy(CASE)
    *parents, last = path
    place = case
    for key in parents:
        place = place[key]
    place[last] = to
    return case


@MAKES
def test_case_as_it_is_holds(items):
    holds(CASE, items)


@MAKES
@pytest.mark.parametrize(
    "unclear",
    [
        changed("fn", to="dream"),
        changed("mood", to="good"),
        changed("estimator", to="runes"),
        changed("options", "mood", to="good"),
        changed("options", "render_tools", to="xml"),
        changed("options", "is_summary", to={"like": "m"}),
        changed("options", "is_summary", to={"prefix": "m", "suffix": "1"}),
        changed("options", "shed_rank", to={"ranks": {}, "default": 0, "mood": 1}),
        changed("input", "mood", to="good"),
        *(
            changed("input", bucket, 0, "mood", to="good")
            for bucket in ("messages", "memories", "retrievables", "thoughts", "tools", "tool_calls")
        ),
        changed("input", "image", "mood", to="good"),
        changed("input", "system_prompt", to={"static": "sys", "mood": "good"}),
    ],
)
def test_anything_unknown_fails(unclear, items):
    with pytest.raises(UnknownNotationError):
        holds(unclear, items)


@MAKES
@pytest.mark.parametrize("name", sorted(CASE["expect"]))
def test_everything_expected_is_compared(name, items):
    with pytest.raises(AssertionError):
        holds(changed("expect", name, to="something else"), items)


@MAKES
def test_something_expected_that_is_unknown_fails(items):
    with pytest.raises(AssertionError):
        holds(changed("expect", "mood", to="good"), items)


@MAKES
def test_an_unknown_tag_changes_nothing(items):
    holds(changed("tags", to=["collation-of-sorts", "zero-window"]), items)
    with pytest.raises(AssertionError):
        holds(changed("expect", "reserve", to=1) | {"tags": ["of-no-table"]}, items)


@MAKES
def test_an_odd_window_or_reserve_that_is_fine_has_an_answer(items):
    holds(changed("tags", to=["odd-window-or-reserve"]), items)


@MAKES
@pytest.mark.parametrize("tag", ["negative-reserve", "negative-tool-cost", "keep-nan", "fractional-costs"])
def test_a_tag_of_the_table_on_a_case_that_is_fine_fails(tag, items):
    with pytest.raises(AssertionError, match="nothing is invalid"):
        holds(changed("tags", to=[tag]), items)


@MAKES
@pytest.mark.parametrize(
    ("tag", "keep"), [("keep-fractional", 1.5), ("keep-nan", float("nan"))], ids=["fractional", "NaN"]
)
def test_a_keep_that_is_no_count_is_refused(tag, keep, items):
    holds(changed("options", "this_turn_result_keep", to=keep) | {"tags": [tag]}, items)


@MAKES
def test_an_image_that_comes_in_off_is_counted_whatever_was_recorded(items):
    off = changed("input", "image", "kept", to=False) | {"window": 19, "tags": ["image-kept-false-input"]}
    holds(off, items)
    with pytest.raises(AssertionError):
        holds(off | {"tags": []}, items)


# --- another folder


def run_folder(folder):
    """Runs the recorded cases of a folder in a pytest of its own."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "tests/vectors/test_vectors.py",
        "tests/vectors/test_agent_vectors.py",
        "-vv",
        "--vectors",
        str(folder),
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def write_cases(folder, name, cases):
    content = {"file": name, "format": 1, "source": "ours", "cases": cases}
    (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")


def test_another_folder_runs_instead(tmp_path):
    write_cases(tmp_path, "subtract_ours", [{key: value for key, value in CASE.items() if key != "fn"}])
    arg_text = {"id": "own-2", "fn": "arg_text", "args": {"value": [1, 2]}, "expect": "[1,2]"}
    write_cases(tmp_path, "relevance_ours", [arg_text, {"id": "own-3", "fn": "dream"}])
    write_cases(tmp_path, "dreams", [{"id": "own-4"}])
    done = run_folder(tmp_path)
    assert done.returncode == 1
    assert "2 failed, 3 passed" in done.stdout
    assert "test_vector[own-1] PASSED" in done.stdout
    assert "test_vector[own-2] PASSED" in done.stdout
    assert "unknown function: 'dream'" in done.stdout
    assert "unknown function: 'dreams'" in done.stdout


def test_an_empty_folder_is_an_error(tmp_path):
    done = run_folder(tmp_path)
    assert done.returncode not in {0, 5}
    assert "no recorded cases" in done.stdout


def test_ids_are_unique():
    ids = [case["id"] for case in load(RECORDED)]
    assert len(ids) == len(set(ids))


def test_every_function_that_cases_are_run_with_is_public():
    assert all(hasattr(contextthrift, function) for function in RUNNERS)
