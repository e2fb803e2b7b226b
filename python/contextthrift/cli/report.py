"""What the commands print."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from contextthrift.cli.document import BadInput
from contextthrift.exceptions import ContextThriftError
from contextthrift.fit.trace import STAGE_NOTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contextthrift.fit import Fitted
    from contextthrift.tokens import Encoding, Model


@contextmanager
def errors(code: int) -> Iterator[None]:
    """Turns what a user can mend into one line on standard error and an exit code."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (BadInput, ContextThriftError, OSError) as error:
        told = " ".join(str(error).split())
        sys.stderr.write(f"contextthrift: {told.encode('utf-8', 'backslashreplace').decode()}\n")
        raise typer.Exit(code) from error


def line(text: str) -> None:
    """One text on standard output, in UTF-8 whatever the locale."""
    if sys.stdout is None:
        raise BadInput("standard output is closed")
    sys.stdout.buffer.write((text + "\n").encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def trace(fitted: Fitted, *, to_stderr: bool) -> None:
    """The trace of a fit as a table."""
    console = Console(stderr=to_stderr, highlight=False)
    made = fitted.trace
    console.print(Text(made.summary(), style="green" if made.fits else "bold red"))
    for mended in made.repairs:
        console.print(Text(f"repaired: messages[{mended.index}] {mended.action}, {mended.detail}"))
    if made.stages:
        table = _table(
            ("stage", "left"),
            ("cuts", "right"),
            ("before", "right"),
            ("after", "right"),
            ("what went", "left"),
        )
        for stage in made.stages:
            sizes = (f"{stage.cuts:,}", f"{stage.total_before:,}", f"{stage.total_after:,}")
            table.add_row(stage.name, *sizes, STAGE_NOTES.get(stage.name, ""))
        console.print(table)
    if made.fits:
        counts = f"{len(fitted.messages):,} messages left, {len(fitted.stubbed):,} of them stubs"
        tools = "" if fitted.tools is None else f", {len(fitted.tools):,} tools"
        console.print(Text(counts + tools))


def count(tokens: int, what: str, measure: Encoding, *, as_json: bool) -> None:
    """A number of tokens and what was counted."""
    if as_json:
        told = {"tokens": tokens, "encoding": measure.name, "exact": measure.exact}
        line(json.dumps({"schema": "contextthrift.count/1", **told}))
    else:
        about = "" if measure.exact else "about "
        line(f"{about}{tokens:,} tokens ({measure.name}), {what}")


def encodings(known: list[Encoding], *, as_json: bool) -> None:
    """The encodings as a table."""
    if as_json:
        listed = [{"name": encoding.name, "exact": encoding.exact} for encoding in known]
        line(json.dumps({"schema": "contextthrift.encodings/1", "encodings": listed}))
        return
    table = _table(("encoding", "left"), ("counts", "left"))
    for encoding in known:
        table.add_row(encoding.name, "exactly" if encoding.exact else "by estimate")
    Console(highlight=False).print(table)


def models(known: list[Model], *, as_json: bool) -> None:
    """The models as a table."""
    if as_json:
        line(json.dumps({"schema": "contextthrift.models/1", "models": [asdict(model) for model in known]}))
        return
    table = _table(
        ("model", "left"), ("window", "right"), ("input", "right"), ("output", "right"), ("encoding", "left")
    )
    for model in known:
        limits = (model.window, model.max_input, model.max_output)
        stand_in = " (stand-in)" if model.encoding_is_stand_in else ""
        table.add_row(
            model.name,
            *("" if limit is None else f"{limit:,}" for limit in limits),
            model.encoding + stand_in,
        )
    Console(highlight=False).print(table)


def _table(*columns: tuple[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, justify in columns:
        table.add_column(name, justify=justify)
    return table
