"""A million fuzzed texts, counted by every exact encoding and by tiktoken.

    PYTHONPATH=python target/bench-count/venv/bin/python -m benches.count.fuzz [--record]

tiktoken splits by its regex and merges by its own loop. Each text is counted alone as well as in batches, so
that what is remembered of pieces and of blocks of texts is met in both orders.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from benches import record
from benches.encodings import reference, traps
from contextthrift import cache_clear, get_encoding

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMBER, SEED = 1_000_000, 29
BATCH = 5_000
SAME = {
    "cl100k_base": ["cl100k_base"],
    "o200k_base": ["o200k_base", "o200k_harmony"],
    "p50k_base": ["p50k_base", "p50k_edit"],
    "r50k_base": ["r50k_base", "gpt2"],
}
"""By the encoding whose counts are the reference: all that differ from it in control tokens alone."""


def rows() -> Iterator[tuple[str, ...]]:
    texts = traps.fuzz(NUMBER, SEED)
    size = sum(len(text.encode()) for text in texts) / 1e6
    yield ("encoding", "texts", "MB", "tokens", "other counts in batches", "alone", "in batches again")
    for name, alike in SAME.items():
        wanted = [reference.count(name, text) for text in texts]
        for encoding in alike:
            cache_clear()
            found = [differing(wanted, counts) for counts in ways(encoding, texts)]
            yield (encoding, f"{NUMBER:,}", f"{size:.1f}", f"{sum(wanted):,}", *map(str, found))


def ways(encoding: str, texts: list[str]) -> Iterator[list[int]]:
    """The counts in batches, one by one, and in batches whose counts are remembered."""
    count = get_encoding(encoding)
    for is_alone in (False, True, False):
        if is_alone:
            yield [count.count(text) for text in texts]
        else:
            batches = (texts[at : at + BATCH] for at in range(0, len(texts), BATCH))
            yield [tokens for batch in batches for tokens in count.count_list(batch)]


def differing(wanted: list[int], found: list[int]) -> int:
    return sum(a != b for a, b in zip(wanted, found, strict=True))


if __name__ == "__main__":
    reference.use(None)
    table = list(rows())
    record.show("count.fuzz", "A million fuzzed texts", table, write="--record" in sys.argv[1:])
