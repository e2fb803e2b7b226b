"""What the commands print."""

from __future__ import annotations

import json
import re
import sys
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from contextthrift.cli.bad_input import BadInput
from contextthrift.exceptions import ContextThriftError
from contextthrift.fit.trace import STAGE_NOTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from contextthrift.cli.lines.work import Tally
    from contextthrift.cli.measure import Counted
    from contextthrift.fit import Cut, Fitted
    from contextthrift.tokens import Encoding, Model

OPTIONS: Final = {
    "context_window": "--window",
    "output_reserve": "--reserve",
    "encoding=": "--encoding",
    "format=": "--format",
    "base_url=": "--base-url",
}
"""What stands on the command line for the arguments that errors name."""


@contextmanager
def errors(code: int) -> Iterator[None]:
    """Turns what a user can mend into one line on standard error and an exit code."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (BadInput, ContextThriftError, OSError) as error:
        told = _as_options(" ".join(str(error).split()))
        sys.stderr.write(f"contextthrift: {told.encode('utf-8', 'backslashreplace').decode()}\n")
        raise typer.Exit(code) from error


def _as_options(message: str) -> str:
    """A message about arguments of functions, with the options that stand for them.

    >>> _as_options("Make it known with register_model(), or give context_window= and encoding= instead")
    'Give --window and --encoding instead'
    """
    message = message.replace("Make it known with register_model(), or give", "Give")
    for argument, option in OPTIONS.items():
        message = re.sub(rf"\b{argument}=?(?!\w)", option, message)
    return message


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


def explanation(fitted: Fitted, messages: list[Any], *, as_json: bool) -> None:
    """Each cut of a fit, in the order made."""
    made = fitted.trace
    if as_json:
        cuts = [asdict(cut) | {"why": STAGE_NOTES.get(cut.stage, "")} for cut in made.cuts]
        told = made.to_dict() | {"cuts": cuts}
        line(json.dumps({"schema": "contextthrift.explain/1", **told}, indent=2))
        return
    console = Console(highlight=False)
    console.print(Text(made.summary(), style="green" if made.fits else "bold red"))
    for mended in made.repairs:
        console.print(Text(f"repaired: messages[{mended.index}] {mended.action}, {mended.detail}"))
    if not made.cuts:
        console.print("nothing was cut: everything fits")
        return
    table = _table(
        ("cut", "right"),
        ("what", "left"),
        ("was", "left"),
        ("tokens", "right"),
        ("total", "right"),
        ("why", "left"),
    )
    total = made.total_before
    for cut in made.cuts:
        total -= cut.tokens_before - cut.tokens_after
        sizes = f"{cut.tokens_before:,} -> {cut.tokens_after:,}"
        table.add_row(
            str(cut.step), _what(cut, messages), DONE[cut.action], sizes, f"{total:,}", STAGE_NOTES[cut.stage]
        )
    console.print(table)
    verdict = "now it fits" if made.fits else "nothing more may go"
    console.print(Text(f"{made.total_after:,} of {made.budget:,} tokens: {verdict}"))


def difference(sides: list[tuple[str, Fitted]], *, as_json: bool) -> None:
    """Two fits of one conversation."""
    (one, first), (other, second) = sides
    only_first = sorted({*first.dropped} - {*second.dropped})
    only_second = sorted({*second.dropped} - {*first.dropped})
    if as_json:
        told_sides = [
            {"policy": name, "fits": made.fits, "dropped": list(made.dropped), "stubbed": list(made.stubbed)}
            | {
                "total_after": made.trace.total_after,
                "tools": None if made.tools is None else len(made.tools),
            }
            for name, made in sides
        ]
        told = {"sides": told_sides, "dropped_only_by": [only_first, only_second]}
        line(json.dumps({"schema": "contextthrift.diff/1", **told}, indent=2))
        return
    table = _table(("", "left"), (one, "right"), (other, "right"))
    for name, pick in SIDES.items():
        table.add_row(name, pick(first), pick(second))
    console = Console(highlight=False)
    console.print(table)
    for name, places in ((one, only_first), (other, only_second)):
        console.print(Text(f"only {name} drops: {_places(places)}"))


def interrupted(what: str) -> None:
    """That the user stopped it, and how things stand."""
    sys.stderr.write(f"contextthrift: interrupted; {what}\n")


def counted_lines(made: Tally, encoding: str | None) -> None:
    """The tokens of all conversations of a file; without ``encoding`` each had its own model's."""
    about = "" if made.is_exact else "about "
    name = encoding or "by their models"
    line(f"{about}{made.total_before:,} tokens ({name}), {made.conversations:,} conversations")


def tally(made: Tally, *, to_stderr: bool) -> None:
    """What became of the conversations of a file."""
    sizes = f"{made.total_before:,} -> {made.total_after:,} tokens"
    if made.refused:
        sizes = f"{len(made.refused):,} refused, {sizes} in the others"
    counts = f"{made.conversations:,} conversations, {made.cut:,} of them cut, {sizes}"
    console = Console(stderr=to_stderr, highlight=False)
    console.print(Text(counts, style="green"))
    if made.refused:
        numbers = ", ".join(f"{number:,}" for number in made.refused[:SHOWN])
        more = len(made.refused) - SHOWN
        others = f" and {more:,} more" if more > 0 else ""
        told = f"{len(made.refused):,} REFUSED and left out: line {numbers}{others}"
        console.print(Text(told, style="bold red"))
    if made.bad:
        console.print(Text(f"{made.bad:,} lines could not be read and are left out", style="bold red"))


SHOWN: Final = 10
"""How many numbers of lines are told."""

DONE: Final[Mapping[str, str]] = {
    "stub": "became a stub",
    "trim": "lost an image, a file or large arguments",
    "drop": "left out",
    "note": "got the note about the gap",
    "unnote": "lost the note about the gap",
    "shorten": "kept its head and tail",
    "leave-out": "left out",
}
"""What an action did, in words."""

SIDES: Final[Mapping[str, Callable[[Fitted], str]]] = {
    "fits": lambda made: "yes" if made.fits else "REFUSED",
    "tokens": lambda made: f"{made.trace.total_after:,}",
    "messages left": lambda made: f"{len(made.messages):,}",
    "left out": lambda made: f"{len(made.dropped):,}",
    "stubs": lambda made: f"{len(made.stubbed):,}",
    "tools": lambda made: "" if made.tools is None else f"{len(made.tools):,}",
}
"""What two fits are compared by."""


def _what(cut: Cut, messages: list[Any]) -> str:
    """``messages[3] tool``: the place, and who speaks there."""
    if cut.index < 0:
        return "a result that was added"
    lists = {"message": "messages", "passage": "retrievables", "memory": "memories", "tool": "tools"}
    name = f"{lists[cut.kind]}[{cut.index}]"
    if cut.kind != "message" or not isinstance(messages[cut.index], dict):
        return name
    message = messages[cut.index]
    return f"{name} {message.get('role') or message.get('type') or ''}".rstrip()


def _places(places: list[int]) -> str:
    """``messages 3-7, 9``, or ``nothing``."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    shown = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return f"messages {', '.join(shown)}" if shown else "nothing"


def count(counted: Counted, what: str, *, as_json: bool) -> None:
    """A number of tokens and what was counted."""
    if as_json:
        told = {"tokens": counted.tokens, "encoding": counted.encoding, "exact": counted.is_exact}
        line(json.dumps({"schema": "contextthrift.count/1", **told}))
    else:
        about = "" if counted.is_exact else "about "
        line(f"{about}{counted.tokens:,} tokens ({counted.encoding}), {what}")


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
