"""The commands on a file of conversations."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import IO, TYPE_CHECKING

from contextthrift.cli import report
from contextthrift.cli.bad_input import BadInput
from contextthrift.cli.document import named, opened, read_line, written
from contextthrift.cli.lines.blocks import SUFFIXES, blocks
from contextthrift.cli.lines.run import run
from contextthrift.cli.lines.work import count_block, fit_block
from contextthrift.cli.packing import plain_name
from contextthrift.fit import read_policy

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from contextthrift.cli.document import Document
    from contextthrift.cli.lines.work import Options, Tally


def is_lines(source: str, given: bool) -> bool:
    """Whether a file holds a conversation on each line: the user says so, or its name does."""
    return given or plain_name(source).endswith(SUFFIXES)


def fit_lines(source: str, options: Options, out: Path | None, jobs: int | None) -> Tally:
    """Fits each conversation of a file into another, or to standard output.

    Raises:
        BadInput: as of :func:`run`; then nothing is in the file.
    """
    if options.policy is not None:
        read_policy(options.policy)
    reports = _standard_output() if options.reports else None
    with _place_of(out, options) as stream:
        tally = run(source, fit_block, options, jobs=jobs, fitted=stream, reports=reports)
    if not options.is_quiet:
        report.tally(tally, to_stderr=out is None or options.reports)
    return tally


def _place_of(out: Path | None, options: Options) -> AbstractContextManager[IO[bytes] | None]:
    """Where the fitted conversations go: the file, or standard output unless that has the reports."""
    if out is not None:
        return written(out)
    return nullcontext(None if options.reports else _standard_output())


def count_lines(source: str, options: Options, jobs: int | None) -> Tally:
    """Counts each conversation of a file.

    Raises:
        BadInput: as of :func:`run`.
    """
    reports = _standard_output() if options.reports else None
    return run(source, count_block, options, jobs=jobs, fitted=None, reports=reports)


def line_of(source: str, number: int) -> Document:
    """The conversation on one line of a file.

    Raises:
        BadInput: the file has no such line, or nothing on it.
    """
    try:
        with opened(source) as (stream, _):
            for block in blocks(stream):
                for at, raw in block.lines():
                    if at == number:
                        return read_line(raw, number)
    except OSError as error:
        raise BadInput(f"cannot read {named(source)}: {error.strerror or error}") from error
    raise BadInput(f"{named(source)} has no conversation on line {number:,}")


def _standard_output() -> IO[bytes]:
    if sys.stdout is None:
        raise BadInput("standard output is closed")
    return sys.stdout.buffer
