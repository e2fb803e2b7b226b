"""Dated records of a run, with the machine and the versions."""

from __future__ import annotations

import datetime as dt
import os
import platform
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
DOCS = Path(__file__).parent.parent / "docs"


def show(name: str, title: str, rows: list[tuple[str, ...]], *, write: bool) -> None:
    """Prints a table, the first row being its head; with `write` it becomes a file in benches/results."""
    how = f"{machine()}. How: `python -m benches.{name}`."
    keep(name, title, f"{how}\n\n{markdown(rows)}\n", write=write)


def keep(name: str, title: str, body: str, *, write: bool) -> None:
    """Prints a dated record; with `write` it becomes a file in benches/results."""
    today = dt.datetime.now(tz=dt.UTC).date()
    text = f"# {title}\n\n{today}, {body}"
    print(text)
    if write:
        RESULTS.joinpath(f"{today}-{name.replace('_', '-').replace('.', '-')}.md").write_text(
            text, encoding="utf-8"
        )


def into_page(name: str, mark: str, rows: list[tuple[str, ...]]) -> None:
    """Puts a table into a page of the docs, between the two comments that have the mark."""
    path, begin, end = DOCS / name, f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
    page = path.read_text(encoding="utf-8")
    before, behind = page.split(begin)[0], page.split(end)[1]
    path.write_text(f"{before}{begin}\n\n{markdown(rows)}\n\n{end}{behind}", encoding="utf-8")


def machine() -> str:
    import contextthrift  # noqa: PLC0415 - not before a process may have measured what importing it takes

    load = ", ".join(f"{average:.1f}" for average in os.getloadavg())
    return (
        f"{os.cpu_count()} x {processor()}, load {load}; Python {platform.python_version()}, "
        f"contextthrift {contextthrift.__version__}"
    )


def processor() -> str:
    with Path("/proc/cpuinfo").open(encoding="utf-8") as lines:
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def markdown(rows: list[tuple[str, ...]]) -> str:
    head, *body = rows
    lines = ["| " + " | ".join(row) + " |" for row in body]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + " --- |" * len(head), *lines])
