"""From a name to a measure: the built-in encodings, the caller's own, families, and files."""

from __future__ import annotations

import os
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Final, get_args

from contextthrift import _native
from contextthrift.exceptions import InvalidArgument, MissingEstimator, UnknownEncoding, WrongType
from contextthrift.tokens.builtin import BUILTIN_NAMES, BuiltIn
from contextthrift.tokens.encoding import DEFAULT_ENCODING, Encoding
from contextthrift.tokens.estimator import BatchEstimator, Custom, EstimateTokens, Estimator, OnError
from contextthrift.tokens.fallback import Forgiving
from contextthrift.tokens.family import FAMILIES, encoding_of_family
from contextthrift.tokens.number import shown
from contextthrift.tokens.tokenizer_json import (
    HUB_PREFIX,
    encoding_of_bytes,
    encoding_of_file,
    encoding_of_hub,
    is_file_name,
)

if TYPE_CHECKING:
    from contextthrift.tokens.model import Model

_registered: Final[dict[str, Encoding]] = {}
_lock = Lock()


def encoding_names() -> tuple[str, ...]:
    """The names of the encodings that count as they are: the built-in ones, then the registered ones."""
    return (*BUILTIN_NAMES, *_registered)


def get_encoding(name: str | bytes | os.PathLike[str]) -> Encoding:
    """The encoding of that name; the same object at every call.

    Args:
        name: A built-in encoding, whose vocabulary is part of the package and is read at the first
            count; a name given to :func:`register_token_estimator`; a Hugging Face ``tokenizer.json``
            as a path, as its bytes, or as ``hf:owner/name`` (extra ``hf``: from the hub's local cache,
            else fetched); or a family such as ``llama3``, whose ``tokenizer.json`` is where
            ``CONTEXTTHRIFT_TOKENIZER_LLAMA3`` says or in the hub's local cache.

    Raises:
        UnknownEncoding: no encoding has the name; the message offers near ones.
        MissingTokenizer: a ``tokenizer.json`` cannot be had.
        InvalidArgument: what is there is no ``tokenizer.json``.
        WrongType: ``name`` is of another type.
    """
    if isinstance(name, bytes | bytearray):
        return encoding_of_bytes(bytes(name))
    if isinstance(name, os.PathLike):
        return encoding_of_file(name)
    if not isinstance(name, str):
        raise WrongType(f"an encoding's name is a string, not {type(name).__name__}")
    return _named(name) or _tokenizer_json(name)


def register_token_estimator(
    name: str, estimator: EstimateTokens | BatchEstimator, *, exact: bool = False
) -> Encoding:
    """Makes the caller's own measure known by a name, wherever an encoding's name is taken.

    Args:
        name: A new name, or one that was registered before: the new measure takes its place.
        estimator: A function of a text and this name, or an object with ``estimate_batch(texts)``.
        exact: Whether it counts as the model's own tokenizer does.

    Returns:
        The encoding, as :func:`get_encoding` now returns it.

    Raises:
        InvalidArgument: the name is empty, a built-in one, a family's, or looks like a file or the hub.
        WrongType: ``name`` is no string or ``estimator`` cannot be asked.

    >>> register_token_estimator("words", lambda text, _: len(text.split())).count("one two three")
    3
    """
    _check_name(name)
    if not callable(estimator) and not isinstance(estimator, BatchEstimator):
        raise WrongType(
            f"the estimator is {type(estimator).__name__}; it must be a function (text, encoding_name) "
            "-> number of tokens, or an object with estimate_batch(texts)"
        )
    encoding = Encoding(name, Custom(estimator, name), exact=bool(exact))
    with _lock:
        _registered[name] = encoding
    return encoding


def resolve_estimator(
    estimate_tokens: Estimator | None,
    function: str,
    encoding: str = DEFAULT_ENCODING,
    on_error: OnError = "raise",
) -> Encoding:
    """The encoding that ``estimate_tokens`` stands for; the caller's own function becomes one for this use.

    ``encoding`` is the name that a function is called with, ``function`` is for the messages of errors.

    Raises:
        MissingEstimator: it was left out; the message names ``function`` and the option.
        UnknownEncoding: it is a name that no encoding has.
        InvalidArgument: ``on_error`` is neither ``raise`` nor ``fallback``.
        WrongType: it is of another type.
    """
    if on_error not in get_args(OnError):
        raise InvalidArgument(f"on_estimator_error is {shown(on_error)}; it must be 'raise' or 'fallback'")
    measure = _resolved(estimate_tokens, function, encoding)
    if on_error == "fallback" and isinstance(measure.counter, Custom):
        return Encoding(measure.name, Forgiving(measure.counter), exact=measure.exact)
    return measure


def _resolved(estimate_tokens: Estimator | None, function: str, encoding: str) -> Encoding:
    if estimate_tokens is None:
        raise MissingEstimator(
            f"{function}() needs estimate_tokens: an encoding name such as 'o200k_base', "
            "an encoding, or a function (text, encoding_name) -> number of tokens; "
            "encoding= alone measures nothing"
        )
    if isinstance(estimate_tokens, Encoding):
        return estimate_tokens
    if isinstance(estimate_tokens, str):
        return get_encoding(estimate_tokens)
    if callable(estimate_tokens) or isinstance(estimate_tokens, BatchEstimator):
        return Encoding("custom", Custom(estimate_tokens, encoding), exact=False)
    raise WrongType(
        f"{function}(): estimate_tokens is {type(estimate_tokens).__name__}, "
        "not an encoding name, an encoding, or a function (text, encoding_name) -> number of tokens"
    )


def _named(name: str) -> Encoding | None:
    return _builtin(name) if name in BUILTIN_NAMES else _registered.get(name)


def _tokenizer_json(name: str) -> Encoding:
    if name in FAMILIES:
        return encoding_of_family(name)
    if name.startswith(HUB_PREFIX):
        return encoding_of_hub(name)
    if is_file_name(name):
        return encoding_of_file(name)
    raise UnknownEncoding(f"no encoding is called {name!r}; {_hint(name)}")


@cache
def _builtin(name: str) -> Encoding:
    return Encoding(name, BuiltIn(name), exact=_native.is_exact(name))


def _model_called(name: str) -> Model | None:
    from contextthrift.tokens.model import find_model  # noqa: PLC0415 - needed only for this error

    try:
        return find_model(name)
    except InvalidArgument:
        return None


def _hint(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - needed only for this error

    known = (*encoding_names(), *FAMILIES)
    if (model := _model_called(name)) is not None:
        return f"did you mean {model.encoding}, the encoding of the model of that name?"
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    return f"did you mean {' or '.join(near)}?" if near else f"the encodings are {', '.join(known)}"


def _check_name(name: str) -> None:
    if not isinstance(name, str):
        raise WrongType(f"an encoding's name is a string, not {type(name).__name__}")
    if name in BUILTIN_NAMES or name in FAMILIES:
        raise InvalidArgument(f"{name!r} is an encoding of this package; register another name")
    if not name or name.startswith(HUB_PREFIX) or is_file_name(name):
        raise InvalidArgument(
            f"{name!r} cannot be an estimator's name: it is empty or looks like a file or a name on the hub"
        )
