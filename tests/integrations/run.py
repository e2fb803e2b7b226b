"""Tests each integration on its library, and its types, in a virtual environment of its own.

A folder beside this file is one integration and has the name of its extra, with ``_`` for ``-``:
``openai_agents`` is tested with the wheel's extra ``openai-agents``, and with what its
``requirements.txt`` lists, if it has one. Environments stay in ``.venvs`` and are used again.

    python tests/integrations/run.py dist/contextthrift-*.whl            # all
    python tests/integrations/run.py dist/contextthrift-*.whl langchain  # one
    python tests/integrations/run.py dist/contextthrift-*.whl --record   # and write the table of results
"""

from __future__ import annotations

import argparse
import platform
import re
import subprocess
import sys
import venv
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TOOLS = ("pytest>=9.2,<10", "pytest-timeout>=2.4,<3", "mypy>=2.4,<3")
RECORD = ROOT / "benches" / "results" / "integrations.md"


@dataclass(frozen=True, kw_only=True)
class Integration:
    """One folder of tests, and the environment that they run in."""

    folder: Path

    @property
    def extra(self) -> str:
        """The extra of the package that brings the library."""
        return self.folder.name.replace("_", "-")

    @property
    def python(self) -> Path:
        """The interpreter of its environment."""
        return ROOT / ".venvs" / self.extra / "bin" / "python"

    @property
    def requirements(self) -> Path:
        """What its tests need besides the extra; the file may be missing."""
        return self.folder / "requirements.txt"

    def install(self, wheel: Path) -> None:
        """Makes the environment, or renews the package in it."""
        if not self.python.exists():
            venv.create(self.python.parent.parent, with_pip=True)
        pip = [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        beside = ["-r", str(self.requirements)] if self.requirements.exists() else []
        subprocess.run([*pip, f"{wheel}[{self.extra}]", *TOOLS, *beside], check=True)
        subprocess.run([*pip, "--force-reinstall", "--no-deps", str(wheel)], check=True)

    def test(self) -> tuple[bool, str]:
        """Whether its tests pass, and pytest's last line."""
        pytest = [str(self.python), "-m", "pytest", "-c", str(HERE / "pytest.ini"), str(self.folder)]
        doctests = ["--doctest-modules", "--pyargs", f"contextthrift.integrations.{self.folder.name}"]
        done = subprocess.run([*pytest, *doctests], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        print(done.stdout, end="", flush=True)
        last = done.stdout.strip().rsplit("\n", 1)[-1]
        return done.returncode == 0, re.sub(r" in [\d.]+s.*", "", last.strip("= "))

    def check_types(self) -> bool:
        """Whether the module agrees with the library's types, which the main environment does not have."""
        module = ROOT / "python" / "contextthrift" / "integrations" / self.folder.name
        source = module if module.is_dir() else module.with_suffix(".py")
        mypy = [str(self.python), "-m", "mypy", "--config-file", "pyproject.toml", str(source)]
        mypy += ["--follow-imports", "silent"]  # what is imported from us may need another library
        cache = ["--cache-dir", str(self.python.parent.parent / "mypy_cache")]
        return subprocess.run([*mypy, *cache], cwd=ROOT, check=False).returncode == 0

    def versions(self) -> str:
        """The libraries that the extra and the requirements name, as they are installed."""
        lines = self.requirements.read_text("utf-8").split() if self.requirements.exists() else []
        command = [str(self.python), "-c", VERSIONS, self.extra, *lines]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


VERSIONS = """
import re, sys
from importlib.metadata import requires, version
extra, *listed = sys.argv[1:]
wanted = [each for each in requires("contextthrift") if re.search(f"extra == .{extra}.$", each)]
names = [re.match(r"[A-Za-z0-9._-]+", each)[0] for each in [*wanted, *listed]]
print(", ".join(f"{name} {version(name)}" for name in dict.fromkeys(names)))
"""
"""What prints the versions within an environment; it is told the extra and the lines of requirements."""


def main() -> int:
    """Installs and tests; 1 where a test fails."""
    known = {each.extra: each for each in _integrations()}
    parser = argparse.ArgumentParser(description="Tests each integration on its library.")
    parser.add_argument("wheel", type=Path, help="the built package")
    parser.add_argument(
        "names", nargs="*", metavar="extra", help=f"of {', '.join(known)}; all when none is named"
    )
    parser.add_argument("--record", action="store_true", help=f"write {RECORD.relative_to(ROOT)}")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"no integration is called {unknown[0]!r}; there are {', '.join(known)}")
    rows, all_pass = [], True
    for integration in [known[name] for name in given.names or known]:
        print(f"== {integration.extra}", flush=True)
        integration.install(given.wheel.resolve())
        passes, summary = integration.test()
        all_pass &= integration.check_types() and passes
        rows.append((integration.extra, integration.versions(), summary))
    if given.record:
        RECORD.write_text(_table(rows), encoding="utf-8")
    return 0 if all_pass else 1


def _integrations() -> list[Integration]:
    folders = sorted({path.parent for path in HERE.glob("*/test_*.py")})
    return [Integration(folder=folder) for folder in folders]


def _table(rows: list[tuple[str, str, str]]) -> str:
    made = f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {platform.machine()}"
    lines = [
        "# The integrations, each on its library",
        "",
        f"`make test-integrations` on {made}. One environment each, no network but for installing.",
        "",
        "| extra | libraries | tests |",
        "| --- | --- | --- |",
        *(f"| {extra} | {libraries} | {summary} |" for extra, libraries, summary in rows),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
