"""Settings by name: what a caller gives is compared with what there is."""

from __future__ import annotations

from dataclasses import fields
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeVar

from contextthrift.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

T = TypeVar("T")


def check_names(owner: str, given: Iterable[str], known: Iterable[str], *, noun: str = "setting") -> None:
    """Refuses names that ``owner`` does not have.

    Raises:
        InvalidArgument: There is one; the message offers the nearest name, or all.
    """
    names = list(known)
    unknown = next((name for name in given if name not in names), None)
    if unknown is None:
        return
    near = get_close_matches(str(unknown), names, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"the {noun}s are {', '.join(names)}"
    raise InvalidArgument(f"{owner} has no {noun} {unknown!r}; {hint}")


def settings_from(kind: type[T], given: Mapping[str, Any], owner: str) -> T:
    """The settings of a dataclass from a mapping.

    Raises:
        InvalidArgument: A name that no setting has; the message says whose.
    """
    check_names(owner, given, [each.name for each in fields(kind)])  # type: ignore[arg-type]  # a dataclass
    return kind(**given)
