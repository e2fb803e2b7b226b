"""Where in a tool's arguments a problem is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from contextthrift.tools.json_value import json_literal, shown

_PLAIN_NAME: Final = re.compile(r"[\w$@-]{1,60}")
_NAME_CHARS: Final = 60


@dataclass(frozen=True, slots=True)
class Place:
    """One value within the arguments; the arguments themselves have no parent."""

    parent: Place | None = None
    step: str | int = ""
    """Name of the property, or place in the list."""
    depth: int = 0
    """Steps into values and schemas on the way here."""
    following: tuple[int, ...] = ()
    """Identities of the combining schemas being read at this very value: met again, one says nothing new."""
    is_trial: bool = False
    """Whether only the fact of a problem matters, not its words."""

    def child(self, step: str | int) -> Place:
        """The value below, at a property or an index."""
        return Place(self, step, self.depth + 1, (), self.is_trial)

    def within(self, *, following: int | None = None, is_trial: bool | None = None) -> Place:
        """The same value, looked at by a schema inside the one before."""
        follows = self.following if following is None else (*self.following, following)
        trial = self.is_trial if is_trial is None else is_trial
        return Place(self.parent, self.step, self.depth + 1, follows, trial)

    def wants(self, expected: str, value: object) -> str:
        """The problem in words: where, what would be right, what is there."""
        return "" if self.is_trial else f"{self}: expected {expected}, got {shown(value)}"

    def lacks(self, name: str, expected: str) -> str:
        """The problem that a property is not there."""
        return "" if self.is_trial else f"{self.child(name)}: missing, expected {expected}"

    def knows_no(self, name: str, known: str) -> str:
        """The problem that a property has no meaning here."""
        return "" if self.is_trial else f"{self.child(name)}: unknown, expected only {known or 'nothing'}"

    def __str__(self) -> str:
        """The path, as in `rows[2].name`; `arguments` at the top."""
        steps: list[str] = []
        at: Place | None = self
        while at is not None and at.parent is not None:
            steps.append(f"[{at.step}]" if isinstance(at.step, int) else f".{_name(at.step)}")
            at = at.parent
        return "".join(reversed(steps)).removeprefix(".") or "arguments"


def _name(name: str) -> str:
    if _PLAIN_NAME.fullmatch(name):
        return name
    return json_literal(name if len(name) <= _NAME_CHARS else name[: _NAME_CHARS - 1] + "…")
