"""Fits the weights of the estimates, and records how far they are from real counts; see README.md."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benches.estimates import (
    aiming,
    alphabets,
    corpora,
    fit,
    floors,
    golden,
    levels,
    mixed,
    pairs,
    references,
    rust_tables,
    sorts,
    sources,
    translated,
    unseen,
    wider,
    without,
)
from benches.estimates.classes import matrix

AIMS = {
    "claude": (references.CLAUDE_NOW, references.CLAUDE_BEFORE, "o200k"),
    "gemini": (references.GEMINI, "o200k"),
}
"""The tokenizers that an estimate must not fall below; the first is the one whose excess is kept low."""
COVERED = tuple(dict.fromkeys(name for aims in AIMS.values() for name in aims))
BEYOND = {"claude": 2, "gemini": 0}
"""Tokens that a character outside ASCII may have more than bytes: by ctok a word of a rare script has one for
its start and one for its end, and each byte is a token."""
ORIGINS = {
    "claude": "Weights for Claude: above what ctok 1.3.0 counts for Claude 4.7 and later and for Claude 3\n"
    "to 4.6, and above o200k, for 98 of 100 documents of a kind. docs/estimates.md says how, and how far.",
    "gemini": "Weights for Gemini: above the counts of Gemma 3's vocabulary, by which Google's SDK counts\n"
    "Gemini, and above o200k, for 98 of 100 documents of a kind. docs/estimates.md says how, and how far.",
}


class Work(NamedTuple):
    """The documents and what each reference counts."""

    documents: list[corpora.Document]
    tokens: dict[str, np.ndarray]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benches.estimates", description=__doc__)
    parser.add_argument("what", choices=["fetch", "levels", "pairs", "fit", "without", "golden", "table"])
    parser.add_argument(
        "--folder", type=Path, default=Path("target/estimates"), help="of packages and counts"
    )
    parser.add_argument(
        "--data", type=Path, default=corpora.TESTS, help="folder of chats and tool schemas (*.jsonl)"
    )
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    folder = references.package("litellm") / "litellm_core_utils/tokenizers"
    os.environ.setdefault("TIKTOKEN_CACHE_DIR", str(folder))
    if options.what == "fetch":
        sources.fetch(options.folder, translated.DEBIAN)
        unseen.fetch(options.folder)
        wider.fetch(options.folder)
        return
    if options.what == "levels":
        counters = references.references()
        levels.write(counters[references.CLAUDE_NOW], counters[references.GEMINI], counters["o200k"])
        return
    if options.what == "pairs":
        pairs.write(pairs.measured(translated.calibrating(options.folder), references.starts()))
        return
    older = counted(options.folder, corpora.documents(options.folder, options.data), references.NAMES)
    work = together(older, counted(options.folder, wider.documents(options.folder), COVERED))
    work = together(work, counted(options.folder, mixed.documents(older.documents), COVERED))
    if options.what == "fit":
        fit_all(work)
    elif options.what == "without":
        leave_out(work)
    elif options.what == "golden":
        golden.write(work.documents, work.tokens, AIMS)
    else:
        from benches.estimates import table  # noqa: PLC0415 - needs the built package, which a fit changes

        others = counted(options.folder, unseen.documents(options.folder), COVERED)
        table.write((work, older, others), AIMS, references.references(), BEYOND)


def together(one: Work, other: Work) -> Work:
    """Both, with the counts of the references that both have."""
    tokens = {name: np.append(one.tokens[name], counts) for name, counts in other.tokens.items()}
    return Work([*one.documents, *other.documents], tokens)


def counted(folder: Path, documents: list[corpora.Document], names: tuple[str, ...]) -> Work:
    """The documents with their counts; counts are kept in the folder, as they take minutes."""
    kept = folder / "counts.json"
    known: dict[str, dict[str, int]] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    counters = references.references()
    for name in names:
        count = counters[name]
        counts = known.setdefault(name, {})
        for document in documents:
            if (key := key_of(document.text)) not in counts:
                counts[key] = count(document.text)
    kept.write_text(json.dumps(known), encoding="utf-8")
    keys = [key_of(document.text) for document in documents]
    tokens = {name: np.array([known[name][key] for key in keys]) for name in names}
    return Work(documents, tokens)


def key_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def fit_all(work: Work) -> None:
    """Writes the Rust files from the calibration half."""
    rust_tables.write_classes()
    for name, aims in AIMS.items():
        weights = aiming.fitted(calibration(work, aims), frame(name))
        rust_tables.write_weights(name, ORIGINS[name], weights, BEYOND[name])
        print(f"wrote the weights of {name}")


def leave_out(work: Work) -> None:
    """Writes how each estimate does on families that it is not fitted on."""
    found: list[tuple[str, ...]] = []
    for name, aims in AIMS.items():
        documents, known = calibration(work, aims), frame(name)
        largest = np.max([work.tokens[aim] for aim in aims], axis=0)
        rows = without.rows(documents, aiming.levels(documents, known), known, work, largest)
        found += [(name, *row) for row in rows]
    without.write(found, work.documents)


def frame(name: str) -> fit.Frame:
    counters = references.references()
    return fit.frame(measured([counters[aim] for aim in AIMS[name]]), BEYOND[name])


def measured(counters: list[references.Count]) -> fit.Measured:
    found = (floors.runs_of_one(counters), floors.rare(counters), floors.apart(counters))
    return fit.Measured(*found, alphabets.apart(counters))


def calibration(work: Work, aims: tuple[str, ...]) -> fit.Calibration:
    """The calibration half as arrays."""
    mine = np.array([document.calibrates for document in work.documents])
    kept = [document for document in work.documents if document.calibrates]
    tokens = [work.tokens[aim][mine].astype(float) for aim in aims]
    return fit.Calibration(
        counts=matrix(document.text for document in kept),
        above=np.max(tokens, axis=0),
        kinds=np.array([sorts.level_of(document) for document in kept]),
        origins=np.array([document.origin for document in kept]),
    )


if __name__ == "__main__":
    main()
