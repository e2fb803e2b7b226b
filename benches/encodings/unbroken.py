"""Long texts that a splitting pattern hardly breaks: what an attacker sends."""

from __future__ import annotations

import base64
import random
import unicodedata
from string import ascii_lowercase, ascii_uppercase, punctuation

REPEATED = {
    "a": "a",
    "A": "A",
    "aB": "aB",
    "blank": " ",
    "newline": "\n",
    "blank, newline": " \n",
    "CR, LF, blank": "\r\n ",
    "tab, blank": "\t ",
    "no-break space": "\u00a0",
    "5,000 blanks and x": " " * 5000 + "x",
    "5,000 blanks and newline": " " * 5000 + "\n",
    "^": "^",
    "-": "-",
    "/": "/",
    "apostrophe": "'",
    "7": "7",
    "語": "語",
    "한": "한",
    "ก": "ก",
    "ǅ": "ǅ",
    "NUL": "\0",
    "NUL in text": "a\0b \0\0c",
    "control token": "<|endoftext|>",
    "family emoji": "👩‍👩‍👧‍👦",
    "combining acute": "\u0301",
}


def texts(size: int) -> dict[str, str]:
    """Texts of about `size` bytes by what they are made of, and the empty text."""
    repeated = {name: unit * (size // len(unit.encode())) for name, unit in REPEATED.items()}
    return {"nothing": "", **repeated, **drawn(random.Random(3), size)}


def drawn(rng: random.Random, size: int) -> dict[str, str]:
    marks = [chr(code) for code in range(0x10000) if unicodedata.category(chr(code)) == "Mn"]
    return {
        "random word": word(rng, size),
        "random WORD": "".join(rng.choices(ascii_uppercase, k=size)),
        "random marks": "".join(rng.choices(punctuation, k=size)),
        "random Han": "".join(rng.choices([chr(code) for code in range(0x4E00, 0x9FA6)], k=size // 3)),
        "random combining marks": "".join(rng.choices(marks, k=size // 10)),
        "base64": base64.b64encode(rng.randbytes(size * 3 // 4)).decode(),
    }


def word(rng: random.Random, size: int) -> str:
    return "".join(rng.choices(ascii_lowercase, k=size))


def huge() -> dict[str, str]:
    """Two words of 10 MB."""
    return {"random word, 10 MB": word(random.Random(4), 10_000_000), "a, 10 MB": "a" * 10_000_000}
