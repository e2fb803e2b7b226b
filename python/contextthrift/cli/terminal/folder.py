"""Folder tools: list, read and search the files of one folder, and nothing outside of it."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import ToolError
from contextthrift.tools import tool

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from contextthrift.tools import Tool

MOST_FILES: Final = 200
"""Files one listing names."""
MOST_LINES: Final = 400
"""Lines one reading gives."""
MOST_HITS: Final = 50
"""Lines one search gives."""
LARGEST_BYTES: Final = 4_000_000
"""A file above it is neither read nor searched."""
LONGEST_LINE: Final = 2_000
"""Characters of a line that are given."""


def folder_tools(root: Path) -> list[Tool]:
    """Tools that read a folder; they change nothing and follow no link out of it."""
    folder = _Folder(root.resolve())
    return [tool(each, read_only=True) for each in (folder.list_files, folder.read_file, folder.search_files)]


@dataclass(frozen=True, slots=True)
class _Folder:
    root: Path

    def list_files(self, pattern: str = "**/*") -> dict[str, Any]:
        """List the files of the folder.

        Args:
            pattern: Which files, such as *.csv or notes/**/*.md.
        """
        found = list(islice(self._files(pattern), MOST_FILES + 1))
        files = [{"path": self._name(path), "bytes": path.stat().st_size} for path in found[:MOST_FILES]]
        return {"files": files, "more": len(found) > MOST_FILES}

    def read_file(self, path: str, first_line: int = 1) -> dict[str, Any]:
        """Read a text file of the folder, 400 lines at a time.

        Args:
            path: As list_files names it.
            first_line: From 1.
        """
        if first_line < 1:
            raise ToolError(f"lines are counted from 1; got {first_line}")
        lines = _lines(self._file(path))
        given = lines[first_line - 1 : first_line - 1 + MOST_LINES]
        return {"text": "\n".join(line[:LONGEST_LINE] for line in given), "lines": len(lines)}

    def search_files(self, text: str, pattern: str = "**/*") -> dict[str, Any]:
        """Find the lines that contain a text, capitals and small letters alike.

        Args:
            text: What to look for.
            pattern: In which files, such as *.csv.
        """
        found = list(islice(self._hits(text.casefold(), pattern), MOST_HITS + 1))
        return {"lines": found[:MOST_HITS], "more": len(found) > MOST_HITS}

    def _hits(self, wanted: str, pattern: str) -> Iterator[dict[str, Any]]:
        for path in self._files(pattern):
            try:
                lines = _lines(path)
            except ToolError:
                continue  # no text, or too large: not searched
            for number, line in enumerate(lines, start=1):
                if wanted in line.casefold():
                    yield {"path": self._name(path), "line": number, "text": line[:LONGEST_LINE]}

    def _files(self, pattern: str) -> Iterator[Path]:
        try:
            paths = sorted(self.root.glob(pattern))
        except (NotImplementedError, ValueError) as error:
            raise ToolError(f"no pattern of files in this folder: {pattern!r} ({error})") from error
        return (path for path in paths if self._inside(path) and path.is_file())

    def _file(self, name: str) -> Path:
        path = self.root / name
        if self._inside(path) and path.is_file():
            return path
        names = [self._name(each) for each in islice(self._files("**/*"), 10_000)]
        near = get_close_matches(name, names, n=3, cutoff=0.4)
        raise ToolError(
            f"no file {name!r} in this folder" + (f"; there is {', '.join(near)}" if near else "")
        )

    def _inside(self, path: Path) -> bool:
        return path.resolve().is_relative_to(self.root)

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()


def _lines(path: Path) -> list[str]:
    """The lines of a text file.

    Raises:
        ToolError: It is too large, or no text.
    """
    size = path.stat().st_size
    if size > LARGEST_BYTES:
        raise ToolError(f"{path.name} has {size:,} bytes; at most {LARGEST_BYTES:,} are read")
    try:
        return path.read_bytes().decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ToolError(f"{path.name} is no UTF-8 text") from error
