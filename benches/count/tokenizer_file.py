"""OpenAI's encodings as a `tokenizer.json`, which the `tokenizers` package reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

MERGES = Path(__file__).parents[2] / "rust" / "core" / "vocabulary"

PATTERNS = {
    "cl100k_base": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+\z|\s*[\r\n]|\s+(?!\S)|\s",
    "o200k_base": r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
}
"""Those of tiktoken without the possessive quantifiers and the `$`, which Oniguruma reads in another way."""


def tokenizer_file(encoding: str) -> dict[str, Any]:
    """What stands in the file, without control tokens."""
    letters = letter_of_byte()
    texts, merges = list(letters), []
    for left, right in pairs(encoding):
        merges.append([texts[left], texts[right]])
        texts.append(texts[left] + texts[right])
    split = {
        "type": "Split",
        "pattern": {"Regex": PATTERNS[encoding]},
        "behavior": "Isolated",
        "invert": False,
    }
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    model = {"type": "BPE", "vocab": {text: at for at, text in enumerate(texts)}, "merges": merges}
    return {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, byte_level]},
        "model": {**model, "ignore_merges": True},
    }


def pairs(encoding: str) -> list[tuple[int, int]]:
    """The two parts of each merge, out of the six columns of our file."""
    file = MERGES.joinpath(f"{encoding}.merges").read_bytes()
    rows = len(file) // 6
    columns = [file[at * rows : (at + 1) * rows] for at in range(6)]
    return [(a << 16 | b << 8 | c, d << 16 | e << 8 | f) for a, b, c, d, e, f in zip(*columns, strict=True)]


def letter_of_byte() -> list[str]:
    """GPT-2's letter for each byte: itself where it can be seen, one above U+00FF where not."""
    seen = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    hidden = iter(range(0x100, 0x200))
    return [chr(byte if byte in seen else next(hidden)) for byte in range(256)]
