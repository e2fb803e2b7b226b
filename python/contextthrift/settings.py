"""Settings by name: what a caller gives is compared with what there is."""

from __future__ import annotations

from dataclasses import fields
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Self, TypeVar

from contextthrift.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

T = TypeVar("T")


class Settings:
    """Base of dataclasses that people fill in: a name that none of their fields has is told with the nearest.

    It looks before the ``__init__`` that ``dataclass`` writes. A subclass that writes its own is left alone.

    >>> from contextthrift import FitPolicy
    >>> FitPolicy(gapnote=False)
    Traceback (most recent call last):
    contextthrift.exceptions.InvalidArgument: FitPolicy has no setting 'gapnote'; did you mean 'gap_note'?
    """

    __slots__ = ()

    def __new__(cls, *_: object, **given: object) -> Self:
        """An empty one, if the names are right.

        Raises:
            InvalidArgument: One is not.
        """
        if given and "__dataclass_fields__" in vars(cls):
            own = fields(cls)  # type: ignore[arg-type]  # it is a dataclass
            check_names(cls.__name__, given, [each.name for each in own if each.init])
        return super().__new__(cls)


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
