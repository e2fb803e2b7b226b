"""The runner of the agent's cases fails on what it does not know, and compares all that is expected."""

import json

import pytest

from tests.vectors import agent_adapters
from tests.vectors.agent_adapters import ADAPTERS, NOT_YET, is_not_yet, joined, runner_of
from tests.vectors.agent_folder import RECORDED, agent_cases, function_of, name_of, understood
from tests.vectors.agent_notation import HELPERS, Told, catalog_of, holds, written_out
from tests.vectors.folder import contents
from tests.vectors.notation import UnknownNotationError
from tests.vectors.test_runner import run_folder

PLAN = {
    "id": "own-1",
    "fn": "parse_planner_response",
    "basis": "ours",
    "input": {"raw": '{"reply": "r", "plan": ["A"], "skills": ["S"]}'},
    "expect": {"reply": "r", "plan": ["A"], "skills": ["S"]},
    "checked": "read",
}
CLIP = {"id": "own-2", "fn": "clip", "tier": "core", "input": {"text": "abc", "max": 2}, "expected": "a…"}


def read(file, *cases, **others):
    """The cases as they are read from a file of this name."""
    return agent_cases([(RECORDED / f"{file}.json", {"cases": list(cases), **others})])


def hold(file, case, **others):
    for each in map(understood, read(file, case, **others)):
        holds(runner_of(each), each)


def recorded():
    return agent_cases(contents(RECORDED))


# --- the list of what is not built


def test_every_recorded_function_is_built_or_not_yet():
    assert {function_of(case) for case in recorded()} <= ADAPTERS.keys() | set(NOT_YET)


def test_nothing_is_not_yet_that_is_built():
    assert not ADAPTERS.keys() & set(NOT_YET)


def test_what_is_not_yet_is_of_the_recorded_cases_and_stands_once():
    assert set(NOT_YET) <= {name(case) for case in recorded() for name in (function_of, name_of)}
    assert len(NOT_YET) == len(set(NOT_YET))


def test_a_single_case_that_is_not_yet_fails_as_long_as_it_stands_there():
    for case in recorded():
        if name_of(case) in NOT_YET:
            with pytest.raises(Exception):  # noqa: B017, PT011 - however it fails
                holds(runner_of(understood(case)), understood(case))


def test_a_function_or_a_case_can_be_not_yet(monkeypatch):
    monkeypatch.setattr(agent_adapters, "NOT_YET", ["loop:clip", "context:own-2"])
    assert [is_not_yet(case) for file in HELPERS for case in read(file, CLIP)] == [False, True, True]


def test_no_function_has_two_adapters():
    with pytest.raises(UnknownNotationError, match="two adapters"):
        joined([{"loop:clip": len}, {"loop:clip": len}])


# --- anything unknown


def test_cases_as_they_are_hold():
    hold("loop", PLAN)
    hold("loop_of_ours", PLAN)
    hold("context", CLIP)


@pytest.mark.parametrize(
    "change",
    [
        {"fn": "dream"},
        {"mood": "good"},
        {"input": {"raw": "x", "mood": "good"}},
        {"input": {}},
        {"expected": {}},
        {"fn": "normalize_steps", "input": {"items": [], "cap": 1, "mood": 1}},
    ],
)
def test_anything_unknown_fails(change):
    with pytest.raises(UnknownNotationError):
        hold("loop", PLAN | change)


def test_a_function_of_another_file_is_unknown():
    with pytest.raises(UnknownNotationError):
        hold("tools", CLIP)


def test_a_file_of_another_name_is_unknown():
    with pytest.raises(UnknownNotationError, match="dreams:clip"):
        hold("dreams", CLIP)


def test_a_case_without_an_answer_is_unknown():
    with pytest.raises(UnknownNotationError):
        hold("loop", {key: value for key, value in PLAN.items() if key != "expect"})


@pytest.mark.parametrize(
    "text", [{"$reverse": ["a"]}, {"$repeat": ["a", 2], "mood": 1}, {"$concat": ["a", {"$mood": []}]}]
)
def test_an_unknown_macro_fails(text):
    with pytest.raises(UnknownNotationError):
        hold("context", CLIP | {"input": {"text": text, "max": 2}})


@pytest.mark.parametrize("word", ["CATALOG_Z", {"repeat": {"name": "a"}, "count": 1, "mood": 1}])
def test_an_unknown_catalog_fails(word):
    with pytest.raises(UnknownNotationError):
        catalog_of(word, {"CATALOG_A": []})


def test_an_unknown_key_of_an_error_fails():
    case = {"id": "own", "fn": "clip", "input": {"text": 1, "max": 1}, "expected_error": {"mood": 1}}
    with pytest.raises(UnknownNotationError):
        hold("context", case)


# --- the notation


def test_macros_are_written_out():
    macro = {"a": [{"$concat": ["x", {"$repeat": ["yz", 2]}]}], "$ref": "#/$defs/P"}
    assert written_out(macro) == {"a": ["xyzyz"], "$ref": "#/$defs/P"}


def test_catalogs_are_fixtures_or_repeated():
    entry = {"name": "t{i}", "description": "thing {i}"}
    repeated = [{"name": "t0", "description": "thing 0"}, {"name": "t1", "description": "thing 1"}]
    assert catalog_of({"repeat": entry, "count": 2}, {}) == repeated
    assert catalog_of("A", {"A": [entry]}) == [entry]
    case = {"id": "own", "fn": "search_tools", "input": {"catalog": "A"}, "expected": []}
    [case] = read("tools", case, fixtures={"A": [entry]})
    assert understood(case)["input"] == {"catalog": [entry]}


def test_what_is_ambiguous_and_scenarios_are_not_run():
    assert read("context", CLIP | {"tier": "ambiguous"}, CLIP | {"fn": "scenario"}) == []


@pytest.mark.parametrize("name", sorted(PLAN["expect"]))
def test_everything_listed_is_compared(name):
    with pytest.raises(AssertionError):
        hold("loop", PLAN | {"expect": PLAN["expect"] | {name: ["something else"]}})
    hold("loop", PLAN | {"expect": {key: value for key, value in PLAN["expect"].items() if key != name}})


def test_something_listed_that_is_not_answered_fails():
    with pytest.raises(AssertionError):
        hold("loop", PLAN | {"expect": PLAN["expect"] | {"mood": "good"}})


def told(file, key, expected, answer):
    holds(lambda: answer, {"file": file, key: expected})


@pytest.mark.parametrize(
    ("file", "key", "expected", "answer"),
    [
        ("context", "expected", {"a": 1}, {"a": 1}),
        ("context", "expected", [1, [2], None], (1, {2}, None)),
        ("context", "expected", {"$same_object": True}, Told([1], is_same_object=True)),
        ("context", "expected", {"$same_object": True, "a": 1}, Told({"a": 1}, is_same_object=True)),
        ("context", "expected", {"a": 1}, Told({"a": 1}, is_same_object=False)),
        ("context", "expected", {"b": 1, "message_contains": ["x", "y"]}, {"b": 1, "message": "xy"}),
        ("context", "expected", {"first_contains": ["x"]}, {"first": "xy", "folded": 2}),
        (
            "context",
            "expected",
            {"n": 1, "first": {"content_contains": "x"}, "first_contains": []},
            {"n": 1, "first": {"content": "xy"}},
        ),
        (
            "tools",
            "expected",
            {"starts_with": "ab", "contains": ["c"], "kind": "t"},
            {"text": "abc", "kind": "t"},
        ),
        ("tools", "expected", {"starts_with": "ab"}, "abc"),
        ("tools", "expected", {"count": 2, "first": "a"}, ("a", "b")),
        ("tools", "expected", {"error_contains": ["X"]}, {"error": "max", "allowed": False}),
        ("tools", "expected", {"events": [{"type": "t"}]}, {"events": [{"type": "t", "id": 7}]}),
        ("tools", "expected", {"handler_calls": 1}, {"handler_calls": 1, "allowed": True}),
        ("loop", "expect", {"a": [1]}, {"a": (1,), "b": 2}),
        (
            "loop",
            "expect",
            {"result": {"final": {"non_empty": True}}},
            {"result": {"final": "x", "steps": 1}},
        ),
        (
            "loop",
            "expect",
            {"result": {"trace": [{"ok": True}]}},
            {"result": {"trace": [{"ok": True, "n": 1}]}},
        ),
        ("loop", "expect", {"user_contains": ["x"], "user_not_contains": ["z"]}, {"user": "xy"}),
        ("loop", "expect", {"outbound_contains": ["b"]}, {"outbound": ["a", "b"]}),
        ("loop", "expect", {"min_s": 1, "max_s": 2}, 1.5),
    ],
)
def test_an_answer_that_is_as_expected_holds(file, key, expected, answer):
    told(file, key, expected, answer)


@pytest.mark.parametrize(
    ("file", "key", "expected", "answer"),
    [
        ("context", "expected", {"a": 1}, {"a": 1, "b": 2}),
        ("context", "expected", {"a": 1, "b": None}, {"a": 1}),
        ("context", "expected", [True, {"a": 0}], [1, {"a": 0}]),
        ("context", "expected", [True, {"a": 0}], [True, {"a": False}]),
        ("context", "expected", {"$same_object": True}, Told([1], is_same_object=False)),
        ("context", "expected", {"$same_object": True}, [1]),
        ("context", "expected", {"$same_object": True, "a": 1}, Told({"a": 2}, is_same_object=True)),
        ("context", "expected", {"message_contains": ["x", "z"]}, {"message": "xy"}),
        ("context", "expected", {"b": 1, "message_contains": ["x"]}, {"b": 2, "message": "xy"}),
        ("context", "expected", {"first_contains": ["z"]}, {"first": "xy"}),
        ("context", "expected", {"count": 1}, ["a"]),
        ("tools", "expected", {"starts_with": "b"}, "abc"),
        ("tools", "expected", {"contains": ["C"]}, "abc"),
        ("tools", "expected", {"count": 1}, ["a", "b"]),
        ("tools", "expected", {"first": "b"}, ["a", "b"]),
        ("tools", "expected", {"error_contains": ["y"]}, {"error": "max"}),
        ("tools", "expected", {"events": [{"type": "t"}]}, {"events": []}),
        (
            "tools",
            "expected",
            {"events": [{"type": "t", "ok": None}]},
            {"events": [{"type": "u", "ok": None}]},
        ),
        ("tools", "expected", {"count": 2, "mood": "good"}, ["a", "b"]),
        ("tools", "expected", {"handler_calls": 1}, {"handler_calls": 2, "allowed": True}),
        ("loop", "expect", {"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}),
        ("loop", "expect", {"result": {"final": {"non_empty": True}}}, {"result": {"final": " "}}),
        ("loop", "expect", {"result": {"trace": [{"ok": True}]}}, {"result": {"trace": [{"ok": False}]}}),
        ("loop", "expect", {"result": {"trace": []}}, {"result": {"trace": [{"ok": False}]}}),
        ("loop", "expect", {"user_contains": ["z"]}, {"user": "xy"}),
        ("loop", "expect", {"system_not_contains": ["x"]}, {"system": "xy"}),
        ("loop", "expect", {"outbound_contains": ["c"]}, {"outbound": ["a", "b"]}),
        ("loop", "expect", {"min_s": 2}, 1.5),
        ("loop", "expect", {"max_s": 1}, 1.5),
        ("loop", "expect", "a", "b"),
    ],
)
def test_an_answer_that_is_another_fails(file, key, expected, answer):
    with pytest.raises(AssertionError):
        told(file, key, expected, answer)


def raising():
    raise ValueError("Duplicate name")


def test_an_expected_error_must_be_raised_with_all_its_parts():
    case = {"file": "tools", "expected_error": {"contains": ["duplicate", "NAME"]}}
    holds(raising, case)
    with pytest.raises(AssertionError):
        holds(lambda: "fine", case)
    with pytest.raises(AssertionError):
        holds(raising, case | {"expected_error": {"contains": ["duplicate", "other"]}})


# --- another folder


def write(folder, name, content):
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")


ARG_TEXT = {"id": "own-3", "fn": "arg_text", "args": {"value": [1]}, "expect": "[1]"}
CONTEXT = {"file": "relevance_ours", "format": 1, "source": "ours", "cases": [ARG_TEXT]}


def test_a_folder_of_the_agents_files_runs_instead(tmp_path):
    write(
        tmp_path,
        "loop",
        {"cases": [PLAN, PLAN | {"id": "own-4", "fn": "dream"}, PLAN | {"id": "own-5", "mood": 1}]},
    )
    write(tmp_path, "context", {"cases": [CLIP | {"expected": "ab"}]})
    done = run_folder(tmp_path)
    assert done.returncode == 1
    assert "3 failed, 1 passed" in done.stdout
    assert "test_agent_vector[loop:own-1] PASSED" in done.stdout
    assert "unknown function: 'loop:dream'" in done.stdout
    assert "case has unknown keys: ['mood']" in done.stdout
    assert "test_agent_vector[context:own-2] FAILED" in done.stdout


@pytest.mark.parametrize("folders", [("thrift", "agent"), ("", "")], ids=["two folders", "one folder"])
def test_a_folder_of_both_kinds_runs_instead(tmp_path, folders):
    write(tmp_path / folders[0], "relevance_ours", CONTEXT)
    write(tmp_path / folders[1], "loop", {"cases": [PLAN]})
    done = run_folder(tmp_path)
    assert done.returncode == 0
    assert "test_vector[own-3] PASSED" in done.stdout
    assert "test_agent_vector[loop:own-1] PASSED" in done.stdout


def test_names_are_unique():
    names = [name_of(case) for case in recorded()]
    assert len(names) == len(set(names))
