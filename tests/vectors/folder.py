"""The recorded cases of a folder, and which function each one is about."""

from pathlib import Path

from tests.vectors.notation import UnknownNotationError, parsed

RECORDED = Path(__file__).parent / "thrift"

FUNCTION_OF_FILE = {
    "subtract": "subtract_to_fit",
    "resolve_budget": "resolve_budget",
    "strip_thoughts": "strip_prior_turn_thoughts",
}
"""How the names of files begin whose cases do not name a function."""

FUNCTION_OF_WORD = {"session": "assemble_compacted_turns"}
"""Words a case may have for its function that are not the function's name."""


def load(folder):
    """All cases of the folder, each with the word for its function in `fn`."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise FileNotFoundError(f"no recorded cases in {folder}")
    return [case for path in paths for case in cases_of(path)]


def cases_of(path):
    content = parsed(path.read_text(encoding="utf-8"))
    if content["format"] != 1:
        raise UnknownNotationError(f"{path.name} has format {content['format']!r}")
    return [{"fn": function_of_file(path.stem), **case} for case in content["cases"]]


def function_of_file(stem):
    found = [function for start, function in FUNCTION_OF_FILE.items() if stem.startswith(start)]
    return found[0] if found else stem


def function_of(case):
    return FUNCTION_OF_WORD.get(case["fn"], case["fn"])
