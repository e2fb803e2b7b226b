"""What a run can be given to look at, in any of the shapes in which people have it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from os import PathLike, fsdecode
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

from contextthrift.agent.attachments.base64_text import data_url, decoded
from contextthrift.brief import Brief
from contextthrift.exceptions import AttachmentKind, InvalidArgument, WrongType
from contextthrift.models import FilePart
from contextthrift.models.media_type import (
    UNKNOWN,
    bare,
    kind_of_type,
    text_type_by_name,
    type_by_bytes,
    type_by_name,
)
from contextthrift.settings import Settings, settings_from

Source: TypeAlias = "bytes | bytearray | memoryview | str | PathLike[str] | BinaryIO"
Attachable: TypeAlias = "RunFile | FilePart | Source | Mapping[str, Any]"
"""What may stand in ``images`` and ``files``."""

_LINK: Final = re.compile(r"https?://", re.IGNORECASE)
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFile(Brief, Settings):
    """An attachment of a run, with what is known of it.

    >>> RunFile(data="https://example.com/cat.png").kind, RunFile(data=b"a,b", name="t.csv").kind
    ('image', 'file')
    """

    data: Source
    """Bytes, an open binary file, a path, or a text: base64, a data URL, or a link of http or https.

    A text is never taken for a path: it may come from someone else.
    """
    media_type: str | None = None
    """What it is; else its data URL, its name, its path or its first bytes say."""
    name: str | None = None
    """As the model and the conversation's memory are told; that of a path or an open file if left out."""

    @property
    def kind(self) -> AttachmentKind:
        """``image``, ``pdf`` or ``file``, as far as it can be told without reading a file."""
        return attachment_kind(self)


def media_type_of(file: RunFile) -> str | None:
    """The media type of an attachment, where anything says one.

    What is declared goes first, then the data URL's own, then the ending of the name or of a link's path,
    then the first bytes. Of what is read from a file those are not known yet. None where nothing says it.

    >>> media_type_of(RunFile(data="data:image/png;base64,iVBORw0KGgo=", media_type="Image/GIF; q=1"))
    'image/gif'
    """
    declared = bare(file.media_type or "")
    text = file.data if isinstance(file.data, str) else ""
    inline = data_url(text)
    said = bare(inline.media_type or "") if inline else ""
    link = text if is_link(text) else None
    by_name = type_by_name(file.name, link)
    return declared or said or by_name or _by_content(file.data) or text_type_by_name(file.name, link)


def attachment_kind(file: RunFile) -> AttachmentKind:
    """``image``, ``pdf``, or ``file`` for everything else."""
    return kind_of_type(media_type_of(file) or UNKNOWN)


def is_link(text: object) -> bool:
    """Whether it is a link of http or https."""
    return isinstance(text, str) and _LINK.match(text) is not None


def bytes_of(text: str) -> bytes:
    """The bytes of a data URL or of base64.

    Raises:
        InvalidArgument: It is neither.
    """
    inline = data_url(text)
    if inline is not None:
        return inline.bytes()
    if _SCHEME.match(text):
        raise InvalidArgument("a link must be one of http or https; give a file as pathlib.Path(...)")
    try:
        return decoded(text)
    except InvalidArgument:
        raise InvalidArgument(
            f"{_short(text)} is no link, no data URL and no base64; give a path as pathlib.Path(...)"
        ) from None


def item_of(given: object, where: str) -> RunFile | FilePart:
    """An attachment in whatever shape it was given; nothing is read yet.

    Raises:
        WrongType: It has none of the shapes.
        InvalidArgument: A mapping with a name that no attachment has, or a media type that is none.
    """
    if isinstance(given, FilePart):
        return given
    if isinstance(given, Mapping):
        given = settings_from(RunFile, _with_data(given, where), where)
    file = given if isinstance(given, RunFile) else RunFile(data=given)  # type: ignore[arg-type]  # checked next
    _check_text(file.media_type, f"{where}.media_type")
    _check_text(file.name, f"{where}.name")
    if file.media_type is not None and "/" not in file.media_type:
        raise InvalidArgument(f"{where}.media_type must be one such as image/png; got {file.media_type!r}")
    named = _named(file, where)
    return replace(named, name=named.name and _unicode(named.name))


def _unicode(name: str) -> str:
    """The name as it can be sent: in names of files half a surrogate pair is a byte that is no text."""
    return name.encode("utf-8", "replace").decode()


def _with_data(given: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    if "data" not in given:
        raise InvalidArgument(f"{where} has no data")
    return given


def _named(file: RunFile, where: str) -> RunFile:
    """The attachment with its data in one of the shapes, and the name that goes with it."""
    data = file.data
    if isinstance(data, bytes | str):
        return file
    if isinstance(data, bytearray | memoryview):
        return replace(file, data=bytes(data))
    if isinstance(data, PathLike):
        path = Path(fsdecode(data))
        return replace(file, data=path, name=file.name or path.name)
    if hasattr(data, "read"):
        name = getattr(data, "name", None)
        return replace(file, name=file.name or (Path(name).name if isinstance(name, str) else None))
    raise WrongType(
        f"{where} must be bytes, a pathlib.Path, an open binary file, a link, a data URL, base64 or a "
        f"RunFile; got {type(data).__name__}"
    )


def _check_text(given: object, where: str) -> None:
    if given is not None and not isinstance(given, str):
        raise WrongType(f"{where} must be a str; got {type(given).__name__}")


def _by_content(data: object) -> str | None:
    """What the first bytes say, of what is in memory."""
    if isinstance(data, bytes | bytearray | memoryview):
        return type_by_bytes(bytes(data[:16]))
    if not isinstance(data, str) or is_link(data):
        return None
    inline = data_url(data)
    payload = inline.payload if inline else data
    try:
        return type_by_bytes(decoded("".join(payload[:128].split())[:64]))  # whole groups of base64
    except InvalidArgument:
        return None


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:40]}...")  # noqa: PLR2004 - enough to know it again
