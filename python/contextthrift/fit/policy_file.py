"""A policy out of a TOML file, for what can be said without a function."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import InvalidArgument
from contextthrift.fit.policy import FitPolicy

if TYPE_CHECKING:
    import os

WORDS: Final = (
    "keep_first_user",
    "gap_note",
    "this_turn_result_keep",
    "keep_last_turns",
    "order",
    "max_argument_tokens",
    "on_orphan",
    "memory_template",
    "passage_template",
    "protected_tools",
)
"""The fields of a policy that a file may set, under their own names."""

RANKS: Final = "tool_ranks"
"""A table of tools' names and their ranks; a tool that is not in it has 0."""


def read_policy(path: str | os.PathLike[str]) -> FitPolicy:
    """The policy in a TOML file.

    The file sets fields of :class:`FitPolicy` under their own names, and ranks of tools in a table
    ``[tool_ranks]``; what it leaves out is as by default.

    Raises:
        InvalidArgument: the file cannot be read, is no TOML, or sets something that no policy has.
        WrongType: a value of another type than the field's.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise InvalidArgument(f"{path} cannot be read: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidArgument(f"{path} is no TOML: {error}") from error
    return _policy(values, str(path))


def _policy(values: dict[str, Any], path: str) -> FitPolicy:
    unknown = [name for name in values if name not in {*WORDS, RANKS}]
    if unknown:
        raise InvalidArgument(f"{path} sets {unknown[0]!r}; a policy has {', '.join((*WORDS, RANKS))}")
    ranks = values.pop(RANKS, None)
    if ranks is None:
        return FitPolicy(**values)
    if not isinstance(ranks, dict):
        raise InvalidArgument(f"{path}: {RANKS} must be a table of tools' names and ranks")
    return FitPolicy(tool_rank=lambda name: ranks.get(name, 0.0), **values)
