"""Compares the engine with tiktoken, and with its peers; see README.md for the commands."""

from __future__ import annotations

import argparse
import platform
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from benches import record
from benches.encodings import cost, door, exact, hostile, peers, reference, speed
from benches.encodings.plan import Plan

MEASURES = {
    "exact": exact.rows,
    "hostile": hostile.rows,
    "speed": speed.rows,
    "cost": cost.rows,
    "door": door.rows,
}


def main() -> None:
    options = parsed()
    if options.what == "build":
        for peer in (peers.BASE, *options.peers):
            peers.build(peer, options.jobs)
        return
    check(options.peers)
    reference.use(options.vocabularies)
    plan = Plan(options.peers, options.encodings, options.quick, options.cjk)
    print(f"{record.processor()}, Python {platform.python_version()}, tiktoken {version('tiktoken')}")
    for name in MEASURES if options.what == "all" else [options.what]:
        show(name, plan)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benches.encodings", description=__doc__)
    parser.add_argument("what", choices=["build", *MEASURES, "all"])
    parser.add_argument("--quick", action="store_true", help="small corpora: under two minutes for all")
    parser.add_argument("--peers", nargs="+", choices=peers.PEERS, default=[peers.SUBJECT])
    parser.add_argument("--encodings", nargs="+", default=[])
    parser.add_argument("--cjk", nargs="+", type=Path, default=[], help="text files instead of made-up CJK")
    parser.add_argument("--vocabularies", type=Path, help="folder of tiktoken's cached vocabularies")
    parser.add_argument("--jobs", type=int, default=1, help="of cargo build")
    return parser.parse_args()


def check(wanted: list[str]) -> None:
    """Leaves with a hint where a binary is missing."""
    missing = [peer for peer in (peers.BASE, *wanted) if not peers.binary(peer).is_file()]
    if missing:
        raise SystemExit(f"not built: {', '.join(missing)}; run `python -m benches.encodings build` first")


def show(name: str, plan: Plan) -> None:
    """Prints the table of one measure, each row as soon as it is known."""
    print(f"\n## {name}\n")
    with TemporaryDirectory() as folder:
        for number, row in enumerate(MEASURES[name](plan, Path(folder))):
            print("| " + " | ".join(row) + " |", flush=True)
            if number == 0:
                print("|" + " --- |" * len(row))


if __name__ == "__main__":
    main()
