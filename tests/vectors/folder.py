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


def contents(*folders):
    """Each file of the folders and of the folders within them, with its parsed content."""
    paths = [path for folder in folders for path in sorted(folder.rglob("*.json"))]
    if not paths:
        raise FileNotFoundError(f"no recorded cases in {', '.join(map(str, folders))}")
    return [(path, parsed(path.read_text(encoding="utf-8"))) for path in paths]


def is_about_agent(content):
    """The agent's files have no number for their format."""
    return "format" not in content


def load(folder):
    """All cases about context in the folder, each with the word for its function in `fn`."""
    return context_cases(contents(folder))


def context_cases(files):
    return [
        case for path, content in files if not is_about_agent(content) for case in cases_of(path, content)
    ]


def cases_of(path, content):
    if content["format"] != 1:
        raise UnknownNotationError(f"{path.name} has format {content['format']!r}")
    return [{"fn": function_of_file(path.stem), **case} for case in content["cases"]]


def function_of_file(stem):
    found = [function for start, function in FUNCTION_OF_FILE.items() if stem.startswith(start)]
    return found[0] if found else stem


def function_of(case):
    return FUNCTION_OF_WORD.get(case["fn"], case["fn"])
