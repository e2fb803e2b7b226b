"""The recorded cases about the agent, each with the file it is from, its macros written out."""

from pathlib import Path

from tests.vectors.agent_notation import catalog_of, written_out
from tests.vectors.folder import is_about_agent
from tests.vectors.notation import UnknownNotationError, known

RECORDED = Path(__file__).parent / "agent"
FILES = ("loop", "context", "tools")
"""How the names of the files begin; a function may have other arguments in another file."""

FOR_READING = {"basis", "checked", "note", "tier", "origin", "tags"}
CASE = {"id", "fn", "input"} | FOR_READING
ANSWERS = {"expect", "expected", "expected_error"}


def agent_cases(files):
    """The cases to run. What is ambiguous, and the scenarios, are ordinary tests."""
    return [
        case
        for path, content in files
        if is_about_agent(content)
        for case in cases_of(path, content)
        if case.get("tier") != "ambiguous" and case["fn"] != "scenario"
    ]


def cases_of(path, content):
    file = file_of(path.stem)
    fixtures = content.get("fixtures", {})
    return [read(case, file, fixtures) for case in content["cases"]]


def file_of(stem):
    found = [file for file in FILES if stem.startswith(file)]
    if not found:
        raise UnknownNotationError(f"{stem}.json is no file about the agent, nor has it a format")
    return found[0]


def read(case, file, fixtures):
    known(case, CASE | ANSWERS, "case")
    if len(case.keys() & ANSWERS) != 1:
        raise UnknownNotationError(f"{case['id']} has not one answer")
    if file == "context" and case["fn"] != "scenario":
        case = written_out(case)
    if "catalog" in case["input"]:
        case = {**case, "input": {**case["input"], "catalog": catalog_of(case["input"]["catalog"], fixtures)}}
    return {**case, "file": file}


def name_of(case):
    return f"{case['file']}:{case['id']}"


def function_of(case):
    return f"{case['file']}:{case['fn']}"
