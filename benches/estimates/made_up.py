"""Texts that programs write, drawn from a seed: encoded bytes, identifiers, logs, tables, trees, emoji."""

from __future__ import annotations

import base64
import csv
import io
import json
import random
import re
import unicodedata
import uuid
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
MODULES = ("http.server", "db.pool", "worker-3", "app.auth.session", "kubelet", "payments::ledger")
EVENTS = (
    "request completed", "connection reset by peer", "retrying after timeout", "cache miss for key",
    "user logged in", "Failed to open file: No such file or directory", "GET /api/v2/items",
    "checkpoint written",
)  # fmt: skip
NAMES = (
    "src", "main", "lib", "utils", "tests", "docs", "index", "config", "models", "views", "app",
    "setup", "data", "images", "core", "types", "client", "server", "api", "common", "helpers", "build",
    "scripts", "assets", "styles", "components", "routes", "middleware", "handlers", "storage",
    "schema", "migrations", "fixtures", "vendor", "locale", "templates", "static", "public", "bin",
    "examples", "benches", "integration", "parser", "lexer",
)  # fmt: skip
ENDINGS = (
    ".py", ".rs", ".ts", ".tsx", ".md", ".json", ".toml", ".go", ".css", ".html", ".c", ".h", ".java",
    ".yml", ".txt", ".test.js", ".lock",
)  # fmt: skip


def several(number: int, make: Callable[[random.Random], str], seed: int = 7) -> list[str]:
    rng = random.Random(seed)
    return [make(rng) for _ in range(number)]


def base64_text(rng: random.Random) -> str:
    """Random bytes in base64, of one line or wrapped, alone or in a data URL or a JSON value."""
    body = base64.b64encode(rng.randbytes(rng.randint(150, 3000))).decode()
    wrapped = "\n".join(re.findall(".{1,76}", body))
    return rng.choice([body, wrapped, f"data:image/png;base64,{body}", json.dumps({"data": body})])


def hexadecimal(rng: random.Random) -> str:
    """Hashes, UUIDs, dumps of memory, colours: many of one sort."""
    line = rng.choice([
        lambda: rng.randbytes(20).hex(),
        lambda: str(uuid.UUID(int=rng.getrandbits(128))),
        lambda: rng.randbytes(32).hex().upper(),
        lambda: rng.randbytes(16).hex(" "),
        lambda: f"0x{rng.getrandbits(64):016x}: " + rng.randbytes(16).hex(" ", 2),
        lambda: f"#{rng.getrandbits(24):06x};",
    ])  # fmt: skip
    return rng.choice(["\n", " ", ", "]).join(line() for _ in range(rng.randint(8, 60)))


def log(rng: random.Random) -> str:
    return "\n".join(log_line(rng) for _ in range(rng.randint(5, 30)))


def log_line(rng: random.Random) -> str:
    day = f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    clock = (
        f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}:{rng.randint(0, 59):02}.{rng.randint(0, 999):03}"
    )
    place = ".".join(str(rng.randint(1, 254)) for _ in range(4))
    tail = rng.choice([
        f"from {place}:{rng.randint(1024, 65535)}", f"in {rng.random() * 900:.3f} ms",
        f"status={rng.choice([200, 404, 500])}",
        f"trace_id={rng.getrandbits(64):016x}",
        f"user_id={rng.randint(1, 10**7)} attempt={rng.randint(1, 5)}",
    ])  # fmt: skip
    return f"{day}T{clock}Z {rng.choice(LEVELS)} [{rng.choice(MODULES)}] {rng.choice(EVENTS)} {tail}"


def table(rng: random.Random) -> str:
    """Rows of numbers, names and dates as CSV, with tabs, as Markdown, or in columns."""
    names = ["id", "name", "price", "quantity", "date", "region"]
    rows = [names, *([str(cell) for cell in table_row(rng)] for _ in range(rng.randint(5, 40)))]
    return rng.choice([as_csv, as_tabs, as_markdown, as_columns])(rows)


def table_row(rng: random.Random) -> list[object]:
    name = "".join(rng.choice(["al", "ber", "to", "mi", "ra", "kos", "ten"]) for _ in range(3)).title()
    date = f"{rng.randint(1, 28)}.{rng.randint(1, 12)}.2026"
    region = rng.choice(["north", "south-east", "EMEA", "US"])
    return [rng.randint(1, 99999), name, round(rng.random() * 1000, 2), rng.randint(0, 500), date, region]


def as_csv(rows: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def as_tabs(rows: list[list[str]]) -> str:
    return "\n".join("\t".join(row) for row in rows)


def as_markdown(rows: list[list[str]]) -> str:
    head, *body = ("| " + " | ".join(row) + " |" for row in rows)
    return "\n".join([head, "| " + " | ".join("---" for _ in rows[0]) + " |", *body])


def as_columns(rows: list[list[str]]) -> str:
    return "\n".join("".join(cell.ljust(14) for cell in row).rstrip() for row in rows)


def tree(rng: random.Random) -> str:
    """A directory and what is in it, as the command `tree` draws it."""
    return "\n".join([name(rng, ["/", ""]), *branches(rng, "", rng.randint(2, 4))])


def branches(rng: random.Random, indent: str, depth: int) -> list[str]:
    number, lines = rng.randint(2, 6), []
    mark = rng.choice(["/", ""])
    for last in [False] * (number - 1) + [True]:
        is_folder = depth > 0 and rng.random() < 0.4
        lines.append(f"{indent}{'└' if last else '├'}── {name(rng, [mark] if is_folder else ENDINGS)}")
        if is_folder:
            lines += branches(rng, f"{indent}{' ' if last else '│'}   ", depth - 1)
    return lines


def name(rng: random.Random, endings: Sequence[str]) -> str:
    words = rng.choices(NAMES, k=rng.choice([1, 1, 1, 2]))
    return rng.choice("_-").join(words) + rng.choice(endings)


def emoji(folder: Path) -> list[str]:
    """Every fully qualified sequence of Unicode's list of emoji."""
    (file,) = (folder / "debian/unicode-data").glob("**/emoji-test.txt")
    spelled = re.findall(r"(?m)^([0-9A-F ]+?) *; fully-qualified", file.read_text("utf-8"))
    return ["".join(chr(int(point, 16)) for point in line.split()) for line in spelled]


def with_emoji(rng: random.Random, text: str, sequences: list[str]) -> str:
    """The text with emoji between its words, as in messages."""
    words = text[:600].split(" ")
    for place in range(0, len(words), rng.randint(3, 12)):
        words[place] += " " + "".join(rng.choices(sequences, k=rng.choice([1, 1, 2, 3])))
    return " ".join(words)


def unbroken(rng: random.Random) -> str:
    """One character many times, or random letters without a blank."""
    letters = rng.choice(
        [
            "abcdefghijklmnopqrstuvwxyz",
            "ACGT",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "abcdefghijklmnopqrstuvwxyz0123456789",
        ]
    )
    one = chr(rng.randint(0x20, 0x7E))
    size = rng.randint(200, 3000)
    return rng.choice(
        [one * size, "".join(rng.choices(letters, k=size)), "".join(rng.choices("0123456789", k=size))]
    )


def any_characters(rng: random.Random) -> str:
    """Random assigned characters of 256 code points in words, from where other kinds have none."""
    while True:
        block = (
            rng.choice(
                [
                    *range(0x12, 0x1D),
                    *range(0x21, 0x30),
                    *range(0xA0, 0xAC),
                    *range(0x100, 0x130),
                    0x1D4,
                    0x1F7,
                ]
            )
            << 8
        )
        letters = [
            chr(c) for c in range(block, block + 256) if unicodedata.category(chr(c)) not in {"Cn", "Cs"}
        ]
        if len(letters) > 20:
            words = ("".join(rng.choices(letters, k=rng.randint(1, 9))) for _ in range(rng.randint(20, 120)))
            return " ".join(words)
