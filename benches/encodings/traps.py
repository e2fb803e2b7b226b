"""Short texts made to split where candidates go wrong."""

from __future__ import annotations

import random
import unicodedata
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ENDINGS = "s S ſ t T re RE rE ve VE m M ll LL lL ſſ d D K K ı İ ss".split()  # noqa: SIM905 - reads better
BLANKS = "\r \n \r\n \t \xa0 \u2028 \u2029 \u3000 \x85 \v \f \u200b \ufeff \x1c \x1f \u180e".split(" ")
DIGITS = "0123456789٠١٢३४५๐๑二三Ⅷ½²₃①𝟘𝟙〇৳"
EMOJI = ["😀", "👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇯🇵", "\u200d", "\ufe0f", "⃣", "❤️"]
LETTERS = "abcXYZéÉßſKÅǅʰªºñΩωЖжאבابגाกำ한글漢字かなカナーꟲ"
MARKS = '!?.,;:-=+*/#@()[]{}<>|\\^~_"%&$…—«»、。！？'
WORDS = [
    *"the The THE don't We'RE HTTPServer camelCase snake_case foo.bar() x/y".split(),  # noqa: SIM905
    *"//\n /\n .\n/ <|endoftext|> <|im_start|> 3.14159 1234567 http://a.b/c?d=e".split(" "),
]
CONTRACTIONS = [before + ending for before in ("'", "’", "`", " '", "x'") for ending in ENDINGS]
AROUND_CONTRACTIONS = [
    *("'", "'", "’", "s", "S", "ſ", "ſ", "K", "t", "re", "VE", "ll", "d", "m", "x", "X", "é", "É", "ǅ"),
    *("\u0301", "語", " ", "\n", "1", "/", ".", "tbss", "the"),
]
RUNS = [(BLANKS, 5), (DIGITS, 7), (LETTERS, 6), (MARKS, 4), (CONTRACTIONS, 1), (EMOJI, 1), (WORDS, 1)]
"""What a fuzzed text is made of, and how many of it at most in a run."""


def fuzz(number: int, seed: int = 11) -> list[str]:
    """Texts of up to 29 runs of blanks, digits, letters, marks, words, emoji and any code points."""
    rng = random.Random(seed)
    return ["".join(run(rng) for _ in range(rng.randrange(1, 30))) for _ in range(number)]


def run(rng: random.Random) -> str:
    """One run out of a random kind."""
    kind = rng.randrange(len(RUNS) + 4)
    if kind < len(RUNS):
        choices, longest = RUNS[kind]
        return "".join(rng.choices(choices, k=rng.randint(1, longest)))
    if kind == len(RUNS):
        return rng.choice(" \n'") * rng.randrange(1, 12)
    if kind == len(RUNS) + 1:
        return rng.choice(("\u0301", "\u200d")) + code_point(rng, ("Mn", "Mc", "Me"))
    return "".join(code_point(rng, tuple(categories())) for _ in range(rng.randrange(1, 5)))


def code_point(rng: random.Random, among: tuple[str, ...]) -> str:
    return chr(rng.choice(categories()[rng.choice(among)]))


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
