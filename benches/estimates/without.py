"""How texts do that nobody thought of: fits without a family of kinds, measured on all of its documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benches import record
from benches.estimates import fit
from benches.estimates.classes import matrix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benches.estimates.__main__ import Work
    from benches.estimates.corpora import Document

FAMILIES = {
    "Bantu languages": ("languages: bantu",),
    "West African languages": ("languages: west african",),
    "Austronesian languages": ("languages: austronesian",),
    "Uralic and Baltic languages, Basque": ("languages: uralic, basque, baltic",),
    "Turkic languages": ("languages: turkic",),
    "Celtic languages, Albanian, Maltese": ("languages: celtic, albanian, maltese",),
    "Romance languages": ("languages: romance",),
    "Germanic languages": ("languages: germanic",),
    "Slavic languages": ("languages: slavic",),
    "other Latin letters": ("languages: other latin",),
    "small languages in Cyrillic letters": ("languages: cyrillic", "Cyrillic"),
    "small languages in Arabic letters": ("languages: arabic", "Arabic"),
    "SQL, YAML, TOML, configuration": ("data: sql", "data: yaml", "data: toml", "data: configuration"),
    "LaTeX, XML, HTML": ("data: latex", "data: xml", "data: html"),
    "logs, stack traces, CSV": ("data: log", "data: stack traces", "data: csv"),
    "JSON with emoji, READMEs": ("data: json with emoji", "data: readmes"),
    "Lisp, Agda, Erlang, Prolog, Octave": (
        "code: lisp", "code: agda", "code: erlang", "code: prolog", "code: octave"),
    "C, C++, Java, Go, JavaScript, TypeScript, PHP": (
        "code: c, c++", "code: java", "code: go", "code: javascript", "code: typescript", "code: php"),
    "Perl, Ruby, shell, Lua, assembler, CMake, style sheets": (
        "code: perl", "code: ruby", "code: shell", "code: lua", "code: assembler", "code: cmake, m4",
        "code: style sheets"),
}  # fmt: skip
"""The families of `wider.py` that are left out together, and the names of their levels where these differ.
The first documents all stay, so the large languages of a family are known."""
FILE = record.RESULTS / "estimates-without.md"


def rows(
    documents: fit.Calibration, aim: np.ndarray, known: fit.Frame, work: Work, largest: np.ndarray
) -> Iterator[tuple[str, ...]]:
    """For each family the documents, those under-counted, and quantiles of estimate / largest count."""
    parts = np.array([document.part for document in work.documents])
    for family, left_out in FAMILIES.items():
        kept = ~np.isin(documents.kinds, left_out)
        weights = fit.solved(documents.at(kept), aim[kept], known)
        mine = np.isin(parts, left_out)
        counts = matrix(d.text for d, here in zip(work.documents, mine, strict=True) if here)
        ratios = fit.estimate(counts @ weights) / largest[mine]
        low, middle, high = np.quantile(ratios, [0.02, 0.5, 0.98])
        under = f"{100 * (ratios < 1).mean():.1f} %"
        yield family, str(mine.sum()), under, f"{low:.2f}", f"{middle:.2f}", f"{high:.2f}"


def languages(documents: list[Document]) -> int:
    return len({document.kind for document in documents if document.kind.startswith("language ")})


def write(found: list[tuple[str, ...]], documents: list[Document]) -> None:
    """The record."""
    text = (
        "# Estimates of kinds that were left out of the fit\n\n"
        f"{languages(documents)} languages, and code and data. All documents of each family, with weights "
        "that were fitted without it, at the levels of the whole fit. The ratio is estimate / largest count "
        "that must be covered. How: [benches/estimates](../estimates/README.md), `without`.\n\n"
        + record.markdown(
            [
                ("estimate", "left out", "documents", "under", "2nd percentile", "median", "98th percentile"),
                *found,
            ]
        )
        + "\n"
    )
    print(text)
    FILE.write_text(text, encoding="utf-8")
