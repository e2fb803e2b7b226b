"""Makes the files of rust/core/vocabulary out of OpenAI's, or checks that they are what it would make.

    python -m benches.encodings.vocabularies [--write] [--vocabularies FOLDER]

A file of OpenAI's has a token and its rank in each line. What is needed of it are the merges: for every
token of more than one byte the two tokens that it is merged of, which merging its bytes by rank tells.
Tokens are numbered by rank, after the 256 that are bytes. Two parts must be left before a token's own merge:
so it can be reached, and its parts have smaller numbers.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benches.encodings import reference

HOME = Path(__file__).parents[2] / "rust" / "core" / "vocabulary"


def merges(ranks: dict[bytes, int]) -> list[tuple[int, int]]:
    """The two parts of every token of more than one byte, in the order of rank."""
    numbers = {bytes([byte]): byte for byte in range(256)}
    found = []
    for token in sorted((token for token in ranks if len(token) > 1), key=ranks.__getitem__):
        left, right = parts(token, ranks)
        found.append((numbers[left], numbers[right]))
        numbers[token] = len(numbers)
    return found


def parts(token: bytes, ranks: dict[bytes, int]) -> list[bytes]:
    """What merging by rank makes of a token's bytes with all merges that come before its own."""
    left = [bytes([byte]) for byte in token]
    while True:
        pairs = ((ranks.get(left[at] + left[at + 1], ranks[token]), at) for at in range(len(left) - 1))
        rank, at = min(pairs)
        if rank >= ranks[token]:
            return left
        left[at : at + 2] = [left[at] + left[at + 1]]


def columns(pairs: list[tuple[int, int]]) -> bytes:
    """The high, middle and low bytes of all left parts, then those of all right parts."""
    return b"".join(
        bytes(pair[side] >> shift & 255 for pair in pairs) for side in (0, 1) for shift in (16, 8, 0)
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--vocabularies", type=Path, help="folder of tiktoken's cached vocabularies")
    options = parser.parse_args()
    reference.use(options.vocabularies)
    for name in reference.FILES:
        made = columns(merges(reference.encoding(name)._mergeable_ranks))  # noqa: SLF001 - there is no public way
        file = HOME / f"{name}.merges"
        if options.write:
            file.write_bytes(made)
        print(f"{name}: {'as it is made' if file.read_bytes() == made else 'DIFFERS'}, {len(made):,} bytes")


if __name__ == "__main__":
    main()
