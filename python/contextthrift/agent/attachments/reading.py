"""Reading attachments: from whatever was given to parts of a message, without blocking the event loop."""

from __future__ import annotations

import asyncio
import stat
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from contextthrift.agent.attachments.item import (
    RunFile,
    bytes_of,
    is_link,
    item_of,
    media_type_of,
)
from contextthrift.agent.attachments.pdf_pages import pdf_pages
from contextthrift.agent.attachments.size import check_size
from contextthrift.exceptions import InvalidArgument, UnreadableAttachment, WrongType
from contextthrift.models import FilePart
from contextthrift.models.media_type import PDF, UNKNOWN, bare, kind_of_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.agent.attachments.item import Attachable

ANY_IMAGE: Final = "image/*"
"""Of a link that is said to be an image and does not say which; its server does."""


def items_of(name: str, given: object) -> tuple[RunFile | FilePart, ...]:
    """The attachments under ``images`` or ``files`` of a run, in any of their shapes; nothing is read yet.

    Raises:
        WrongType: No list, or something in it that is no attachment.
        InvalidArgument: An item of ``images`` that is no image.
    """
    if given is None:
        return ()
    if not isinstance(given, list | tuple):
        raise WrongType(f"{name} must be a list; write {name}=[...]; got {type(given).__name__}")
    items = tuple(item_of(each, f"{name}[{place}]") for place, each in enumerate(given))
    return items if name == "files" else tuple(_image(item, f"images[{at}]") for at, item in enumerate(items))


async def read_attachments(
    images: Sequence[Attachable], files: Sequence[Attachable], max_bytes: int
) -> tuple[FilePart, ...]:
    """The attachments of a run as parts of a message, images first; links stay links.

    Files are read in a thread.

    Args:
        images: What was given as ``images``.
        files: What was given as ``files``.
        max_bytes: How large one of them may be; 0 for any size.

    Raises:
        UnreadableAttachment: One that is not there, is too large, or is not what it is said to be.
    """
    named = [
        *((f"images[{at}]", item) for at, item in enumerate(items_of("images", images))),
        *((f"files[{at}]", item) for at, item in enumerate(items_of("files", files))),
    ]
    if not named:
        return ()
    return await asyncio.to_thread(lambda: tuple(_read(item, where, max_bytes) for where, item in named))


def to_file_part(file: RunFile) -> FilePart:
    """An attachment as a part of a message. A path or an open file is read here, and blocks meanwhile.

    A data URL is reduced to what it holds, a link stays one; what nothing says the type of is
    ``application/octet-stream``.

    Raises:
        UnreadableAttachment: It is not there, or not what it is said to be.

    >>> to_file_part(RunFile(data="data:application/pdf;base64,JVBERi0xLjQ=", name="r.pdf")).data
    b'%PDF-1.4'
    """
    return _read(file, "the attachment", 0)


def _read(item: RunFile | FilePart, where: str, max_bytes: int) -> FilePart:
    if isinstance(item, FilePart):
        return _counted(replace(item, media_type=bare(item.media_type)), where, max_bytes)
    if is_link(item.data):
        return FilePart(media_type=media_type_of(item) or UNKNOWN, url=str(item.data), name=item.name)
    data = _bytes(item.data, where, max_bytes)
    media_type = media_type_of(item) or media_type_of(replace(item, data=data)) or UNKNOWN
    if where.startswith("images") and kind_of_type(media_type) != "image":
        raise UnreadableAttachment(_no_image(where, media_type))
    return _counted(FilePart(media_type=media_type, data=data, name=item.name), where, max_bytes)


def _bytes(data: Any, where: str, max_bytes: int) -> bytes:
    if isinstance(data, bytes):
        return data
    if isinstance(data, Path):
        return _bytes_of_file(data, where, max_bytes)
    if not isinstance(data, str):
        return _bytes_of_open_file(data, where, max_bytes)
    try:
        return bytes_of(data)
    except InvalidArgument as error:
        raise UnreadableAttachment(f"{where}: {error}") from error


def _bytes_of_open_file(opened: Any, where: str, max_bytes: int) -> bytes:
    """What is left of an open file; of too much, the first bytes that are too many."""
    try:
        read = opened.read(max_bytes + 1) if max_bytes else opened.read()
    except (OSError, ValueError) as error:  # ValueError: it was closed
        raise UnreadableAttachment(f"{where} cannot be read: {error}") from error
    if not isinstance(read, bytes | bytearray):
        raise UnreadableAttachment(
            f"{where} is an open file that gives {type(read).__name__}; open it with mode 'rb'"
        )
    return bytes(read)


def _bytes_of_file(path: Path, where: str, max_bytes: int) -> bytes:
    """The bytes of a file; of one that is too large, the first that are too many."""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise UnreadableAttachment(f"{where}: {path} is a folder; give the files in it")
        if not stat.S_ISREG(found.st_mode):
            raise UnreadableAttachment(f"{where}: {path} is no file")
        check_size(found.st_size, f"{where}: {path}", max_bytes)
        with path.open("rb") as opened:
            return opened.read(max_bytes + 1) if max_bytes else opened.read()
    except FileNotFoundError as error:
        raise UnreadableAttachment(f"{where}: there is no file {path}") from error
    except (OSError, ValueError) as error:
        if isinstance(error, UnreadableAttachment):
            raise
        told = getattr(error, "strerror", None) or error
        raise UnreadableAttachment(f"{where}: {path} cannot be read: {told}") from error


def _counted(part: FilePart, where: str, max_bytes: int) -> FilePart:
    """The part with the pages that it has, if it is neither empty nor too large."""
    if part.data is None:
        if part.url is None:
            raise UnreadableAttachment(f"{where} has neither data nor url")
        return part
    called = f" ({part.name})" if part.name else ""
    if not part.data:
        raise UnreadableAttachment(f"{where}{called} is empty")
    check_size(len(part.data), f"{where}{called}", max_bytes)
    if part.media_type != PDF or part.pages is not None:
        return part
    return replace(part, pages=pdf_pages(part.data))


def _image(item: RunFile | FilePart, where: str) -> RunFile | FilePart:
    """An item of ``images``, unless it is known to be something else; files are looked at when read."""
    if isinstance(item, FilePart):
        said: str | None = item.media_type
    else:
        said = media_type_of(item) or (ANY_IMAGE if is_link(item.data) else None)
        if said is None and isinstance(item.data, str):
            _bytes(item.data, where, 0)  # most such texts were meant for paths, which this tells
        elif said is None and not isinstance(item.data, bytes):
            return item
    if kind_of_type(said or UNKNOWN) != "image":
        raise InvalidArgument(_no_image(where, said or UNKNOWN))
    return item if isinstance(item, FilePart) else replace(item, media_type=said)


def _no_image(where: str, media_type: str) -> str:
    if media_type == UNKNOWN:
        return f"{where}: neither its name nor its first bytes say which image it is; give its media_type"
    return f"{where} is {media_type}, no image; give it in files="
