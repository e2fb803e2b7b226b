"""Conversations on disk: read whole, checked, and written so that nothing is ever half there."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import time
from codecs import BOM_UTF8
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, cast

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from contextthrift.cli.bad_input import BadInput
from contextthrift.cli.packing import packed, unpacked
from contextthrift.exceptions import InvalidMessages
from contextthrift.fit.whole import WholeRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contextthrift.cli.packing import Unpacked
    from contextthrift.fit import Fitted

CHUNK: Final = 1 << 20
"""Bytes read at a time."""
PATIENCE_S: Final = 0.5
"""Seconds after which reading shows a progress bar."""


@dataclass(slots=True)
class Document:
    """A conversation in the shape it came in: a bare list, or the arguments of a model call around it."""

    given: list[Any] | WholeRequest
    more_tools: list[Any] | None = None
    """From a file of their own."""
    named_format: str = "auto"
    """What the user says the format is."""

    @classmethod
    def of(cls, text: str) -> Document | None:
        """The conversation in a JSON text; None where it holds none."""
        try:
            return cls.holding(parsed(text))
        except BadInput:
            return None

    @classmethod
    def holding(cls, value: Any) -> Document | None:
        """The conversation that a JSON value is; None where it is none."""
        if isinstance(value, list):
            return cls(value)
        try:
            whole = WholeRequest.of(value)
        except InvalidMessages:
            return None
        is_list = isinstance(whole.arguments[whole.shape.messages], list)
        return cls(whole) if is_list else None

    @property
    def messages(self) -> list[Any]:
        """The messages."""
        return self.given if isinstance(self.given, list) else self.given.messages

    @property
    def model(self) -> str | None:
        """The model that a request names."""
        return None if isinstance(self.given, list) else self.given.arguments.get("model")

    @property
    def max_output(self) -> Any:
        """The longest reply that a request asks for."""
        return None if isinstance(self.given, list) else self.given.max_output

    @property
    def goes_on(self) -> bool:
        """Whether messages that the provider has stored come before these."""
        return not isinstance(self.given, list) and self.given.goes_on

    @property
    def arguments(self) -> dict[str, Any]:
        """What else of it a fit takes."""
        if isinstance(self.given, list):
            return {"tools": self.more_tools, "format": self.named_format}
        whole = self.given
        return {
            "system": whole.system,
            "tools": self.more_tools if self.more_tools is not None else whole.tools,
            "tool_choice": whole.tool_choice,
            "response_format": whole.schema,
            "format": whole.format if self.named_format == "auto" else self.named_format,
        }

    def add_tools(self, tools: list[Any] | None) -> None:
        """Takes tools from a file of their own.

        Raises:
            BadInput: the conversation has tools already.
        """
        has_tools = isinstance(self.given, WholeRequest) and self.given.tools is not None
        if tools is not None and has_tools:
            raise BadInput('the input has "tools" of its own; leave out --tools or those')
        self.more_tools = tools

    def fitted(self, fitted: Fitted, *, is_line: bool = False) -> str:
        """The fitted conversation as JSON text in the same shape."""
        return _dumped(self.fitted_value(fitted), None if is_line else 2)

    def fitted_value(self, fitted: Fitted) -> Any:
        """The fitted conversation in the same shape."""
        if isinstance(self.given, list):
            return fitted.messages
        whole = self.given
        if self.more_tools is not None:
            whole = WholeRequest.of(dict(whole.arguments) | {"tools": self.more_tools})
        return whole.fitted(fitted)


def read_document(source: str) -> Document:
    """The conversation in a file, or on standard input for ``-``.

    Raises:
        BadInput: the file cannot be read, is no JSON, or holds no messages.
    """
    return _document(parsed(read_text(source)), named(source))


def read_line(raw: bytes, number: int) -> Document:
    """The conversation on one line of a file.

    Raises:
        BadInput: the line is no UTF-8, no JSON, or holds no messages.
    """
    name = f"line {number:,}"
    text = _decoded(raw.removeprefix(BOM_UTF8) if number == 1 else raw, name)
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise BadInput(f"{name} is not JSON: {error.msg} at column {error.colno}") from error
    except RecursionError as error:
        raise BadInput(f"{name} is nested too deeply to be messages") from error
    except ValueError as error:
        raise BadInput(f"{name} is not JSON: {error}") from error
    return _document(value, name)


def _document(value: Any, name: str) -> Document:
    document = Document.holding(value)
    if document is None:
        is_object = isinstance(value, dict)
        seen = f"an object with {', '.join(map(repr, value)) or 'nothing'}" if is_object else _kind(value)
        raise BadInput(f'{name} holds {seen}; it must be a list of messages or an object with "messages"')
    return document


def read_list(path: Path, what: str) -> list[Any]:
    """A JSON list in a file, or the list under the key ``what``."""
    value = parsed(read_text(str(path)))
    listed = value.get(what) if isinstance(value, dict) else value
    if not isinstance(listed, list):
        raise BadInput(f"{path} holds {_kind(value)}; it must be a list of {what}")
    return listed


def read_text(source: str) -> str:
    """A whole file as text, or standard input for ``-``, with a progress bar where that takes long."""
    try:
        with opened(source) as (stream, size):
            raw = _read(stream, size)
    except OSError as error:
        raise BadInput(f"cannot read {named(source)}: {error.strerror or error}") from error
    return _decoded(raw.removeprefix(BOM_UTF8), named(source))


def _decoded(raw: bytes, name: str) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise BadInput(f"{name} is not UTF-8: byte {error.start:,} is 0x{raw[error.start]:02x}") from error


def parsed(text: str) -> Any:
    """The value of a JSON text."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        lines = "; of JSON lines give one line at a time" if error.msg == "Extra data" else ""
        raise BadInput(
            f"the input is not JSON: {error.msg} at line {error.lineno}, column {error.colno}{lines}"
        ) from error
    except RecursionError as error:
        raise BadInput("the input is nested too deeply to be messages") from error
    except ValueError as error:
        raise BadInput(f"the input is not JSON: {error}") from error


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


def write(path: Path, text: str) -> None:
    """Writes a file so that it is there whole or not at all; a device or a pipe is written directly."""
    with written(path) as stream:
        stream.write((text + "\n").encode())


@contextmanager
def written(path: Path) -> Iterator[IO[bytes]]:
    """What is written inside stands in the file once the block ends without an error, and else nowhere.

    A name that ends like a compressed file's is one. A device or a pipe is written directly.

    Raises:
        BadInput: the file cannot be written.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as stream:
                yield stream
            return
        target = Path(os.path.realpath(path))
        draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        try:
            draft.touch(exist_ok=False)
            if target.exists():
                shutil.copymode(target, draft)
            with draft.open("wb") as stream, packed(stream, str(path)) as packing:
                yield packing
            draft.replace(target)
        finally:
            with suppress(FileNotFoundError):
                draft.unlink()
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from error


def _dumped(value: Any, indent: int | None) -> str:
    """JSON that is valid UTF-8 even where a text holds half a surrogate pair."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent)
    return text


@contextmanager
def opened(source: str) -> Iterator[tuple[io.BufferedReader | Unpacked, int | None]]:
    """A file, or standard input for ``-``, uncompressed, and its size where that is known.

    Raises:
        BadInput: it is compressed in a way that this Python cannot read.
    """
    if source == "-":
        if sys.stdin is None:
            raise BadInput("standard input is closed")
        yield unpacked(cast("io.BufferedReader", sys.stdin.buffer), named(source)), None
        return
    with Path(source).open("rb") as stream:
        found = unpacked(stream, source)
        yield found, (os.fstat(stream.fileno()).st_size or None) if found is stream else None


def _read(stream: io.BufferedReader | Unpacked, size: int | None) -> bytes:
    read = io.BytesIO()
    started = time.monotonic()
    columns = (TextColumn("reading"), BarColumn(), DownloadColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    task = progress.add_task("reading", total=size)
    try:
        while chunk := stream.read(CHUNK):
            read.write(chunk)
            progress.update(task, completed=read.tell())
            if not progress.live.is_started and time.monotonic() - started > PATIENCE_S:
                progress.start()
    finally:
        if progress.live.is_started:
            progress.stop()
    return read.getvalue()


def named(source: str) -> str:
    """What errors call it."""
    return "standard input" if source == "-" else source


def _kind(value: Any) -> str:
    return {dict: "an object", list: "a list", str: "a string", bool: "a boolean", type(None): "null"}.get(
        type(value), "a number"
    )
