"""Encodings from a Hugging Face ``tokenizer.json``: a path, its bytes, or a name on the hub.

Nothing here opens a connection, except that an ``hf:`` name which is not in the hub's local cache is
fetched by ``huggingface_hub``, with that library's own settings (``HF_HUB_OFFLINE`` among them).
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from contextthrift import _native
from contextthrift.exceptions import EstimatorAnswer, InvalidArgument, MissingTokenizer
from contextthrift.tokens.counter import Counter
from contextthrift.tokens.encoding import Encoding

if TYPE_CHECKING:
    from contextthrift.tokens.counter import NameOf

HUB_PREFIX: Final = "hf:"
FILE_NAME: Final = "tokenizer.json"
FILES_REMEMBERED: Final = 8
"""How many files stay read; one takes up to some hundred MB."""

_HUB_NAME: Final = re.compile(r"hf:(?P<repo>[\w.-]+/[\w.-]+)(?:@(?P<revision>[\w./-]+))?")
_read: OrderedDict[tuple[str, int, int], Encoding] = OrderedDict()
_lock = Lock()


class TokenizerFile(Counter):
    """Counts by a ``tokenizer.json``, as its own library does: nothing added, nothing cut off."""

    __slots__ = ("_name", "_tokenizer")

    def __init__(self, file: bytes, name: str) -> None:
        """Reads the bytes of the file; ``name`` is for the messages of errors.

        Raises:
            InvalidArgument: they are no ``tokenizer.json``; the message says why.
        """
        self._name = name
        try:
            self._tokenizer = _native.TokenizerJson(file)
        except ValueError as error:
            raise InvalidArgument(f"{name}: {error}") from error

    def count_batch(self, texts: list[str], name_of: NameOf) -> list[int]:
        """The tokens of each text, in one native call.

        Raises:
            EstimatorAnswer: the tokenizer cannot read one of them.
        """
        try:
            return self._tokenizer.count_batch(texts)
        except RuntimeError as error:
            where = name_of(self._first_unreadable(texts))
            raise EstimatorAnswer(f"{self._name} has no count for {where}: {error}") from error

    def _first_unreadable(self, texts: list[str]) -> int:
        for index, text in enumerate(texts):
            try:
                self._tokenizer.count(text)
            except RuntimeError:
                return index
        return 0


def is_file_name(name: str) -> bool:
    """Whether a string is the path of a file rather than a name."""
    return name.endswith(".json") or os.sep in name or "/" in name


def encoding_of_bytes(file: bytes) -> Encoding:
    """The encoding of the bytes of a ``tokenizer.json``.

    Raises:
        InvalidArgument: they are not one.
    """
    return Encoding(FILE_NAME, TokenizerFile(file, FILE_NAME), exact=True, source=file)


def encoding_of_file(path: str | os.PathLike[str], name: str | None = None) -> Encoding:
    """The encoding of a ``tokenizer.json``; the same object until the file changes.

    Raises:
        MissingTokenizer: the file is not there or cannot be read.
        InvalidArgument: it is no ``tokenizer.json``.
    """
    path = Path(path).expanduser()
    path = path / FILE_NAME if path.is_dir() else path
    name = str(path) if name is None else name
    try:
        status = path.stat()
        key = (f"{name}\0{path.resolve()}", status.st_mtime_ns, status.st_size)
        with _lock:
            if key in _read:
                _read.move_to_end(key)
                return _read[key]
        file = path.read_bytes()
    except OSError as error:
        raise MissingTokenizer(f"{path} cannot be read: {error.strerror or error}") from error
    encoding = Encoding(name, TokenizerFile(file, name), exact=True)
    with _lock:
        encoding = _read.setdefault(key, encoding)
        while len(_read) > FILES_REMEMBERED:
            _read.popitem(last=False)
    return encoding


def encoding_of_hub(name: str) -> Encoding:
    """The encoding of ``hf:owner/name`` or ``hf:owner/name@revision``, from the local cache if it is there.

    Raises:
        InvalidArgument: the name has another form.
        MissingTokenizer: the extra is not installed, or the file can neither be found nor fetched.
    """
    parts = _HUB_NAME.fullmatch(name)
    if parts is None:
        raise InvalidArgument(f"{name!r} is no name on the hub; one looks like hf:Qwen/Qwen3-8B")
    path = cached_on_disk(parts["repo"], parts["revision"]) or _fetched(parts["repo"], parts["revision"])
    return encoding_of_file(path, name)


def cached_on_disk(repo: str, revision: str | None = None) -> str | None:
    """The ``tokenizer.json`` of a repository in the hub's local cache; None where it is not there.

    Raises:
        MissingTokenizer: the extra is not installed.
    """
    try:
        from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingTokenizer(
            "names on the Hugging Face hub need an extra: pip install 'contextthrift[hf]'"
        ) from error
    found = try_to_load_from_cache(repo, FILE_NAME, revision=revision)
    return found if isinstance(found, str) else None


def _fetched(repo: str, revision: str | None) -> str:
    from huggingface_hub import hf_hub_download  # noqa: PLC0415 - an extra

    try:
        return str(hf_hub_download(repo, FILE_NAME, revision=revision))
    except (OSError, ValueError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise MissingTokenizer(
            f"the {FILE_NAME} of {repo} is not in the local cache and cannot be fetched: {reason}; "
            f"once it can be, `hf download {repo} {FILE_NAME}` keeps it for use without a connection"
        ) from error
