"""Features of Cyrillic, Arabic, Armenian, Georgian and accented Latin letters: each with the one before it.

A few large languages share these letters with many small ones, and a pair tells them apart better than a
single letter: Russian `которые` is one token of Gemini, Sakha `уонна` three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benches.estimates import letters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from benches.estimates.references import Count

CYRILLIC = (
    "аоенитрлсквдмуыпзгбяійьчшхэжцъАфюәКСщјТВПНүОБИєөДЕМРӹЛУӧғёЯңӓЗњқїӀГФўҳҡһЧХљЭӱҙҥћШЖЙЦӣІӑҭђӗҷҫҵЬӥұЮґԥӯӡЫҚҍҟ"
    "ӨҗҮѥЈҲѧҕЁѣӭҺҧЄҠӘҿӈӵ"
)
ARABIC = "ارنلیتومىدسبيەکهشئقزكفپجگعۇخحچہةصےھېۈغڭطںۆأآٹۋذٱضظإڈثێءڤڕڪؤژ"
LATIN = "éáäıóöüèíëàêšâçčæžúşåìôòñãđîćłýğŋėāùīąûśõēńōăżðěęūøßňưřŭőțɛɔə"
ARMENIAN = "աոերնիտւմկլվքյսգըղցբթհծդէխշռչպջփԱՄՀժզօևՈճՍՓԿՏԳձԴՊԲՆ֊ԵԸԹֆՎՕՑՇՉՖՁԷԼԺԽԻՅ"
GEORGIAN = "იაერსლომნბვუთდშტგხკქფცპწყზჩღძჷჯჭჟჰჸ"
"""The letters that most calibrating texts have, the most frequent first."""
SIZE = 128
"""Letters of a table; two alphabets that no word has both of share one."""
TABLES = (CYRILLIC, ARABIC.ljust(SIZE - len(LATIN)) + LATIN, ARMENIAN + GEORGIAN)
CONTEXTS = letters.ALL + SIZE
"""What may stand before: a sort of `letters.py`, or a letter of the same table."""
NUMBER = len(TABLES) * SIZE * CONTEXTS


def numbers_of_code_points() -> NDArray[np.int64]:
    """The place of each letter in the tables, one behind the other; -1 where it is in none."""
    table = np.full(0x110000, -1)
    for number, characters in enumerate(TABLES):
        for place, character in enumerate(characters):
            if character != " ":
                table[ord(character)] = number * SIZE + place
    return table


NUMBER_OF = numbers_of_code_points()


def features(points: NDArray[np.uint32]) -> NDArray[np.int64]:
    """For each character of a text the feature that it is, or a negative number where it is none."""
    own = NUMBER_OF[points]
    before = np.concatenate(([-1], own[:-1]))
    sorts = np.concatenate(([letters.BLANK], letters.SORT_OF[points[:-1]]))
    same_table = (before >= 0) & (before // SIZE == own // SIZE)
    return np.where(own < 0, -1, own * CONTEXTS + np.where(same_table, letters.ALL + before % SIZE, sorts))


BEHIND = ("letter", "blank", "line end", "ASCII letter", "other")
"""The sorts of what stands before that have one weight in the first fit."""


def behind() -> NDArray[np.int64]:
    """For each of what may stand before a letter its number in `BEHIND`."""
    found = np.full(CONTEXTS, BEHIND.index("other"))
    found[letters.ALL :] = BEHIND.index("letter")
    found[letters.BLANK] = BEHIND.index("blank")
    found[letters.SORTS.index("\n\r")] = BEHIND.index("line end")
    found[: letters.TARGETS - 1] = BEHIND.index("ASCII letter")
    return found


def together() -> NDArray[np.int64]:
    """For each feature the number of its letter and of the sort of what stands before."""
    every = np.arange(NUMBER)
    return every // CONTEXTS * len(BEHIND) + behind()[every % CONTEXTS]


def apart(counters: Sequence[Count], times: int = 50) -> NDArray[np.float64]:
    """The tokens of each letter behind a mark, by the tokenizer that has most."""
    alone = [count("-a" * times) for count in counters]
    return np.array([
        max(1 + (count(f"-{character}" * times) - few) / times
            for count, few in zip(counters, alone, strict=True))
        for character in "".join(table.ljust(SIZE) for table in TABLES)
    ])  # fmt: skip
