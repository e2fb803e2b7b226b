"""Short texts made to split where candidates go wrong."""

from __future__ import annotations

import random
import unicodedata
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Part = Callable[[random.Random], str]

ENDINGS = (
    *("s", "S", "ſ", "t", "T", "re", "RE", "rE", "ve", "VE", "m", "M", "ll", "LL", "lL", "ſſ", "d", "D", "K"),
    *("\u212a", "ı", "İ", "ss"),
)
CONTRACTIONS = tuple(before + ending for before in ("'", "’", "`", " '", "x'") for ending in ENDINGS)
AROUND_CONTRACTIONS = (
    *("'", "'", "’", "s", "S", "ſ", "ſ", "K", "t", "re", "VE", "ll", "d", "m", "x", "X", "é", "É", "ǅ"),
    *("\u0301", "語", " ", "\n", "1", "/", ".", "tbss", "the"),
)
BLANKS = (
    *("\r", "\n", "\r\n", " ", "  ", "\t", "\u00a0", "\u2028", "\u2029", "\u3000", "\u0085", "\x0b", "\x0c"),
    *("\u200b", "\ufeff", "\x1c", "\x1f", "\u180e"),
)
DIGITS = "0123456789٠١٢३४५๐๑二三Ⅷ½²₃①𝟘𝟙〇৳"
EMOJI = (
    "😀",
    "👩\u200d👩\u200d👧\u200d👦",
    "🏳\ufe0f\u200d🌈",
    "👍🏽",
    "🇯🇵",
    "\u200d",
    "\ufe0f",
    "\u20e3",
    "❤\ufe0f",
)
LETTERS = "abcXYZéÉßſKÅǅʰªºñΩωЖжאבاب\u0917\u093eกำ한글漢字かなカナー\ua7f2"
MARKS = '!?.,;:-=+*/#@()[]{}<>|\\^~_"%&$…—«»、。！？'
WORDS = (
    *("the", "The", "THE", "don't", "We'RE", "HTTPServer", "camelCase", "snake_case", "foo.bar()", "x/y"),
    *("//\n", "/\n", ".\n/", "<|endoftext|>", "<|im_start|>", "3.14159", "1234567", "http://a.b/c?d=e"),
)
MANY = ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Nd", "Nl", "No", "Zs", "Cf")


def one(choices: Sequence[str]) -> Part:
    return lambda rng: rng.choice(choices)


def some(longest: int, part: Part) -> Part:
    return lambda rng: "".join(part(rng) for _ in range(rng.randrange(1, longest + 1)))


def combining(rng: random.Random) -> str:
    return chr(rng.choice(combining_marks()))


@cache
def combining_marks() -> list[int]:
    return [code for kind in ("Mn", "Mc", "Me") for code in categories()[kind]]


def any_code_point(rng: random.Random) -> str:
    """As likely of ASCII as of two bytes, of the plane below the surrogates or of what is above."""
    low = [rng.randrange(end) for end in (0x80, 0x800, 0xD800)]
    return chr(rng.choice((*low, rng.randrange(0xE000, 0x110000))))


def of_category(rng: random.Random, among: Sequence[str]) -> str:
    return chr(rng.choice(categories()[rng.choice(among)]))


PARTS: tuple[Part, ...] = (
    lambda rng: of_category(rng, list(categories())),
    one(CONTRACTIONS),
    some(5, one(BLANKS)),
    some(7, one(DIGITS)),
    one(EMOJI),
    some(6, one(LETTERS)),
    some(4, one(MARKS)),
    one(WORDS),
    some(3, combining),
    any_code_point,
    lambda rng: rng.choice(" \n'") * rng.randrange(1, 12),
    some(4, lambda rng: of_category(rng, MANY)),
)


def fuzz(number: int, seed: int = 11) -> list[str]:
    """Texts of up to 29 parts: blanks, digits, letters, marks, words, emoji, any code points."""
    rng = random.Random(seed)
    return ["".join(rng.choice(PARTS)(rng) for _ in range(rng.randrange(1, 30))) for _ in range(number)]


@cache
def categories() -> dict[str, list[int]]:
    """Code points by their general category, without surrogates."""
    found = defaultdict(list)
    for code in scalars():
        found[unicodedata.category(chr(code))].append(code)
    return dict(found)


def scalars(step: int = 1) -> Iterator[int]:
    return (code for code in range(0, 0x110000, step) if not 0xD800 <= code <= 0xDFFF)


def sweep(step: int) -> list[str]:
    """Every (or every `step`th) code point in nine places where its class changes the split."""
    return [
        f"x{s}y 1{s}2 {s}{s}!{s} A{s}b{s}'s{s}\n{s} \n  {s}" for code in scalars(step) for s in [chr(code)]
    ]


def contractions(number: int) -> list[str]:
    """Short texts of the characters that the rule of contractions looks at."""
    rng = random.Random(9)
    return ["".join(rng.choices(AROUND_CONTRACTIONS, k=rng.randrange(2, 12))) for _ in range(number)]
