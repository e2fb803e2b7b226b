"""Writes tests/data/token_counts.json: texts with the counts that Python tiktoken gives.

python -m benches.encodings.golden [--vocabularies FOLDER]
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from benches.encodings import corpora, reference, traps

FAMILIES = ("cl100k_base", "o200k_base", "p50k_base", "r50k_base")
"""One name for each way to count; the other encodings count as one of these."""

LONGEST = 300
"""Characters of a text."""


def texts() -> list[str]:
    """1,200 fuzzed texts, 500 of contractions, 300 out of real traces and 200 of made-up CJK."""
    rng = random.Random(23)
    chat = [text for text in dict.fromkeys(corpora.chat()) if 20 < len(text) < LONGEST]
    cjk = [text[:60] for text in corpora.cjk(2_000_000, [])[:200]]
    drawn = traps.fuzz(1200, seed=23) + traps.contractions(500) + rng.sample(chat, 300) + cjk
    return [text for text in dict.fromkeys(drawn) if len(text) <= LONGEST]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--vocabularies", type=Path, help="folder of tiktoken's cached vocabularies")
    reference.use(parser.parse_args().vocabularies)
    rows = ([text, *(reference.count(family, text) for family in FAMILIES)] for text in texts())
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    written = f'{{"encodings": {json.dumps(FAMILIES)}, "texts": [\n{lines}\n]}}\n'
    corpora.DATA.joinpath("token_counts.json").write_text(written, encoding="utf-8")


if __name__ == "__main__":
    main()
