"""The commands."""

from __future__ import annotations

import json
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from contextthrift import __version__
from contextthrift.cli import report
from contextthrift.cli.document import BadInput, Document, read_document, read_list, read_text, write
from contextthrift.fit import count_messages, fit
from contextthrift.tokens import (
    Encoding,
    encoding_for_model,
    encoding_names,
    find_model,
    get_encoding,
    model_names,
)

SCHEMA = "contextthrift.fit/1"
"""Names and versions the output of ``--json``; it changes when a field changes its meaning or goes."""

app = typer.Typer(
    name="contextthrift", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)


class Exit(IntEnum):
    """What the exit code says."""

    FITS = 0
    BAD_INPUT = 2
    REFUSED = 3


Source = Annotated[str, typer.Argument(metavar="FILE|-", help="A JSON file, or - for standard input.")]
ModelName = Annotated[
    str | None,
    typer.Option("--model", help="Gives window, reserve and encoding; see `contextthrift models`."),
]
EncodingName = Annotated[
    str | None,
    typer.Option(
        "--encoding", help="What measures text: see `contextthrift encodings`; or a tokenizer.json."
    ),
]
ToolsFile = Annotated[
    Path | None, typer.Option("--tools", metavar="FILE", help="A JSON list of tool definitions.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]


def _version(value: bool) -> None:
    if value:
        report.line(f"contextthrift {__version__}")
        raise typer.Exit


@app.callback()
def about(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Decides what is worth sending to a model."""


@app.command("fit")
def fit_command(
    source: Source,
    model: ModelName = None,
    window: Annotated[
        int | None, typer.Option("--window", help="The context window in tokens, if not the model's own.")
    ] = None,
    encoding: EncodingName = None,
    reserve: Annotated[int | None, typer.Option("--reserve", help="Tokens to leave for the reply.")] = None,
    tools: ToolsFile = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="OUT", help="Where the fitted messages go.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fit a conversation into a window, and say what went and why.

    Reads a list of OpenAI chat messages, or an object with "messages" and perhaps "tools" and
    "tool_choice". Without -o the fitted conversation goes to standard output, in the shape it came
    in, and the table to standard error. Exit code 0: it fits. 3: refused, nothing is written. 2: bad
    input.
    """
    with report.errors(Exit.BAD_INPUT):
        out = None if out == Path("-") else out
        document = read_document(source)
        document.add_tools(read_list(tools, "tools") if tools else None)
        fitted = fit(
            document.messages,
            model=model,
            context_window=window,
            output_reserve=reserve,
            encoding=encoding,
            tools=document.tools,
            tool_choice=document.tool_choice,
        )
        text = document.fitted(fitted)
        if out is not None and fitted.fits:
            write(out, text)
        if as_json:
            report.line(json.dumps(_fit_report(document, fitted), indent=2))
        else:
            report.trace(fitted, to_stderr=out is None)
            if out is None and fitted.fits:
                report.line(text)
    raise typer.Exit(Exit.FITS if fitted.fits else Exit.REFUSED)


@app.command("count")
def count_command(
    source: Annotated[
        str, typer.Argument(metavar="FILE|-", help="JSON messages or plain text; - for standard input.")
    ],
    model: ModelName = None,
    encoding: EncodingName = None,
    tools: ToolsFile = None,
    is_text: Annotated[
        bool, typer.Option("--text", help="Count the file as plain text, whatever it holds.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count the tokens of a conversation or of a text.

    A JSON list of messages, or an object with "messages", is counted as a request: with framing,
    tools and the reply's priming. Anything else is counted as text.
    """
    with report.errors(Exit.BAD_INPUT):
        measure = _measure(model, encoding)
        text = read_text(source)
        document = None if is_text else Document.of(text)
        if document is None:
            if tools is not None:
                raise BadInput("--tools needs messages, and this is plain text")
            what, tokens = "text", measure.count(text)
        else:
            document.add_tools(read_list(tools, "tools") if tools else None)
            what = f"{len(document.messages):,} messages"
            tokens = count_messages(document.messages, encoding=measure, tools=document.tools)
        report.count(tokens, what, measure, as_json=as_json)


@app.command("encodings")
def encodings_command(as_json: AsJson = False) -> None:
    """List the encodings and whether they count exactly."""
    with report.errors(Exit.BAD_INPUT):
        report.encodings([get_encoding(name) for name in encoding_names()], as_json=as_json)


@app.command("models")
def models_command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One model, by any of its names.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the known models with their limits in tokens, or find one."""
    with report.errors(Exit.BAD_INPUT):
        names = model_names() if name is None else [name]
        report.models([find_model(known) for known in names], as_json=as_json)


def _measure(model: str | None, encoding: str | None) -> Encoding:
    if encoding is not None:
        return get_encoding(encoding)
    if model is None:
        raise BadInput("a measure of text is missing: give --model or --encoding")
    return encoding_for_model(model)


def _fit_report(document: Document, fitted: Any) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "fits": fitted.fits,
        "dropped": list(fitted.dropped),
        "stubbed": list(fitted.stubbed),
        "trace": fitted.trace.to_dict(),
        "fitted": document.fitted_value(fitted),
    }
