"""The server and its three tools, whose annotations the SDK reads when they are added."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from inspect import getdoc
from typing import Any, Final, NamedTuple

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

import contextthrift
from contextthrift.exceptions import ContextThriftError, InvalidArgument, MissingTokenizer, WindowRefused
from contextthrift.fit import Fitted, FitTrace
from contextthrift.fit.door import measured_request
from contextthrift.integrations.fitting import UPWARD, FitOptions, Seen
from contextthrift.integrations.mcp.answers import Counted, Explained, Fit
from contextthrift.integrations.mcp.arguments import (
    Format,
    Measure,
    Messages,
    ModelName,
    Query,
    Reserve,
    System,
    Text,
    Tools,
    Window,
)
from contextthrift.tokens import Encoding, encoding_for_model, encoding_names, get_encoding
from contextthrift.tokens.number import shown

INSTRUCTIONS: Final = """\
Counts conversations in tokens and fits them into a model's window, without calling a model. `count` says
how large something is, `explain` what would have to go and why, `fit` gives back the messages to send.
Name a model, or give context_window and encoding."""

READS_ONLY: Final = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
"""The tools compute; they change nothing and open no connection."""


class _Choices(NamedTuple):
    """The arguments of a tool that are choices of a fit."""

    model: str | None
    context_window: int | None
    encoding: str | None
    output_reserve: int | None
    query: str | None


def make_server() -> MCPServer:
    """A new server, to be run on any transport: ``make_server().run("streamable-http")``."""
    server = MCPServer(
        "contextthrift",
        title="contextthrift",
        instructions=INSTRUCTIONS,
        version=contextthrift.__version__,
        log_level="WARNING",
    )
    for tool, title in TOOLS.items():
        server.add_tool(tool, title=title, description=getdoc(tool), annotations=READS_ONLY)
    return server


def serve() -> None:
    """Serves on standard input and output until the client closes them."""
    make_server().run("stdio")


def fit(
    *,
    messages: Messages,
    model: ModelName = None,
    context_window: Window = None,
    encoding: Measure = None,
    output_reserve: Reserve = None,
    tools: Tools = None,
    system: System = None,
    query: Query = None,
    format: Format = "auto",  # noqa: A002 - as everywhere in this package
) -> Fit:
    """Makes a conversation fit a model's context window, and returns the messages to send.

    Cuts in one fixed order: images and old tool results first, then the oldest turns, tools last. System
    messages, the newest step and pairs of tool calls and results stay. Nothing is cut when everything fits.
    """
    made = _fitted(
        messages,
        _Choices(model, context_window, encoding, output_reserve, query),
        tools=tools,
        system=system,
        format=format,
    )
    return Fit.of(*made)


def explain(
    *,
    messages: Messages,
    model: ModelName = None,
    context_window: Window = None,
    encoding: Measure = None,
    output_reserve: Reserve = None,
    tools: Tools = None,
    system: System = None,
    query: Query = None,
    format: Format = "auto",  # noqa: A002 - as everywhere in this package
) -> Explained:
    """Says what `fit` would cut from a conversation, in which order and why; gives no messages back."""
    trace, _ = _fitted(
        messages,
        _Choices(model, context_window, encoding, output_reserve, query),
        tools=tools,
        system=system,
        format=format,
    )
    return Explained.of(trace)


def count(
    *,
    messages: Messages | None = None,
    text: Text = None,
    model: ModelName = None,
    encoding: Measure = None,
    tools: Tools = None,
    system: System = None,
    format: Format = "auto",  # noqa: A002 - as everywhere in this package
) -> Counted:
    """Counts the tokens of a conversation as it is sent, framing and tools included, or of a plain text."""
    with _told():
        if (messages is None) == (text is None):
            raise InvalidArgument("give either messages or text")
        measure = _measure(model, encoding)
        if text is not None:
            return Counted.of_text(text, measure, model)
        request = measured_request(
            messages or [],
            model=model,
            encoding=measure,
            tools=tools,
            system=system,
            format=format,
        )
        return Counted.of_messages(request, model)


TOOLS: Final[Mapping[Callable[..., Any], str]] = {
    fit: "Fit a conversation into a context window",
    count: "Count tokens",
    explain: "Explain what a fit would cut",
}
"""The tools and their titles."""


def _fitted(
    messages: list[dict[str, Any]], choices: _Choices, **beside: Any
) -> tuple[FitTrace, Fitted | None]:
    """The trace of a fit, and what may be sent where it fits."""
    traces: list[FitTrace] = []
    with _told():
        if choices.encoding is not None:
            _known(choices.encoding)
        options = FitOptions(**choices._asdict(), on_trace=traces.append)
        try:
            fitted = options.fitted(messages, Seen(), **beside)
        except WindowRefused:
            fitted = None
    return traces[0], fitted


def _measure(model: str | None, encoding: str | None) -> Encoding:
    """What is named; a model whose tokenizer is not here is measured by an estimate that leans upwards."""
    if encoding is not None:
        return get_encoding(_known(encoding))
    if model is None:
        raise InvalidArgument("what measures text is missing: give model or encoding")
    try:
        return encoding_for_model(model)
    except MissingTokenizer:
        return get_encoding(UPWARD)


def _known(encoding: str) -> str:
    """The name of an encoding; in Python it may also be a file's, which no model shall have us open."""
    if encoding not in encoding_names():
        raise InvalidArgument(
            f"no encoding is called {shown(encoding)}; give one of {', '.join(encoding_names())}"
        )
    return encoding


@contextmanager
def _told() -> Iterator[None]:
    """Tells the model that calls what it can mend, in the names of the tools' arguments."""
    try:
        yield
    except ContextThriftError as error:
        raise ToolError(_as_arguments(str(error))) from error


def _as_arguments(message: str) -> str:
    """A message about functions of Python, about arguments of tools.

    >>> _as_arguments("Make it known with register_model(), or give context_window= and encoding= instead")
    'Give context_window and encoding instead'
    """
    message = message.replace("Make it known with register_model(), or give", "Give")
    return re.sub(r"\b([a-z_]+)=(?=\W|$)", r"\1", message)
