"""Models: their limits, their encoding, and finding them by any of their names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Final

from contextthrift.exceptions import InvalidArgument, UnknownModel, WrongType
from contextthrift.tokens.model_name import begins_with, readings, spelling_key, undecorated
from contextthrift.tokens.number import shown, whole_number
from contextthrift.tokens.registry import get_encoding

if TYPE_CHECKING:
    from contextthrift.tokens.encoding import Encoding

_MOST_OFFERED: Final = 3

_own: dict[str, Model] = {}
_own_lock: Final = Lock()


@dataclass(frozen=True, kw_only=True, slots=True)
class Model:
    """What one model takes and gives, as its vendor publishes it. All limits are tokens.

    Raises:
        InvalidArgument: a limit is no whole number from 1 up to the window.
        WrongType: a name is not a string.
    """

    name: str
    """Its name, as the vendor spells it and without a date."""

    encoding: str
    """The name of the encoding that measures its text; :func:`encoding_for_model` gets it."""

    window: int
    """What prompt and reply may have together."""

    max_input: int | None = None
    """What the prompt may have; None where only the window limits it."""

    max_output: int | None = None
    """What one reply may have; None where no limit of its own is published."""

    provider: str | None = None
    """Who makes it, as a short name in lower case."""

    encoding_is_stand_in: bool = False
    """True where no tokenizer is published for it. Counts are estimates then, also by an exact encoding."""

    def __post_init__(self) -> None:
        """Checks names and limits."""
        for field in ("name", "encoding"):
            if not isinstance(getattr(self, field), str):
                raise WrongType(f"{field} is {shown(getattr(self, field))}; it must be a string")
        whole_number(self.window, "window", least=1)
        for field in ("max_input", "max_output"):
            limit = getattr(self, field)
            if limit is not None and whole_number(limit, field, least=1) > self.window:
                raise InvalidArgument(f"{field} is {limit}, above the window of {self.window}")

    def input_budget(self, reserve: int = 0) -> int:
        """What may be sent when the reply has ``reserve``: at most the maximum input, and never below 0.

        >>> find_model("gpt-5.2").input_budget(128_000), find_model("gpt-5.2").input_budget(200_000)
        (272000, 200000)
        """
        room = max(0, self.window - reserve)
        return room if self.max_input is None else min(room, self.max_input)


def find_model(name: str) -> Model:
    """The model called ``name``, however a provider, a router or a snapshot's date decorates it.

    Own entries come first. ``docs/models.md`` says which forms are read; a new version or a new
    kind of a known model is unknown, never a guess.

    Raises:
        UnknownModel: no model has the name; the message offers near ones.
        WrongType: ``name`` is not a string.

    >>> find_model("openrouter/anthropic/claude-sonnet-4.5:free").window
    200000
    >>> find_model("ft:gpt-4o-mini-2024-07-18:acme::x1").name
    'gpt-4o-mini'
    """
    if not isinstance(name, str):
        raise WrongType(f"a model's name is a string, not {type(name).__name__}")
    for find in (_known, _of_family):
        for text in readings(name):
            if model := find(text):
                return model
    raise UnknownModel(_unknown(name))


def encoding_for_model(name: str) -> Encoding:
    """The encoding that measures what is sent to the model called ``name``.

    Its ``exact`` is False where the vendor publishes no tokenizer and the encoding is an estimate. For
    models of open weights it is a tokenizer that you have to point to; ``docs/models.md`` says how.

    Raises:
        UnknownModel: no model has the name; the message offers near ones.
        UnknownEncoding: the model was registered with an encoding that does not exist.
        WrongType: ``name`` is not a string.

    >>> encoding_for_model("gpt-4.1-mini")
    <Encoding o200k_base>
    """
    return get_encoding(find_model(name).encoding)


def register_model(
    name: str,
    *,
    encoding: str,
    window: int,
    max_input: int | None = None,
    max_output: int | None = None,
    provider: str | None = None,
) -> Model:
    """Makes a model known to this process, or gives a known one other limits; returns it.

    An own entry replaces a built-in one of the same name, because limits change more often than
    versions of this package. Dates, hosts and variants of the name are understood as for built-in ones.

    Raises:
        InvalidArgument: ``name`` is empty, or a limit is no whole number from 1 up to the window.
        WrongType: ``name`` or ``encoding`` is not a string.

    >>> register_model("house-model", encoding="o200k_base", window=65_536, max_output=8_192).window
    65536
    >>> find_model("vllm/house-model-2026-01-31").max_output
    8192
    """
    model = Model(
        name=name,
        encoding=encoding,
        window=window,
        max_input=max_input,
        max_output=max_output,
        provider=provider,
    )
    if not name.strip():
        raise InvalidArgument("a model's name is empty")
    with _own_lock:
        _own[spelling_key(name.strip())] = model
    return model


def model_names() -> tuple[str, ...]:
    """The names of all known models, own ones included, in alphabetical order.

    >>> "gpt-4o" in model_names()
    True
    """
    with _own_lock:
        own = {model.name for model in _own.values()}
    return tuple(sorted(own.union(model.name for model in _built_in().values())))


def _known(text: str) -> Model | None:
    for spelled in (text, *undecorated(text)):
        key = spelling_key(spelled)
        if model := _own.get(key) or _built_in().get(key):
            return model
    return None


def _of_family(text: str) -> Model | None:
    return next((_known(family) for family in _families() if begins_with(text, family)), None)


@cache
def _built_in() -> dict[str, Model]:
    """The models of the table by the keys of their names."""
    from contextthrift.tokens.model_table import GROUPS  # noqa: PLC0415 - read at the first look-up only

    return {
        spelling_key(name): Model(
            name=name,
            encoding=row.encoding or group.encoding,
            window=row.window,
            max_input=row.max_input,
            max_output=row.max_output,
            provider=group.provider,
            encoding_is_stand_in=group.is_stand_in,
        )
        for group in GROUPS
        for row in group.rows
        for name in (spelled.removesuffix("-") for spelled in row.names.split())
    }


@cache
def _families() -> tuple[str, ...]:
    """The names that stand for all that begin with them, the longest first."""
    from contextthrift.tokens.model_table import GROUPS  # noqa: PLC0415 - read at the first look-up only

    names = {name for group in GROUPS for row in group.rows for name in row.names.split()}
    families = [name.removesuffix("-") for name in names if name.endswith("-")]
    return tuple(sorted(families, key=lambda name: (-len(name), name)))


def _unknown(name: str) -> str:
    """The message for a name that no model has."""
    offered = _near(name)
    near = f"; near names: {', '.join(offered)}" if offered else ""
    return (
        f"no model is called {shown(name)}{near}. Make it known with register_model(), "
        "or give context_window= and encoding= instead"
    )


def _near(name: str) -> list[str]:
    """Names that begin with the unknown one, otherwise names that resemble it."""
    from difflib import get_close_matches  # noqa: PLC0415 - needed only for an error

    *_, text = readings(name)
    by_spelling = {known.lower(): known for known in model_names()}
    longer = [known for known in by_spelling if text and known.startswith(text)]
    close = longer or get_close_matches(text, by_spelling, n=_MOST_OFFERED, cutoff=0.6)
    return [by_spelling[known] for known in close[:_MOST_OFFERED]]
