"""Calls of Responses and their results: each kind of tool has its own two types of items.

A call's id is ``call_id``; that of any kind but a function's begins with its type, so that a result only
ever answers a call of its own kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import InvalidMessages
from contextthrift.formats.copying import changed
from contextthrift.formats.field import field, is_list, text_field
from contextthrift.formats.json_text import json_text
from contextthrift.formats.notice import NOT_RUN
from contextthrift.formats.openai_parts import (
    Content,
    content_text,
    has_media,
    read_content,
    with_text,
    without_media_parts,
)
from contextthrift.formats.reading import Call

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

BLANK_SCREEN: Final[Mapping[str, str]] = {
    "type": "computer_screenshot",
    "image_url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkk"
    "AAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJRU5ErkJggg==",
}
"""A black pixel: what a computer's output can hold in place of a screenshot, since it takes no text."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A type of call and the type of its result."""

    call: str
    """The type of the call's item."""
    output: str
    """The type of the result's item."""
    tool: str | None = None
    """The name of the built-in tool; None where the call names its own."""
    id_field: str = "call_id"
    """The field of the result that names the call."""

    def call_id(self, number: str) -> str:
        """The id by which call and result find each other."""
        return number if self.call == "function_call" else f"{self.call}:{number}"


FUNCTION: Final = Pair("function_call", "function_call_output")
CUSTOM: Final = Pair("custom_tool_call", "custom_tool_call_output")
COMPUTER: Final = Pair("computer_call", "computer_call_output", "computer")
SHELL: Final = Pair("shell_call", "shell_call_output", "shell")
LOCAL_SHELL: Final = Pair("local_shell_call", "local_shell_call_output", "local_shell", "id")
PATCH: Final = Pair("apply_patch_call", "apply_patch_call_output", "apply_patch")
SEARCH: Final = Pair("tool_search_call", "tool_search_output", "tool_search")
"""Of a search for tools that the caller runs; one that OpenAI runs waits for nobody."""
APPROVAL: Final = Pair("mcp_approval_request", "mcp_approval_response", None, "approval_request_id")
PAIRS: Final = (FUNCTION, CUSTOM, COMPUTER, SHELL, LOCAL_SHELL, PATCH, SEARCH, APPROVAL)
BY_CALL: Final = {pair.call: pair for pair in PAIRS}
BY_OUTPUT: Final = {pair.output: pair for pair in PAIRS}


def call_of(item: Any, kind: str | None) -> Pair | None:
    """The pair of a call that the caller answers; None for any other item."""
    pair = BY_CALL.get(kind or "")
    return None if pair is SEARCH and not _is_clients(item) else pair


def output_of(item: Any, kind: str | None) -> Pair | None:
    """The pair of a result that the caller gives; None for any other item."""
    pair = BY_OUTPUT.get(kind or "")
    return None if pair is SEARCH and not _is_clients(item) else pair


def _is_clients(item: Any) -> bool:
    return text_field(item, "execution") == "client"


def read_call(item: Any, pair: Pair, index: int) -> Call:
    """The call that an item makes.

    Raises:
        InvalidMessages: it has no id or no name.
    """
    name = text_field(item, "namespace", "server_label", "name") or pair.tool
    number = text_field(item, "call_id", "id")
    if name is None or number is None:
        raise InvalidMessages(f"messages[{index}] is a {pair.call} without a name or a call_id")
    return Call(pair.call_id(number), name)


def answered_by(item: Any, pair: Pair, index: int) -> str:
    """The id of the call that an item answers.

    Raises:
        InvalidMessages: it names none.
    """
    number = text_field(item, "call_id", pair.id_field)
    if number is None:
        raise InvalidMessages(f"messages[{index}] is a {pair.output} without a {pair.id_field}")
    return pair.call_id(number)


def read_output(item: Any, pair: Pair, where: str, model: str | None = None) -> Content:
    """What a result holds.

    Raises:
        InvalidMessages: it cannot be read; the error begins with ``where``.
    """
    if pair is SEARCH:
        return Content([json_text(field(item, "tools"))])
    if pair is COMPUTER:
        screen = field(item, "output")
        content = read_content([] if screen is None else [screen], where, model)
        content.media = 0 if _is_blank(screen) else content.media
        return content
    return (
        Content(texts=_shell_texts(item)) if pair is SHELL else read_content(_held(item, pair), where, model)
    )


def output_text(item: Any, pair: Pair) -> str:
    """The text of a result; a computer's output and tools that were found have none."""
    if pair in _TEXTLESS:
        return ""
    return "\n".join(_shell_texts(item)) if pair is SHELL else content_text(_held(item, pair))


def with_output(item: Any, pair: Pair, text: str) -> Any:
    """A copy with another text in place of all it held; a black pixel in place of a screenshot.

    Tools that were found stay: later calls need their definitions.
    """
    if pair is SEARCH:
        return item
    if pair is COMPUTER:
        return changed(item, output=dict(BLANK_SCREEN))
    if pair is SHELL:
        chunks = field(item, "output")
        outcome = field(chunks[0], "outcome") if is_list(chunks) and chunks else None
        return changed(item, output=[_chunk(text, outcome or _FAILED)])
    return changed(item, reason=text) if pair is APPROVAL else changed(item, output=text)


def with_output_text(item: Any, pair: Pair, text: str) -> Any:
    """A copy with another text in place of those it held; its images and files stay."""
    output = field(item, "output")
    if pair in _TEXTLESS or not has_media(output):
        return with_output(item, pair, text)
    return changed(item, output=with_text(output, text, "input_text"))


def without_output_media(item: Any, pair: Pair, count: int) -> Any:
    """A copy with a note, or a black pixel, in place of the first ``count`` images and files."""
    output = field(item, "output")
    if pair is COMPUTER:
        return changed(item, output=dict(BLANK_SCREEN))
    if not has_media(output):
        return item
    return changed(item, output=without_media_parts(output, count, "input_text"))


def not_run_output(call: Call) -> dict[str, Any]:
    """A new result that says that the call was not run."""
    kind, colon, number = call.id.partition(":")
    pair = BY_CALL.get(kind, FUNCTION) if colon else FUNCTION
    named = {"type": pair.output, pair.id_field: call.id if pair is FUNCTION else number}
    return named | _NOT_RUN.get(pair.call, _plain_output)()


def _held(item: Any, pair: Pair) -> Any:
    return field(item, "reason" if pair is APPROVAL else "output")


def _is_blank(screen: Any) -> bool:
    return text_field(screen, "image_url") == BLANK_SCREEN["image_url"]


def _shell_texts(item: Any) -> list[str]:
    chunks = field(item, "output")
    if not is_list(chunks):
        return [chunks] if isinstance(chunks, str) else []
    found = [text_field(chunk, name) for chunk in chunks for name in ("stdout", "stderr")]
    return [text for text in found if text]


def _chunk(text: str, outcome: Any) -> dict[str, Any]:
    return {"stdout": text, "stderr": "", "outcome": outcome}


def _plain_output() -> dict[str, Any]:
    return {"output": NOT_RUN}


_TEXTLESS: Final = (COMPUTER, SEARCH)
"""What no text can stand in."""
_FAILED: Final = {"type": "exit", "exit_code": 1}
_NOT_RUN: Final[Mapping[str, Callable[[], dict[str, Any]]]] = {
    COMPUTER.call: lambda: {"output": dict(BLANK_SCREEN)},
    SHELL.call: lambda: {"output": [_chunk(NOT_RUN, dict(_FAILED))]},
    PATCH.call: lambda: {"status": "failed", "output": NOT_RUN},
    SEARCH.call: lambda: {"execution": "client", "status": "incomplete", "tools": []},
    APPROVAL.call: lambda: {"approve": False, "reason": NOT_RUN},
}
"""What stands in a result besides its type and its call, where it is not the text alone."""
