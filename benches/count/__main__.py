"""Prints the tables of one run; --record writes them into benches/results and docs/counting-speed.md."""

from __future__ import annotations

import argparse
import datetime as dt
import os
from importlib.metadata import version
from pathlib import Path

from benches import record
from benches.count import corpora, cost, exact, speed
from benches.count.rival import FILES, RIVALS, vocabularies

MB = 1_000_000
PROSE = 4_000_000
"""Characters of the text that single calls and first counts read."""

BATCH = 20_000
"""Messages that one thread and two count."""

Table = list[tuple[str, ...]]


def main() -> None:
    options = parsed()
    os.environ["COUNT_VOCABULARIES"] = str(vocabularies())
    texts = corpora.all_of(options.packages, int(options.megabytes * MB))
    prose = "\n\n".join(texts["english"] + texts["code"])[:PROSE]
    tables: dict[str, Table] = {}
    for encoding in FILES:
        for title, rows in (
            ("speed", speed.rows(encoding, texts)),
            ("cost", cost.rows(encoding, prose, texts["chat_short"][:BATCH])),
            ("exact", exact.rows(encoding, texts)),
            ("hostile", exact.hostile(encoding)),
        ):
            tables[f"{title}, {encoding}"] = show(f"{title}, {encoding}", list(rows))
    if options.record:
        write(tables, texts)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benches.count", description=__doc__)
    parser.add_argument("packages", type=Path, help="the folder of downloaded packages")
    parser.add_argument("--megabytes", type=float, default=3.0, help="of each corpus")
    parser.add_argument("--record", action="store_true")
    return parser.parse_args()


def show(title: str, table: Table) -> Table:
    print(f"\n## {title}\n\n{record.markdown(table)}", flush=True)
    return table


def write(tables: dict[str, Table], texts: dict[str, list[str]]) -> None:
    """The record of this run, and its tables of speed in the docs."""
    today = dt.datetime.now(tz=dt.UTC).date()
    parts = [
        f"# Counting, against what pip can install\n\n{today}, {machine()}.\n\n{ABOUT}\n\n{sizes(texts)}"
    ]
    parts += [
        f"## {title[0].upper()}{title[1:]}\n\n{record.markdown(table)}" for title, table in tables.items()
    ]
    record.RESULTS.joinpath(f"{today}-count.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    for encoding in FILES:
        record.into_page("counting-speed.md", f"count {encoding}", tables[f"speed, {encoding}"])
        record.into_page("counting-speed.md", f"cost {encoding}", tables[f"cost, {encoding}"])


ABOUT = """\
How: `make bench-count`; docs/counting-speed.md says what is measured and how to read it. Figures of speed
are times as fast as tiktoken's loop of `encode_ordinary`: CPU time on one thread, first pass / repeat,
medians over five chunks, all libraries in turns on each chunk. Our cache of counts is off."""


def machine() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in RIVALS if name != "contextthrift")
    return f"{record.machine()}; {packages}"


def sizes(texts: dict[str, list[str]]) -> str:
    told = (
        f"{name} {len(t):,} texts, {sum(len(x.encode()) for x in t) / MB:.1f} MB" for name, t in texts.items()
    )
    return f"Corpora: {'; '.join(told)}."


if __name__ == "__main__":
    main()
