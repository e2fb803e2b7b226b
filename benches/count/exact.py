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
    texts = unbroken()
    columns = {name: answers(name, encoding, texts) for name in RIVALS}
    yield (f"1 MB, {encoding}", *RIVALS)
    for title in texts:
        row = [column[title] for column in columns.values()]
        reference, ours = columns[REFERENCE][title], columns["contextthrift"][title]
        wanted = ours if isinstance(reference, Failure) else reference
        yield (title, *(cell(answer, wanted) for answer in row))


Answer = tuple[int, float]


def answers(name: str, encoding: str, texts: dict[str, str]) -> dict[str, Answer | Failure]:
    """What a library says of each text; alone in a process where it does not survive all of them in one."""
    together = fresh(timed, name, encoding, list(texts.values()), seconds=PATIENCE_S)
    if not isinstance(together, Failure):
        return dict(zip(texts, together, strict=True))
    alone = {title: fresh(timed, name, encoding, [text], seconds=PATIENCE_S) for title, text in texts.items()}
    return {title: found if isinstance(found, Failure) else found[0] for title, found in alone.items()}


def cell(answer: Answer | Failure, wanted: Answer | Failure) -> str:
    if isinstance(answer, Failure) or isinstance(wanted, Failure):
        return str(answer)
    (count, taken), (right, _) = answer, wanted
    return f"{taken * 1e3:.1f}" + (f" (counts {count:,} for {right:,})" if count != right else "")


def timed(name: str, encoding: str, texts: list[str]) -> list[Answer]:
    """For each text its count, and the CPU seconds that it took."""
    rival, found = loaded(name, encoding), []
    rival.count(texts[0][:1_000])
    for text in texts:
        started = time.process_time()
        counted = rival.count(text)
        found.append((counted, time.process_time() - started))
    return found


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
