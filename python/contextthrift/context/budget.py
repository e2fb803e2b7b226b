"""How much of a window may be filled."""

from __future__ import annotations

from contextthrift import _native
from contextthrift.context.argument import real_number, rounded_up
from contextthrift.exceptions import InvalidArgument
from contextthrift.tokens.number import shown, whole_number


def resolve_budget(
    window: int,
    output_reserve: float | None = None,
    reserve_fraction: float = _native.DEFAULT_RESERVE_FRACTION,
) -> int:
    """The tokens that may be sent in a window, once the reply has its reserve.

    ``output_reserve`` is a number of tokens, rounded up; above the window it leaves nothing. Without
    it the reserve is ``window * reserve_fraction``, rounded up. All are tokens.

    Raises:
        InvalidArgument: ``window`` is not a whole number or negative, ``output_reserve`` is negative
            or not finite, or ``reserve_fraction`` lies outside 0 to 1.

    >>> resolve_budget(128_000, output_reserve=4_096)
    123904
    >>> resolve_budget(100)
    65
    """
    tokens = whole_number(window, "window")
    reserve = None if output_reserve is None else rounded_up(output_reserve, "output_reserve")
    fraction = real_number(reserve_fraction, "reserve_fraction")
    if not 0 <= fraction <= 1:
        raise InvalidArgument(f"reserve_fraction is {shown(reserve_fraction)}; it must lie between 0 and 1")
    return _native.resolve_budget(tokens, reserve, fraction)
