"""The engine and its peers: one binary for each, built by cargo and asked over a command line."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

HERE = Path(__file__).parent
SUBJECT = "contextthrift"
PEERS = (SUBJECT, "toktok", "tiktoken4", "bpe")
BASE = "base"
"""The program without a candidate."""


def binary(peer: str) -> Path:
    return HERE / "target" / peer / "release" / "encodings"


def build(peer: str, jobs: int) -> None:
    """Compiles a candidate at low priority into a folder of its own."""
    cargo = ["nice", "cargo", "build", "--release", "--locked", f"--jobs={jobs}"]
    chosen = [] if peer == BASE else [f"--features={peer}"]
    subprocess.run([*cargo, *chosen, f"--target-dir=target/{peer}"], cwd=HERE, check=True)


def write(path: Path, texts: Iterable[str]) -> Path:
    """A file of texts as the binaries read it."""
    with path.open("wb") as file:
        for text in texts:
            data = text.encode()
            file.write(struct.pack("<I", len(data)) + data)
    return path


def ask(peer: str, *arguments: object, seconds: float = 600) -> list[str]:
    """The lines that a candidate prints; an abort or a timeout is its last line."""
    command = [str(binary(peer)), *map(str, arguments)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return ["timeout"]
    return done.stdout.splitlines() + [f"exit {done.returncode}"] * bool(done.returncode)
