"""A tool of a catalogue, as far as a search reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from contextthrift.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

_NOT_IN_NAMES: Final = re.compile("[^A-Za-z0-9_-]")
"""What providers refuse in the name of a tool; a mounted tool has ``_`` for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEntry(Settings):
    """One tool that can be found."""

    name: str
    """What it is called by; names may repeat."""
    description: str = ""
    """What it does."""
    server: str | None = None
    """The server it comes from, if it comes from one."""
    input_schema: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """JSON schema of its arguments."""


def server_prefix(server: str) -> str:
    """The server's name as it stands in the names of its tools.

    >>> server_prefix("docs.v1")
    'docs_v1'
    """
    return _NOT_IN_NAMES.sub("_", server)


def local_name(name: str, server: str | None) -> str:
    """The name without its server's in front, as a mounted tool has it.

    >>> local_name("docs_v1__list", "docs.v1"), local_name("git__list", None)
    ('list', 'git__list')
    """
    if not server:
        return name
    prefixes = (f"{server}__", f"{server_prefix(server)}__")
    return next((name[len(prefix) :] for prefix in prefixes if name.startswith(prefix)), name)
