"""A property that is found out once for an object, without a lock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

Value = TypeVar("Value")


class once(Generic[Value]):  # noqa: N801 - it is used as a decorator, as property is
    """A property that is found out when it is first asked for, and then kept in the object's ``__dict__``.

    Up to Python 3.11 ``functools.cached_property`` holds one lock for all objects meanwhile, so a process
    that is forked in that moment waits for ever. Here two threads may find the same value out, and the last
    one stays.

    >>> class Text:
    ...     @once
    ...     def size(self):
    ...         print("found out")
    ...         return 5
    >>> text = Text()
    >>> text.size, text.size
    found out
    (5, 5)
    """

    def __init__(self, find: Callable[[Any], Value]) -> None:
        """``find`` is the method that finds it out."""
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Python says under which name it stands."""
        self._name = name

    @overload
    def __get__(self, holder: None, owner: type) -> Self: ...
    @overload
    def __get__(self, holder: object, owner: type) -> Value: ...
    def __get__(self, holder: object | None, owner: type) -> Self | Value:
        """Only asked while the object's ``__dict__`` does not have it."""
        if holder is None:
            return self
        value = holder.__dict__[self._name] = self._find(holder)
        return value
