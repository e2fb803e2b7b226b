"""What is done to one block of lines, in whatever process."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from contextthrift.cli.bad_input import BadInput
from contextthrift.cli.document import Document, read_line
from contextthrift.cli.measure import counted_messages
from contextthrift.exceptions import ContextThriftError
from contextthrift.fit import Fitted, fit_batch, read_policy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from contextthrift.cli.lines.blocks import Block
    from contextthrift.fit import FitArguments, FitPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the command line says of every conversation."""

    model: str | None = None
    encoding: str | None = None
    window: int | None = None
    reserve: int | None = None
    tools: list[Any] | None = None
    format: str = "auto"
    policy: Path | None = None
    keeps_going: bool = False
    """A line that cannot be read is told and left out."""
    reports: bool = False
    """Each conversation gets a line of JSON about it."""
    is_quiet: bool = False


@dataclass(slots=True, kw_only=True)
class Tally:
    """What became of some lines; tallies add up."""

    conversations: int = 0
    cut: int = 0
    """Those that fit now, since something of them went."""
    total_before: int = 0
    """Tokens of those that fit or were counted."""
    total_after: int = 0
    is_exact: bool = True
    """Whether no part of any number is an estimate; told of counting only."""
    refused: list[int] = field(default_factory=list)
    """Numbers of the lines whose least does not fit."""
    bad: int = 0
    """Lines that cannot be read."""

    def add(self, other: Tally) -> None:
        """Takes in another one."""
        self.conversations += other.conversations
        self.cut += other.cut
        self.total_before += other.total_before
        self.total_after += other.total_after
        self.is_exact = self.is_exact and other.is_exact
        self.refused += other.refused
        self.bad += other.bad


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What came of one block."""

    fitted: bytes
    """The fitted conversations, a line each."""
    reports: bytes
    """A line of JSON for each, where that is asked for."""
    told: list[str]
    """What is wrong with the lines that cannot be read."""
    tally: Tally


def fit_block(block: Block, options: Options) -> Done:
    """Fits the conversations of a block.

    Raises:
        BadInput: a line that cannot be read or fitted, unless ``options.keeps_going``; the message names it.
    """
    tally, told = Tally(), list[str]()
    fitted_lines, reports = [], []
    documents = dict(_documents(block, options, told))
    fits = fit_batch(
        [_arguments(document, options) for document in documents.values()],
        threads=1,
        on_error="return",
        **_common(options),
    )
    for (number, document), fitted in zip(documents.items(), fits, strict=True):
        if isinstance(fitted, Exception):
            _bad(f"line {number:,}: {fitted.__cause__ or fitted}", options, told)
            continue
        _tell(number, fitted, tally)
        if fitted.fits:
            fitted_lines.append(document.fitted(fitted, is_line=True) + "\n")
        if options.reports:
            reports.append(json.dumps(_report(number, fitted)) + "\n")
    tally.bad = len(told)
    raw = ("".join(lines).encode() for lines in (fitted_lines, reports))
    return Done(fitted=next(raw), reports=next(raw), told=told, tally=tally)


def count_block(block: Block, options: Options) -> Done:
    """Counts the conversations of a block: their tokens are ``total_before``.

    Raises:
        BadInput: as of :func:`fit_block`.
    """
    tally, told = Tally(), list[str]()
    reports = []
    for number, document in _documents(block, options, told):
        try:
            counted = counted_messages(document, options.model, options.encoding)
        except (BadInput, ContextThriftError) as error:
            _bad(f"line {number:,}: {error}", options, told)
            continue
        tally.conversations += 1
        tally.total_before += counted.tokens
        tally.is_exact = tally.is_exact and counted.is_exact
        if options.reports:
            own = {"line": number, "tokens": counted.tokens, "exact": counted.is_exact}
            reports.append(json.dumps(own) + "\n")
    tally.bad = len(told)
    return Done(fitted=b"", reports="".join(reports).encode(), told=told, tally=tally)


def _documents(block: Block, options: Options, told: list[str]) -> Iterator[tuple[int, Document]]:
    for number, raw in block.lines():
        try:
            document = read_line(raw, number)
        except BadInput as error:
            _bad(str(error), options, told)
            continue
        try:
            document.add_tools(options.tools)
        except BadInput as error:
            _bad(f"line {number:,}: {error}", options, told)
            continue
        document.named_format = options.format
        yield number, document


def _bad(what: str, options: Options, told: list[str]) -> None:
    if not options.keeps_going:
        raise BadInput(what)
    told.append(what)


def _tell(number: int, fitted: Fitted, tally: Tally) -> None:
    made = fitted.trace
    tally.conversations += 1
    if not made.fits:
        tally.refused.append(number)
        return
    tally.total_before += made.total_before
    tally.total_after += made.total_after
    tally.cut += bool(made.stages)


def _report(number: int, fitted: Fitted) -> dict[str, Any]:
    made = fitted.trace
    return {
        "line": number,
        "fits": made.fits,
        "total_before": made.total_before,
        "total_after": made.total_after,
        "budget": made.budget,
        "dropped": list(fitted.dropped),
        "stubbed": list(fitted.stubbed),
    }


def _arguments(document: Document, options: Options) -> dict[str, Any]:
    """What ``fit`` is to know of one conversation."""
    own = {"messages": document.messages, **document.arguments, "goes_on": document.goes_on or None}
    own["output_reserve"] = document.max_output if options.reserve is None else options.reserve
    if own["format"] == "auto":
        del own["format"]
    if options.model is None:
        own["model"] = document.model
    return {name: value for name, value in own.items() if value is not None}


def _common(options: Options) -> FitArguments:
    """What ``fit`` is to know of all of them."""
    common = {
        "model": options.model,
        "encoding": options.encoding,
        "context_window": options.window,
        "policy": None if options.policy is None else _policy(options.policy),
    }
    return cast("FitArguments", {name: value for name, value in common.items() if value is not None})


@cache
def _policy(path: Path) -> FitPolicy:
    return read_policy(path)
