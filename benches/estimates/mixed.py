"""Documents of kinds that the packages have hardly any of: CSV with dates, JSON of emoji with names in
Chinese, Japanese and Korean.

They are drawn from a seed; emoji and names come from documents of the same half. `unseen.py` has such files
of real packages, and showed what was missing here.
"""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from benches.estimates.corpora import Document

if TYPE_CHECKING:
    from collections.abc import Iterator

DATES = ("%Y/%m/%d %H:%M", "%Y/%m/%d %H:%M:%S", "%m/%d/%Y", "%d/%m/%Y %H:%M", "%Y/%m/%d", "%Y-%m-%d",
         "%Y-%m-%d %H:%M", "%Y %b", "%b-%y", "%d-%b-%Y", "%d.%m.%Y", "%Y-%m", "%B %d %Y")  # fmt: skip
STEPS = (1, 60, 1_440, 43_830)
"""Minutes from row to row."""
FIRST = datetime(1990, 1, 1, tzinfo=UTC)
NAMES = {
    "japanese": "[\u3040-\u30ff\u4e00-\u9fff]{2,10}",
    "chinese": "[\u4e00-\u9fff]{2,10}",
    "korean": "[\uac00-\ud7a3]{1,6}(?: [\uac00-\ud7a3]{1,6})?",
}
"""What a name is in the documents of a kind."""
EMOJI = re.compile("[\U0001f300-\U0001f6ff\U0001f900-\U0001f9ff]")
JOINED = ("", "", "\\ufe0f", "\U0001f3fd\\u200d\u2642")
"""What stands behind an emoji: nothing, its selector escaped, a skin tone and a man."""
DATED = 150
NAMED = 60
"""Documents of a half, of dates and of each language."""
SEED = 78


def documents(others: list[Document]) -> list[Document]:
    """All of them; each is kept with itself."""
    return [document for calibrates in (True, False) for document in half(others, calibrates=calibrates)]


def half(others: list[Document], *, calibrates: bool) -> Iterator[Document]:
    rng = random.Random(SEED + calibrates)
    mine = [document for document in others if document.calibrates == calibrates]
    for number in range(DATED):
        yield Document("csv with dates", dated(rng), calibrates, number, "data: csv with dates")
    emoji = found(mine, "emoji", EMOJI)
    for language, pattern in NAMES.items():
        names = found(mine, language, re.compile(pattern))
        for number in range(NAMED):
            text = named(rng, emoji, names)
            yield Document("json with emoji", text, calibrates, number, f"data: json with emoji, {language}")


def found(documents: list[Document], kind: str, pattern: re.Pattern[str]) -> list[str]:
    """What matches in the documents of a kind."""
    return sorted(
        {each for document in documents if document.kind == kind for each in pattern.findall(document.text)}
    )


def dated(rng: random.Random) -> str:
    """Rows of a date and some measurements, as CSV."""
    date, step, is_first = rng.choice(DATES), rng.choice(STEPS), rng.random() < 0.6
    decimals, columns = rng.choice([0, 0, 1, 1, 2, 5]), rng.choice([1, 1, 2, 4])
    begin, spread, mark = rng.randrange(10**7), rng.choice([3, 30, 3000]), rng.choice(['"', "", ""])
    rows = []
    for row in range(rng.randrange(10, 120)):
        values = [f"{abs(rng.gauss(spread, spread)):.{decimals}f}" for _ in range(columns)]
        minutes = begin + row * step + rng.random()
        when = (FIRST + timedelta(minutes=minutes)).strftime(f"{mark}{date}{mark}")
        rows.append(",".join([when, *values] if is_first else [*values, when]))
    return "\n".join(rows) + "\n"


def named(rng: random.Random, emoji: list[str], names: list[str]) -> str:
    """Lines of emoji and their names."""
    return "".join(line(rng, emoji, names) for _ in range(rng.randrange(8, 60)))


def line(rng: random.Random, emoji: list[str], names: list[str]) -> str:
    name = "_".join(rng.choice(names) for _ in range(rng.choice([1, 1, 1, 2, 2])))
    return f'"{rng.choice(emoji)}{rng.choice(JOINED)}": ":{name}:",\n'
