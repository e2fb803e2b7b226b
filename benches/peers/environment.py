"""The environment that the rivals are installed in, and questions to processes in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import contextthrift

ROOT = Path(__file__).parent.parent.parent
HERE = ROOT / "target" / "peers" / "venv"
REQUIREMENTS = Path(__file__).parent / "requirements.txt"
OUTSIDE = "{folder}/llama_index/core/_static/tiktoken_cache"
"""Where llama-index-core keeps the vocabularies that tiktoken would download."""


@dataclass
class Environment:
    """An interpreter with the rivals."""

    python: Path
    installed: dict[str, str] = field(default_factory=dict)
    """Versions, by package."""
    missing: list[str] = field(default_factory=list)
    """What could not be installed, in words."""

    @classmethod
    def made(cls) -> Environment:
        """Makes it where it is missing, and installs what is not in it."""
        given = os.environ.get("PEERS_PYTHON")
        made = cls(Path(given) if given else HERE / "bin" / "python")
        if not given and not made.python.exists():
            subprocess.run([sys.executable, "-m", "venv", HERE], check=True)
        made.installed = made._versions()
        for wanted in _wanted():
            made._install(wanted, may_install=not given)
        made.installed = made._versions()
        return made

    def has(self, package: str | None) -> bool:
        return package in {None, "contextthrift"} or package in self.installed

    def versions(self) -> str:
        named = sorted(name for name in map(_name, _wanted()) if name in self.installed)
        return ", ".join(f"{name} {self.installed[name]}" for name in named)

    def ask(self, *arguments: object, limit_s: float) -> dict[str, Any]:
        """What a worker found out, or its ``failure``."""
        command = [str(self.python), "-m", "benches.peers.worker", *map(str, arguments)]
        try:
            done = subprocess.run(
                command,
                env=self._variables(),
                cwd=ROOT,
                capture_output=True,
                text=True,
                timeout=limit_s,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"failure": f"more than {limit_s:.0f} s"}
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        if done.returncode or not lines:
            return {"failure": (done.stderr.strip().splitlines() or ["no answer"])[-1][:120]}
        return dict(json.loads(lines[-1]))

    def _variables(self) -> dict[str, str]:
        """Nothing is downloaded, nothing reported, and who can counts on one thread."""
        folder = next(self.python.parent.parent.glob("lib/python*/site-packages"), HERE)
        return os.environ | {
            "PYTHONPATH": f"{Path(contextthrift.__file__).parent.parent}{os.pathsep}{ROOT}",
            "TIKTOKEN_CACHE_DIR": OUTSIDE.format(folder=folder),
            "LITELLM_LOCAL_MODEL_COST_MAP": "True",
            "CENDOR_TELEMETRY": "off",
            "RAYON_NUM_THREADS": "1",
        }

    def _install(self, wanted: str, *, may_install: bool) -> None:
        if self.installed.get(_name(wanted)) == wanted.partition("==")[2] or (
            "==" not in wanted and _name(wanted) in self.installed
        ):
            return
        pip = [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        pip += ["--only-binary", ":all:", wanted]
        done = may_install and subprocess.run(pip, capture_output=True, text=True, check=False)
        if not done or done.returncode:
            reason = (done.stderr.strip().splitlines() or ["pip failed"])[-1] if done else "not installed"
            self.missing.append(f"Skipped: {wanted}: {reason}")

    def _versions(self) -> dict[str, str]:
        listed = subprocess.run(
            [str(self.python), "-m", "pip", "list", "--format=json", "--disable-pip-version-check"],
            capture_output=True,
            text=True,
            check=True,
        )
        return {each["name"].lower().replace("_", "-"): each["version"] for each in json.loads(listed.stdout)}


def _wanted() -> list[str]:
    lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def _name(wanted: str) -> str:
    return wanted.partition("==")[0].partition(">")[0].strip()
