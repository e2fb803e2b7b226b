"""Stack traces through real lines of Python and real classes of Java, put together from a seed."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SEED = 61
ERRORS = (
    "ValueError: invalid literal for int() with base 10: 'x'", "KeyError: 'name'",
    "AttributeError: 'NoneType' object has no attribute 'shape'",
)  # fmt: skip
EXCEPTIONS = ("IOException", "IllegalStateException", "NullPointerException")
REASONS = ("closed", "null", "index 5 out of bounds for length 3")


def all_of(folder: Path, paths: list[Path], java: list[str], number: int) -> Iterator[tuple[str, str]]:
    """So many of either, each with what it is kept with."""
    rng = random.Random(SEED)
    for _ in range(number):
        path = rng.choice(paths)
        yield path.relative_to(folder).parts[0], python(rng, folder, paths)
    classes = list(known(java))
    for each in range(number):
        yield f"java{each}", of_java(rng, classes)


def python(rng: random.Random, folder: Path, paths: list[Path]) -> str:
    lines = ["Traceback (most recent call last):"]
    for _ in range(rng.randint(3, 12)):
        path = rng.choice(paths)
        text = path.read_text("utf-8").splitlines()
        if text:
            number = rng.randrange(len(text))
            name = rng.choice(["__init__", "run", "<module>", path.stem, "call"])
            file = "/".join(path.relative_to(folder).parts[1:])
            lines += [f'  File "/usr/lib/python3/dist-packages/{file}", line {number + 1}, in {name}',
                      f"    {text[number].strip()}"]  # fmt: skip
    return "\n".join([*lines, rng.choice(ERRORS)])


def known(java: list[str]) -> Iterator[tuple[str, str, list[str]]]:
    """The package, the name and some methods of each class."""
    for text in java:
        found = re.search(r"package ([\w.]+);.*?class (\w+)", text, re.DOTALL)
        methods = re.findall(r"\b(\w+)\(", text)[:40]
        if found and methods:
            yield found[1], found[2], methods


def of_java(rng: random.Random, classes: list[tuple[str, str, list[str]]]) -> str:
    error = f"{rng.choice(classes)[0]}.{rng.choice(EXCEPTIONS)}: {rng.choice(REASONS)}"
    lines = [f'Exception in thread "main" {error}']
    for _ in range(rng.randint(5, 25)):
        package, name, methods = rng.choice(classes)
        lines.append(
            f"\tat java.base/{package}.{name}.{rng.choice(methods)}({name}.java:{rng.randint(20, 2000)})"
        )
    return "\n".join(lines)
