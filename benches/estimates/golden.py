"""The documents that stand in the repository with their counts, so that a test needs no tokenizers.

They are held-out ones, of kinds whose texts may be copied: messages of Django under its licence of three
clauses, and what programs make up. Which ones is told by their hash, not by their counts.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from benches.estimates.corpora import Document

FILE = Path(__file__).parents[2] / "tests/data/estimate_counts.json"
KINDS = ("hebrew", "indic", "thai, khmer, burmese", "armenian, georgian", "any characters", "base64",
         "hex, uuid", "logs", "tables")  # fmt: skip
EACH, LONGEST = 50, 1000
"""Documents of a kind, and characters of one, at most."""


def write(documents: list[Document], tokens: dict[str, np.ndarray], aims: dict[str, tuple[str, ...]]) -> None:
    """Writes each kind's texts, each with the counts that either estimate must not fall below."""
    lines = []
    for kind in KINDS:
        for row in chosen(documents, kind):
            counts = {name: {aim: int(tokens[aim][row]) for aim in each} for name, each in aims.items()}
            lines.append(
                json.dumps({"kind": kind, "text": documents[row].text, **counts}, ensure_ascii=False)
            )
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def chosen(documents: list[Document], kind: str) -> list[int]:
    rows = [row for row, document in enumerate(documents)
            if document.kind == kind and not document.calibrates and len(document.text) <= LONGEST
            and (not document.part or kind == "any characters")]  # fmt: skip
    return sorted(rows, key=lambda row: zlib.crc32(documents[row].text.encode()))[:EACH]
