"""The parts of Gemini's contents: what each holds and costs.

Every part is charged on its own, its share of a content's framing included, so that a total does not
depend on which parts stand in one content. Fields are read in both spellings, ``functionCall`` and
``function_call``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as made_by
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from contextthrift.exceptions import InvalidMessages
from contextthrift.formats.copying import changed, without
from contextthrift.formats.field import (
    field,
    is_list,
    kind_of,
    name_in_use,
    object_at,
    sealed_at,
    text_at,
    text_field,
)
from contextthrift.formats.framing import GEMINI
from contextthrift.formats.image_cost import gemini_image_tokens
from contextthrift.formats.image_size import image_size, image_size_of_base64
from contextthrift.formats.json_text import json_text
from contextthrift.formats.notice import MEDIA_NOTE
from contextthrift.formats.opaque import opaque_tokens, parted
from contextthrift.formats.reading import Call

if TYPE_CHECKING:
    from collections.abc import Mapping

CALL: Final = ("functionCall", "function_call")
RESPONSE: Final = ("functionResponse", "function_response")
CODE: Final = ("executableCode", "executable_code")
OUTPUT: Final = ("codeExecutionResult", "code_execution_result")
SIGNATURE: Final = ("thoughtSignature", "thought_signature")
INLINE: Final = ("inlineData", "inline_data")
FILE: Final = ("fileData", "file_data")
MIME: Final = ("mimeType", "mime_type")
PART: Final = GEMINI.message + GEMINI.role
"""What stands around a part, in tokens: as much as around a content."""
BY_NAME: Final = "functionCall:"
"""Begins the id of a call that has none: such calls are answered by their tool's name, in order."""


@dataclass(slots=True)
class Held:
    """What parts hold."""

    texts: list[str] = made_by(default_factory=list)
    """Everything that is measured."""
    flat: int = 0
    """What it costs besides."""
    calls: list[Call] = made_by(default_factory=list)
    """The functions that are called."""
    answers: list[str] = made_by(default_factory=list)
    """The calls that are answered."""
    uses: set[str] = made_by(default_factory=set)
    """Google's tools that were run."""
    media: int = 0
    """Images, recordings, videos and files."""
    is_signed: bool = False
    """Whether some part has a thought signature."""
    model: str | None = None
    """The model that reads it, for what an image costs."""


_Read: TypeAlias = Callable[[Any, Any, Held, str], None]


def read_part(part: Any, held: Held, where: str) -> None:
    """Adds what one part holds; a part that nobody knows is measured as JSON.

    Raises:
        InvalidMessages: it is no part, or a call or a response without a name.
    """
    if isinstance(part, str):
        part = {"text": part}
    if part is None or isinstance(part, int | float | list):
        raise InvalidMessages(f"{where} is {kind_of(part)}; a part looks like {_PART_SHAPE}")
    if is_empty(part):
        held.texts.append("")
        return
    held.flat += PART
    signature = sealed_at(part, where, *SIGNATURE)
    held.is_signed = held.is_signed or bool(signature)
    for names, read in _READERS.items():
        if (value := field(part, *names)) is not None:
            held.flat += opaque_tokens(signature)
            read(value, part, held, where)
            return
    text, hidden = parted(part)
    held.texts.append(text)
    held.flat += hidden


def is_empty(part: Any) -> bool:
    """Whether it is a text without any character and without a signature."""
    if isinstance(part, str):
        return not part
    if text_field(part, *_TEXT) != "":
        return False
    return all(field(part, *names) is None for names in (SIGNATURE, *_READERS) if names != _TEXT)


def is_response(part: Any) -> bool:
    """Whether it is a function's response."""
    return field(part, *RESPONSE) is not None


def is_signed(part: Any) -> bool:
    """Whether it has a thought signature."""
    return bool(field(part, *SIGNATURE))


def text_part(text: str) -> dict[str, Any]:
    """A new part."""
    return {"text": text}


def without_media_parts(parts: list[Any], count: int) -> tuple[list[Any], int]:
    """The parts with a note in place of each of the first ``count`` images and files, and what is left.

    What a function's response holds besides its JSON is left out of it, since no text can stand there.
    """
    edited = []
    for part in parts:
        response = field(part, *RESPONSE)
        if count and _medium(part) is not None:
            count -= 1
            edited.append(text_part(MEDIA_NOTE))
        elif count and response is not None and _nested(response):
            kept, count = _without_first_media(_nested(response), count)
            fewer = changed(response, parts=kept) if kept else without(response, "parts")
            edited.append(changed(part, **{name_in_use(part, *RESPONSE): fewer}))
        else:
            edited.append(part)
    return edited, count


def response_text(response: Any) -> str:
    """The text of a function's response: its only value where that is a text, otherwise its JSON."""
    held = field(response, "response")
    if held is None:
        return ""
    key = _only_key(held)
    value = field(held, key) if key is not None else None
    return value if isinstance(value, str) else json_text(held)


def with_response_text(response: Any, text: str) -> Any:
    """A copy with ``text`` in place of all its JSON, under the key it had where that was the only one; what
    it holds besides stays.
    """
    key = _only_key(field(response, "response")) or "output"
    return changed(response, response={key: text})


def without_nested(response: Any) -> Any:
    """A copy without what it holds besides its JSON."""
    return without(response, "parts")


def is_medium(part: Any) -> bool:
    """Whether it is an image, a recording, a video or a file."""
    return _medium(part) is not None


def _only_key(held: Any) -> str | None:
    keys = list(held) if isinstance(held, dict) else []
    return keys[0] if len(keys) == 1 and isinstance(keys[0], str) else None


def _nested(response: Any) -> list[Any]:
    """The media in a function's response."""
    parts = field(response, "parts")
    return list(parts) if is_list(parts) else []


def _without_first_media(parts: list[Any], count: int) -> tuple[list[Any], int]:
    kept = []
    for part in parts:
        if count and _medium(part) is not None:
            count -= 1
        else:
            kept.append(part)
    return kept, count


def _medium(part: Any) -> Any:
    return field(part, *INLINE, *FILE)


def _read_text(text: Any, _: Any, held: Held, where: str) -> None:
    if not isinstance(text, str):
        raise InvalidMessages(f"{where}.text is {kind_of(text)}; a part with a text must have text there")
    held.texts.append(text)


def _read_call(call: Any, part: Any, held: Held, where: str) -> None:
    if (name := text_field(call, "name")) is None:
        raise InvalidMessages(f"{where} is a function call without a name")
    place = f"{where}.{name_in_use(part, *CALL)}"
    held.calls.append(Call(text_at(call, place, "id") or BY_NAME + name, name))
    held.texts += (name, json_text(object_at(call, place, "args") or {}))
    held.flat += GEMINI.call


def _read_response(response: Any, part: Any, held: Held, where: str) -> None:
    if (name := text_field(response, "name")) is None:
        raise InvalidMessages(f"{where} is a function response without a name")
    place = f"{where}.{name_in_use(part, *RESPONSE)}"
    held.answers.append(text_at(response, place, "id") or BY_NAME + name)
    held.texts += (name, json_text(object_at(response, place, "response") or {}))
    held.flat += GEMINI.result
    for at, inner in enumerate(_nested(response)):
        if (medium := _medium(inner)) is not None:
            _read_medium(medium, inner, held, f"{place}.parts[{at}]")
        else:
            held.texts.append(json_text(inner))


def _read_medium(medium: Any, part: Any, held: Held, where: str) -> None:
    """By its MIME type: an image by its size and resolution, the others flat."""
    object_at(part, where, *INLINE, *FILE)
    held.media += 1
    kind = (text_field(medium, *MIME) or "").partition("/")[0].lower()
    if kind == "image":
        resolution = field(part, "mediaResolution", "media_resolution")
        level = text_field(resolution, "level")
        held.flat += gemini_image_tokens(_size(field(medium, "data")), held.model, level)
    else:
        held.flat += {"audio": GEMINI.audio, "video": GEMINI.video}.get(kind, GEMINI.file)


def _size(data: Any) -> tuple[int, int] | None:
    if isinstance(data, str):
        return image_size_of_base64(data)
    return image_size(data) if isinstance(data, bytes | bytearray) else None


def _read_code(code: Any, part: Any, held: Held, where: str) -> None:
    held.uses |= _CODE_TOOL
    held.texts.append(text_at(code, f"{where}.{name_in_use(part, *CODE)}", "code") or "")


def _read_output(result: Any, part: Any, held: Held, where: str) -> None:
    held.uses |= _CODE_TOOL
    held.texts.append(text_at(result, f"{where}.{name_in_use(part, *OUTPUT)}", "output") or "")


_CODE_TOOL: Final = frozenset({"codeExecution", "code_execution"})
"""The tool that runs code, in both spellings."""
_PART_SHAPE: Final = '{"text": ...}'
_TEXT: Final = ("text",)
_READERS: Final[Mapping[tuple[str, ...], _Read]] = {
    CALL: _read_call,
    RESPONSE: _read_response,
    INLINE: _read_medium,
    FILE: _read_medium,
    CODE: _read_code,
    OUTPUT: _read_output,
    _TEXT: _read_text,
}
