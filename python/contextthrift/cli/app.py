"""The commands."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from contextthrift import __version__
from contextthrift.cli import report
from contextthrift.cli.bad_input import BadInput
from contextthrift.cli.document import Document, read_document, read_list, read_text, write
from contextthrift.cli.exit_code import Exit
from contextthrift.cli.lines.command import count_lines, fit_lines, is_lines, line_of
from contextthrift.cli.lines.work import Options, Tally
from contextthrift.cli.measure import NO_MEASURE, counted_messages, counted_text, measure_of
from contextthrift.cli.terminal.command import agent_command
from contextthrift.fit import Fitted, fit, read_policy
from contextthrift.tokens import (
    encoding_names,
    find_model,
    get_encoding,
    model_names,
)

SCHEMA = "contextthrift.fit/1"
"""Names and versions the output of ``--json``; it changes when a field changes its meaning or goes."""

app = typer.Typer(
    name="contextthrift",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


Source = Annotated[
    str, typer.Argument(metavar="FILE|-", help="A JSON file (.gz, too), or - for standard input.")
]
ModelName = Annotated[
    str | None,
    typer.Option(
        "--model",
        help="Gives window, reserve and encoding; the request's own if left out. See `contextthrift models`.",
    ),
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


Window = Annotated[
    int | None, typer.Option("--window", help="The context window in tokens, if not the model's own.")
]
Reserve = Annotated[int | None, typer.Option("--reserve", help="Tokens to leave for the reply.")]
Format = Annotated[
    str, typer.Option("--format", help="The messages' format, where it cannot be told from them.")
]
PolicyFile = Annotated[
    Path | None, typer.Option("--policy", metavar="FILE", help="A TOML file; see docs/fit.md.")
]


Lines = Annotated[
    bool,
    typer.Option("--jsonl", help="A conversation on each line; a name with .jsonl or .ndjson says so, too."),
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, help="With --jsonl: processes; the cores, at most 4.")
]
KeepGoing = Annotated[
    bool,
    typer.Option("--keep-going", help="With --jsonl: tell of lines that cannot be read, and leave them out."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No table and no progress bar.")]


@app.command("fit")
def fit_command(
    source: Source,
    model: ModelName = None,
    window: Window = None,
    encoding: EncodingName = None,
    reserve: Reserve = None,
    tools: ToolsFile = None,
    format: Format = "auto",  # noqa: A002 - the option's public name
    policy: PolicyFile = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="OUT", help="Where the fitted messages go.")
    ] = None,
    as_json: AsJson = False,
    lines: Lines = False,
    jobs: Jobs = None,
    keep_going: KeepGoing = False,
    quiet: Quiet = False,
) -> None:
    """Fit a conversation into a window, and say what went and why.

    Reads a list of messages, or an object with the arguments of a model call of OpenAI, Anthropic or
    Gemini, whose own model and longest reply count where no option says otherwise.

    Without -o the fitted conversation goes to standard output, in the shape it came in, and the table to
    standard error. Exit code 0: it fits. 3: refused, nothing is written. 2: bad input.

    With --jsonl each line is a conversation, and the fitted ones come out a line each. Refused ones are left
    out and told, with exit code 3. A line that cannot be read ends it with 2, and OUT stays as it was.
    """
    with report.errors(Exit.BAD_INPUT):
        out = None if out == Path("-") else out
        if is_lines(source, lines):
            options = Options(
                model=model,
                encoding=encoding,
                window=window,
                reserve=reserve,
                tools=read_list(tools, "tools") if tools else None,
                format=format,
                policy=policy,
                keeps_going=keep_going,
                reports=as_json,
                is_quiet=quiet,
            )
            raise typer.Exit(_fit_lines(source, options, out, jobs))
        document = _document(source, tools, format)
        fitted = _fitted(document, model, window, encoding, reserve, policy)
        text = document.fitted(fitted)
        if out is not None and fitted.fits:
            write(out, text)
        if as_json:
            report.line(json.dumps(_fit_report(document, fitted), indent=2))
        else:
            if not quiet:
                report.trace(fitted, to_stderr=out is None)
            if out is None and fitted.fits:
                report.line(text)
    raise typer.Exit(Exit.FITS if fitted.fits else Exit.REFUSED)


@app.command("explain")
def explain_command(
    source: Source,
    model: ModelName = None,
    window: Window = None,
    encoding: EncodingName = None,
    reserve: Reserve = None,
    tools: ToolsFile = None,
    format: Format = "auto",  # noqa: A002 - the option's public name
    policy: PolicyFile = None,
    as_json: AsJson = False,
    line: Annotated[
        int | None,
        typer.Option("--line", min=1, help="The conversation on this line of a file that has one on each."),
    ] = None,
) -> None:
    """Say of each cut of a fit what was cut, by which stage and why then; writes no conversation.

    Exit code 0: it fits. 3: refused. 2: bad input.
    """
    with report.errors(Exit.BAD_INPUT):
        if line is None and is_lines(source, given=False):
            raise BadInput(f"{source} has a conversation on each line; name one with --line")
        document = _document(source, tools, format, line)
        fitted = _fitted(document, model, window, encoding, reserve, policy)
        report.explanation(fitted, document.messages, as_json=as_json)
    raise typer.Exit(Exit.FITS if fitted.fits else Exit.REFUSED)


@app.command("diff")
def diff_command(
    source: Source,
    policy: Annotated[Path, typer.Option("--policy", metavar="FILE", help="The one policy, a TOML file.")],
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="FILE", help="The other; the default policy if not given."),
    ] = None,
    model: ModelName = None,
    window: Window = None,
    encoding: EncodingName = None,
    reserve: Reserve = None,
    tools: ToolsFile = None,
    format: Format = "auto",  # noqa: A002 - the option's public name
    as_json: AsJson = False,
) -> None:
    """Put the fits of two policies side by side: what each keeps, and what only one of them cuts.

    Exit code 0: both fit. 3: one is refused. 2: bad input.
    """
    with report.errors(Exit.BAD_INPUT):
        document = _document(source, tools, format)
        fits = [_fitted(document, model, window, encoding, reserve, path) for path in (policy, against)]
        names = [path.name if path else "default" for path in (policy, against)]
        report.difference(list(zip(names, fits, strict=True)), as_json=as_json)
    raise typer.Exit(Exit.FITS if all(fitted.fits for fitted in fits) else Exit.REFUSED)


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
    lines: Lines = False,
    jobs: Jobs = None,
    keep_going: KeepGoing = False,
    quiet: Quiet = False,
) -> None:
    """Count the tokens of a conversation or of a text.

    A JSON list of messages, or an object with "messages", is counted as a request: with framing,
    tools and the reply's priming. Anything else is counted as text. With --jsonl each line is a
    conversation: all are counted together, and --json tells the tokens of each.
    """
    with report.errors(Exit.BAD_INPUT):
        if not is_text and is_lines(source, lines):
            options = Options(
                model=model,
                encoding=encoding,
                tools=read_list(tools, "tools") if tools else None,
                keeps_going=keep_going,
                reports=as_json,
                is_quiet=quiet,
            )
            raise typer.Exit(_count_lines(source, options, jobs))
        text = read_text(source)
        document = None if is_text else Document.of(text)
        if document is None:
            if tools is not None:
                raise BadInput("--tools needs messages, and this is plain text")
            counted = counted_text(text, model, encoding)
        else:
            document.add_tools(read_list(tools, "tools") if tools else None)
            counted = counted_messages(document, model, encoding)
        what = "text" if document is None else f"{len(document.messages):,} messages"
        report.count(counted, what, as_json=as_json)


app.command("agent")(agent_command)


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


@app.command("mcp")
def mcp_command() -> None:
    """Serve fit, count and explain as tools of an MCP server, on standard input and output.

    For the configuration of a client, such as Claude Desktop or VS Code; needs the extra `mcp`.
    """
    try:
        from contextthrift.integrations.mcp import serve  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":  # one of version 1 lacks what is imported, too
            raise
        with report.errors(Exit.BAD_INPUT):
            raise BadInput("the MCP server needs its extra: pip install 'contextthrift[mcp]'") from error
    if sys.stdin is not None and sys.stdin.isatty():
        typer.echo(
            "contextthrift: waiting for an MCP client, which starts this itself; Ctrl-C ends it", err=True
        )
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # else it waits for the thread that reads a line
    serve()


def _fit_lines(source: str, options: Options, out: Path | None, jobs: int | None) -> Exit:
    try:
        made = fit_lines(source, options, out, jobs)
    except KeyboardInterrupt:
        report.interrupted("what was written is not all" if out is None else f"{out} is as it was")
        return Exit.INTERRUPTED
    return _exit_code(made)


def _count_lines(source: str, options: Options, jobs: int | None) -> Exit:
    try:
        made = count_lines(source, options, jobs)
    except KeyboardInterrupt:
        report.interrupted("not all was counted")
        return Exit.INTERRUPTED
    if not options.reports:
        is_named = options.model is not None or options.encoding is not None
        report.counted_lines(made, measure_of(options.model, options.encoding).name if is_named else None)
    return _exit_code(made)


def _exit_code(made: Tally) -> Exit:
    if made.bad:
        return Exit.BAD_INPUT
    return Exit.REFUSED if made.refused else Exit.FITS


def _document(
    source: str,
    tools: Path | None,
    format: str,  # noqa: A002 - as the option
    line: int | None = None,
) -> Document:
    document = read_document(source) if line is None else line_of(source, line)
    document.add_tools(read_list(tools, "tools") if tools else None)
    document.named_format = format
    return document


def _fitted(
    document: Document,
    model: str | None,
    window: int | None,
    encoding: str | None,
    reserve: int | None,
    policy: Path | None,
) -> Fitted:
    model = document.model if model is None else model
    if model is None and encoding is None:
        raise BadInput(NO_MEASURE)
    if model is None and window is None:
        raise BadInput("a window is missing: give --model or --window")
    return fit(
        document.messages,
        model=model,
        context_window=window,
        output_reserve=document.max_output if reserve is None else reserve,
        encoding=encoding,
        policy=None if policy is None else read_policy(policy),
        goes_on=document.goes_on,
        **document.arguments,
    )


def _fit_report(document: Document, fitted: Any) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "fits": fitted.fits,
        "dropped": list(fitted.dropped),
        "stubbed": list(fitted.stubbed),
        "trace": fitted.trace.to_dict(),
        "fitted": document.fitted_value(fitted),
    }
