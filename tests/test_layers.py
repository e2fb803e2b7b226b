"""Rules of the house that a reviewer would otherwise repeat."""

import ast
import subprocess
import sys
from pathlib import Path

import contextthrift

PACKAGE = Path(contextthrift.__file__).parent
LOADED = "import sys; print([n for n in ('numpy', 'typer', 'rich', 'asyncio') if n in sys.modules])"
MODULES = sorted(PACKAGE.rglob("*.py"))


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_only_native_imports_the_compiled_core():
    importers = {path.name for path in MODULES if "contextthrift._core" in set(imports(path))}
    assert importers == {"_native.py"}


def test_every_public_name_is_there_and_sorted():
    assert contextthrift.__all__ == sorted(contextthrift.__all__, key=lambda name: (not name.isupper(), name))
    assert dir(contextthrift) == sorted(contextthrift.__all__)
    for name in contextthrift.__all__:
        assert getattr(contextthrift, name) is not None


def test_fit_is_the_function_however_it_is_reached():
    code = "import contextthrift.fit; import contextthrift; print(callable(contextthrift.fit))"
    assert run(code) == "True"
    code = "from contextthrift.fit import Fitted; import contextthrift; print(callable(contextthrift.fit))"
    assert run(code) == "True"


def test_importing_loads_no_extra_and_no_numpy():
    assert run("import contextthrift; " + LOADED) == "[]"


def test_fitting_and_counting_load_no_extra_and_no_numpy():
    fit = "c.fit([{'role': 'user', 'content': 'hi'}], context_window=9, encoding='o200k_base')"
    assert run(f"import contextthrift as c; {fit}; {LOADED}") == "[]"


def run(code):
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()
