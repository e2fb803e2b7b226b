"""Docstrings: what they say a function does, and what of each parameter."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from inspect import cleandoc
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_PARAMETERS: Final = frozenset(
    {"args", "arguments", "parameters", "params", "keyword args", "keyword arguments", "other parameters"}
)
_FIELDS: Final = frozenset({"attributes", "fields"})
_OTHERS: Final = frozenset(
    {"returns", "return", "yields", "yield", "raises", "raise", "examples", "example", "note", "notes",
     "see also", "references", "todo", "warning", "warnings", "warns"}
)  # fmt: skip
_GOOGLE: Final = re.compile(r"([A-Za-z][A-Za-z ]*):")
_GOOGLE_ITEM: Final = re.compile(r"\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)")
_NUMPY_ITEM: Final = re.compile(r"(\*{0,2}\w+(?:\s*,\s*\*{0,2}\w+)*)\s*(?::.*)?")
_SPHINX: Final = re.compile(r":(\w+)([^:]*):\s*(.*)")
_SPHINX_PARAMETERS: Final = frozenset(
    {"param", "parameter", "arg", "argument", "key", "keyword", "ivar", "var"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Docstring:
    """What a docstring says."""

    description: str = ""
    """All of it up to its first section."""
    parameters: dict[str, str] = field(default_factory=dict)
    """What it says of each parameter, or of each attribute of a class."""


def read_docstring(text: str | None) -> Docstring:
    """A docstring in the style of Google, NumPy or Sphinx. Sections other than parameters are left out.

    >>> read_docstring("Find invoices.\\n\\nArgs:\\n    status: Which ones.\\n\\nReturns:\\n    All of them.")
    Docstring(description='Find invoices.', parameters={'status': 'Which ones.'})
    """
    lines = _indented(cleandoc(text or "").splitlines())
    begins = next((at for at in range(len(lines)) if _heading(lines, at) or _sphinx(lines[at])), len(lines))
    parameters: dict[str, str] = {}
    at = begins
    while at < len(lines):
        heading = _heading(lines, at)
        if heading is not None:
            style, name = heading
            at += 2 if style == "numpy" else 1
            end = _section_end(lines, at, style)
            if name in _PARAMETERS | _FIELDS:
                parameters |= _google(lines[at:end]) if style == "google" else _numpy(lines[at:end])
            at = end
        elif (item := _sphinx(lines[at])) is not None:
            end = _item_end(lines, at + 1)
            kind, named, said = item
            if kind in _SPHINX_PARAMETERS and named:
                parameters[named] = _joined([said, *lines[at + 1 : end]])
            at = end
        else:
            at += 1
    return Docstring(description="\n".join(lines[:begins]).strip(), parameters=parameters)


def _indented(lines: list[str]) -> list[str]:
    """The lines, indented again where all of them belong to a heading in the first."""
    match = _GOOGLE.fullmatch(lines[0].rstrip()) if lines else None
    if match is None or match[1].lower() not in _PARAMETERS | _FIELDS or lines[1:2] != [lines[1].lstrip()]:
        return lines
    return [lines[0], *(f"    {line}" for line in lines[1:])]


def _heading(lines: list[str], at: int) -> tuple[str, str] | None:
    """Style and name of the section that begins at a line."""
    line = lines[at]
    google = _GOOGLE.fullmatch(line.rstrip())
    if google is not None and google[1].lower() in _PARAMETERS | _FIELDS | _OTHERS:
        follows = next((each for each in lines[at + 1 :] if each.strip()), "")
        return ("google", google[1].lower()) if follows.startswith((" ", "\t")) else None
    name = line.strip().lower()
    is_underlined = at + 1 < len(lines) and re.fullmatch(r"-{3,}", lines[at + 1].strip()) is not None
    return ("numpy", name) if is_underlined and name in _PARAMETERS | _FIELDS | _OTHERS else None


def _sphinx(line: str) -> tuple[str, str, str] | None:
    """Kind, name and text of a field such as ``:param str status: Which ones.``, without the type."""
    match = _SPHINX.fullmatch(line.rstrip())
    if match is None:
        return None
    words = match[2].split()
    return match[1], words[-1].lstrip("*") if words else "", match[3]


def _section_end(lines: list[str], at: int, style: str) -> int:
    for end in range(at, len(lines)):
        if _heading(lines, end) is not None or _sphinx(lines[end]) is not None:
            return end
        if style == "google" and lines[end].strip() and not lines[end].startswith((" ", "\t")):
            return end
    return len(lines)


def _item_end(lines: list[str], at: int) -> int:
    """Where the indented lines that go on from an item end."""
    return next(
        (
            end
            for end in range(at, len(lines))
            if lines[end].strip() and not lines[end].startswith((" ", "\t"))
        ),
        len(lines),
    )


def _google(lines: list[str]) -> dict[str, str]:
    """The items of a section whose lines are all indented; a line that is indented further goes on."""
    inner = cleandoc("\n".join(["", *lines])).splitlines()
    return _items(
        inner, lambda line: [(match[1], match[2])] if (match := _GOOGLE_ITEM.fullmatch(line)) else []
    )


def _numpy(lines: list[str]) -> dict[str, str]:
    def heads(line: str) -> list[tuple[str, str]]:
        match = _NUMPY_ITEM.fullmatch(line.rstrip())
        return [(name.strip().lstrip("*"), "") for name in match[1].split(",")] if match else []

    return _items(lines, heads)


def _items(lines: list[str], heads: Callable[[str], list[tuple[str, str]]]) -> dict[str, str]:
    found: dict[str, str] = {}
    at = 0
    while at < len(lines):
        end = _item_end(lines, at + 1)
        if lines[at].strip() and not lines[at].startswith((" ", "\t")):
            for name, said in heads(lines[at]):
                found[name] = _joined([said, *lines[at + 1 : end]])
        at = end
    return found


def _joined(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())
