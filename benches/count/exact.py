"""Whether a library counts as tiktoken does: every text of the corpora, odd texts, and long unbroken ones."""

from __future__ import annotations

import base64
import random
import time
from string import ascii_lowercase, punctuation
from typing import TYPE_CHECKING

from benches.count.rival import REFERENCE, RIVALS, loaded
from benches.count.worker import Failure, fresh
from benches.encodings import traps

if TYPE_CHECKING:
    from collections.abc import Iterator

MEGABYTE = 1_000_000
PATIENCE_S = 60.0
FUZZED = 20_000


def rows(encoding: str, corpora: dict[str, list[str]]) -> Iterator[tuple[str, ...]]:
    """Per library: texts of the corpora and fuzzed texts with another count, half a surrogate pair."""
    texts = [text for corpus in corpora.values() for text in corpus]
    fuzzed = traps.fuzz(FUZZED, seed=23)
    yield (encoding, f"of {len(texts):,} texts", f"of {len(fuzzed):,} fuzzed", "half a surrogate pair")
    wanted = [fresh(counts, REFERENCE, encoding, some) for some in (texts, fuzzed)]
    for name in RIVALS:
        found = [fresh(counts, name, encoding, some) for some in (texts, fuzzed)]
        yield (name, *map(differing, wanted, found), half_pair(name, encoding))


def differing(wanted: list[int] | Failure, found: list[int] | Failure) -> str:
    if isinstance(wanted, Failure) or isinstance(found, Failure):
        return str(found)
    return f"{sum(a != b for a, b in zip(wanted, found, strict=True)):,}"


def counts(name: str, encoding: str, texts: list[str]) -> list[int]:
    return [int(count) for count in loaded(name, encoding).batch(texts)]


def half_pair(name: str, encoding: str) -> str:
    counted = fresh(counts, name, encoding, ["ab\ud83dcd"])
    return str(counted) if isinstance(counted, Failure) else f"{counted[0]} tokens"


def hostile(encoding: str) -> Iterator[tuple[str, ...]]:
    """Per text of 1 MB: CPU ms of each library; wrong counts and failures by name."""
    yield (f"1 MB, {encoding}", *RIVALS)
    for title, text in unbroken().items():
        answers = {name: fresh(timed, name, encoding, text, seconds=PATIENCE_S) for name in RIVALS}
        reference = answers[REFERENCE]
        wanted = answers["contextthrift"][0] if isinstance(reference, Failure) else reference[0]
        yield (title, *(cell(answer, wanted) for answer in answers.values()))


def cell(answer: tuple[int, float] | Failure, wanted: int) -> str:
    if isinstance(answer, Failure):
        return str(answer)
    count, taken = answer
    return f"{taken * 1e3:.1f}" + (f" (counts {count:,} for {wanted:,})" if count != wanted else "")


def timed(name: str, encoding: str, text: str) -> tuple[int, float]:
    """The count, and CPU seconds of a second go."""
    rival = loaded(name, encoding)
    rival.count(text[:1_000])
    started = time.process_time()
    counted = rival.count(text)
    return counted, time.process_time() - started


def unbroken() -> dict[str, str]:
    rng = random.Random(3)
    return {
        "a": "a" * MEGABYTE,
        "ab": "ab" * (MEGABYTE // 2),
        "blanks": " " * MEGABYTE,
        "line breaks": "\n" * MEGABYTE,
        "=": "=" * MEGABYTE,
        "語": "語" * (MEGABYTE // 3),
        "emoji": "😀" * (MEGABYTE // 4),
        "random word": "".join(rng.choices(ascii_lowercase, k=MEGABYTE)),
        "random signs": "".join(rng.choices(punctuation, k=MEGABYTE)),
        "random Han": "".join(map(chr, (rng.randrange(0x4E00, 0x9FA6) for _ in range(MEGABYTE // 3)))),
        "base64": base64.b64encode(rng.randbytes(MEGABYTE * 3 // 4)).decode(),
        "5,000 blanks, x": (" " * 5_000 + "x") * (MEGABYTE // 5_001),
    }
