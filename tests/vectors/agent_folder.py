"""The recorded cases about the agent, each with the file it is from, with what its words stand for."""

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
    """The cases to run, as recorded. What is ambiguous, and the scenarios, are ordinary tests."""
    return [
        {**case, "file": file_of(path.stem), "fixtures": content.get("fixtures", {})}
        for path, content in files
        if is_about_agent(content)
        for case in content["cases"]
        if case.get("tier") != "ambiguous" and case["fn"] != "scenario"
    ]


def file_of(stem):
    """The file whose words the cases use; a name that is none of them has no functions."""
    return next((file for file in FILES if stem.startswith(file)), stem)


def understood(case):
    """The case with its macros and fixtures written out, once all its keys are known."""
    known(case, CASE | ANSWERS | {"file", "fixtures"}, "case")
    if len(case.keys() & ANSWERS) != 1:
        raise UnknownNotationError(f"{case['id']} has not one answer")
    fixtures = case["fixtures"]
    plain = {key: value for key, value in case.items() if key != "fixtures"}
    if case["file"] == "context":
        plain = written_out(plain)
    given = plain["input"]
    if "catalog" in given:
        plain["input"] = {**given, "catalog": catalog_of(given["catalog"], fixtures)}
    return plain


def name_of(case):
    return f"{case['file']}:{case['id']}"


def function_of(case):
    return f"{case['file']}:{case['fn']}"
